// Lines for the first game that is played in this browser, each shown once.

import { mark, memory, one } from "./page.js";

const code = location.pathname.split("/")[2];
/** @type {string} the line that is shown, or was dismissed at this moment */
let current = "";
let dismissed = false;
let latest;
let later; // the timer after which it may be replaced
let since = 0; // when it appeared
const SHORTEST = 6_000; // milliseconds in which a line stays, unless another one fits

const read = () => JSON.parse(memory.get("tips") ?? "{}");

/**
 * Show the first line that fits the moment and is new; call it after each change of the scene.
 * @param {{id: string, text: string}[] | undefined} tips
 */
export function refreshTips(tips) {
  const line = one("#tip");
  if (!line || !tips) return;
  latest = tips;
  clearTimeout(later);
  const left = since + SHORTEST - Date.now();
  if (!tips.length && current && !dismissed && left > 0) {
    later = setTimeout(() => refreshTips(latest), left + 1);
    return;
  }
  const { game = code, seen = [] } = read();
  const fits = game === code ? tips : [];
  const tip = fits.find(({ id }) => id === current) ?? fits.find(({ id }) => !seen.includes(id));
  if ((tip?.id ?? "") !== current) {
    note(current);
    since = Date.now();
    current = tip?.id ?? "";
    dismissed = false;
  }
  const shown = tip && !dismissed;
  if (shown) one("span", line).textContent = tip.text;
  mark(line, "hidden", !shown);
}

/** Never show a line again. */
function note(id) {
  const { game = code, seen = [] } = read();
  if (id && game === code) memory.set("tips", JSON.stringify({ game, seen: [...new Set([...seen, id])] }));
}

export function handleTips() {
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("#tip button")) return;
    note(current);
    dismissed = true;
    mark(one("#tip"), "hidden", true);
    one("#panel")?.focus({ preventScroll: true });
  });
}
