// The connection to the server: a WebSocket that resumes by event number and reconnects by itself,
// with polling every two seconds where WebSockets are blocked.

const PING = 15_000;
const ANSWER_TIMEOUT = 3_000; // milliseconds to wait for a pong or an answer
const POLL = 2_000;
const MOST_FAILURES = 3; // failed WebSockets before polling starts

/** @typedef {import("./stage.js").Message} Message */

/** Reload: the table is gone or not ours, and the page says why. Never twice in a row. */
export function reloadOnce() {
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

export class Connection {
  /**
   * @param {{base: string, page: string, kind: () => string, as: string | null, number: number,
   *   scene?: string, // the digest of the scene that the page was loaded with
   *   receive: (message: Message) => void, state: (down: boolean) => void,
   *   hover: (hover: {player: number, who: string | null}) => void,
   *   talk: (news: object) => void, talked?: number}} options
   */
  constructor(options) {
    Object.assign(this, options);
    this.pending = new Map(); // actions sent over the socket and not yet answered, by number
    this.lastId = 0;
    this.failures = 0;
    this.skew = 0; // how far the server's clock is ahead of ours, in seconds
    this.doubt(ANSWER_TIMEOUT);
    this.open();
    setInterval(() => this.ping(PING), PING);
    for (const event of ["online", "offline"]) addEventListener(event, () => this.check());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
    addEventListener("pagehide", () => this.disconnect());
    addEventListener("pageshow", (event) => event.persisted && this.open());
  }

  address(path) {
    const url = new URL(`${this.base}/${path}`, location.href);
    url.searchParams.set("page", this.page);
    if (this.as) url.searchParams.set("as", this.as);
    url.searchParams.set("after", this.number);
    url.searchParams.set("kind", this.kind());
    if (this.talked) url.searchParams.set("talk", this.talked);
    return url;
  }

  open() {
    this.disconnect();
    const url = this.address("live");
    url.protocol = url.protocol.replace("http", "ws");
    if (this.scene) url.searchParams.set("scene", this.scene);
    if ("DecompressionStream" in window) url.searchParams.set("packed", "1");
    const socket = (this.socket = new WebSocket(url));
    let unpacked = null; // keeps messages in order, compressed or not
    socket.onopen = () => this.trust();
    socket.onmessage = ({ data }) => {
      this.failures = 0;
      clearTimeout(this.waiting);
      this.waiting = undefined;
      const text = typeof data === "string";
      if (text && !unpacked) return this.handle(JSON.parse(data));
      const message = text ? JSON.parse(data) : unpack(data);
      const turn = (unpacked = Promise.resolve(unpacked).then(async () => {
        const read = await message;
        if (socket === this.socket) this.handle(read);
        if (turn === unpacked) unpacked = null;
      }));
    };
    socket.onclose = ({ code }) => {
      if ((code === 4403 || code === 4404) && reloadOnce()) return;
      this.lost();
    };
  }

  handle(message) {
    if (message.pong > 1) this.skew = message.pong - Date.now() / 1000;
    if (message.answer) this.pending.get(message.id)?.(message);
    if ("hover" in message) this.hover(message.hover ?? { who: null });
    if (message.talk) this.talk(message.talk);
    if (message.number >= this.number) this.take(message);
  }

  /** Close without calling any handler again. */
  disconnect() {
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
    this.disconnect();
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
   * Fetch once what has happened since.
   * @param {boolean} fresh whether to show the answer even if nothing has happened
   * @returns {Promise<boolean>} whether the server answered
   */
  async ask(fresh = false) {
    const { as, number } = this;
    try {
      const answer = await fetch(this.address("scene"), { headers: { Accept: "application/json" } });
      if (!answer.ok) return false;
      const message = await answer.json();
      if (as !== this.as || number !== this.number) return true; // something newer has come
      if (message.number > number || fresh) {
        if (!fresh) message.missed = false; // this page was not away
        this.take(message);
        if (this.connected) this.open(); // so that the socket does not bring it again
      }
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
   * @param {string | null} as
   * @param {number} after the event from which on they see what has happened
   * @returns {Promise<boolean>} whether the server answered
   */
  async look(as, after) {
    this.disconnect();
    Object.assign(this, { as, number: after, scene: undefined });
    const answered = await this.ask(true);
    this.open();
    return answered;
  }

  /** @param {Message} message */
  take(message) {
    this.number = message.number;
    this.scene = undefined; // the page may show another one now
    if (!this.began) message.missed = false; // nobody has been away: the page was just opened
    this.began = true;
    this.receive(message);
  }
}
