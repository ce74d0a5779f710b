// boardgame.io's server as it comes, in memory, with a game of the shape of ours.
//
//   node server.js
//
// It listens on 127.0.0.1 on a port of the system's choice, and says which as JSON.

'use strict';

const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

// A player sees some 2 kB of it as JSON: between our card game's views and our board game's.
const AREAS = 24;
const HAND = 6;
const DECK = 120;
// Our matches have so many moves, about.
const MOVES = 200;

const game = {
  name: 'siberia',
  setup: ({ random }, data) => {
    const deck = random.Shuffle([...Array(DECK).keys()]);
    const player = () => ({ hand: deck.splice(0, HAND), money: 0, contracts: [] });
    return {
      areas: [...Array(AREAS).keys()].map((number) => ({
        name: `area ${number}`, resource: number % 6, pawns: [0, 0], price: 3, isOpen: true,
      })),
      log: [],
      score: [0, 0],
      secret: { deck },
      // Each sees only their own part.
      players: { 0: player(), 1: player() },
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // One word, such as "place 17"; what is not legal is refused.
    play: {
      move: ({ G, playerID, random }, word) => {
        const [verb, number] = String(word).split(' ');
        const me = G.players[playerID];
        const place = me.hand.indexOf(Number(number));
        if (verb !== 'place' || place < 0) return INVALID_MOVE;
        const area = G.areas[Number(number) % AREAS];
        area.pawns[playerID] += 1;
        area.price = random.D6();
        me.money += area.price;
        G.score[playerID] += area.pawns[playerID];
        // What was played goes under the deck, and another is drawn.
        me.hand.splice(place, 1, G.secret.deck.shift());
        G.secret.deck.push(Number(number));
        // A page shows the last words.
        G.log.push(`${playerID}: ${word}`);
        if (G.log.length > 30) G.log.shift();
      },
      // The deck is hidden: only the server can do this.
      client: false,
    },
  },
  endIf: ({ G, ctx }) => (ctx.turn > MOVES ? { scores: G.score } : undefined),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
// What it has used is for the benchmark.
server.router.get('/used', (context) => { context.body = process.cpuUsage(); });
server.run({ port: { host: '127.0.0.1', port: 0 } }).then(({ appServer }) => {
  console.log(JSON.stringify({ listening: appServer.address() }));
});
