// The log: what is new since one's last turn; earlier lines are behind a button.

import { all, mark, one } from "./page.js";

/** Mark the lines that are not new; call it after each change of the scene. */
export function refreshLines() {
  const list = one("#lines");
  if (!list) return;
  const since = Number(list.dataset.since);
  const lines = all(":scope > [data-key]", list);
  for (const line of lines) mark(line, "data-old", Number(line.dataset.move) < since);
  mark(one("#earlier"), "hidden", !lines.some((line) => line.hasAttribute("data-old")));
}

export function handleLines() {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest?.("#earlier");
    if (!button) return;
    const open = one("#lines").classList.toggle("js-all");
    mark(button, "aria-expanded", String(open));
  });
}
