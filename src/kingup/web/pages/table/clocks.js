// Clocks count down to a time given by the server: <time data-until="epoch seconds">.

import { all } from "./page.js";

const LONG = 2 * 86_400; // seconds; beyond, the server's text is clearer than a clock

let skew = () => 0;

export function refreshClocks() {
  for (const clock of all("time[data-until]")) {
    const left = Math.max(0, Math.ceil(clock.dataset.until - Date.now() / 1000 - skew()));
    if (left > LONG) continue;
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (count) => String(count).padStart(2, "0");
    const text = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-late", left <= 10);
  }
}

/** @param {() => number} ahead how far the server's clock is ahead of ours, in seconds */
export function handleClocks(ahead) {
  skew = ahead;
  setInterval(refreshClocks, 500);
}
