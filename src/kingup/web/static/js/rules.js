// Links to a rule open it in a dialog over the table: leaving it for another page is too much on a
// phone. Without the dialog, or with a key for another tab, they are plain links.

import { one } from "./page.js";

async function showRule(link, dialog) {
  const address = new URL(link.href);
  address.searchParams.set("part", "1");
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const rule = page.getElementById(decodeURIComponent(address.hash.slice(1))) ?? page.body;
    one(".rule-text", dialog).replaceChildren(...rule.childNodes);
    dialog.dataset.label ??= dialog.ariaLabel;
    dialog.ariaLabel = link.dataset.title ?? dialog.dataset.label;
    if (!dialog.open) dialog.showModal();
  } catch {
    location.assign(link.href);
  }
}

export function handleRules() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-rule]");
    const dialog = link && one("#rule-dialog");
    if (!dialog || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    showRule(link, dialog);
  });
}
