// What every page has: themes, language, copying and sharing links, dialogs, starting a game.

import "./begin.js";
import "./sharing.js";
import { announce, all, one, word } from "./page.js";

if (one("rating-change")) import("./rating.js");

/** Apply a theme at once; the server stores it in a cookie for the next page. */
function setTheme(form, theme) {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const button of all("[data-theme-form] button[name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
  const headers = { Accept: "application/json" };
  const body = new URLSearchParams({ theme });
  fetch(form.getAttribute("action"), { method: "POST", headers, body }).catch(() => {});
}

/** Copy a text. The clipboard API needs https; selecting and copying works everywhere. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    (one("dialog[open]") ?? document.body).append(field); // nothing outside an open dialog can be focused
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-theme-form]") || !event.submitter) return;
  event.preventDefault();
  setTheme(event.target, event.submitter.value);
});

document.addEventListener("change", ({ target }) => {
  target.closest?.("form[data-auto]")?.requestSubmit();
});

document.addEventListener("click", async ({ target }) => {
  const at = (selector) => target.closest?.(selector);
  const copier = at("[data-copy]");
  if (copier) {
    await copy(copier.dataset.copy);
    copier.focus();
    copier.classList.add("is-done");
    announce([word("copied")]);
    const label = one("[data-label]", copier) ?? copier;
    const text = (label.dataset.was ??= label.textContent);
    label.textContent = word("copied") || text;
    setTimeout(() => { label.textContent = text; copier.classList.remove("is-done"); }, 2_000);
  }
  const sharer = at("[data-share]");
  if (sharer) {
    const { share: url, title } = sharer.dataset;
    navigator.share({ url, title }).catch(() => {}); // closing the share sheet is no error
  }
  const opener = at("[data-open]");
  const dialog = opener && one(opener.dataset.open);
  if (dialog && !dialog.open) dialog.showModal();
  if (target.matches?.("dialog[open]")) target.close(); // a tap outside the dialog
});

// A class, not an attribute of each button: buttons are rendered again.
document.documentElement.classList.toggle("can-share", Boolean(navigator.share));
