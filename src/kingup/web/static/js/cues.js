// What each cue shows, and how long it takes. Nothing is measured: places are --x and --y of the
// style sheet, in the castle's units of 480 × 600.

import { all, one, place, still, table, translate } from "./page.js";
import { play as sound } from "./sounds.js";

const DUNGEON = 53; // the x of the left tower
const LAID = "[data-card=down]";

const tokenOf = (who) => document.getElementById(`token-${who}`);

/** Play keyframes once. */
const animate = (element, keyframes, duration, options = {}) =>
  element?.animate(keyframes, { duration, ...options });

/** @typedef {{kind: string, who?: string, at?: string}} Cue */

/**
 * @typedef {object} Way
 * @property {number} ms how long the cue takes
 * @property {number} [calm] how long with reduced motion; 120 if not given
 * @property {string} [sound]
 * @property {(cue: Cue) => any} [before] notes what it needs before the page changes
 * @property {(cue: Cue, noted: any) => number | void} [after] animates after the change; returns
 *   how long that takes, if it is not always the same
 */

/**
 * A character's way from its old place to its new one.
 * @param {(from: number[], to: number[]) => Keyframe[]} way
 */
const moves = (way, ms) => ({
  before({ who }) {
    const token = tokenOf(who);
    // A dropped token is where it should be; the phone beside a television shows no castle.
    if (!token || token.style.translate || table().dataset.page === "hand") return null;
    return place(token);
  },
  after({ who }, from) {
    const to = from && place(tokenOf(who));
    if (!to || String(from) === String(to) || [...from, ...to].some(Number.isNaN)) return;
    animate(tokenOf(who), still() ? fade(from, to) : way(from, to), still() ? 120 : ms);
  },
});

const fade = (from, to) => [
  { translate: translate(from), opacity: 1 }, { translate: translate(from), opacity: 0, offset: 0.5 },
  { translate: translate(to), opacity: 0, offset: 0.5 }, { translate: translate(to), opacity: 1 },
];

/** Crouch, hop in an arc, land with a small squash. */
function hop(from, to) {
  const over = translate([from[0] + (to[0] - from[0]) * 0.6, Math.min(from[1], to[1]) - 20]);
  const [start, end] = [translate(from), translate(to)];
  return [
    { translate: start, transform: "none", easing: "ease-out" },
    { translate: start, transform: "translateY(7%) scale(1.1, .86)", offset: 0.18, easing: "cubic-bezier(.3,1.35,.5,1)" },
    { translate: over, transform: "rotate(7deg)", offset: 0.62, easing: "ease-in" },
    { translate: end, transform: "scale(1.08, .9)", offset: 0.86 },
    { translate: end, transform: "none" },
  ];
}

/** A shudder, out of the window, past the left tower, one bounce. */
function fall(from, to) {
  const shudder = [0, -7, 7, -7, 7, 0].map((angle, i) => (
    { translate: translate(from), transform: `rotate(${angle}deg)`, offset: i * 0.06 }));
  return [
    ...shudder,
    { translate: translate([DUNGEON, from[1] - 15]), offset: 0.48, easing: "cubic-bezier(.5,0,.9,.5)" },
    { translate: translate([DUNGEON, to[1]]), transform: "rotate(20deg)", offset: 0.8, easing: "ease-out" },
    { translate: translate([to[0], to[1] - 6]), transform: "rotate(-4deg)", offset: 0.9 },
    { translate: translate(to), transform: "none" },
  ];
}

/** A queasy wobble, a green tint, back down. */
function wobble(from, to) {
  const green = "hue-rotate(50deg) saturate(.7)";
  const start = translate(from);
  return [
    { translate: start, transform: "none", filter: "none" },
    { translate: start, transform: "skewX(9deg)", offset: 0.15 },
    { translate: start, transform: "skewX(-9deg)", filter: green, offset: 0.3 },
    { translate: start, transform: "skewX(7deg) scale(1.06, .94)", offset: 0.45 },
    { translate: start, transform: "skewX(-5deg)", filter: green, offset: 0.6 },
    { translate: translate(to), transform: "none", filter: "none" },
  ];
}

/** The bars of a dungeon drop with one bounce when the fall has ended. */
function bars({ who, at }) {
  if (still() || !at?.startsWith("dungeon")) return;
  animate(tokenOf(who), [
    { transform: "translateY(-300%)", opacity: 0 },
    { transform: "none", opacity: 1, offset: 0.6 },
    { transform: "translateY(-12%)", offset: 0.8 },
    { transform: "none" },
  ], 300, { pseudoElement: "::after", delay: 900, fill: "backwards" });
}

/** Elements slide in, one after the other. */
function slide(elements, pause, from) {
  if (still()) return;
  elements.forEach((element, i) => animate(element, [
    { opacity: 0, transform: from }, { opacity: 1, transform: "none" },
  ], 200, { delay: i * pause, fill: "backwards", easing: "ease-out" }));
}

