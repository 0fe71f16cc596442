// Four clients per table play on a boardgame.io server. Prints the measurements as one line of JSON:
// `node load.js PORT LOBBY TABLES closed ACTIONS MOST_SECONDS`, or with `paced SECONDS`.

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { KingUp, LETTERS, ROOM, count, mayClimb } = require("./game.js");

const [port, lobby, tables, kind, amount, mostSeconds] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const SEATS = 4;
const MOST_NO = 0.4;
const AT_ONCE = 8; // tables that are created at the same time
const TIMEOUT = 3000; // milliseconds after which a move counts as lost and is made again
const MOST_TRIES = 5;

let seed = 7;
const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647; // the same game each time
const any = (list) => list[Math.floor(chance() * list.length)];
const sleep = (ms) => new Promise((next) => setTimeout(next, ms));

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${lobby}${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Table {
  took = [];
  again = 0; // moves that never arrived and were made again
  stuck = false; // a move did not arrive even then

  async gather() {
    const { matchID } = await post("/games/kingup/create", { numPlayers: SEATS });
    const seats = [];
    // All take their seats before any client connects. With files, joining and connecting both read
    // and rewrite who sits where, so that a connection can undo another player's joining: the server
    // then silently refuses all that player's moves.
    for (let player = 0; player < SEATS; player++) {
      seats.push(await post(`/games/kingup/${matchID}/join`, { playerName: `P${player}` }));
    }
    this.look = () => {};
    this.clients = seats.map(({ playerCredentials }, player) => {
      const client = Client({
        game: KingUp, numPlayers: SEATS, matchID, playerID: String(player),
        credentials: playerCredentials, multiplayer: SocketIO({ server: address }), debug: false,
      });
      client.start();
      // Subscribe only once: after unsubscribing, other subscribers get mixed up.
      client.subscribe(() => this.look(client));
      return client;
    });
    for (let tries = 0; !(await this.until((state) => state !== null)); tries++) {
      if (tries === MOST_TRIES) throw new Error("a table was never ready");
      this.ask();
    }
  }

  /** Fetch the server's state: a client keeps a move that the server refused. */
  ask() {
    for (const client of this.clients) client.transport.requestSync();
  }

  /** Resolve when every client's state fits, or with null after TIMEOUT. */
  until(fits) {
    return new Promise((done) => {
      const waiting = new Set(this.clients);
      const late = setTimeout(() => done(null), TIMEOUT);
      this.look = (client) => {
        if (!waiting.has(client) || !fits(client.getState())) return;
        waiting.delete(client);
        if (waiting.size) return;
        clearTimeout(late);
        done(performance.now());
      };
      for (const client of this.clients) this.look(client);
    });
  }

  /** Make one move, and wait until all clients have it; false at the end of the game. */
  async act() {
    const begun = performance.now();
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const arrived = this.move();
      if (!arrived) return false;
      const at = await arrived;
      if (at !== null) {
        this.took.push(at - begun);
        return true;
      }
      this.again += 1;
      this.ask();
      await sleep(TIMEOUT / 10);
    }
    this.stuck = true;
    return false;
  }

  /** Let one of the players to act move; return a promise of its arrival, or null at the end. */
  move() {
    const { G, ctx, _stateID } = this.clients[0].getState();
    if (G.phase === "over") return null;
    const arrived = this.until((state) => state._stateID > _stateID);
    if (G.phase === "vote") {
      const player = any([0, 1, 2, 3].filter((one) => !(one in G.votes)));
      this.clients[player].moves.vote(G.no[player] && chance() < MOST_NO ? "N" : "Y");
      return arrived;
    }
    const { moves } = this.clients[Number(ctx.currentPlayer)];
    if (G.phase === "place") {
      const floors = [1, 2, 3, 4].filter((floor) => count(G, floor) < ROOM);
      moves.place(any(LETTERS.filter((who) => G.places[who] === -1)), any(floors));
    } else moves.climb(any(LETTERS.filter((who) => mayClimb(G, who))));
    return arrived;
  }

  /** Replace a finished game by a new one. */
  async restart() {
    for (const client of this.clients) client.stop();
    await this.gather();
  }
}

async function play(table, more) {
  while (!table.stuck && await more()) {
    if (!(await table.act()) && !table.stuck) await table.restart();
  }
}

async function gatherAll(all) {
  const waiting = [...all];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await one.gather();
  }));
}

async function main() {
  const all = Array.from({ length: Number(tables) }, () => new Table());
  await gatherAll(all);
  await sleep(1000);
  if (kind === "closed") {
    for (const table of all) for (let i = 0; i < 20; i++) await table.act();
    for (const table of all) table.took = [];
  }
  process.stdout.write("begin\n");
  const begun = performance.now();
  const last = begun + 1000 * Number(mostSeconds);
  if (kind === "closed") {
    await Promise.all(all.map((table) => {
      let left = Number(amount);
      return play(table, async () => left-- > 0 && performance.now() < last);
    }));
  } else {
    const end = Math.min(last, begun + 1000 * Number(amount));
    await Promise.all(all.map(async (table) => {
      let due = begun + 1000 * chance();
      await play(table, async () => {
        if (due >= end) return false;
        await sleep(Math.max(0, due - performance.now()));
        due = Math.max(due + 1000, performance.now());
        return true;
      });
    }));
  }
  const seconds = (performance.now() - begun) / 1000;
  const took = all.flatMap((table) => table.took);
  const again = all.reduce((sum, table) => sum + table.again, 0);
  const stuck = all.filter((table) => table.stuck).length;
  process.stdout.write(`${JSON.stringify({ seconds, took, again, stuck })}\n`);
  // The clients stay connected until this process is killed.
}

main().catch((error) => { process.stderr.write(`${error.stack}\n`); process.exit(1); });
