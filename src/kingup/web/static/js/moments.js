// Animates the server's cues in order: climbs, cards, verdicts, crownings. The page underneath is
// already in its new state, so nothing waits for the animations, and a tap skips them.

import { all, one, still, table } from "./page.js";
import { pixels, spot } from "./places.js";
import { play as sound } from "./sounds.js";

const MANY = 10; // with more cues than this, only the last are shown

/** @type {object[]} cues still to be shown */
let queue = [];
let running = false;
let speed = 1;
/** @type {Map<string, string>} where characters whose cue is still to come are shown */
const seen = new Map();
/** @type {Set<Animation>} */
const moving = new Set();
/** @type {Map<Element, Animation>} */
const held = new Map();
/** @type {Set<HTMLElement>} the deciding cards of the vote */
const deciding = new Set();

/** The vote cards: on the cloth, and small beside the seats. */
const LAID = "#cloth [data-card], #seats [data-card]";
const CARDS = "#cloth .card, #seats [data-card] .card";
const nameOf = (place) => place.closest("[id]").id;

/** Record how the page looks before it changes. */
export function look() {
  const places = new Map();
  for (const token of all("#tokens > [data-who]")) {
    const { who } = token.dataset;
    places.set(who, seen.get(who) ?? getComputedStyle(token).translate);
  }
  const width = one("#castle")?.clientWidth;
  return { width, places, cards: new Map(all(LAID).map((place) => [nameOf(place), place.dataset.card])) };
}

/**
 * Animate cues, after the page has changed.
 * @param {ReturnType<typeof look>} before
 * @param {object[]} moments
 */
export function show(before, moments) {
  if (moments.some(({ kind }) => kind === "voted")) cardsIn(before.cards);
  const news = moments.filter(({ kind }) => kind in SHOWN);
  if (!news.length) return;
  if (queue.length + news.length > MANY || document.hidden) return skip();
  const growth = one("#castle") && before.width ? one("#castle").clientWidth / before.width : 1;
  for (const { kind, who } of news) {
    const token = who && tokenOf(who);
    if (token && !seen.has(who)) {
      const [x, y] = pixels(before.places.get(who) ?? getComputedStyle(token).translate);
      seen.set(who, `${x * growth}px ${y * growth}px`);
    }
    if (token) hold(token, { translate: seen.get(who) });
    if (kind === "revealed") conceal();
  }
  queue.push(...news);
  run();
}

/** Skip all animations. */
export function skip() {
  queue = [];
  for (const animation of moving) animation.finish();
  for (const element of [...held.keys()]) release(element);
  disclose();
  seen.clear();
}

document.addEventListener("pointerdown", skip, true);
document.addEventListener("visibilitychange", () => document.hidden && skip());

async function run() {
  if (running) return;
  running = true;
  speed = 1;
  while (queue.length) {
    // A crowning belongs to the vote before it: both count as one cue, at full length.
    if (queue.filter(({ kind }) => kind !== "crowned").length > 1) speed = 2;
    const moment = queue.shift();
    await SHOWN[moment.kind]?.(moment);
  }
  running = false;
  skip();
}

const tokenOf = (who) => document.getElementById(`token-${who}`);

/** Play keyframes once; resolves at the end, even when skipped. */
async function animate(element, keyframes, duration, options = {}) {
  if (!element) return;
  const animation = element.animate(keyframes, { duration: duration / speed, ...options });
  moving.add(animation);
  await animation.finished.catch(() => {});
  moving.delete(animation);
}

/** Hold an element as it was until its cue; it must not glide meanwhile. */
function hold(element, look) {
  held.get(element)?.cancel();
  element.style.transition = "none";
  held.set(element, element.animate(look, { duration: 0, fill: "forwards" }));
}

function release(element) {
  held.get(element)?.cancel();
  held.delete(element);
  element.style.transition = "";
}

/**
 * Move a character from where it is shown to a place.
 * @param {string} who
 * @param {string} at
 * @param {(from: string, to: string) => [Keyframe[], number]} way
 */
async function go(who, at, way) {
  const token = tokenOf(who);
  const from = seen.get(who);
  if (!token || !from) return; // removed, or skipped meanwhile
  const to = spot(at, token.dataset.slot);
  seen.set(who, to);
  if (from !== to) {
    const [keyframes, length] = still() ? fade(from, to) : way(from, to);
    await animate(token, keyframes, length);
  }
  if (queue.some((moment) => moment.who === who)) hold(token, { translate: to });
  else {
    release(token);
    seen.delete(who);
  }
}

