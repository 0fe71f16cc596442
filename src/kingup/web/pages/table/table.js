// A table's page: connects the modules, and passes every message to them.

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
let latest = ""; // the HTML that the page was last morphed to
let talk; // the chat module, once it is loaded

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

/** Load the chat module on demand. */
async function talking() {
  talk ??= await import("./talk.js");
  talk.listen(base, line);
  return talk;
}

/** The number of the last remark read here; later ones are sent again, and counted. */
function lastRead() {
  const [at, number] = (memory.get("talk") ?? "").split(" ");
  return at === base.split("/").pop() ? Number(number) || 0 : 0;
}

/** Show the newest state. */
function receive(message) {
  const before = look();
  const focused = document.activeElement;
  const trace = focused?.closest("[id]")?.id;
  const inside = table().contains(focused);
  if (message.html && message.html !== latest) morph(table(), parse(message.html));
  latest = message.parts.size ? "" : (message.html ?? latest);
  if (!change(message.parts, message.attributes)) line.ask(true); // an element was missing
  for (const field of all("input[name=number]", table())) mark(field, "value", String(message.number));
  settle();
  refresh();
  if (inside && !shownIn(document.activeElement)) refocus(trace);
  if (message.fresh) skip();
  else show(before, message.moments);
  announce(message.told);
  remind({ turn: message.turn ?? table().dataset.youAct === "1", title: message.title ?? bareTitle() });
}

/** Apply the state that only this browser has. */
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

/** While the connection is lost, show the ribbon and disable the buttons. */
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

/** Move a lost focus close by, so that keyboard users do not start at the top again. */
function refocus(trace) {
  const near = trace && document.getElementById(trace);
  const button = near && (near.matches("button") ? near : one("button", near));
  const rest = [button, one("#panel"), table()].find(shownIn);
  rest?.focus({ preventScroll: rest !== button });
}

/** Show teammates what the viewer points at, at most ten times a second. */
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

/** Pass-around: show a player's view. The address stays the same, so a reload shows the curtain. */
async function lookAs(as) {
  history.replaceState(null, "", location.pathname);
  pick(null);
  if (!(await line.look(as))) location.reload(); // no cards may stay on the screen
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

if (one("#talk-button")) setTimeout(talking, 2_000); // after everything more urgent
refresh();
remind({ turn: table().dataset.youAct === "1", title: bareTitle() }, true);
