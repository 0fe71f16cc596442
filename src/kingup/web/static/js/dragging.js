// Dragging a character to its place, with mouse, pen or finger.

import { act, pick, pickable, pickedOne, targetsOf } from "./picking.js";
import { all, table } from "./page.js";
import { middle, spot } from "./places.js";

const FAR = 8; // pixels that make a press a drag

/** @type {{token: HTMLElement, x: number, y: number, moving: boolean} | null} */
let drag = null;
/** @type {HTMLElement | null} a token that was dropped on its target and waits for the answer */
let dropped = null;

/** @type {boolean | undefined} whether the page fits the screen, so that nothing scrolls */
let fits;

/** Observers are called when the browser has laid the page out: asking then costs nothing. */
const measuring = new ResizeObserver(() => {
  const before = fits;
  fits = fitting();
  if (fits !== before) holdStill();
});

function fitting() {
  const { scrollHeight, clientHeight } = document.documentElement;
  return scrollHeight <= clientHeight + 1;
}

/** Where fingers must not scroll; called after each morph and pick. */
export function refreshDragging() {
  fits ??= fitting();
  holdStill();
  measuring.unobserve(document.documentElement);
  measuring.observe(document.documentElement); // anew, so that it is called with the next frame
}

/**
 * Where the page fits the screen every character can be dragged at once. Where it does not,
 * only the picked one holds the page still.
 */
function holdStill() {
  for (const token of all("#tokens > [data-who]")) {
    const { who } = token.dataset;
    const touch = (fits || who === pickedOne()) && targetsOf(who).length ? "none" : "";
    if (token.style.touchAction !== touch) token.style.touchAction = touch;
  }
}

/** Let a dropped character go: it is where the server says, or glides back there. */
export function settle() {
  if (dropped) dropped.style.translate = "";
  dropped = null;
}

function start(event) {
  const token = event.target.closest?.("#tokens > [data-who]");
  const resting = table()?.dataset.down !== undefined;
  if (!token || event.button || resting || !targetsOf(token.dataset.who).length) return;
  drag = { token, x: event.clientX, y: event.clientY, moving: false };
}

function follow(event) {
  if (!drag) return;
  const { token } = drag;
  const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < FAR || !pickable(token.dataset.who)) return;
    drag.moving = true;
    token.setPointerCapture(event.pointerId);
    token.classList.add("is-dragged");
    token.style.transition = "none";
    pick(token.dataset.who);
  }
  token.style.transform = `translate(${dx}px, ${dy}px)`;
}

function drop(event) {
  if (!drag) return;
  const { token, moving } = drag;
  drag = null;
  if (!moving) return;
  token.classList.remove("is-dragged");
  token.style.transition = token.style.transform = "";
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, true)); // there may be none
  if (event.type === "pointercancel") return;
  const reach = token.offsetWidth * 0.9;
  const near = targetsOf(token.dataset.who)
    .map((target) => {
      const [x, y] = middle(target);
      return { target, far: Math.hypot(x - event.clientX, y - event.clientY) };
    })
    .filter(({ far }) => far < reach)
    .sort((a, b) => a.far - b.far)[0];
  if (!near) return; // it glides back, still picked
  const { at, slot, action } = near.target.dataset;
  token.style.translate = spot(at, slot);
  dropped = token;
  act(action);
}

/** The click that ends a drag is no tap. */
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
