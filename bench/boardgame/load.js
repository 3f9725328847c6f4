'use strict';

// The load on boardgame.io: a process that reads a task as one line of JSON, does it, and
// prints what came of it as one line. It ends with its input.
//
//     {"task": "connect", "server": URL, "games": 100}   both seats of new games
//     {"task": "play", "calls": 6000, "in_flight": 64, "moves": 40, "seed": 1}
//     {"task": "leave"}   all seats, once the store is found to have all moves
//
// Seats connect by boardgame.io's own SocketIO transport, so that on the line everything is as
// with its client: polling, the upgrade, `sync`, `update`. Only what its client does with an
// answer for its page is left out, so that little of the time is the load's own.

const { createInterface } = require('node:readline');
const { performance } = require('node:perf_hooks');
const { LobbyClient } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const { Conquian, legalMoves } = require('./game');

const DEADLINE_MS = 20_000;
const AT_ONCE = 16;

/** One seat's connection, and the newest of what it was shown. */
class Seat {
  constructor(server, matchID, playerID, credentials) {
    this.playerID = playerID;
    this.credentials = credentials;
    this.shown = null;
    this.expecting = null;
    const connect = SocketIO({ server });
    this.transport = connect({
      gameName: Conquian.name,
      matchID,
      playerID,
      credentials,
      numPlayers: 2,
      transportDataCallback: (told) => this.#receive(told),
    });
  }

  async connect() {
    const seated = this.#next('sync', 0);
    this.transport.connect();
    const { io } = this.transport.socket;
    await seated;
    if (io.engine.transport.name !== 'websocket') {
      await new Promise((done) => io.engine.once('upgrade', done));
    }
  }

  /** When it has been shown this revision or a later one. */
  reached(stateID) {
    return this.shown._stateID >= stateID ? undefined : this.#next('update', stateID);
  }

  /** What the store has now. */
  async stored() {
    const told = this.#next('sync', 0);
    this.transport.requestSync();
    await told;
    return this.shown._stateID;
  }

  send(move) {
    const [type, ...args] = move;
    const { playerID, credentials } = this;
    const payload = { type, args, playerID, credentials };
    this.transport.sendAction(this.shown, { type: 'MAKE_MOVE', payload });
  }

  #next(type, stateID) {
    return new Promise((done, failed) => {
      const late = () => failed(new Error(`no ${type}; boardgame.io does not say why`));
      this.expecting = { type, stateID, done, timer: setTimeout(late, DEADLINE_MS) };
    });
  }

  #receive({ type, args }) {
    if (type !== 'update' && type !== 'sync') return;
    this.shown = type === 'update' ? args[1] : args[1].state;
    const { expecting } = this;
    if (expecting?.type === type && this.shown._stateID >= expecting.stateID) {
      clearTimeout(expecting.timer);
      this.expecting = null;
      expecting.done();
    }
  }
}

let games = [];

async function connect({ server, games: number }) {
  const lobby = new LobbyClient({ server });
  games = [];
  const left = Array(number).keys();
  await callers(AT_ONCE, async () => {
    for (const _ of left) {
      const { matchID } = await lobby.createMatch(Conquian.name, { numPlayers: 2 });
      const seats = [];
      for (const playerID of ['0', '1']) {
        const joining = { playerID, playerName: `player ${playerID}` };
        const joined = await lobby.joinMatch(Conquian.name, matchID, joining);
        seats.push(new Seat(server, matchID, playerID, joined.playerCredentials));
      }
      for (const seat of seats) await seat.connect();
      games.push(seats);
    }
  });
  return { games: games.length };
}

/** As many moves as `in_flight` callers can make, each a game at a time; all end at once. */
async function play({ calls, in_flight: inFlight, moves, seed }) {
  const chance = chanceOf(seed);
  const times = [];
  let left = calls;
  let bytes = 0;
  const waiting = games.values();
  const before = process.cpuUsage();
  const began = performance.now();
  await callers(inFlight, async () => {
    for (const seats of waiting) {
      for (let made = 0; made < moves; made++) {
        const { G, ctx, _stateID } = seats[0].shown;
        if (ctx.gameover !== undefined) break;
        if (left-- <= 0) return;
        const seat = seats[Number(ctx.currentPlayer)];
        const choice = legalMoves(seat.shown.G, seat.playerID);
        const reached = Promise.all(seats.map((each) => each.reached(_stateID + 1)));
        const sent = performance.now();
        seat.send(choice[Math.floor(chance() * choice.length)]);
        await reached;
        times.push(performance.now() - sent);
        if (G === seats[0].shown.G) throw new Error('nothing has changed');
      }
    }
  });
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(before);
  for (const seats of games) bytes += JSON.stringify(seats[0].shown).length;
  times.sort((one, other) => one - other);
  return {
    calls: times.length,
    failed: 0,
    failure: '',
    seconds,
    cpu_seconds: (user + system) / 1e6,
    answer_bytes: bytes / games.length,
    p50_ms: times[Math.floor(times.length / 2)] ?? 0,
    p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

/** Every move that was shown must be in the store: it is shown before it is written. */
async function leave() {
  let lost = 0;
  for (const seats of games) {
    const shown = seats[0].shown._stateID;
    if ((await seats[0].stored()) < shown) lost += 1;
  }
  for (const seats of games) for (const seat of seats) seat.transport.disconnect();
  games = [];
  return { lost };
}

async function callers(number, call) {
  await Promise.all(Array.from({ length: number }, call));
}

/** Marsaglia's xorshift, as numbers from 0 to 1. */
function chanceOf(seed) {
  let word = seed | 1;
  return () => {
    word ^= word << 13;
    word ^= word >>> 17;
    word ^= word << 5;
    return (word >>> 0) / 2 ** 32;
  };
}

const TASKS = { connect, play, leave };

async function main() {
  for await (const line of createInterface({ input: process.stdin })) {
    const { task, ...rest } = JSON.parse(line);
    console.log(JSON.stringify(await TASKS[task](rest)));
  }
  process.exit();
}

main();
