// Shows a scene in HTML: data-bind and data-each say which element shows what, and only what has
// changed is written. Elements without a binding are never touched.

import { mark } from "./page.js";
import { move } from "./renew.js";

/** One value of the scene: who shows it, and the values below it, by name or id. */
class Value {
  constructor() {
    /** @type {{element: Element, name: string, negated: boolean}[]} */
    this.shown = [];
    /** @type {{element: Element, items: Map<string, {element: Element, value: Value}>}[]} */
    this.lists = [];
    /** @type {Map<string, Value>} */
    this.below = new Map();
  }

  /** @param {string[]} path */
  at(path) {
    let value = this;
    for (const name of path) {
      if (!value.below.has(name)) value.below.set(name, new Value());
      value = value.below.get(name);
    }
    return value;
  }
}

const isObject = (value) => typeof value === "object" && value !== null;

/**
 * Bring a scene up to date.
 * @param {object} scene
 * @param {object} difference what has changed: a list is either whole, or changes by id with new
 *   items under "+"
 */
export function merge(scene, difference) {
  for (const [name, change] of Object.entries(difference)) {
    const old = scene[name];
    if (Array.isArray(change) || !isObject(change) || !isObject(old)) scene[name] = change;
    else if (!Array.isArray(old)) merge(old, change);
    else {
      for (const item of old) if (Object.hasOwn(change, item.id)) merge(item, change[item.id]);
      old.push(...(change["+"] ?? []));
    }
  }
}

/** The value at a path; items of lists are found by their id. */
function find(scene, path) {
  return path.reduce((value, name) => (
    Array.isArray(value) ? value.find(({ id }) => id === name) : value?.[name]) ?? null, scene);
}

/**
 * Write a value. Classes that begin with js- belong to the browser, and stay. A `symbol` is a
 * drawing of the file that data-sprite names.
 */
function write({ element, name, negated }, value) {
  if (negated) mark(element, name, !value);
  else if (name === "text") {
    const text = String(value ?? "");
    if (element.textContent !== text) element.textContent = text;
  } else if (name === "class") {
    const own = [...element.classList].filter((each) => each.startsWith("js-"));
    mark(element, "class", [value, ...own].filter(Boolean).join(" ") || null);
  } else if (name === "symbol") {
    mark(element, "href", value ? `${element.dataset.sprite}#${value}` : null);
  } else {
    mark(element, name, value === null || typeof value === "boolean" ? value : String(value));
  }
}

export class Binder {
  /**
   * @param {Element} root
   * @param {object} scene what the page shows now
   */
  constructor(root, scene) {
    this.root = root;
    this.scene = scene;
    this.whole = new Value();
    this.index(root, null);
  }

  /** Show what has changed. */
  apply(difference) {
    merge(this.scene, difference);
    this.show(this.whole, difference);
  }

  /**
   * Find the bindings of an element and of everything in it.
   * @param {Element} element
   * @param {Value | null} item the item of a list that the element is in
   * @param {boolean} made whether it was made just now, and shows nothing yet
   */
  index(element, item, made = false) {
    for (const binding of element.getAttribute("data-bind")?.match(/\S+/g) ?? []) {
      const [, name, not, path] = /^([^:]+):(!?)(.*)$/.exec(binding);
      const shown = { element, name, negated: not === "!" };
      this.value(path, item).shown.push(shown);
      if (made && !path.startsWith(".")) write(shown, find(this.scene, path.split(".")));
    }
    const path = element.getAttribute("data-each");
    if (path === null) {
      for (const child of element.children) this.index(child, item, made);
      return;
    }
    const list = { element, items: new Map() };
    this.value(path, item).lists.push(list);
    for (const child of element.children) {
      const id = child.getAttribute("data-key");
      if (id !== null) this.add(list, id, child);
    }
    if (made && !path.startsWith(".")) this.arrange(list, find(this.scene, path.split(".")) ?? []);
  }

  value(path, item) {
    return path.startsWith(".") ? item.at(path.slice(1).split(".")) : this.whole.at(path.split("."));
  }

  add(list, id, element, made = false) {
    const item = { element, value: new Value() };
    list.items.set(id, item);
    this.index(element, item.value, made);
    return item;
  }

  /** Show a change of one value; null empties everything below it. */
  show(value, change) {
    const here = ({ element }) => this.root.contains(element);
    value.shown = value.shown.filter(here);
    value.lists = value.lists.filter(here);
    for (const shown of value.shown) write(shown, change);
    const whole = Array.isArray(change) || !isObject(change);
    const fresh = (whole ? change : change["+"]) ?? [];
    for (const list of value.lists) {
      if (whole) this.arrange(list, fresh);
      else {
        for (const [id, { value: item }] of list.items) {
          if (Object.hasOwn(change, id)) this.show(item, change[id]);
        }
        for (const item of fresh) this.insert(list, item, this.end(list));
      }
    }
    if (!value.below.size) return;
    const items = new Map((Array.isArray(fresh) ? fresh : []).map((item) => [item.id, item]));
    for (const [name, below] of value.below) {
      if (whole || items.has(name)) this.show(below, items.get(name) ?? null);
      else if (Object.hasOwn(change, name)) this.show(below, change[name]);
    }
  }

  /** Make a list's elements those of its items, in their order. */
  arrange(list, items) {
    const { element } = list;
    const ids = new Set(items.map(({ id }) => id));
    for (const [id, old] of list.items) {
      if (ids.has(id)) continue;
      old.element.remove();
      list.items.delete(id);
    }
    let next = this.end(list);
    for (const item of [...items].reverse()) {
      const old = list.items.get(item.id);
      if (!old) next = this.insert(list, item, next);
      else {
        if (old.element.nextElementSibling !== next) move(element, old.element, next);
        this.show(old.value, item);
        next = old.element;
      }
    }
  }

  /** Where items are appended: before a <template> that is last, but not before the only child. */
  end({ element: { firstElementChild: first, lastElementChild: last } }) {
    return last !== first && last?.localName === "template" ? last : null;
  }

  insert(list, item, next) {
    const template = list.element.querySelector(":scope > template");
    const made = document.importNode(template.content.firstElementChild, true);
    made.setAttribute("data-key", item.id);
    list.element.insertBefore(made, next);
    this.show(this.add(list, item.id, made, true).value, item);
    return made;
  }
}
