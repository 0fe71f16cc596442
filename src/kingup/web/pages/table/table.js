// A table's page: connects the modules, and passes every message to the stage.

import { all, mark, memory, one, parse, table } from "./page.js";
import { handleClocks, refreshClocks } from "./clocks.js";
import { handleDragging, refreshDragging, settle } from "./dragging.js";
import { handleForms, release } from "./forms.js";
import { handleKeyboard, refreshKeyboard } from "./keyboard.js";
import { handlePicking, pick, refreshPicking } from "./picking.js";
import { handleLines, refreshLines } from "./lines.js";
import { Connection, reloadOnce } from "./live.js";
import { renew } from "./renew.js";
import { askToNotify, refreshReminders, remind } from "./reminders.js";
import { handleRules } from "./rules.js";
import { want, wake, wanted } from "./sounds.js";
import { Stage } from "./stage.js";
import { handleTips, refreshTips } from "./tips.js";

const base = /^.*\/t\/[^/]+/.exec(location.pathname)[0];
const query = new URLSearchParams(location.search);
const shownNumber = () => Number(table().dataset.number);
let down = false;
let acted = false; // an action is taken, but not shown yet
let seen = shownNumber(); // the last event that somebody saw who was shown the game
let talk; // the chat module, once it is loaded

const stage = new Stage({
  changed,
  arrived,
  renew(page) {
    renew(table(), parse(page));
    if (one("rating-change")) import("./rating.js"); // the result's page
    acted = true; // nothing stays picked
    rest();
  },
  broken: reloadOnce,
});

const connection = new Connection({
  base,
  page: table().dataset.page,
  kind: () => table().dataset.kind ?? "",
  as: query.get("as"),
  number: shownNumber(),
  scene: one("#scene")?.dataset.digest,
  receive: (message) => stage.receive(message),
  state(isDown) {
    if (down === isDown) return;
    down = isDown;
    rest();
  },
  hover({ who }) {
    for (const token of all("#tokens > [data-who]")) {
      token.classList.toggle("js-mate", token.dataset.who === who);
    }
  },
  talk: (news) => talking().then(({ showRemarks }) => showRemarks(news)),
  talked: lastRead(),
});

/** Load the chat module on demand. */
async function talking() {
  talk ??= await import("./talk.js");
  talk.listen(base, connection);
  return talk;
}

/** The number of the last remark read here; later ones are sent again, and counted. */
function lastRead() {
  const [at, number] = (memory.get("talk") ?? "").split(" ");
  return at === base.split("/").pop() ? Number(number) || 0 : 0;
}

/** The page shows something new. */
function changed() {
  settle();
  release();
  if (acted) pick(null);
  acted = false;
  refresh();
}

/** The page shows everything up to a message. */
function arrived({ number, turn, title }) {
  if (table().dataset.passed === undefined || connection.as) seen = number;
  remind({ turn: turn ?? table().dataset.youAct === "1", title: title ?? bareTitle() });
}

/** Apply the state that only this browser has. */
function refresh() {
  refreshPicking();
  refreshDragging();
  refreshKeyboard();
  refreshReminders();
  refreshClocks();
  refreshLines();
  refreshTips(stage.scene.own.tips);
  mark(one("#sound"), "aria-pressed", String(wanted()));
  talk?.refreshTalk();
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

/** Show teammates what the viewer points at, at most ten times a second. */
let told = null;
let telling;
function hover(who) {
  if (table().dataset.mate === undefined) return;
  told = who;
  telling ??= setTimeout(() => {
    telling = undefined;
    connection.send({ hover: told });
  }, 100);
}

handlePicking({
  own: () => stage.scene.own,
  hover,
  picked() {
    refreshDragging();
    refreshKeyboard();
  },
});
handleDragging();
handleLines();
handleRules();
handleTips();
handleKeyboard();
handleClocks(() => connection.skew);
handleForms({
  done(form, { number, ...answer }) {
    if (form.closest("#talk")) return talk.answered(form, answer);
    for (const dialog of all("dialog[open]")) if (dialog.contains(form)) dialog.close();
    const played = /\/(act|continue)$/.test(form.getAttribute("action"));
    if (played && table().dataset.passed !== undefined && connection.as) lookAs(null);
    else if (number) connection.expect(number);
    acted = played && number > shownNumber();
    if (form.id === "act" && !acted) pick(null);
    return acted; // the old prompt must not come back before the new one
  },
  failed(form, { number }) {
    settle();
    if (form.id === "act") pick(null);
    if (number) connection.expect(number);
  },
  tell: (name, form) => connection.tell(name, form),
});

/** Pass-around: show a player's view. The address stays the same, so a reload shows the curtain. */
async function lookAs(as) {
  history.replaceState(null, "", location.pathname);
  pick(null);
  stage.clear();
  if (!(await connection.look(as, as ? seen : connection.number))) location.reload(); // no cards may stay on the screen
}

/** The menu is no part of the scene: what it offers is fetched when it is opened. */
async function refreshMenu() {
  try {
    const answer = await fetch(connection.address("menu"));
    if (answer.status === 200) renew(one("#menu-dialog"), parse(await answer.text()));
    refreshReminders();
  } catch { /* then it offers what it did */ }
}

document.addEventListener("click", (event) => {
  const at = (selector) => event.target.closest?.(selector);
  const player = at("[data-as]");
  if (player) {
    event.preventDefault();
    lookAs(player.dataset.as || null);
  }
  if (at("#sound")) {
    want(!wanted());
    refresh();
  }
  if (at("#notify")) askToNotify();
  if (at("[data-open='#menu-dialog']") && table().dataset.kind === "game") refreshMenu();
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
