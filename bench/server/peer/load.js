// Four clients a table play on a boardgame.io server. Says what it has measured as one line of
// JSON: `node load.js PORT LOBBY TABLES closed ACTIONS`, or with `paced SECONDS`.

const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { KingUp, LETTERS, ROOM, THRONE, count } = require("./game.js");

const [port, lobby, tables, kind, amount] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const SEATS = 4;
const MOST_NO = 0.4;

let seed = 7;
const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647; // the same game each time
const any = (list) => list[Math.floor(chance() * list.length)];

async function post(path, body) {
  const answer = await fetch(`http://127.0.0.1:${lobby}${path}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Company {
  async gather() {
    const { matchID } = await post("/games/kingup/create", { numPlayers: SEATS });
    this.clients = [];
    this.took = [];
    this.look = () => {};
    for (let player = 0; player < SEATS; player++) {
      const { playerCredentials } = await post(`/games/kingup/${matchID}/join`, { playerName: `P${player}` });
      const client = Client({
        game: KingUp, numPlayers: SEATS, matchID, playerID: String(player),
        credentials: playerCredentials, multiplayer: SocketIO({ server: address }), debug: false,
      });
      client.start();
      // Once: those who subscribe and leave again take each other's places there.
      client.subscribe(() => this.look(client));
      this.clients.push(client);
    }
    await this.until((state) => state !== null);
  }

  /** When every client's state fits. */
  until(fits) {
    return new Promise((done) => {
      const waiting = new Set(this.clients);
      this.look = (client) => {
        if (!waiting.has(client) || !fits(client.getState())) return;
        waiting.delete(client);
        if (!waiting.size) done(performance.now());
      };
      for (const client of this.clients) this.look(client);
    });
  }

  /** One action of one player, until everybody has it; false when there is none left. */
  async act() {
    const { G, ctx, _stateID } = this.clients[0].getState();
    const begun = performance.now();
    const arrived = this.until((state) => state._stateID > _stateID);
    if (G.phase === "vote") {
      const player = any([0, 1, 2, 3].filter((one) => !(one in G.votes)));
      this.clients[player].moves.vote(G.no[player] && chance() < MOST_NO ? "N" : "Y");
    } else {
      const client = this.clients[Number(ctx.currentPlayer)];
      if (G.phase === "place") {
        const floors = [1, 2, 3, 4].filter((floor) => count(G, floor) < ROOM);
        client.moves.place(any(LETTERS.filter((who) => G.places[who] === -1)), any(floors));
      } else if (G.phase === "climb") {
        const able = LETTERS.filter((who) => G.places[who] >= 0 && G.places[who] < THRONE &&
          (G.places[who] + 1 === THRONE || count(G, G.places[who] + 1) < ROOM));
        if (!able.length) return false;
        client.moves.climb(any(able));
      } else return false;
    }
    this.took.push((await arrived) - begun);
    return true;
  }
}

const sleep = (ms) => new Promise((next) => setTimeout(next, ms));

/** One table after the other on the same place: a game here has a single round. */
async function play(company, more) {
  while (await more()) {
    if (!(await company.act())) {
      const { took } = company;
      for (const client of company.clients) client.stop();
      await company.gather();
      company.took = took;
    }
  }
}

async function main() {
  const companies = Array.from({ length: Number(tables) }, () => new Company());
  for (const company of companies) await company.gather();
  await sleep(500);
  if (kind === "closed") {
    for (const company of companies) for (let i = 0; i < 20; i++) await company.act();
    for (const company of companies) company.took = [];
  }
  process.stdout.write("begin\n");
  const begun = performance.now();
  if (kind === "closed") {
    await Promise.all(companies.map((company) => {
      let left = Number(amount);
      return play(company, async () => left-- > 0);
    }));
  } else {
    const end = begun + 1000 * Number(amount);
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
  process.stdout.write(`${JSON.stringify({ seconds, took })}\n`);
  process.stdin.once("data", () => process.exit(0)); // its connections stay until it is told
}

setTimeout(() => {
  process.stderr.write("boardgame.io: nothing comes any more\n");
  process.exit(1);
}, 120_000).unref();
main().catch((error) => { process.stderr.write(`${error.stack}\n`); process.exit(1); });
