// Four clients a table play on a boardgame.io server. Says what it has measured as one line of
// JSON: `node load.js PORT LOBBY TABLES closed ACTIONS MOST_SECONDS`, or with `paced SECONDS`.

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { KingUp, LETTERS, ROOM, count, mayClimb } = require("./game.js");

const [port, lobby, tables, kind, amount, mostSeconds] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const SEATS = 4;
const MOST_NO = 0.4;
const AT_ONCE = 8; // tables that are set at the same time
const PATIENCE = 3000; // milliseconds after which a move is taken for lost, and made again
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

class Company {
  took = [];
  again = 0; // moves that never arrived and were made again
  stuck = false; // not even then

  async gather() {
    const { matchID } = await post("/games/kingup/create", { numPlayers: SEATS });
    const seats = [];
    // All take their seats before anybody connects. With files the server reads who sits where,
    // and writes it again, for either, so that a connection undoes somebody else's sitting down:
    // whatever they did then was refused, and nobody was told.
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
      // Once: those who subscribe and leave again take each other's places there.
      client.subscribe(() => this.look(client));
      return client;
    });
    for (let tries = 0; !(await this.until((state) => state !== null)); tries++) {
      if (tries === MOST_TRIES) throw new Error("a table was never ready");
      this.ask();
    }
  }

  /** Ask the server for its own state: a client goes ahead with a move that was refused. */
  ask() {
    for (const client of this.clients) client.transport.requestSync();
  }

  /** When every client's state fits; null if that takes too long. */
  until(fits) {
    return new Promise((done) => {
      const waiting = new Set(this.clients);
      const late = setTimeout(() => done(null), PATIENCE);
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

  /** One action of one player, until everybody has it; false when there is none left. */
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
      await sleep(PATIENCE / 10);
    }
    this.stuck = true;
    return false;
  }

  /** Let one of those who may do something; return when it has arrived, or nothing at the end. */
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

  /** On the same place a new table, where the last game is over. */
  async anew() {
    for (const client of this.clients) client.stop();
    await this.gather();
  }
}

async function play(company, more) {
  while (!company.stuck && await more()) {
    if (!(await company.act()) && !company.stuck) await company.anew();
  }
}

async function gatherAll(companies) {
  const waiting = [...companies];
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await one.gather();
  }));
}

async function main() {
  const companies = Array.from({ length: Number(tables) }, () => new Company());
  await gatherAll(companies);
  await sleep(1000);
  if (kind === "closed") {
    for (const company of companies) for (let i = 0; i < 20; i++) await company.act();
    for (const company of companies) company.took = [];
  }
  process.stdout.write("begin\n");
  const begun = performance.now();
  const last = begun + 1000 * Number(mostSeconds);
  if (kind === "closed") {
    await Promise.all(companies.map((company) => {
      let left = Number(amount);
      return play(company, async () => left-- > 0 && performance.now() < last);
    }));
  } else {
    const end = Math.min(last, begun + 1000 * Number(amount));
    await Promise.all(companies.map(async (company) => {
      let due = begun + 1000 * chance();
      await play(company, async () => {
        if (due >= end) return false;
        await sleep(Math.max(0, due - performance.now()));
        due = Math.max(due + 1000, performance.now());
        return true;
      });
    }));
  }
  const seconds = (performance.now() - begun) / 1000;
  const took = companies.flatMap((company) => company.took);
  const again = companies.reduce((all, company) => all + company.again, 0);
  const stuck = companies.filter((company) => company.stuck).length;
  process.stdout.write(`${JSON.stringify({ seconds, took, again, stuck })}\n`);
  // Its clients stay connected until it is ended.
}

main().catch((error) => { process.stderr.write(`${error.stack}\n`); process.exit(1); });