/** The style sheet turns the cards. */
const turns = () => all(".ballot .face").flatMap((face) => face.getAnimations());

/** How long the cards turn. */
const turning = () =>
  Math.max(420, ...turns().map(({ effect }) => effect.getComputedTiming().endTime));

/** The cards have turned: where a browser is busy, later than planned. */
export const turned = () => Promise.allSettled(turns().map(({ finished }) => finished));

/** Rays turn, the crown lands with a squash, gold leaf drifts. */
function crown({ who }) {
  const [token, castle] = [tokenOf(who), one("#castle")];
  if (!token || !castle || still()) return;
  if (who === "X") animate(castle, { filter: ["none", "invert(1) hue-rotate(180deg)", "none"] }, 300);
  animate(one(".crown", token), [
    { translate: "0 -220%", rotate: "-24deg", opacity: 0 },
    { translate: "0 6%", rotate: "4deg", opacity: 1, offset: 0.5, easing: "ease-out" },
    { translate: "0 0" },
  ], 560);
  animate(token, { scale: ["1", "1", "1.08 .9", ".97 1.06", "1"] }, 800);
  if (table().dataset.page === "hand") return;
  const [x, y] = place(token);
  const rays = ornament(castle, x, y, 250);
  rays.style.background =
    "repeating-conic-gradient(color-mix(in srgb, var(--gold) 60%, #0000) 0 9deg, #0000 9deg 18deg)";
  rays.style.mask = "radial-gradient(closest-side, #000 40%, #0000)";
  vanish(rays, { rotate: ["0deg", "42deg"], opacity: [0, 1, 1, 0] }, 1400);
  for (let i = 0; i < 14; i++) {
    const leaf = ornament(castle, x + (Math.random() - 0.5) * 200, y - 50, 7);
    leaf.style.background = "var(--gold)";
    const drift = `${(Math.random() - 0.5) * 1400}% ${1400 + Math.random() * 1400}%`;
    vanish(leaf, { translate: ["0 0", drift], rotate: ["0deg", "400deg"], opacity: [0, 1, 1, 0] },
      900 + Math.random() * 500);
  }
}

/** A purely visual element: ignored by screen readers and pointers. */
function ornament(castle, x, y, size) {
  const piece = document.createElement("i");
  piece.ariaHidden = "true";
  Object.assign(piece.style, {
    position: "absolute", left: `${(x - size / 2) / 4.8}%`, top: `${(y - size / 2) / 6}%`,
    width: `${size / 4.8}%`, height: `${size / 6}%`, pointerEvents: "none",
  });
  castle.insertBefore(piece, one("#tokens"));
  return piece;
}

/** Play keyframes, and remove the element at the end. */
function vanish(piece, keyframes, duration) {
  const gone = () => piece.remove();
  animate(piece, keyframes, duration).finished.then(gone, gone);
}

const fallen = moves(fall, 900);

/** @type {Record<string, Way>} */
const CUES = {
  placed: { ms: 420, sound: "climb", ...moves(hop, 420) },
  climbed: { ms: 420, sound: "climb", ...moves(hop, 420) },
  card: {
    ms: 200,
    sound: "card",
    before: () => new Set(all(LAID)),
    after(cue, laid) {
      const cards = all(LAID).filter((ballot) => !laid.has(ballot))
        .map((ballot) => one(".card", ballot) ?? ballot);
      slide([...new Set(cards)], 0, "translateY(60%) rotate(6deg)");
    },
  },
  breath: { ms: 900, calm: 500, sound: "reveal" },
  reveal: { ms: 420, calm: 300, after: turning },
  decide: { ms: 700, calm: 400 },
  fall: {
    ms: 1200,
    sound: "no",
    before: fallen.before,
    after(cue, from) {
      fallen.after(cue, from);
      bars(cue);
    },
  },
  bellyache: { ms: 700, sound: "belly", ...moves(wobble, 700) },
  crown: { ms: 1400, sound: "crown", after: crown },
  scores: {
    ms: 300,
    after() {
      if (!still()) animate(one("#scoring"), { opacity: [0, 1] }, 300);
    },
  },
  ambition: { ms: 700 },
  banished: { ms: 500 },
  dealt: { ms: 500, after: () => slide(all("#hand li"), 30, "translateY(30%)") },
};

/**
 * Show a cue.
 * @param {Cue | null} cue
 * @param {() => void} change brings the page to what it is after the cue
 * @returns {number} how long it takes, in milliseconds
 */
export function show(cue, change) {
  const way = cue && CUES[cue.kind];
  const noted = attempt(() => way?.before?.(cue));
  change();
  if (!way) return 0;
  const length = attempt(() => {
    if (way.sound) sound(way.sound);
    return way.after?.(cue, noted);
  });
  return still() ? way.calm ?? 120 : length ?? way.ms;
}

/** An animation that fails must not stop the game. */
function attempt(work) {
  try {
    return work();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
