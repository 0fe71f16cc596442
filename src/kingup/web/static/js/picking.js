// Picking a character or a card. Picking shows where it can go and what that means; a second tap,
// the target or the panel's button takes the action. Only the picked one's buttons are drawn.

import { announce, all, mark, middle, one, place, table } from "./page.js";
import { clearErrors } from "./forms.js";

/**
 * @typedef {{id: string, who?: string, title: string, detail?: string,
 *            buttons: {id: string, text: string, short?: string}[]}} Choice
 * @typedef {{id: string, who: string, at: string, slot?: number, label: string,
 *            number?: string}} Target
 */

/** @type {string | null} a character's letter, or an action of a card (Y, N, kingmaker …) */
let picked = null;
/** @type {() => {choices?: Choice[], targets?: Target[]}} the viewer's part of the scene */
let own = () => ({});
/** @type {(who: string | null) => void} tells teammates */
let tell = () => {};
/** @type {() => void} called when the pick has changed */
let changed = () => {};
/** @type {{token: HTMLElement | null, x: number, y: number}} where the last press began */
let pressed = { token: null, x: 0, y: 0 };

const SLIP = 8; // pixels a finger may move during a tap
const FLOOR = 0.74; // half the height of a floor, in heights of a target
const WHY = 4_000; // how long it is shown why somebody cannot be picked, in milliseconds

export const pickedOne = () => picked;

/** @returns {Target[]} where a character can go */
export const targetsOf = (it) => (own().targets ?? []).filter(({ who }) => who === it);

const choicesOf = (it) => (own().choices ?? []).filter(({ who, buttons }) =>
  who ? who === it : buttons.some(({ id }) => id === it));

/** @returns {boolean} whether there is an action for it */
export const pickable = (it) => targetsOf(it).length + choicesOf(it).length > 0;

/** Whether a character can be moved: letters of characters are letters of vote cards, too. */
const movable = (letter) => (own().choices ?? []).some(({ who }) => who === letter)
  || targetsOf(letter).length > 0;

/** The one action of a character that has exactly one, or of a card. */
export function onlyAction(it) {
  const actions = new Set([...targetsOf(it), ...choicesOf(it).flatMap(({ buttons }) => buttons)]
    .map(({ id }) => id));
  return actions.size === 1 ? [...actions][0] : null;
}

/** Pick a character or a card; null picks nothing. */
export function pick(it) {
  const before = picked;
  const held = document.activeElement?.closest("#targets, #choice");
  picked = it && pickable(it) ? it : null;
  if (it) {
    clearErrors();
    explain("");
  }
  refreshPicking();
  if (held && !held.contains(document.activeElement)) refocus(before);
  changed();
  const [choice] = picked && picked !== before ? choicesOf(picked) : [];
  if (choice) announce([[choice.title, choice.detail].filter(Boolean).join(" ")]);
  if (document.getElementById(`token-${it}`) || !it) tell(it);
}

/** Move a lost focus to the character that it was about. */
function refocus(it) {
  const near = one(`#token-${CSS.escape(it ?? "")} button`) ?? one("#panel");
  if (near?.id === "panel") near.tabIndex = -1;
  near?.focus({ preventScroll: true });
}

/** Take an action by pressing the form's own button, as without scripts. */
export function act(action) {
  const button = one(`#act button[name=action][value="${CSS.escape(action)}"]`);
  button?.form.requestSubmit(button);
}

/** Show the pick again; call it after each change of the scene. */
export function refreshPicking() {
  if (picked && !pickable(picked)) picked = null;
  mark(table(), "data-picked", picked);
  for (const token of all("#tokens > [data-who]")) {
    const can = movable(token.dataset.who);
    const on = can && token.dataset.who === picked;
    if (token.classList.contains("js-picked") !== on) token.classList.toggle("js-picked", on);
    mark(one("button", token), "aria-pressed", can ? String(on) : null);
  }
  for (const card of all("button[data-action]")) {
    mark(card, "aria-pressed", String(card.dataset.action === picked));
  }
  drawChoice(picked ? choicesOf(picked) : []);
  const targets = picked ? targetsOf(picked) : [];
  drawTargets(targets);
  drawPath(targets.length === 1 ? one("#targets > [data-for]") : null);
}

/** @type {WeakMap<Element, string>} what an element was last filled with */
const drawn = new WeakMap();

/** Fill an element anew, but only if it would change: it may have the focus. */
function fill(element, data, draw) {
  if (!element) return;
  const now = JSON.stringify(data);
  mark(element, "hidden", !data.length);
  if (drawn.get(element) === now) return;
  drawn.set(element, now);
  draw();
}

function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) mark(element, key, value);
  element.append(...children);
  return element;
}

/** What the picked one can do, and what that means. */
function drawChoice(choices) {
  const box = one("#choice");
  fill(box, choices, () => {
    const [{ title = "", detail } = {}] = choices;
    one(".prompt", box).textContent = title;
    const text = one("p", box);
    text.textContent = detail ?? "";
    mark(text, "hidden", !detail);
    one(".go", box).replaceChildren(...choices.flatMap(({ buttons }) => buttons).map(
      ({ id, text, short }) => short
        ? make("button", { class: "button floor", name: "action", value: id, "aria-label": text },
          make("b", {}, short))
        : make("button", { class: "button seal", name: "action", value: id },
          ...(table().dataset.asks === "climb" ? upIcon() : []), text)));
  });
}

