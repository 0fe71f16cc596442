// Shows that it is the viewer's turn: title, favicon, bell and, if allowed, a notification.

import { announce, mark, one, word } from "./page.js";
import { play } from "./sounds.js";

let yours = false;

/** Browsers notify only on https or localhost; elsewhere the button is hidden. */
const possible = () => isSecureContext && "Notification" in window;

/**
 * @param {{turn: boolean, title: string}} news
 * @param {boolean} quietly without a bell, when a page has just been loaded
 */
export function remind({ turn, title }, quietly = false) {
  const shown = (turn ? "● " : "") + title;
  if (document.title !== shown) document.title = shown;
  const icon = one("link[rel=icon][data-turn]");
  if (icon) {
    icon.dataset.rest ??= icon.getAttribute("href");
    mark(icon, "href", turn ? icon.dataset.turn : icon.dataset.rest);
  }
  if (turn && !yours && !quietly) {
    play("turn");
    if (document.hidden) notify(title);
  }
  yours = turn;
}

function notify(title) {
  if (!possible() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(word("turn"), { body: title, tag: location.pathname });
    note.onclick = () => { focus(); note.close(); };
  } catch { /* some phones allow notifications only from service workers */ }
}

/** Update the notification button; call it after each change. */
export function refreshReminders() {
  const button = one("#notify");
  if (!button) return;
  mark(button, "hidden", !possible());
  const granted = possible() && Notification.permission === "granted";
  mark(button, "aria-pressed", String(granted));
}

/** Ask for permission after a press of the button. */
export async function askToNotify() {
  const answer = await Notification.requestPermission();
  if (answer === "denied") announce([word("denied")]);
  refreshReminders();
}
