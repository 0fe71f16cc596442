// The dialog that shares a game: printing, and keeping up with a page that goes from moment to
// moment. All else in it is links, forms and copying.

import { one } from "./page.js";

let isStale = false; // whether the page shows another moment than the dialog offers

document.addEventListener("kingup:moment", () => { isStale = true; });

/** Fill the dialog again, from the page's address as it is now. */
async function renewDialog() {
  isStale = false;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const { renew } = await import("./renew.js"); // the focus stays where it is
    renew(one("#share-dialog"), one("#share-dialog", page));
  } catch {
    isStale = true; // what it says is true of an earlier moment
  }
}

document.addEventListener("click", ({ target }) => {
  if (isStale && target.closest?.("[data-open='#share-dialog']")) renewDialog();
  if (!target.closest?.("[data-print]")) return;
  one("dialog[open]")?.close(); // otherwise nothing else would be on the paper
  window.print();
});
