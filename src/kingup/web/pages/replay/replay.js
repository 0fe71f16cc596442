// A replay's page: the game's own stage, fed from the rounds of a finished game. A round is fetched
// when it is reached; what comes later is neither in the page nor in memory until it is asked for.

import { all, mark, one, table } from "./page.js";
import { merge } from "./binder.js";
import { handleRules } from "./rules.js";
import { want, wake, wanted } from "./sounds.js";
import { Stage } from "./stage.js";

const VOTES = ["vote", "crown"];
const DWELL = { deal: 2_000, vote: 2_200, crown: 4_000 }; // milliseconds before playing goes on
const SHORTEST = 1_000;
const LOST = one("#ribbon").textContent;

/**
 * @typedef {{name: string, kind: string, text: string}} Moment
 * @typedef {{round: number, last: boolean, scene: object, moments: (Moment & {beats: object[]})[]}} Round
 */

const base = table().dataset.base;
const moves = one("#moves");
/** @type {Moment[]} the moments that may be known, in their order */
const known = all("a[data-moment]", moves).map((link) => ({
  name: link.dataset.moment,
  kind: link.parentElement.dataset.kind,
  text: one(".text", link).textContent,
}));
let at = known.findIndex(({ name }) => name === table().dataset.moment);
let complete = table().dataset.whole !== undefined; // the last known moment is the game's last
let perspective = table().dataset.perspective;
/** @type {Map<number, Promise<Round>>} the rounds in this perspective */
let rounds = new Map();
let shown = rounds; // those from which the stage's scene comes
let wish = 0; // the number of the last wish: an older one that is still being fetched is dropped
let playing = false;
let timer;
let told; // the address of the moment that other parts of the page were told of
const invitation = table().dataset.with;
let follows = invitation !== undefined && table().dataset.leads === undefined;
let lead = () => {}; // tells the others where this page goes

const stage = new Stage({
  changed() {},
  arrived({ moment }) {
    if (moment) reach(moment);
  },
});

const roundOf = ({ name }) => Number(name[1]);

/** @returns {Promise<Round>} */
function load(number) {
  if (!rounds.has(number)) {
    const mine = rounds;
    const fetched = fetch(`${base}/rounds/${number}?as=${perspective}`, { headers: { Accept: "application/json" } })
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(String(answer.status)))));
    fetched.catch(() => mine.delete(number)); // it can be tried again
    mine.set(number, fetched);
  }
  return rounds.get(number);
}

/**
 * Do something that may have to be fetched first, unless something else is wished meanwhile.
 * @param {(current: () => boolean) => Promise<string | void>} work may return words to show
 */
async function attempt(work) {
  const mine = ++wish;
  try {
    const words = await work(() => mine === wish);
    if (mine === wish) say(words);
  } catch {
    if (mine !== wish) return;
    stop();
    say(LOST);
  }
}

/** Show words above the stage, or none. */
function say(words) {
  if (words) one("#ribbon").textContent = words;
  mark(one("#ribbon"), "hidden", !words);
}

/** The moment after one; null after the last. */
async function following(moment) {
  const i = known.findIndex(({ name }) => name === moment.name);
  if (i >= 0 && i + 1 < known.length) return known[i + 1];
  const round = await load(roundOf(moment));
  const here = round.moments.findIndex(({ name }) => name === moment.name);
  if (here + 1 < round.moments.length) return round.moments[here + 1];
  return round.last ? null : (await load(round.round + 1)).moments[0];
}

/** Play what leads to the next moment. */
function forward() {
  return attempt(async (current) => {
    stage.jump();
    const moment = await following(known[at]);
    if (!moment) return finish();
    const round = await load(roundOf(moment));
    if (!current()) return;
    playTo(round, moment);
  });
}

function playTo(round, moment) {
  if (shown !== rounds) return jumpTo(round, moment); // beats fit only the scenes of their perspective
  const { beats } = round.moments.find(({ name }) => name === moment.name);
  lead(moment);
  stage.receive({ number: 0, beats: structuredClone(beats), speed: speed(), moment });
}