const fade = (from, to) => [[
  { translate: from, opacity: 1 }, { translate: from, opacity: 0, offset: 0.5 },
  { translate: to, opacity: 0, offset: 0.5 }, { translate: to, opacity: 1 },
], 120];

/** Crouch, hop in an arc, land with a small squash. */
function hop(from, to) {
  const [[x, y], [toX, toY]] = [pixels(from), pixels(to)];
  const size = one("#tokens > .token").offsetHeight;
  const over = `${x + (toX - x) * 0.6}px ${Math.min(y, toY) - size * 0.4}px`;
  return [[
    { translate: from, transform: "none", easing: "ease-out" },
    { translate: from, transform: "translateY(7%) scale(1.1, .86)", offset: 0.18, easing: "cubic-bezier(.3,1.35,.5,1)" },
    { translate: over, transform: "rotate(7deg)", offset: 0.62, easing: "ease-in" },
    { translate: to, transform: "scale(1.08, .9)", offset: 0.86 },
    { translate: to, transform: "none" },
  ], 420];
}

/** A shudder, out of the window, past the left tower, one bounce. */
function fall(from, to) {
  const [[, y], [toX, toY]] = [pixels(from), pixels(to)];
  const size = one("#tokens > .token").offsetHeight;
  const left = pixels(spot("dungeon-3"))[0];
  const shudder = [0, -7, 7, -7, 7, 0].map((angle, i) => (
    { translate: from, transform: `rotate(${angle}deg)`, offset: i * 0.06 }));
  return [[
    ...shudder,
    { translate: `${left}px ${y - size * 0.3}px`, offset: 0.48, easing: "cubic-bezier(.5,0,.9,.5)" },
    { translate: `${left}px ${toY}px`, transform: "rotate(20deg)", offset: 0.8, easing: "ease-out" },
    { translate: `${toX}px ${toY - size * 0.12}px`, transform: "rotate(-4deg)", offset: 0.9 },
    { translate: to, transform: "none" },
  ], 900];
}

/** A queasy wobble, a green tint, back down. */
function wobble(from, to) {
  const green = "hue-rotate(50deg) saturate(.7)";
  return [[
    { translate: from, transform: "none", filter: "none" },
    { translate: from, transform: "skewX(9deg)", offset: 0.15 },
    { translate: from, transform: "skewX(-9deg)", filter: green, offset: 0.3 },
    { translate: from, transform: "skewX(7deg) scale(1.06, .94)", offset: 0.45 },
    { translate: from, transform: "skewX(-5deg)", filter: green, offset: 0.6 },
    { translate: to, transform: "none", filter: "none" },
  ], 700];
}

/** New cards slide face down onto the cloth. */
function cardsIn(before) {
  sound("card");
  for (const place of still() ? [] : all(LAID)) {
    if (place.dataset.card !== "down" || before.get(nameOf(place)) === "down") continue;
    animate(one(".card", place), [
      { opacity: 0, transform: "translateY(60%) rotate(6deg)" }, { opacity: 1, transform: "none" },
    ], 140, { easing: "ease-out" });
  }
}

/** What reveals a vote's result, besides the cards themselves. */
const verdicts = () => all("#verdict, [data-verdict], #seats .say", table());

/** Hide it until the cards have turned. */
function conceal() {
  for (const verdict of verdicts()) hold(verdict, { opacity: 0 });
  for (const card of all(CARDS)) back(card);
  for (const place of all("#cloth .spoke")) { // the deciding card must not stand out yet
    place.classList.remove("spoke");
    deciding.add(place);
  }
}

/** The cards are revealed: show everything. */
function disclose() {
  for (const cover of all("[data-back]")) cover.remove();
  for (const verdict of verdicts()) release(verdict);
  for (const { classList, dataset } of deciding) {
    if (dataset.card !== "none" && dataset.card !== "down") classList.add("spoke");
  }
  deciding.clear();
}

