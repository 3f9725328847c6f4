'use strict';

// The game that is measured is a game: `node --test` here.

const assert = require('node:assert/strict');
const { test } = require('node:test');
const { Client } = require('boardgame.io/client');
const { Local } = require('boardgame.io/multiplayer');
const { Conquian, legalMoves } = require('./game');

const SEATS = ['0', '1'];

/** Both seats of a new match, by boardgame.io's own client. */
function seats(matchID) {
  const multiplayer = Local();
  return SEATS.map((playerID) => {
    const client = Client({ game: Conquian, multiplayer, matchID, playerID, debug: false });
    client.start();
    return client;
  });
}

function cardsOf(G) {
  const open = [...SEATS.flatMap((seat) => G.laid[seat].flat()), ...G.dead];
  return G.upcard === null ? open : [...open, G.upcard];
}

test('games of random moves end, every card in its place and every move accepted', () => {
  const endings = new Set();
  for (let number = 0; number < 60; number++) {
    const both = seats(`game ${number}`);
    for (let made = 0; ; made++) {
      const [one, other] = both.map((client) => client.getState());
      assert.equal(one._stateID, other._stateID);
      const hands = one.G.players[0].hand.length + other.G.players[1].hand.length;
      const seen = cardsOf(one.G);
      assert.equal(seen.length + hands + one.G.left, 40);
      assert.equal(new Set(seen).size, seen.length);
      if (one.ctx.gameover) {
        endings.add(one.ctx.gameover.winner);
        break;
      }
      assert.ok(made < 200);
      const client = both[Number(one.ctx.currentPlayer)];
      const moves = legalMoves(client.getState().G, client.playerID);
      // The last moves are takes: so that some games are won.
      const [name, ...args] = moves[made % 3 === 0 ? number % moves.length : moves.length - 1];
      client.moves[name](...args);
      assert.equal(both[0].getState()._stateID > one._stateID, true);
    }
    for (const client of both) client.stop();
  }
  assert.ok(endings.has(null) && endings.size > 1, 'some are won and some are not');
});

test('a seat sees its own hand and no stock', () => {
  const both = seats('secrets');
  for (const client of both) {
    const { G } = client.getState();
    assert.deepEqual(Object.keys(G.players), [client.playerID]);
    assert.equal(G.secret, undefined);
  }
});

test('what is no move changes nothing', () => {
  const refusals = console.error;
  console.error = () => {};
  try {
    const both = seats('refused');
    const before = both[0].getState();
    const [mine, theirs] = both.map((client, seat) => client.getState().G.players[seat].hand);
    both[1].moves.pass();
    both[0].moves.discard(mine[0]);
    both[0].moves.take(theirs.slice(0, 2), null);
    both[0].moves.take(mine.slice(0, 1), null);
    both[0].moves.take(mine.slice(0, 2), 3);
    both[0].moves.take('all', null);
    for (const client of both) {
      assert.equal(client.getState()._stateID, before._stateID);
      assert.deepEqual(client.getState().ctx, before.ctx);
    }
    both[0].moves.pass();
    assert.ok(both[1].getState()._stateID > before._stateID);
  } finally {
    console.error = refusals;
  }
});