function jumpTo(round, moment) {
  shown = rounds;
  lead(moment);
  stage.receive({ number: 0, scene: sceneAt(round, moment), moment });
}

/** Show a moment at once. */
function jump(moment) {
  stop();
  return attempt(async (current) => {
    stage.jump();
    const round = await load(roundOf(moment));
    if (current()) jumpTo(round, moment);
  });
}

/** The whole scene of a moment. */
function sceneAt(round, { name }) {
  const scene = structuredClone(round.scene);
  const last = round.moments.findIndex((moment) => moment.name === name);
  for (const { beats } of round.moments.slice(1, last + 1)) {
    for (const { board = {}, own = {} } of structuredClone(beats)) merge(scene, { board, own });
  }
  return scene;
}

/** The vote before or after this moment. */
async function vote(direction) {
  if (direction < 0) {
    const before = known.slice(0, at).findLast(({ kind }) => VOTES.includes(kind));
    return jump(before ?? known[0]);
  }
  stop();
  return attempt(async (current) => {
    let moment = known[at];
    do {
      const next = await following(moment);
      if (!next || !current()) break;
      moment = next;
      if (!known.some(({ name }) => name === moment.name)) add(moment);
    } while (!VOTES.includes(moment.kind));
    if (current()) await jump(moment);
  });
}

/** Make everything known until a moment; return whether that is still wished. */
async function reveal(name, current) {
  while (!known.some((one) => one.name === name)) {
    const later = await following(known.at(-1));
    if (!later || !current()) return false;
    add(later);
  }
  return current();
}

