// The connection to the server: a WebSocket that resumes by event number and reconnects by itself,
// with polling every two seconds where WebSockets are blocked.

const PING = 15_000;
const ANSWER_TIMEOUT = 3_000; // milliseconds to wait for a pong or an answer
const POLL = 2_000;
const MOST_FAILURES = 3; // failed WebSockets before polling starts

/**
 * A whole page (`html`), or what has changed since the previous message: parts by id, and
 * attributes of elements (null: removed).
 * @typedef {{number: number, html?: string, parts?: Record<string, string>,
 *            attributes?: Record<string, Record<string, string | null>>,
 *            told?: string[], moments?: object[],
 *            title?: string, turn?: boolean, fresh?: boolean}} Message
 */

/** Reload: the table is gone or not ours, and the page says why. Never twice in a row. */
function reloadOnce() {
  const now = Date.now();
  if (now - (Number(sessionStorage.getItem("kingup.reload")) || 0) < 60_000) return false;
  sessionStorage.setItem("kingup.reload", now);
  location.reload();
  return true;
}

/** @param {Blob} data */
function unpack(data) {
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

/** The newest whole page, and all changes since, in their order. */
function together(news) {
  let html;
  let parts = new Map();
  let attributes = {};
  for (const message of news) {
    if (message.html) {
      html = message.html;
      parts = new Map();
      attributes = {};
    }
    for (const [id, part] of Object.entries(message.parts ?? {})) {
      parts.delete(id); // a repeated part moves to the end
      parts.set(id, part);
    }
    for (const [id, changed] of Object.entries(message.attributes ?? {})) {
      attributes[id] = { ...attributes[id], ...changed };
    }
  }
  return { html, parts, attributes };
}

export class Line {
  /**
   * @param {{base: string, page: string, as: string | null, number: number,
   *   receive: (message: Message) => void, state: (down: boolean) => void,
   *   hover: (hover: {player: number, who: string | null}) => void,
   *   talk: (news: object) => void, talked?: number}} options
   */
  constructor(options) {
    Object.assign(this, options);
    this.inbox = [];
    this.pending = new Map(); // actions sent over the socket and not yet answered, by number
    this.lastId = 0;
    this.failures = 0;
    this.skew = 0; // how far the server's clock is ahead of ours, in seconds
    this.doubt(ANSWER_TIMEOUT);
    this.open();
    setInterval(() => this.ping(PING), PING);
    for (const event of ["online", "offline"]) addEventListener(event, () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    addEventListener("pagehide", () => this.hangUp());
    addEventListener("pageshow", (event) => event.persisted && this.open());
  }

  address(path) {
    const url = new URL(`${this.base}/${path}`, location.href);
    url.searchParams.set("page", this.page);
    if (this.as) url.searchParams.set("as", this.as);
    url.searchParams.set("after", this.number);
    if (this.talked) url.searchParams.set("talk", this.talked);
    return url;
  }

  open() {
    this.hangUp();
    const url = this.address("live");
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("parts", "1");
    if ("DecompressionStream" in window) url.searchParams.set("packed", "1");
    const socket = (this.socket = new WebSocket(url));
    let unpacked = null; // keeps messages in order, compressed or not
    socket.onopen = () => this.trust();
    socket.onmessage = ({ data }) => {
      this.failures = 0;
      clearTimeout(this.waiting);
      this.waiting = undefined;
      const text = typeof data === "string";
      if (text && !unpacked) return this.hear(JSON.parse(data));
      const message = text ? JSON.parse(data) : unpack(data);
      const turn = (unpacked = Promise.resolve(unpacked).then(async () => {
        const heard = await message;
        if (socket === this.socket) this.hear(heard);
        if (turn === unpacked) unpacked = null;
      }));
    };
    socket.onclose = ({ code }) => {
      if ((code === 4403 || code === 4404) && reloadOnce()) return;
      this.lost();
    };
  }

  hear(message) {
    if (message.pong > 1) this.skew = message.pong - Date.now() / 1000;
    if (message.answer) this.pending.get(message.id)?.(message);
    if ("hover" in message) this.hover(message.hover ?? { who: null });
    if (message.talk) this.talk(message.talk);
    if (message.html || message.parts) this.take(message);
  }

  /** Close without calling any handler again. */
  hangUp() {
    clearTimeout(this.retry);
    clearTimeout(this.waiting);
    this.waiting = undefined;
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = null;
    for (const answered of this.pending.values()) answered(null);
  }

  lost() {
    this.hangUp();
    this.failures += 1;
    if (this.failures >= MOST_FAILURES) this.poll();
    else this.doubt(1_000);
    const pause = Math.min(10_000, 250 * 2 ** this.failures);
    this.retry = setTimeout(() => this.open(), pause * (0.5 + Math.random() / 2));
  }

  /** The connection works. */
  trust() {
    clearTimeout(this.doubting);
    this.doubting = undefined;
    this.state(false);
  }

  /** The connection is lost: show that, unless it comes back soon. */
  doubt(timeout) {
    this.doubting ??= setTimeout(() => this.state(true), timeout);
  }

  get connected() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.connected) this.socket.send(JSON.stringify(message));
  }

  /**
   * Send an action.
   * @param {string} name the last word of the address to which a form would be sent
   * @param {URLSearchParams} form
   * @returns {Promise<{status: number, answer: object} | null>} null: it is
   *   unknown whether the server received it
   */
  async tell(name, form) {
    if (!this.connected) return null;
    const id = (this.lastId += 1);
    return new Promise((resolve) => {
      const timer = setTimeout(() => answered(null), ANSWER_TIMEOUT);
      const answered = (message) => {
        clearTimeout(timer);
        this.pending.delete(id);
        resolve(message);
      };
      this.pending.set(id, answered);
      this.send({ do: name, form: [...form], id });
    });
  }

  ping(timeout) {
    if (!this.connected || this.waiting) return;
    this.send({ ping: 1 });
    this.waiting = setTimeout(() => this.lost(), timeout);
  }

  /** After a network change or sleep: check that the connection still works. */
  check() {
    if (this.connected) this.ping(ANSWER_TIMEOUT);
    else this.open();
  }

  /** Poll until a WebSocket opens. */
  async poll() {
    if (this.polling) return;
    this.polling = true;
    while (!this.connected) {
      if (await this.ask()) this.trust();
      else this.doubt(1_000);
      await new Promise((next) => setTimeout(next, POLL * (document.hidden ? 5 : 1)));
    }
    this.polling = false;
  }

  /**
   * Fetch the current state once.
   * @returns {Promise<boolean>} whether the server answered
   */
  async ask(fresh = false) {
    const { as } = this;
    try {
      const answer = await fetch(this.address("fragment"), {
        headers: { Accept: "application/json, text/html;q=0.5" },
      });
      if (!answer.ok) return false;
      const json = answer.headers.get("Content-Type")?.includes("json");
      const message = json ? await answer.json() : { html: await answer.text() };
      message.number ??= Number(/data-number="(\d+)"/.exec(message.html)?.[1] ?? this.number);
      const news = message.number > this.number || fresh;
      if (as === this.as && message.html && news) this.take({ ...message, fresh });
      return true;
    } catch {
      return false;
    }
  }

  /** Fetch the state soon, unless the event with this number arrives first. */
  expect(number) {
    setTimeout(() => this.number < number && this.ask(), 1_000);
  }

  /**
   * Show another player's view (null: the curtain). Messages for the old view are dropped.
   * @returns {Promise<boolean>} whether the server answered
   */
  async look(as) {
    this.as = as;
    this.hangUp();
    this.inbox = [];
    const answered = await this.ask(true);
    this.deliver();
    this.open();
    return answered;
  }

  /** Combine messages that arrive together. */
  take(message) {
    if (!this.inbox.length) setTimeout(() => this.deliver());
    this.inbox.push(message);
  }

  deliver() {
    const news = this.inbox.filter(({ number, fresh }) => fresh || number >= this.number);
    this.inbox = [];
    if (!news.length) return;
    const last = news[news.length - 1];
    this.number = last.number;
    this.receive({
      ...last,
      ...together(news),
      fresh: news.some(({ fresh }) => fresh),
      told: news.flatMap(({ told }) => told ?? []),
      moments: news.flatMap(({ moments }) => moments ?? []),
    });
  }
}
