// Sounds, off by default: what makes them is loaded once they are wanted.

import { memory } from "./page.js";

/** @type {typeof import("./synthesiser.js") | undefined} */
let synthesiser;

export const wanted = () => memory.get("sound") === "on";

/** Switch sounds on or off; switching on must follow a tap, or browsers stay silent. */
export function want(on) {
  memory.set("sound", on ? "on" : "off");
  if (on) wake();
}

/** Get ready for sounds, if they are wanted; call it after a tap. */
export async function wake() {
  if (!wanted()) return;
  synthesiser ??= await import("./synthesiser.js");
  await synthesiser.wake();
}

/** @param {string} name one of the synthesiser's sounds */
export function play(name) {
  if (wanted()) synthesiser?.play(name);
}
