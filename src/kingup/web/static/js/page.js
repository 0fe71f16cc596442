// Helpers that all modules share: elements, translated texts, the live region.

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
export const one = (selector, root = document) => root.querySelector(selector);

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The part of the page that the server renders again. */
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
