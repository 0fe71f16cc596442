// Dragging a character to its place, with mouse, pen or finger.

import { act, pick, pickable, targetAt, targetsOf } from "./picking.js";
import { mark, place, table, translate } from "./page.js";

const FAR = 8; // pixels after which a press becomes a drag

/** @type {{token: HTMLElement, pointer: number, x: number, y: number, moving: boolean} | null} */
let drag = null; // by one finger: others are ignored
/** @type {HTMLElement | null} a token dropped on its target, waiting for the response */
let dropped = null;

/** Observers run after layout, when measuring costs nothing. */
const sizeObserver = new ResizeObserver(() => {
  const { scrollHeight, clientHeight } = document.documentElement;
  mark(table(), "data-fits", scrollHeight <= clientHeight + 1);
});

/**
 * See whether the page fits the screen and does not scroll: then every character can be dragged
 * at once. If not, only the picked one blocks scrolling. Call it after each change.
 */
export function refreshDragging() {
  sizeObserver.unobserve(document.documentElement);
  sizeObserver.observe(document.documentElement); // observing again triggers a call with the next frame
}

/** Release a dropped character: it glides to where the server says it is. */
export function settle() {
  if (dropped) dropped.style.translate = "";
  dropped = null;
}

function start(event) {
  const token = event.target.closest?.("#tokens > [data-who]");
  const resting = table()?.dataset.down !== undefined;
  if (!token || event.button || resting || !targetsOf(token.dataset.who).length) return;
  if (drag?.moving) return;
  drag = { token, pointer: event.pointerId, x: event.clientX, y: event.clientY, moving: false };
}

function follow(event) {
  if (event.pointerId !== drag?.pointer) return;
  const { token } = drag;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < FAR || !pickable(token.dataset.who)) return;
    drag.moving = true;
    token.setPointerCapture(event.pointerId);
    token.classList.add("js-dragged");
    token.style.transition = "none";
    pick(token.dataset.who);
  }
  token.style.transform = `translate(${dx}px, ${dy}px)`;
}

function drop(event) {
  if (event.pointerId !== drag?.pointer) return;
  const { token, moving } = drag;
  drag = null;
  if (!moving) return;
  token.classList.remove("js-dragged");
  token.style.transition = token.style.transform = "";
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true)); // there may be none
  if (event.type === "pointercancel") return;
  const target = targetAt(event.clientX, event.clientY); // its own: it is picked
  if (!target) return; // it glides back, still picked
  token.style.translate = translate(place(target));
  dropped = token;
  act(target.dataset.action);
}

/** Ignore the click that ends a drag. */
function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}

export function handleDragging() {
  document.addEventListener("pointerdown", start);
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#tokens")) event.preventDefault();
  });
}
