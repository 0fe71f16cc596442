// Small helps that every module shares: elements, texts of the page, the live region.

/** @type {(selector: string, root?: ParentNode) => HTMLElement | null} */
export const one = (selector, root = document) => root.querySelector(selector);

/** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The part of the page that the server renders anew. */
export const table = () => one("#table");

/**
 * Write an attribute only if it is not so yet: each write costs the browser another look.
 * @param {Element | null | undefined} element
 * @param {string} name
 * @param {string | boolean | null} value true: there, but empty; false and null: not there
 */
export function mark(element, name, value) {
  const text = value === true ? "" : value === false ? null : value;
  if (!element || element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/** Whether the person asked for less motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A text in the reader's language: the page brings them all as JSON in template#words. */
export function word(name) {
  const words = document.getElementById("words");
  return (words && JSON.parse(words.content.textContent)[name]) || "";
}

/** Says sentences to screen readers, each in a line of its own so that none is swallowed. */
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

/** What this browser remembers; private windows may forbid even asking. */
export const memory = {
  get(name) {
    try { return localStorage.getItem(`kingup.${name}`); } catch { return null; }
  },
  set(name, value) {
    try { localStorage.setItem(`kingup.${name}`, value); } catch { /* then not */ }
  },
};
