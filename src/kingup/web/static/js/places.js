// Where the places of the castle are on the screen: measured with probes, as the CSS defines them.

import { all, one } from "./page.js";

/**
 * @param {string} at a place, as in data-at
 * @param {string} [slot] as in data-slot
 * @returns {string} the value of `translate` that puts a token there, in pixels
 */
export const spot = (at, slot) => spots([{ at, slot }])[0];

/**
 * Several places at once, with a single layout.
 * @param {{at: string, slot?: string}[]} places
 * @returns {string[]}
 */
export function spots(places) {
  const probes = places.map(({ at, slot = "" }) => {
    const probe = document.createElement("li");
    probe.className = "at";
    Object.assign(probe.dataset, { at, slot });
    probe.ariaHidden = "true";
    return probe;
  });
  one("#tokens").append(...probes);
  const found = probes.map((probe) => getComputedStyle(probe).translate);
  for (const probe of probes) probe.remove();
  return found.map((translate) => translate === "none" ? "0px 0px" : translate);
}

/** @type {Element | undefined} the castle whose size is watched */
let watched;

/** When the castle is resized, tokens move with it at once: only climbs glide. */
const growth = new ResizeObserver(() => {
  for (const token of all("#tokens > .token")) {
    for (const animation of token.getAnimations()) {
      if (animation.transitionProperty === "translate") animation.finish();
    }
  }
});

/** Call it after each morph: the castle element may be new. */
export function refreshPlaces() {
  const castle = one("#castle");
  if (castle === watched) return;
  growth.disconnect();
  if (castle) growth.observe(castle);
  watched = castle;
}

/** @returns {[number, number]} the pixels of a `translate` value */
export function pixels(translate) {
  const [x, y = 0] = translate.split(" ").map(parseFloat);
  return [x || 0, y || 0];
}

/** @returns {[number, number]} the middle of an element on the screen */
export function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
