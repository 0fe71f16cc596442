// Chat at a table: a drawer that is fetched when it is first opened, the number of unread
// messages, and reactions that float over a seat. Loaded with the first message.

import { announce, all, mark, memory, one, table, parse } from "./page.js";

const FLOAT = 2_600; // how long a reaction is shown, in milliseconds
const POLL = 4_000; // between two polls without a socket, in milliseconds

/** @type {{base: string, connection: import("./live.js").Connection}} */
let here;
let unread = 0;
let asking;

const panel = () => one("#talk");
const shown = () => Boolean(panel() && !panel().hidden);
const loud = () => memory.get("talk-aloud") !== "off";
const code = () => here.base.split("/").pop();

/** @returns {Promise<void>} resolved when the style sheet is loaded, so that nothing flashes */
const styled = new Promise((done) => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("../css/talk.css", import.meta.url);
  sheet.onload = sheet.onerror = () => done();
  document.head.append(sheet);
});

/** Start following the chat of a table. */
export function listen(base, connection) {
  if (here) return;
  here = { base, connection };
  setInterval(poll, POLL);
}

/**
 * Show new remarks.
 * @param {{number: number, remarks: {number: number, html: string, said: string, mine: boolean,
 *   fresh: boolean, reaction?: string, seat?: number, player?: number}[]}} news
 */
export async function showRemarks({ number, remarks }) {
  here.connection.talked = Math.max(here.connection.talked ?? 0, number);
  await styled;
  for (const remark of remarks) {
    if (remark.fresh && !remark.mine && loud() && table().dataset.page !== "board") {
      announce([remark.said]);
    }
    if (remark.reaction) float(remark);
    else if (!one(`#remark-${remark.number}`)) {
      if (!remark.mine && !shown()) unread += 1;
      write(remark);
    }
  }
  if (shown()) read();
  refreshTalk();
}

/** Add a message to the panel, if there is one. */
function write({ html, mine }) {
  const list = one("#remarks");
  if (!list) return;
  const said = one("#talk .said");
  const atEnd = said.scrollHeight - said.scrollTop - said.clientHeight < 80;
  list.append(document.importNode(parse(`<ol>${html}</ol>`).firstElementChild, true));
  fillTimes(list);
  if (atEnd || mine) said.scrollTop = said.scrollHeight;
}

/** Fill in when each message was written, in the reader's time zone. */
function fillTimes(root) {
  const lang = document.documentElement.lang;
  const locale = lang === "en" ? "en-GB" : lang; // our English is British: 24-hour time
  for (const time of all("time:empty", root)) {
    const at = new Date(time.dateTime);
    const today = at.toDateString() === new Date().toDateString();
    time.textContent = at.toLocaleString(locale, {
      hour: "2-digit", minute: "2-digit", ...(today ? {} : { day: "numeric", month: "short" }),
    });
  }
}

/** Mark everything as read, for the next page too. Only the last table is stored. */
function read() {
  unread = 0;
  memory.set("talk", `${code()} ${here.connection.talked ?? 0}`);
}

/** Show the number of unread messages; call it after each change. */
export function refreshTalk() {
  const button = one("#talk-button");
  if (!button) {
    if (shown()) close();
    return;
  }
  mark(button, "aria-expanded", String(shown()));
  let count = one(".count", button);
  if (!unread) return count?.remove();
  if (!count) {
    count = document.createElement("b");
    count.className = "count";
    count.dataset.keep = "";
    button.append(count);
  }
  const text = `${Math.min(unread, 99)}`;
  if (count.dataset.number === text) return;
  count.dataset.number = text;
  count.textContent = text;
  const label = document.createElement("span");
  label.className = "sr";
  label.textContent = ` ${button.dataset.new}`;
  count.append(label);
}

