// Makes an element equal to newly rendered HTML and changes as little as it can: elements with
// an id keep their identity, so focus, scrolling, open dialogs and half-typed text survive.

import { all, one } from "./page.js";

/**
 * Make `old`, which is in the page, equal to `fresh`, which is not. A page of another kind, or one
 * with a scene, replaces the old one instead.
 * @param {HTMLElement} old
 * @param {HTMLElement} fresh
 */
export function renew(old, fresh) {
  if (old.dataset.kind !== fresh.dataset.kind || one("#scene", fresh)) replace(old, fresh);
  else update(old, fresh, new Map([...old.querySelectorAll("[id]")].map((node) => [node.id, node])));
}

/** Elements that belong to the client. */
const kept = (node) => Boolean(node.hasAttribute?.("data-keep"));

/** Attributes that the client alone decides. */
const OWN = {
  style: "*",
  open: "dialog, details",
  "aria-pressed": "#sound, #notify, #keys",
  hidden: "#notify, #ribbon",
  "data-down": "#table",
  "aria-expanded": "#talk-button",
  "aria-invalid": "*", // an error beside a field stays until the next attempt
  "aria-describedby": "[aria-invalid]",
};
const own = (old, name) => Object.hasOwn(OWN, name) && old.matches(OWN[name]);

/** Take over everything; what was open opens again. */
function replace(old, fresh) {
  const open = all("dialog[open], details[open]", old).map(({ id }) => id);
  copyAttributes(old, fresh);
  old.replaceChildren(...fresh.childNodes);
  for (const id of open) {
    const again = id && document.getElementById(id);
    if (again?.showModal) again.showModal();
    else if (again) again.open = true;
  }
}

function copyAttributes(old, fresh) {
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && !own(old, name)) old.setAttribute(name, value);
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !own(old, name)) old.removeAttribute(name);
  }
}

function update(old, fresh, ids, made = false) {
  if ((kept(old) && !made) || old.isEqualNode(fresh)) return;
  copyAttributes(old, fresh);
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
export function move(parent, node, before) {
  if (parent.moveBefore && node.isConnected) parent.moveBefore(node, before);
  else parent.insertBefore(node, before);
}
