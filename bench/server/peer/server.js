// A boardgame.io server on free ports of this machine, which it says: `node server.js [folder for its files]`.

const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { KingUp } = require("./game.js");

const folder = process.argv[2];
const server = Server({
  games: [KingUp],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
console.log = () => {}; // its chatter
process.on("SIGUSR2", () => global.gc()); // so that its memory is counted without garbage

// The lobby has a port of its own: what is added to the game's application after its socket
// server has begun is not seen by newer versions of Koa.
const probe = require("net").createServer().listen(0, "127.0.0.1", () => {
  const { port } = probe.address();
  probe.close(async () => {
    const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: port } });
    process.stdout.write(`${appServer.address().port} ${port}\n`);
  });
});
