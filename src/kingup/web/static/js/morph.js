// Makes an element equal to newly rendered HTML and changes as little as it can: elements with
// an id keep their identity, so focus, animations, open dialogs and half-typed text survive.

import { mark } from "./page.js";

/** @returns {Element} the first element of some HTML, not yet in the page */
export function parse(html) {
  const template = document.createElement("template"); // lighter than a document of its own
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/**
 * Change parts of the page.
 * @param {Map<string, string>} parts the new HTML of elements, by id
 * @param {Record<string, Record<string, string | null>>} attributes new values, by id
 * @returns {boolean} whether everything was found
 */
export function change(parts, attributes) {
  let found = true;
  for (const [id, html] of parts) {
    const old = document.getElementById(id);
    if (old) morph(old, parse(html));
    else found = false;
  }
  for (const [id, values] of Object.entries(attributes)) {
    for (const [name, value] of Object.entries(values)) mark(document.getElementById(id), name, value);
  }
  return found;
}

/**
 * Make `old`, which is in the page, equal to `fresh`, which is not.
 * @param {Element} old
 * @param {Element} fresh
 */
export function morph(old, fresh) {
  update(old, fresh, new Map([...old.querySelectorAll("[id]")].map((node) => [node.id, node])));
}

/** Elements that never change, or belong to the client. */
const kept = (node) => node.id === "scenery" || Boolean(node.hasAttribute?.("data-keep"));

/** Attributes that the client alone decides: it sets them again after each morph, if need be. */
const OWN = {
  style: "*",
  open: "dialog, details",
  tabindex: "#tokens button",
  "aria-pressed": "#tokens button, button[data-action], #sound, #notify, #keys",
  hidden: "#targets, #targets > [data-for], .choice, #notify, #ribbon",
  "data-picked": "#table",
  "data-down": "#table",
  "aria-expanded": "#talk-button",
};
const own = (fresh, name) => Object.hasOwn(OWN, name) && fresh.matches(OWN[name]);

function update(old, fresh, ids, made = false) {
  if ((kept(old) && !made) || old.isEqualNode(fresh)) return;
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !own(fresh, name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !own(fresh, name)) old.removeAttribute(name);
  }
  const pairs = pair(old, fresh, ids);
  const used = new Set(pairs.values());
  for (const node of [...old.childNodes]) if (!used.has(node) && !kept(node)) node.remove();
  let next = old.firstChild;
  for (const [want, match] of pairs) {
    while (next && !used.has(next)) next = next.nextSibling;
    if (!match) {
      const inner = want.querySelector?.("[id]"); // may be somewhere in the page already
      const made = old.insertBefore(document.importNode(want, !inner), next);
      if (inner) update(made, want, ids, true);
    } else {
      if (match === next) next = next.nextSibling;
      else move(old, match, next);
      if (match.nodeType === Node.ELEMENT_NODE) update(match, want, ids);
      else if (match.nodeValue !== want.nodeValue) match.nodeValue = want.nodeValue;
    }
  }
}

/**
 * Which old node becomes which wanted child: by id, wherever it was; else the next of its kind.
 * @returns {Map<Node, Node | undefined>}
 */
function pair(old, fresh, ids) {
  const rest = [...old.childNodes].filter((node) => !node.id && !kept(node));
  const pairs = new Map();
  for (const want of fresh.childNodes) {
    let match;
    if (want.id) {
      match = ids.get(want.id);
      if (match?.nodeName !== want.nodeName || match.contains(old)) match = undefined;
    } else {
      const index = rest.findIndex((node) => node.nodeName === want.nodeName);
      if (index >= 0) match = rest.splice(0, index + 1)[index];
    }
    pairs.set(want, match);
  }
  return pairs;
}

/** Inserting an element anew would take its focus: newer browsers can really move it. */
function move(parent, node, before) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
