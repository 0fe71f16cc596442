// Refreshes a league's page every few seconds: only the parts about the league, never a form that
// somebody is filling in.

import { all, one } from "./page.js";
import { renew } from "./renew.js";

const PAUSE = 3_000;
const { at } = one("#standings").dataset;

// After a bot was entered, a reload must not submit the form again.
if (location.pathname !== at) history.replaceState(null, "", at);

async function look() {
  if (document.hidden) return;
  try {
    const answer = await fetch(at, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const fresh of all("[data-live-part]", page)) {
      const old = one(`#${fresh.id}`);
      if (old) renew(old, fresh);
    }
  } catch { /* try again at the next refresh */ }
}

setInterval(look, PAUSE);
document.addEventListener("visibilitychange", look);
