// Plays what the server sends, beat by beat: each beat changes the page, and its cue takes its
// time before the next. A tap or a key skips to the end of a message.

import { all, announce, keepFocus, mark, one, table } from "./page.js";
import { Binder } from "./binder.js";
import { show, turned } from "./cues.js";

const MANY = 12; // with more waiting beats than this, everything plays faster
const FEW = 4; // up to this many missed beats are just played
const FALLS = ["fall", "bellyache"]; // the cues after which a vote's result is shown
const VERDICT = 1_200; // milliseconds for which it stays at least
const FINALE = 5_000; // milliseconds for which the end of a game stays before the result
const OFFER = 2_000; // milliseconds in which to choose to watch or to skip what was missed

/**
 * @typedef {{cue?: import("./cues.js").Cue | null, board?: object, own?: object, said?: string[]}} Beat
 * @typedef {{number: number, scene?: object, beats?: Beat[], page?: string, said?: string[],
 *            title?: string, turn?: boolean, missed?: boolean}} Message
 */

/** Animations that end by themselves, transitions of style sheets included. */
const endingIn = (root) => root.getAnimations({ subtree: true })
  .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));

export class Stage {
  /**
   * @param {{changed: () => void, arrived: (message: Message) => void,
   *   renew?: (page: string) => void, broken?: () => void,
   *   wait?: (ms: number) => Promise<void>}} handlers `changed` after every change; `arrived` when
   *   the last beat of a message is shown; `renew` shows another page; `broken` if something could
   *   not be shown
   */
  constructor({ changed, arrived, renew, broken, wait }) {
    Object.assign(this, { changed, arrived, renew, broken });
    this.wait = wait ?? ((ms) => new Promise((done) => setTimeout(done, ms)));
    /** @type {Message[]} */
    this.queue = [];
    /** @type {Message | null} the message that plays; its shown beats are removed */
    this.now = null;
    /** @type {string[]} what is announced when the cue has played */
    this.unsaid = [];
    this.wake = () => {};
    this.open();
    addEventListener("pointerdown", (event) => this.press(event), true);
    addEventListener("keydown", (event) => this.type(event), true);
    addEventListener("click", ({ target }) => {
      const answer = target.closest?.("[data-missed]")?.dataset.missed;
      if (answer === "skip") this.skip();
      if (answer === "watch" && this.now) this.now.speed = 1;
      if (answer) this.wake();
    });
    addEventListener("submit", () => this.now?.beats.length || this.wake()); // it has been read
    document.addEventListener("visibilitychange", () => document.hidden && this.jump());
  }

  /** Read the page: what it shows, and its bindings. */
  open() {
    const scene = one("#scene", table());
    this.binder = new Binder(table(), scene ? JSON.parse(scene.content.textContent) : { own: {} });
  }

  /** What is seen now. */
  get scene() {
    return this.binder.scene;
  }

  /**
   * Play a message after those before it. A whole scene comes first; while something plays it waits
   * like every beat, since a socket that opens again sends one, and must not spoil a vote.
   */
  receive(message) {
    const beats = [...(message.scene ? [message.scene] : []), ...(message.beats ?? [])];
    if (!beats.length && !message.page) beats.push({});
    this.queue.push({ ...message, beats });
    if (document.hidden) this.jump();
    else this.play();
  }

  /** Forget everything that waits. */
  clear() {
    this.queue = [];
    if (this.now) Object.assign(this.now, { beats: [], page: undefined });
    this.unsaid = [];
    this.wake();
  }

  async play() {
    if (this.now) return;
    while ((this.now = this.queue.shift() ?? null)) {
      const message = this.now;
      const ends = message.page && message.beats.length;
      if (message.missed && message.beats.length > FEW) await this.offer(message);
      for (let before = ""; message.beats.length;) {
        const kind = message.beats[0].cue?.kind;
        const length = this.perform(message);
        if (length) await this.rest(length);
        this.say();
        if (!this.waiting()) this.settle();
        if (!kind && FALLS.includes(before)) await this.pause(VERDICT / (message.speed ?? 1));
        before = kind;
      }
      if (ends && message.page) await this.rest(FINALE);
      this.turnTo(message);
      if (!this.waiting()) this.settle();
    }
  }

