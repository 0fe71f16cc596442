// Printing a page; the rest of the dialog that shares a game is links, forms and copying.

import { one } from "./page.js";

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-print]")) return;
  one("dialog[open]")?.close(); // otherwise nothing else would be on the paper
  window.print();
});
