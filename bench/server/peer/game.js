// The game for boardgame.io, reduced to placing, climbing and voting: 13 characters, floors 0 to
// 5 with room for four each, a throne, four players, three rounds: enough for the same load.

const LETTERS = "ABCDEFGHIKLMN".split("");
const ROOM = 4;
const PLACEMENTS = 12;
const THRONE = 6;
const NO_CARDS = 3;
const ROUNDS = 3;

/** The state at the start of a round. */
const fresh = () => ({
  places: Object.fromEntries(LETTERS.map((who) => [who, -1])),
  phase: "place", placed: 0, candidate: null, votes: {}, log: [],
  no: { 0: NO_CARDS, 1: NO_CARDS, 2: NO_CARDS, 3: NO_CARDS },
});

const count = (G, floor) => LETTERS.filter((who) => G.places[who] === floor).length;

function mayClimb(G, who) {
  const next = G.places[who] + 1;
  return next > 0 && next <= THRONE && (next === THRONE || count(G, next) < ROOM);
}

function place({ G, events, playerID, ctx }, who, floor) {
  if (playerID !== ctx.currentPlayer || G.phase !== "place") return "INVALID_MOVE";
  if (G.places[who] !== -1 || floor < 1 || floor > 4 || count(G, floor) >= ROOM) return "INVALID_MOVE";
  G.places[who] = floor;
  G.placed += 1;
  G.log.push({ player: playerID, who, floor });
  if (G.placed === PLACEMENTS) {
    for (const other of LETTERS) if (G.places[other] === -1) G.places[other] = 0;
    G.phase = "climb";
  }
  events.endTurn();
}

function climb({ G, events, playerID, ctx }, who) {
  if (playerID !== ctx.currentPlayer || G.phase !== "climb") return "INVALID_MOVE";
  if (!mayClimb(G, who)) return "INVALID_MOVE";
  const next = G.places[who] + 1;
  G.places[who] = next;
  G.log.push({ player: playerID, who, floor: next });
  if (next === THRONE) {
    G.phase = "vote";
    G.candidate = who;
    G.votes = {};
    events.setActivePlayers({ all: "vote" });
  } else {
    events.endTurn();
  }
}

function vote({ G, events, playerID }, card) {
  if (G.phase !== "vote" || G.votes[playerID] || (card === "N" && G.no[playerID] === 0)) return "INVALID_MOVE";
  G.votes[playerID] = card;
  if (Object.keys(G.votes).length < 4) return;
  for (const [player, said] of Object.entries(G.votes)) if (said === "N") G.no[player] -= 1;
  const crowned = Object.values(G.votes).every((said) => said === "Y");
  G.log.push({ who: G.candidate, votes: G.votes, crowned });
  G.places[G.candidate] = crowned ? THRONE : -2;
  G.candidate = null;
  G.phase = "climb";
  if (crowned || !LETTERS.some((who) => mayClimb(G, who))) {
    G.round += 1;
    if (G.round < ROUNDS) Object.assign(G, fresh());
    else G.phase = "over";
  }
  events.setActivePlayers({ value: {} });
  events.endTurn();
}

const KingUp = {
  name: "kingup",
  setup: () => ({ ...fresh(), round: 0 }),
  // Others' votes are sealed until all are in.
  playerView: ({ G, playerID }) => ({
    ...G,
    votes: G.phase === "vote" ? Object.fromEntries(
      Object.entries(G.votes).map(([player, card]) => [player, player === playerID ? card : "?"])) : G.votes,
  }),
  moves: { place, climb },
  turn: { stages: { vote: { moves: { vote: { move: vote, client: false } } } } },
};

module.exports = { KingUp, LETTERS, ROOM, count, mayClimb };
