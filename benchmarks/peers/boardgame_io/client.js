// Many matches of two players, each with an open socket; prints JSON with what was measured.
//
//   node client.js PORT MATCHES SECONDS [WARM_UP]
//
// The players speak as boardgame.io's own client does over its socket (`sync`, `update`), but keep no
// store and draw nothing, so that the server is what is measured. Whoever is to move does so when
// the state has arrived that says so.

'use strict';

const { io } = require('socket.io-client');

const [port, matches, seconds, warmUp = 2] = process.argv.slice(2).map(Number);
const url = `http://127.0.0.1:${port}`;
const own = [];
const others = [];
let moves = 0;
let isCounting = false;

async function post(path, body) {
  const answer = await fetch(`${url}/games/siberia${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

async function used() {
  const { user, system } = await (await fetch(`${url}/used`)).json();
  return (user + system) / 1e6;
}

class Table {
  constructor() {
    // Who made the state with a number, and when: one may see it while the next is on its way.
    this.made = new Map();
    this.sockets = [0, 1].map((seat) => {
      const socket = io(`${url}/siberia`, { transports: ['websocket'], forceNew: true });
      socket.on('sync', (match, { state }) => this.arrived(seat, match, state));
      socket.on('update', (match, state) => this.arrived(seat, match, state));
      socket.on('connect_error', fail);
      return socket;
    });
  }

  async begin() {
    const { matchID } = await post('/create', { numPlayers: 2 });
    this.match = matchID;
    this.made.clear();
    this.credentials = [];
    for (const seat of [0, 1]) {
      const joined = await post(`/${matchID}/join`, { playerID: `${seat}`, playerName: `P${seat}` });
      this.credentials.push(joined.playerCredentials);
    }
    // The second one is there before the first one moves.
    this.sockets[1].once('sync', () => this.sync(0));
    this.sync(1);
  }

  sync(seat) {
    this.sockets[seat].emit('sync', this.match, `${seat}`, this.credentials[seat], 2);
  }

  arrived(seat, match, state) {
    if (match !== this.match) return;
    const made = this.made.get(state._stateID);
    if (made && made.isCounted) {
      (seat === made.seat ? own : others).push(performance.now() - made.sent);
    }
    this.made.delete(state._stateID - 2);
    if (state.ctx.gameover !== undefined) {
      if (seat !== made.seat) this.begin().catch(fail);
    } else if (state.ctx.currentPlayer === `${seat}`) this.move(seat, state);
  }

  move(seat, state) {
    const hand = state.G.players[seat].hand;
    const word = `place ${hand[Math.floor(Math.random() * hand.length)]}`;
    const payload = {
      type: 'play', args: [word], playerID: `${seat}`, credentials: this.credentials[seat],
    };
    const made = { seat, sent: performance.now(), isCounted: isCounting };
    this.made.set(state._stateID + 1, made);
    if (isCounting) moves += 1;
    const action = { type: 'MAKE_MOVE', payload };
    this.sockets[seat].emit('update', action, state._stateID, this.match, `${seat}`);
  }
}

function fail(error) {
  console.error(String(error));
  process.exit(1);
}

function rank(times, share) {
  const ranked = [...times].sort((a, b) => a - b);
  return ranked[Math.min(ranked.length - 1, Math.floor(share * ranked.length))];
}

const pause = (time) => new Promise((done) => { setTimeout(done, 1000 * time); });

async function main() {
  for (let number = 0; number < matches; number += 1) await new Table().begin();
  await pause(warmUp);
  const [before, ownBefore] = [await used(), process.cpuUsage()];
  const began = performance.now();
  isCounting = true;
  await pause(seconds);
  isCounting = false;
  const took = (performance.now() - began) / 1000;
  const spent = (await used()) - before;
  const mine = process.cpuUsage(ownBefore);
  if (!own.length || !others.length) throw new Error('nobody has moved');
  console.log(JSON.stringify({
    moves,
    seconds: took,
    moves_per_second: moves / took,
    own_p50_ms: rank(own, 0.5),
    own_p99_ms: rank(own, 0.99),
    others_p50_ms: rank(others, 0.5),
    others_p99_ms: rank(others, 0.99),
    server_cpu_per_move_s: spent / moves,
    server_busy: spent / took,
    client_busy: (mine.user + mine.system) / 1e6 / took,
  }));
  process.exit(0);
}

main().catch(fail);
