// The whole game by keyboard: arrows between characters, letters, digits, Enter.

import { act, onlyAction, pick, pickable, pickedOne } from "./picking.js";
import { all, mark, memory, middle, one, table } from "./page.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const buttonOf = (who) => one(`#tokens > [data-who="${CSS.escape(who)}"] button`);
const shown = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;

/** @type {string | undefined} the character where Tab stops */
let last;

/** Keep one tab stop among all characters; the arrow keys move on from there. */
export function refreshKeyboard() {
  if (table().dataset.page === "board") return; // a television has no keyboard
  const buttons = all("#tokens > [data-who] button");
  const who = (button) => button.closest("[data-who]").dataset.who;
  const stop = buttons.find((button) => button === document.activeElement)
    ?? buttons.find((button) => who(button) === (pickedOne() ?? last))
    ?? buttons.find((button) => pickable(who(button)))
    ?? buttons[0];
  for (const button of buttons) mark(button, "tabindex", button === stop ? "0" : "-1");
  if (stop?.matches(":focus")) last = who(stop);
  mark(one("#keys"), "aria-pressed", String(memory.get("keys") !== "off"));
}

/** The nearest element in a direction; sideways distance counts double. */
function neighbour(from, [dx, dy], candidates) {
  const [x, y] = middle(from);
  return candidates
    .filter((candidate) => candidate !== from && shown(candidate))
    .map((candidate) => {
      const [toX, toY] = middle(candidate);
      const along = (toX - x) * dx + (toY - y) * dy;
      const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
      return { candidate, along, far: along + 2 * aside };
    })
    .filter(({ along }) => along > 2)
    .sort((a, b) => a.far - b.far)[0]?.candidate;
}

function arrow(direction) {
  const active = document.activeElement;
  const cards = all(".vote-card");
  const board = [...all("#tokens > [data-who] button"), ...all("#targets button")];
  const group = [cards, board].find((list) => list.includes(active));
  if (group) {
    neighbour(active, direction, group)?.focus();
    return true;
  }
  if (active && active !== document.body && active !== table() && active.id !== "panel") return false;
  const first = cards.find(shown) ?? board.find(({ tabIndex }) => tabIndex === 0);
  first?.focus();
  return Boolean(first);
}

/** A letter picks a card or a character; Enter then presses the same button again. */
function letter(key) {
  const card = all(".vote-card").find(({ dataset }) => dataset.action === key);
  const button = card ?? buttonOf(key);
  if (!button) return false;
  button.focus();
  if (pickedOne() !== key) pick(pickable(key) ? key : null);
  return true;
}

function digit(key) {
  const it = pickedOne();
  if (!it) return false;
  const button = one(`#targets > [data-at="${key}"] button`)
    ?? one(`#choice button[value="${CSS.escape(it + key)}"]`);
  button?.focus();
  return Boolean(button);
}

/** @returns {boolean} whether the key was handled */
function press(event) {
  const { key } = event;
  if (key in ARROWS) return arrow(ARROWS[key]);
  if (key === "Escape") {
    const it = pickedOne();
    pick(null);
    if (it) (buttonOf(it) ?? one(`.vote-card[data-action="${CSS.escape(it)}"]`))?.focus();
    return Boolean(it);
  }
  if (key === "Enter") {
    if (document.activeElement !== document.body || !pickedOne()) return false;
    const action = onlyAction(pickedOne());
    if (action) act(action);
    return Boolean(action);
  }
  if (memory.get("keys") === "off") return false;
  if (key === "?") return open("#help-dialog");
  if (/^m$/i.test(key) && (event.shiftKey || !buttonOf("M"))) return open("#menu-dialog");
  if (/^[0-9]$/.test(key)) return digit(key);
  return /^[a-z]$/i.test(key) && letter(key.toUpperCase());
}

function open(selector) {
  const dialog = one(selector);
  if (!dialog || dialog.open) return false;
  dialog.showModal();
  return true;
}

export function handleKeyboard() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const field = event.target.closest?.("input, textarea, select, [contenteditable], dialog[open]");
    if (field && shown(field)) return; // a closed dialog's field keeps the focus for a frame more
    // A key held down must not pick and confirm at once.
    if (event.repeat && !(event.key in ARROWS)) return event.preventDefault();
    if (press(event)) event.preventDefault();
  });
  document.addEventListener("focusin", ({ target }) => {
    if (target.closest?.("#tokens")) refreshKeyboard();
  });
  document.addEventListener("click", ({ target }) => {
    if (!target.closest?.("#keys")) return;
    memory.set("keys", memory.get("keys") === "off" ? "on" : "off");
    refreshKeyboard();
  });
}