  /** Nothing more waits. */
  settle() {
    mark(one("#missed"), "hidden", true);
    mark(table(), "data-playing", null);
  }

  /** Show the next beat of a message, and start its cue. */
  perform(message) {
    const speed = message.speed ?? (this.waiting() > MANY ? 2 : 1);
    const beat = message.beats.shift();
    const last = !message.beats.length;
    this.unsaid.push(...(beat.said ?? []));
    const length = show(beat.cue ?? null, () => {
      if (beat.cue) mark(table(), "data-playing", true); // before what makes the browser lay it out
      this.change([beat]);
      if (beat.cue?.kind !== "reveal") this.say(); // the cards are read out when they have turned
    }) / speed;
    if (speed !== 1) for (const animation of endingIn(table())) animation.playbackRate = speed;
    if (last) this.arrive(message);
    return length;
  }

  waiting() {
    return [this.now, ...this.queue].reduce((sum, message) => sum + (message?.beats.length ?? 0), 0);
  }

  /** @param {object[]} differences of scenes, or beats */
  change(differences) {
    this.attempt(() => keepFocus(() => {
      for (const { board = {}, own = {} } of differences) this.binder.apply({ board, own });
      this.changed();
    }));
  }

  /** Whatever goes wrong, the next message must still be shown. */
  attempt(work) {
    try {
      work();
    } catch (error) {
      console.error(error);
      this.broken?.();
    }
  }

  /** Wait for a cue and for cards that turn, unless somebody skips it. */
  rest(ms) {
    mark(table(), "data-playing", true);
    return this.pause(ms);
  }

  pause(ms) {
    return new Promise((done) => {
      this.wake = done;
      Promise.all([this.wait(ms), turned()]).then(done);
    });
  }

  /** Ask whether to watch what was missed; without an answer it plays quickly. */
  async offer(message) {
    const bar = one("#missed");
    message.speed = 3;
    if (message.scene) this.perform(message);
    mark(bar, "hidden", false);
    if (bar) await this.rest(OFFER);
  }

  /** The last beat or the page of a message is shown: from now on people act on that number. */
  arrive(message) {
    const number = String(message.number);
    mark(table(), "data-number", number);
    for (const field of all("input[name=number]", table())) mark(field, "value", number);
    this.attempt(() => this.arrived(message));
  }

  say() {
    announce(this.unsaid.splice(0));
  }

  /** Show the page that a message brings, once. */
  turnTo(message) {
    const { page, said } = message;
    if (!page) return;
    message.page = undefined;
    this.attempt(() => keepFocus(() => {
      this.renew(page);
      this.open();
      this.changed();
    }));
    announce(said ?? []);
    this.arrive(message);
  }

  /**
   * Finish what plays, and show the rest of its message at once.
   * @returns {boolean} whether that changed the page
   */
  skip() {
    if (!this.now) return false;
    this.say();
    const message = this.now;
    const rest = message.beats.splice(0);
    if (rest.length) {
      this.change(rest);
      announce(rest.flatMap(({ said }) => said ?? []));
      this.arrive(message);
    }
    this.finish();
    return rest.length > 0 || Boolean(message.page);
  }

  /** Show everything that waits at once. */
  jump() {
    const now = this.now;
    do {
      this.skip();
      if (this.now) this.turnTo(this.now);
      this.now = this.queue.shift() ?? null;
    } while (this.now);
    this.now = now; // play() ends with it
    this.settle();
  }

  /** End the animations and the waiting. */
  finish() {
    for (const animation of endingIn(table())) animation.finish();
    this.wake();
  }

  /** A tap skips; if that changed the page, it must not press what has appeared under it. */
  press(event) {
    removeEventListener("click", swallow, true);
    if (!this.now || event.target.closest?.("#missed, #tip, dialog, [popover], #talk")) return;
    if (!this.skip() || event.target.closest?.(".bar, [data-controls]")) return;
    event.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
  }

  /** Escape skips, and Enter and Space outside a control. */
  type(event) {
    removeEventListener("click", swallow, true);
    if (!this.now || event.target.closest?.("input, textarea, select, dialog, #talk")) return;
    const control = event.target.closest?.("button, a, summary");
    if (event.key !== "Escape" && (control || !["Enter", " "].includes(event.key))) return;
    if (table().dataset.playing !== undefined) event.preventDefault();
    this.skip();
  }
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
