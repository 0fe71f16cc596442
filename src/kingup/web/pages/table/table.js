// A table's page: puts the parts together and takes each piece of news through all of them.

import { announce, all, mark, memory, one, table } from "./page.js";
import { handleClocks, refreshClocks } from "./clocks.js";
import { handleDragging, refreshDragging, settle } from "./dragging.js";
import { handleForms } from "./forms.js";
import { handleKeyboard, refreshKeyboard } from "./keyboard.js";
import { handlePicking, pick, refreshPicking } from "./picking.js";
import { Line } from "./live.js";
import { look, show, skip } from "./moments.js";
import { change, morph, parse } from "./morph.js";
import { refreshPlaces } from "./places.js";
import { askToNotify, refreshReminders, remind } from "./reminders.js";
import { want, wake, wanted } from "./sounds.js";

const base = /^.*\/t\/[^/]+/.exec(location.pathname)[0];
const query = new URLSearchParams(location.search);
let down = false;
let latest = ""; // the HTML that the page was last made equal to
let talk; // the module for messages, once somebody talks

const line = new Line({
  base,
  page: table().dataset.page,
  as: query.get("as"),
  number: Number(table().dataset.number),
  receive,
  state(isDown) {
    if (down === isDown) return;
    down = isDown;
    rest();
  },
  hover({ who }) {
    for (const token of all("#tokens > [data-who]")) {
      token.classList.toggle("is-mate", token.dataset.who === who);
    }
  },
  talk: (news) => talking().then(({ hear }) => hear(news)),
  talked: lastRead(),
});

/** Messages are a module of their own, for tables where somebody talks. */
async function talking() {
  talk ??= await import("./talk.js");
  talk.listen(base, line);
  return talk;
}

/** The last message that was read here: what came later is sent again, and counted. */
function lastRead() {
  const [at, number] = (memory.get("talk") ?? "").split(" ");
  return at === base.split("/").pop() ? Number(number) || 0 : 0;
}

/** Take the newest state in. */
function receive(message) {
  const before = look();
  const focused = document.activeElement;
  const trace = focused?.closest("[id]")?.id;
  const inside = table().contains(focused);
  if (message.html && message.html !== latest) morph(table(), parse(message.html));
  latest = message.parts.size ? "" : (message.html ?? latest);
  if (!change(message.parts, message.attributes)) line.ask(true); // a part without its place
  for (const field of all("input[name=number]", table())) mark(field, "value", String(message.number));
  settle();
  refresh();
  if (inside && !shownIn(document.activeElement)) refocus(trace);
  if (message.fresh) skip();
  else show(before, message.moments);
  announce(message.told);
  remind({ turn: message.turn ?? table().dataset.youAct === "1", title: message.title ?? bareTitle() });
}

/** Apply to the page what only this browser knows. */
function refresh() {
  refreshPlaces();
  refreshPicking();
  refreshDragging();
  refreshKeyboard();
  refreshReminders();
  refreshClocks();
  mark(one("#sound"), "aria-pressed", String(wanted()));
  talk?.refreshTalk();
  rest();
}

/** While the line is down the ribbon says so and buttons rest. */
function rest() {
  mark(one("#ribbon"), "hidden", !down);
  mark(table(), "data-down", down);
  for (const button of all("form[data-live] button, #tokens button, #targets button, button[data-action]")) {
    mark(button, "aria-disabled", down ? "true" : null);
  }
}

const bareTitle = () => document.title.replace(/^● /, "");

const shownIn = (element) =>
  element && element !== document.body && (element.checkVisibility?.() ?? true);

/** What had the focus is gone: go on close by, so that no keyboard starts at the top again. */
function refocus(trace) {
  const near = trace && document.getElementById(trace);
  const button = near && (near.matches("button") ? near : one("button", near));
  const rest = [button, one("#panel"), table()].find(shownIn);
  rest?.focus({ preventScroll: rest !== button });
}

/** Teammates see what one points at; at most ten times a second. */
let told = null;
let telling;
function hover(who) {
  if (table().dataset.mate === undefined) return;
  told = who;
  telling ??= setTimeout(() => {
    telling = undefined;
    line.send({ hover: told });
  }, 100);
}

handlePicking({
  hover,
  picked() {
    refreshDragging();
    refreshKeyboard();
  },
});
handleDragging();
handleKeyboard();
handleClocks(() => line.skew);
handleForms({
  done(form, { number, ...answer }) {
    if (form.closest("#talk")) return talk.answered(form, answer);
    if (form.id === "act") pick(null);
    for (const dialog of all("dialog[open]")) if (dialog.contains(form)) dialog.close();
    const handOver = table().dataset.passed !== undefined && line.as;
    if (handOver && /\/(act|continue)$/.test(form.getAttribute("action"))) lookAs(null);
    else if (number) line.expect(number);
  },
  failed(form, { number }) {
    settle();
    if (form.id === "act") pick(null);
    if (number) line.expect(number);
  },
  tell: (name, form) => line.tell(name, form),
});

/** Pass-around: look with a player's eyes. The address stays bare, so a reload is a curtain. */
async function lookAs(as) {
  history.replaceState(null, "", location.pathname);
  pick(null);
  if (!(await line.look(as))) location.reload(); // nobody's cards may stay on the screen
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  const eyes = at("[data-as]");
  if (eyes) {
    event.preventDefault();
    lookAs(eyes.dataset.as || null);
  }
  if (at("#sound")) {
    want(!wanted());
    refresh();
  }
  if (at("#notify")) askToNotify();
  if (at("#talk-button")) {
    event.preventDefault();
    talking().then(({ toggle }) => toggle());
  }
});
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);

if (one("#talk-button")) setTimeout(talking, 2_000); // after what is needed at once
refresh();
remind({ turn: table().dataset.youAct === "1", title: bareTitle() }, true);