/** Go to what the analysis says: the next own mistake, or the most telling move. */
function seek(to) {
  stop();
  return attempt(async (current) => {
    const query = new URLSearchParams({ to, at: known[at].name, as: perspective });
    const answer = await fetch(`${one("analysis-moment").dataset.from}/../next?${query}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const { moment, words } = await answer.json();
    if (!moment) return words;
    if (await reveal(moment, current)) await jump(known.find(({ name }) => name === moment));
  });
}

/** Hold nothing back. */
async function open() {
  for (let moment = known.at(-1); !complete && moment;) {
    const next = await following(moment);
    if (next) add(next);
    else complete = true;
    moment = next;
  }
}

function add({ name, kind, text }) {
  known.push({ name, kind, text });
  const line = document.importNode(one("#move-line").content.firstElementChild, true);
  const link = one("a", line);
  line.dataset.kind = kind;
  link.dataset.moment = name;
  one(".no", line).textContent = kind === "place" || kind === "climb" ? name.split(".")[1] : "";
  one(".text", line).textContent = text;
  moves.append(line);
}

/** A moment is shown. */
function reach(moment) {
  if (!known.some(({ name }) => name === moment.name)) add(moment);
  at = known.findIndex(({ name }) => name === moment.name);
  refresh();
  if (playing) timer = setTimeout(forward, Math.max(SHORTEST, DWELL[moment.kind] ?? 0) / speed());
  lookAhead();
}

/** A round that has ended brings the next one. */
async function lookAhead() {
  try {
    const round = await load(roundOf(known[at]));
    if (round.moments.at(-1).name !== known[at].name) return;
    if (round.last) finish();
    else await load(round.round + 1);
  } catch { /* then it is fetched when it is needed */ }
}

/** The last moment is shown. */
function finish() {
  complete = true;
  stop();
  refresh();
}

/** Go where the leader is: one step is played, a longer way is a jump. */
function follow({ moment: name, as }) {
  if (!follows || (name === known[at].name && as === perspective && shown === rounds)) return;
  attempt(async (current) => {
    stage.jump();
    if (as !== perspective) [perspective, rounds] = [as, new Map()];
    const next = await following(known[at]);
    const round = await load(roundOf({ name }));
    const moment = round.moments.find((one) => one.name === name);
    if (!moment || !current()) return;
    if (next?.name === name) return playTo(round, moment);
    if (await reveal(name, current)) jumpTo(round, moment);
  });
}

/** Somebody goes their own way. */
function leaveLeader() {
  if (invitation === undefined || table().dataset.leads !== undefined) return;
  follows = false;
  mark(one("#follow"), "hidden", false);
  mark(one("#following"), "hidden", true);
}

const joined = invitation === undefined ? "" : `&with=${invitation}`;
const address = (moment, as = perspective) => `${base}/${moment.name}?as=${as}${joined}`;

/** Bring everything around the stage to this moment. */
function refresh() {
  const here = known[at];
  const slider = one("#slider");
  slider.max = String(known.length - 1);
  slider.value = String(at);
  mark(slider, "aria-valuetext", here.text);
  one("#here").textContent = `${here.name} ${here.text}`;
  drawTicks();
  for (const link of all("a[data-moment]", moves)) {
    mark(link, "aria-current", link.dataset.moment === here.name ? "step" : null);
    mark(link, "href", address({ name: link.dataset.moment }));
    if (link.dataset.moment === here.name) keepInSight(link);
  }
  if (/^\d$/.test(perspective) && one("#what-if-seat") && one("#what-if-seat").dataset.perspective !== perspective) {
    one("#what-if-seat").value = one("#what-if-seat").dataset.perspective = perspective;
  }
  for (const link of all("a[data-as]")) {
    mark(link, "aria-current", link.dataset.as === perspective ? "true" : null);
    mark(link, "href", address(here, link.dataset.as));
  }
  const ended = complete && at === known.length - 1;
  const ways = {
    first: at ? known[0] : null,
    back: known[at - 1],
    forward: ended ? null : known[at + 1] ?? here,
    last: ended ? null : { name: "end" },
  };
  for (const link of all("[data-go]")) {
    const way = ways[link.dataset.go];
    mark(link, "aria-disabled", way ? null : "true");
    mark(link, "href", way ? address(way) : null);
  }
  mark(one("#whole"), "hidden", complete);
  mark(one("#what-if"), "hidden", ended);
  mark(one("#what-if form"), "action", `${base}/${here.name}/play`);
  if (one("#together")) {
    mark(one("#together"), "action", `${base}/${here.name}/together`);
    mark(one("#together input"), "value", perspective);
  }
  mark(one("#result"), "hidden", !ended);
  mark(one("#play"), "aria-pressed", String(playing));
  mark(one("#sound"), "aria-pressed", String(wanted()));
  const url = address(here);
  if (location.pathname + location.search !== url) history.replaceState(null, "", url);
  if (told === url) return;
  told = url;
  tellMoment();
}

/** Let other parts of the page follow. */
function tellMoment() {
  const detail = { name: known[at].name, as: perspective };
  document.dispatchEvent(new CustomEvent("kingup:moment", { detail }));
}

/** Scroll the list alone, never the page. */
function keepInSight(link) {
  const list = one("#panel-moves");
  const [box, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 40;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 40;
}

/** Votes and rounds on the slider. */
function drawTicks() {
  const ticks = one("#ticks");
  const drawn = known.map(({ name, kind }) => `${name}${kind}`).join();
  if (ticks.dataset.drawn === drawn) return;
  ticks.dataset.drawn = drawn;
  const length = Math.max(1, known.length - 1);
  ticks.setAttribute("viewBox", `0 0 ${length} 1`);
  ticks.replaceChildren(...known.flatMap(({ kind }, i) => {
    if (kind === "place" || kind === "climb") return [];
    const tick = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [name, value] of [["x1", i], ["x2", i], ["y1", 0], ["y2", 1], ["class", kind]]) {
      tick.setAttribute(name, String(value));
    }
    return [tick];
  }));
}

const speed = () => Number(one("#speed").value);

function stop() {
  playing = false;
  clearTimeout(timer);
  mark(one("#play"), "aria-pressed", "false");
}

function toggle() {
  if (playing) return stop();
  playing = true;
  mark(one("#play"), "aria-pressed", "true");
  return forward();
}

/** Change the perspective: only what it shows is fetched. */
function look(as) {
  if ((as === perspective && shown === rounds) || !one(`a[data-as="${as}"]`)) return;
  const [before, old] = [perspective, rounds];
  [perspective, rounds] = [as, new Map()];
  attempt(async (current) => {
    stage.jump();
    try {
      const round = await load(roundOf(known[at]));
      if (current()) jumpTo(round, known[at]);
    } catch (error) {
      if (current()) [perspective, rounds] = [before, old];
      throw error;
    }
  });
}

const GO = {
  first: () => jump(known[0]),
  back: () => at && jump(known[at - 1]),
  forward() {
    stop();
    return forward();
  },
  last() {
    stop();
    return attempt(async (current) => {
      await open();
      if (current()) await jump(known.at(-1));
    });
  },
};

const KEYS = {
  ArrowLeft: (shift) => (shift ? vote(-1) : GO.back()),
  ArrowRight: (shift) => (shift ? vote(1) : GO.forward()),
  Home: () => GO.first(),
  End: () => GO.last(),
  " ": () => toggle(),
  0: () => look("public"),
  o: () => look("open"),
  m: () => seek("mistake"),
  t: () => seek("telling"),
  "?": () => one("#help-dialog").showModal(),
};
for (let seat = 1; seat <= 8; seat++) KEYS[seat] = () => look(String(seat));

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  if (target.closest?.("textarea, select, [role=tab], input:not([type=range])")) return;
  if (key === " " && target.closest?.("button, a, summary")) return;
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (!Object.hasOwn(KEYS, name)) return;
  event.preventDefault();
  if (name !== "?") leaveLeader();
  KEYS[name](event.shiftKey);
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab or window
  const on = (selector) => event.target.closest?.(selector);
  const [way, moment, as] = [on("[data-go]"), on("a[data-moment]"), on("a[data-as]")];
  if (way || moment || as || on("#whole")) event.preventDefault();
  if (way || moment || as || on("#play")) leaveLeader();
  if (way && way.getAttribute("aria-disabled") !== "true") GO[way.dataset.go]();
  if (moment) jump(known.find(({ name }) => name === moment.dataset.moment));
  if (as) look(as.dataset.as);
  if (on("#whole")) attempt(open).then(refresh);
  if (on("#play")) toggle();
  if (on("#sound")) {
    want(!wanted());
    refresh();
  }
  const tab = on("[role=tab]");
  if (tab) select(tab);
});

/** Tabs: one panel at a time. */
function select(tab) {
  for (const each of all("[role=tab]", tab.parentElement)) {
    const chosen = each === tab;
    mark(each, "aria-selected", String(chosen));
    mark(each, "tabindex", chosen ? null : "-1");
    mark(document.getElementById(each.getAttribute("aria-controls")), "hidden", !chosen);
  }
  tab.focus({ preventScroll: true });
  tellMoment(); // a hidden panel fetches nothing
}

one("[role=tablist]").addEventListener("keydown", ({ key, target }) => {
  const tabs = all("[role=tab]");
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step) select(tabs.at((tabs.indexOf(target) + step) % tabs.length));
});

one("#slider").addEventListener("input", ({ target }) => {
  leaveLeader();
  jump(known[Number(target.value)]);
});
document.addEventListener("pointerdown", wake);
document.addEventListener("keydown", wake);

handleRules();
refresh();
lookAhead();

if (invitation !== undefined) {
  const { join } = await import("./together.js");
  const others = join(`${base}/live?with=${invitation}`, follow, () => ({ moment: known[at].name, as: perspective }));
  if (table().dataset.leads !== undefined) lead = ({ name }) => others.tell({ moment: name, as: perspective });
  one("#follow")?.addEventListener("click", ({ target }) => {
    stop();
    follows = true;
    mark(target, "hidden", true);
    mark(one("#following"), "hidden", false);
    others.again();
  });
}