/** Let a reaction float over its seat briefly. */
function float({ html, seat, player }) {
  if (document.hidden) return;
  const places = [`#seat-${seat} .flag`, `#chair-${player} .flag`, "#talk-button", ".stage", "#table"];
  const place = places
    .map((selector) => one(selector)).find((element) => element?.getClientRects().length);
  const { left, top, width, height } = place.getBoundingClientRect();
  const piece = document.createElement("div");
  piece.className = "floating";
  piece.dataset.keep = "";
  piece.ariaHidden = "true";
  piece.append(document.importNode(parse(html), true));
  const half = 30; // never over the edge of a screen
  piece.style.left = `${Math.min(innerWidth - half, Math.max(half, left + width / 2))}px`;
  piece.style.top = `${Math.min(innerHeight - half, Math.max(half, top + height / 2))}px`;
  table().append(piece);
  setTimeout(() => piece.remove(), FLOAT);
}

/** Fetch the panel, again after a mute: the server leaves out muted people. */
async function load() {
  const answer = await fetch(`${here.base}/talk`, { headers: { Accept: "application/json" } });
  if (!answer.ok) return false;
  const { number, html } = await answer.json();
  here.connection.talked = Math.max(here.connection.talked ?? 0, number);
  await styled;
  const fresh = document.importNode(parse(html), true);
  const typed = one("#talk-text")?.value ?? "";
  if (panel()) panel().replaceWith(fresh);
  else document.body.append(fresh);
  if (typed && one("#talk-text")) one("#talk-text").value = typed;
  fillTimes(fresh);
  mark(one("#talk-aloud"), "aria-pressed", String(loud()));
  one(".said", fresh).scrollTop = one(".said", fresh).scrollHeight;
  return true;
}

/** Open the drawer, or close it. */
export async function toggle() {
  if (shown()) return close();
  if (asking) return;
  asking = true;
  const loaded = await load().catch(() => false);
  asking = false;
  if (!loaded) return location.assign(`${here.base}/talk`);
  read();
  refreshTalk();
  // A phone's on-screen keyboard would cover the remarks, so there the heading gets the focus.
  const fine = matchMedia("(hover: hover) and (pointer: fine)").matches;
  ((fine && one("#talk-text")) || one("#talk-title")).focus({ preventScroll: true });
}

function close() {
  const inside = panel().contains(document.activeElement);
  panel().hidden = true;
  refreshTalk();
  if (inside) one("#talk-button")?.focus();
}

/** Handle the response to a form of the panel. */
export async function answered(form, { told }) {
  if (told) {
    const note = document.createElement("p");
    note.className = "tip";
    note.setAttribute("role", "status");
    note.textContent = told;
    form.replaceWith(note);
  } else if (form.matches(".talk-form")) {
    one("#talk-text").focus();
  } else if (/\/mute$/.test(form.getAttribute("action"))) {
    await load();
    one("#talk-title").focus();
  }
  poll();
}

/** Poll while there is no socket. */
async function poll() {
  const { base, connection } = here;
  if (connection.connected || !connection.polling) return;
  try {
    const answer = await fetch(`${base}/talk?after=${connection.talked ?? 0}`, {
      headers: { Accept: "application/json" },
    });
    if (answer.ok) showRemarks(await answer.json());
  } catch { /* the ribbon already shows that the connection is lost */ }
}

/** Keep the drawer above a phone's on-screen keyboard. */
function makeRoom() {
  const view = window.visualViewport;
  if (!view || !panel()) return;
  const covered = Math.max(0, innerHeight - view.height - view.offsetTop);
  panel().style.bottom = covered > 60 ? `${covered}px` : "";
  panel().style.maxHeight = covered > 60 ? `${view.height - 8}px` : "";
}

window.visualViewport?.addEventListener("resize", makeRoom);
document.addEventListener("click", ({ target }) => {
  if (target.closest?.("#talk-close")) close();
  const aloud = target.closest?.("#talk-aloud");
  if (aloud) {
    memory.set("talk-aloud", loud() ? "off" : "on");
    mark(aloud, "aria-pressed", String(loud()));
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && shown() && panel().contains(event.target)) {
    event.preventDefault();
    close();
  }
});
