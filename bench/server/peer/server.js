// A boardgame.io server on free ports, which it prints: `node server.js [folder for its files]`.

const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { KingUp } = require("./game.js");

const folder = process.argv[2];
const server = Server({
  games: [KingUp],
  origins: [Origins.LOCALHOST],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
});
console.log = () => {}; // silence the server's log
process.on("SIGUSR2", () => global.gc()); // so that memory is measured without garbage

// The lobby has its own port: newer versions of Koa ignore routes that are added to the game's
// application after its socket server has started.
const probe = require("net").createServer().listen(0, "127.0.0.1", () => {
  const { port } = probe.address();
  probe.close(async () => {
    const { appServer } = await server.run({ port: 0, lobbyConfig: { apiPort: port } });
    process.stdout.write(`${appServer.address().port} ${port}\n`);
  });
});