function drawTargets(targets) {
  const list = one("#targets");
  fill(list, targets, () => list.replaceChildren(...targets.map(
    ({ id, who, at, slot, label, number }) => make("li", {
      id: `target-${id}`, class: `target at ${number ? "is-spot" : "is-step"}`, "data-for": who,
      "data-at": at, "data-slot": slot == null ? null : String(slot), "data-action": id,
    }, make("button", { type: "button", "aria-label": label }, ...(number ? [number] : upIcon()))))));
}

/** @returns {Node[]} the arrow of a climb */
function upIcon() {
  const template = one("#up-icon");
  return template ? [document.importNode(template.content, true)] : [];
}

/** Draw the gold dots from the picked token to a target; null removes them. */
function drawPath(target) {
  const castle = one("#castle");
  let path = one(":scope > .path", castle ?? undefined);
  const token = castle && target && document.getElementById(`token-${target.dataset.for}`);
  if (!token) return path?.remove();
  if (!path) {
    path = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    path.setAttribute("class", "path");
    path.setAttribute("viewBox", "0 0 480 600");
    path.setAttribute("aria-hidden", "true");
    for (let i = 0; i < 2; i++) path.append(document.createElementNS(path.namespaceURI, "path"));
    castle.insertBefore(path, one("#tokens")); // under the tokens
  }
  const [from, to] = [place(token), place(target)];
  // A curve like a hop, from rim to rim of the portraits.
  const bend = [(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 6];
  const near = (end) => end.map((value, i) => {
    const away = Math.hypot(bend[0] - end[0], bend[1] - end[1]) || 1;
    return (value + ((bend[i] - value) * Math.min(30, away / 2)) / away).toFixed(1);
  });
  const line = `M${near(from)}Q${bend} ${near(to)}`;
  for (const stroke of path.children) stroke.setAttribute("d", line);
}

let forgetting;

/** Say why somebody cannot be picked, for a moment. */
function explain(why) {
  const note = one("#why-not");
  if (!note || note.textContent === why) return;
  note.textContent = why;
  mark(note, "hidden", !why);
  clearTimeout(forgetting);
  forgetting = setTimeout(() => explain(""), WHY);
}

function tapToken(token, event) {
  const { who, why } = token.dataset;
  const vote = all("#act button[data-action]").length > 0;
  if (!movable(who)) {
    if (!vote) pick(null);
    if (why) explain(why);
  } else if (who !== picked) pick(who);
  else if (onlyAction(who)) act(onlyAction(who));
  // Enter on a character with several targets moves the focus to them; a tap undoes the pick.
  else if (event.detail === 0) (one("#targets button") ?? one("#choice button"))?.focus();
  else pick(null);
}

function tapCard(card, event) {
  const { action } = card.dataset;
  if (action !== picked) pick(action);
  else if (event.detail < 2) act(action); // a double click must not confirm a vote
}

/** The picked one's target whose floor holds a point of the screen; the nearest, if several do. */
export function targetAt(x, y) {
  return all("#targets > [data-for]")
    .map((target) => ({ target, at: middle(target), half: FLOOR * target.offsetHeight }))
    .filter(({ at, half }) => Math.abs(at[1] - y) < half)
    .sort((a, b) => Math.hypot(a.at[0] - x, a.at[1] - y) - Math.hypot(b.at[0] - x, b.at[1] - y))[0]
    ?.target;
}

/** A tap anywhere on a floor means that floor; elsewhere it undoes the pick. */
function tapCastle({ clientX, clientY }) {
  const target = targetAt(clientX, clientY);
  if (target) act(target.dataset.action);
  else pick(null);
}

/** The character of a favourite on one's card: a tap there means the one in the castle. */
const favouriteOf = (element) =>
  document.getElementById(`token-${element.closest?.(".hand-cards [data-fav]")?.dataset.fav}`);

const tokenAt = (element) => element.closest?.("#tokens > [data-who]");

/**
 * The character that a tap means: the one under the finger when the press began. A press skips
 * animations, and updates may arrive, so another character may be there when it ends.
 */
function tapped(event) {
  const { token, x, y } = pressed;
  const keys = event.detail === 0;
  const stayed = Math.hypot(event.clientX - x, event.clientY - y) < SLIP;
  return !keys && token?.isConnected && stayed ? token : tokenAt(event.target);
}

/**
 * Handle taps.
 * @param {{own: () => object, hover: (who: string | null) => void, picked: () => void}} handlers
 */
export function handlePicking(handlers) {
  ({ own, hover: tell, picked: changed } = handlers);
  document.addEventListener("pointerdown", (event) => {
    const { target, clientX: x, clientY: y } = event;
    pressed = { token: tokenAt(target), x, y };
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button, a, input, select, label, summary, dialog");
    const token = tapped(event) ?? favouriteOf(event.target);
    const target = event.target.closest?.("#targets > [data-action]");
    if (table()?.dataset.down !== undefined) return;
    if (token) tapToken(token, event);
    else if (target) act(target.dataset.action);
    else if (button?.matches("button[data-action]")) tapCard(button, event);
    else if (!button && event.target.closest?.("#castle")) tapCastle(event);
  });
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      const goal = target.closest?.("#targets > [data-for]");
      if (goal) drawPath(goal);
      const token = tokenAt(target);
      if (token) tell(token.dataset.who);
    });
  }
}
