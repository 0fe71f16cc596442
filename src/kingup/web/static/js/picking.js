// Picking a character or a card. Picking shows where it can go and what that means; a second tap,
// the target or the panel's button takes the action.

import { announce, all, mark, one, table } from "./page.js";
import { forgive } from "./forms.js";
import { pixels, spots } from "./places.js";

/** @type {string | null} a character's letter, or an action of a card (Y, N, kingmaker …) */
let picked = null;
/** @type {(who: string | null) => void} tells teammates */
let tell = () => {};
/** @type {() => void} called when the pick has changed */
let changed = () => {};
/** @type {{token: HTMLElement | null, x: number, y: number}} where the last press began */
let pressed = { token: null, x: 0, y: 0 };

const SLIP = 8; // pixels a finger may move during a tap

export const pickedOne = () => picked;

/** @returns {HTMLElement[]} the targets of a character on the board */
export const targetsOf = (who) => all(`#targets > [data-for="${CSS.escape(who)}"]`);

const blocksOf = (it) => all("#panel .choice").filter(
  ({ dataset }) => dataset.who === it || (!dataset.who && dataset.action === it));

/** @returns {boolean} whether there is an action for it */
export const pickable = (it) => targetsOf(it).length + blocksOf(it).length > 0;

/** The one action of a character that has exactly one, or of a card. */
export function onlyAction(it) {
  const actions = new Set([...targetsOf(it), ...blocksOf(it)].flatMap(actionsOf));
  return actions.size === 1 ? [...actions][0] : null;
}

const actionsOf = (element) => element.dataset.action
  ? [element.dataset.action]
  : all("button[name=action]", element).map(({ value }) => value);

/** Pick a character or a card; null picks nothing. */
export function pick(it) {
  const before = picked;
  const held = document.activeElement?.closest("#targets > [data-for], #panel .choice");
  picked = it && pickable(it) ? it : null;
  if (it) forgive();
  refreshPicking();
  if (held?.hidden) refocus(before);
  changed();
  if (picked && picked !== before) {
    announce(blocksOf(picked).slice(0, 1).map((block) =>
      all("h2, h3, p", block).map((text) => text.textContent.trim()).join(" ")));
  }
  if (document.getElementById(`token-${it}`) || !it) tell(it);
}

/** Move a hidden focus to the character that it was about. */
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

/** Show the pick again; call it after each morph. */
export function refreshPicking() {
  const main = table();
  if (picked && !pickable(picked)) picked = null;
  mark(main, "data-picked", picked);
  for (const token of all("#tokens > [data-who]")) {
    const on = token.dataset.who === picked;
    token.classList.toggle("is-picked", on);
    mark(one("button", token), "aria-pressed", pickable(token.dataset.who) ? String(on) : null);
  }
  for (const card of all("button[data-action]")) {
    if (!card.closest("#targets")) {
      mark(card, "aria-pressed", String(card.dataset.action === picked));
    }
  }
  const blocks = new Set(picked ? blocksOf(picked) : []);
  for (const block of all(".choice", main)) mark(block, "hidden", !blocks.has(block));
  const targets = new Set(picked ? targetsOf(picked) : []);
  mark(one("#targets"), "hidden", !targets.size);
  for (const target of all("#targets > [data-for]")) mark(target, "hidden", !targets.has(target));
  drawPath(targets.size === 1 ? [...targets][0] : null);
}

/** Draw the gold dots from the picked token to a target; null removes them. */
export function drawPath(target) {
  const castle = one("#castle");
  let path = one(":scope > .path", castle ?? undefined);
  const token = castle && target && document.getElementById(`token-${target.dataset.for}`);
  if (!token) return path?.remove();
  if (!path) {
    path = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    path.setAttribute("class", "path");
    path.setAttribute("viewBox", "0 0 480 600");
    path.setAttribute("aria-hidden", "true");
    path.dataset.keep = "";
    for (let i = 0; i < 2; i++) path.append(document.createElementNS(path.namespaceURI, "path"));
    castle.insertBefore(path, one("#tokens")); // under the tokens
  }
  const unit = castle.clientWidth / 480;
  const [from, to] = spots([token.dataset, target.dataset]).map((place) =>
    pixels(place).map((edge) => edge / unit + 25));
  // A curve like a hop, from rim to rim of the portraits.
  const bend = [(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 6];
  const near = (end) => end.map((value, i) => {
    const away = Math.hypot(bend[0] - end[0], bend[1] - end[1]) || 1;
    return (value + ((bend[i] - value) * Math.min(30, away / 2)) / away).toFixed(1);
  });
  const line = `M${near(from)}Q${bend} ${near(to)}`;
  for (const stroke of path.children) stroke.setAttribute("d", line);
}

function tapToken(token, event) {
  const { who, why } = token.dataset;
  const vote = all("button[data-action]", one("#panel") ?? undefined).length > 0;
  if (who !== picked) {
    if (pickable(who)) pick(who);
    else {
      if (!vote) pick(null);
      if (why) announce([why]);
    }
  } else if (onlyAction(who)) act(onlyAction(who));
  // Enter on a character with several targets moves the focus to them; a tap undoes the pick.
  else if (event.detail === 0) [...targetsOf(who), ...blocksOf(who)]
    .map((element) => one("button", element)).find(Boolean)?.focus();
  else pick(null);
}

function tapCard(card, event) {
  const { action } = card.dataset;
  if (action !== picked) pick(action);
  else if (event.detail < 2) act(action); // a double click must not confirm a vote
}

const tokenAt = (place) => place.closest?.("#tokens > [data-who]");

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
 * @param {{hover: (who: string | null) => void, picked: () => void}} handlers
 */
export function handlePicking(handlers) {
  ({ hover: tell, picked: changed } = handlers);
  document.addEventListener("pointerdown", (event) => {
    const { target, clientX: x, clientY: y } = event;
    pressed = { token: tokenAt(target), x, y };
  }, true);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button, a, input, select, label, summary, dialog");
    const token = tapped(event);
    const target = event.target.closest?.("#targets > [data-action]");
    if (table()?.dataset.down !== undefined) return;
    if (token) tapToken(token, event);
    else if (target) act(target.dataset.action);
    else if (button?.matches("button[data-action]")) tapCard(button, event);
    else if (!button && event.target.closest?.("#castle")) pick(null);
  });
  for (const type of ["pointerover", "focusin"]) {
    document.addEventListener(type, ({ target }) => {
      const place = target.closest?.("#targets > [data-for]");
      if (place) drawPath(place);
      const token = tokenAt(target);
      if (token) tell(token.dataset.who);
    });
  }
}
