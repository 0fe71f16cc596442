// A league's page shows how things stand by itself: it asks every few seconds, and changes only
// the parts that are about the league, never what somebody is typing.

import { all, one } from "./page.js";
import { morph } from "./morph.js";

const PAUSE = 3_000;
const { at } = one("#standings").dataset;

// After a bot was entered the page's own address must not enter it again.
if (location.pathname !== at) history.replaceState(null, "", at);

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(at, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const fresh of all("[data-live-part]", page)) {
      const old = one(`#${fresh.id}`);
      if (old) morph(old, fresh);
    }
  } catch { /* the next time */ }
}

setInterval(look, PAUSE);
document.addEventListener("visibilitychange", look);