/** Cover a card with its back. */
function back(card) {
  const face = one("use", card);
  if (!face || one(":scope > [data-back]", card)) return;
  const cover = face.ownerSVGElement.cloneNode(true);
  cover.dataset.back = cover.dataset.keep = "";
  one("use", cover).setAttribute("href", face.getAttribute("href").replace(/#.*/, "#card-back"));
  Object.assign(cover.style, { position: "absolute", inset: "0", zIndex: "1" });
  card.append(cover);
}

/** All dip together, then all turn at once. */
async function turnCards() {
  sound("reveal");
  const covers = all("[data-back]");
  if (!still()) {
    await Promise.all(covers.flatMap((cover) => [
      animate(cover.parentElement, [
        { transform: "none" },
        { transform: "scale(.96)", offset: 0.11, easing: "cubic-bezier(.2,.7,.2,1)" },
        { transform: "perspective(20em) rotateY(90deg)", offset: 0.5 },
        { transform: "none" },
      ], 560),
      animate(cover, { opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] }, 560),
    ]));
  }
  disclose();
}

/** The bars of a dungeon drop with one bounce. */
const bars = (token) => still() || animate(token, [
  { transform: "translateY(-300%)", opacity: 0 },
  { transform: "none", opacity: 1, offset: 0.6 },
  { transform: "translateY(-12%)", offset: 0.8 },
  { transform: "none" },
], 300, { pseudoElement: "::after" });

/** Rays turn, the crown lands with a squash, gold leaf drifts. */
async function crown(who) {
  sound("crown");
  const token = tokenOf(who);
  const castle = one("#castle");
  if (!token || !castle || still()) return;
  const size = token.offsetWidth;
  const [x, y] = pixels(spot(token.dataset.at, token.dataset.slot)).map((edge) => edge + size / 2);
  if (who === "X") animate(castle, { filter: ["none", "invert(1) hue-rotate(180deg)", "none"] }, 300);
  const rays = ornament(castle, x, y, size * 5);
  rays.style.background =
    "repeating-conic-gradient(color-mix(in srgb, var(--gold) 60%, #0000) 0 9deg, #0000 9deg 18deg)";
  rays.style.mask = "radial-gradient(closest-side, #000 40%, #0000)";
  const shown = [
    animate(rays, { rotate: ["0deg", "42deg"], opacity: [0, 1, 1, 0] }, 1400),
    animate(one(".crown", token), [
      { translate: "0 -220%", rotate: "-24deg", opacity: 0 },
      { translate: "0 6%", rotate: "4deg", opacity: 1, offset: 0.5, easing: "ease-out" },
      { translate: "0 0" },
    ], 560),
    animate(token, { scale: ["1", "1", "1.08 .9", ".97 1.06", "1"] }, 800),
  ];
  const leaves = Array.from({ length: 14 }, () => {
    const leaf = ornament(castle, x + (Math.random() - 0.5) * size * 4, y - size, size / 7);
    leaf.style.background = "var(--gold)";
    const drift = `${(Math.random() - 0.5) * size * 2}px ${size * (2 + Math.random() * 2)}px`;
    shown.push(animate(leaf, {
      translate: ["0 0", drift], rotate: ["0deg", "400deg"], opacity: [0, 1, 1, 0],
    }, 900 + Math.random() * 500));
    return leaf;
  });
  await Promise.all(shown);
  for (const piece of [rays, ...leaves]) piece.remove();
}

/** A purely visual element: ignored by screen readers, pointers and morphing. */
function ornament(castle, x, y, size) {
  const piece = document.createElement("i");
  piece.dataset.keep = "";
  piece.ariaHidden = "true";
  Object.assign(piece.style, {
    position: "absolute", left: `${x - size / 2}px`, top: `${y - size / 2}px`,
    width: `${size}px`, height: `${size}px`, pointerEvents: "none",
  });
  castle.insertBefore(piece, one("#tokens"));
  return piece;
}

const step = ({ who, at }) => { sound("climb"); return go(who, at, hop); };

const SHOWN = {
  placed: step,
  climbed: step,
  revealed: async ({ who, outcome }) => {
    await turnCards();
    if (outcome === "throne" || !seen.has(who)) return;
    const sick = outcome === "5"; // only a Bellyache returns a candidate to floor 5
    sound(sick ? "belly" : "no");
    await go(who, outcome, sick ? wobble : fall);
    if (outcome.startsWith("dungeon")) await bars(tokenOf(who));
  },
  crowned: ({ who }) => crown(who),
  dealt: () => still() || Promise.all(all("#hand li").map((card, i) => animate(card, [
    { opacity: 0, transform: "translateY(30%)" }, { opacity: 1, transform: "none" },
  ], 200, { delay: i * 30, fill: "backwards" }))),
};
