// Helpers that all modules share: elements, translated texts, the live region.

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
export const one = (selector, root = document) => root.querySelector(selector);

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The part of the page that shows the table. */
export const table = () => one("#table");

/**
 * Set an attribute only if it differs: each write makes the browser recalculate styles.
 * @param {Element | null | undefined} element
 * @param {string} name
 * @param {string | boolean | null} value true: present but empty; false and null: absent
 */
export function mark(element, name, value) {
  const text = value === true ? "" : value === false ? null : value;
  if (!element || element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/** Whether the person prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @returns {Element} the first element of some HTML, not yet in the page */
export function parse(html) {
  const template = document.createElement("template"); // lighter than a document of its own
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** @returns {[number, number]} where something stands in the castle, in its units of 480 × 600 */
export function place(element) {
  const style = getComputedStyle(element);
  return ["--x", "--y"].map((name) => parseFloat(style.getPropertyValue(name)));
}

/** The `translate` that puts a token at a place: a token is 50 × 50 units. */
export const translate = ([x, y]) => `${(x - 25) * 2}% ${(y - 25) * 2}%`;

/** @returns {[number, number]} the middle of an element on the screen */
export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

const isShown = (element) =>
  element && element !== document.body && (element.checkVisibility?.() ?? true);

/**
 * Change the page. If that hides what had the focus, the focus moves close by, so that keyboard
 * users do not start at the top again.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const focused = document.activeElement;
  const inside = table().contains(focused);
  const trace = focused?.closest("[id]")?.id;
  change();
  if (!inside || isShown(document.activeElement)) return;
  const near = trace && document.getElementById(trace);
  const button = near && (near.matches("button") ? near : one("button", near));
  const rest = [button, one("#panel"), table()].find(isShown);
  rest?.focus({ preventScroll: rest !== button });
}

/** A text in the reader's language: the page has them all as JSON in template#words. */
export function word(name) {
  const words = document.getElementById("words");
  return (words && JSON.parse(words.content.textContent)[name]) || "";
}

/** Announce sentences to screen readers, each in its own element, so that none is skipped. */
export function announce(sentences) {
  const live = one("#live");
  for (const sentence of live ? sentences : []) {
    const line = document.createElement("span");
    line.textContent = `${sentence} `;
    live.append(line);
    while (live.childNodes.length > 12) live.firstChild.remove();
  }
}

/** 128 random bits; crypto.randomUUID would need https. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Local storage; private windows may forbid even reading it. */
export const memory = {
  get(name) {
    try { return localStorage.getItem(`kingup.${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`kingup.${name}`, value); } catch { /* not stored then */ }
  },
};
