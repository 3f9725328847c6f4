'use strict';

// Conquian for two as boardgame.io's documentation has games written: hands below `players`,
// the stock below `secret`, moves that change G, and STRIP_SECRETS for what a seat may see.
// As large and as much work as our `classic` is in a move, though without forcing and stakes.

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');

const RANKS = '1234567SCR';
const SUITS = 'OCEB';
const PACK = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const DEALT = 10;
const TO_LAY = 11;
const LONGEST_RUN = 8;

const placeOf = (card) => RANKS.indexOf(card[0]);

function isMeld(cards) {
  if (cards.length < 3 || new Set(cards).size !== cards.length) return false;
  if (cards.every((card) => card[0] === cards[0][0])) return true;
  const places = cards.map(placeOf).sort((one, other) => one - other);
  return (
    cards.length <= LONGEST_RUN &&
    cards.every((card) => card[1] === cards[0][1]) &&
    places.every((place, index) => place === places[0] + index)
  );
}

function turnUp(G) {
  G.upcard = G.secret.stock.pop() ?? null;
  G.left = G.secret.stock.length;
  G.offered = 0;
}

function pass({ G, events }) {
  if (G.owesDiscard) return INVALID_MOVE;
  if (G.offered === 0) {
    G.offered = 1;
    events.endTurn();
    return;
  }
  G.dead.push(G.upcard);
  turnUp(G);
}

/** The upcard with cards of the hand, as a new meld or onto one that lies. */
function take({ G, playerID }, cards, onto) {
  const { hand } = G.players[playerID];
  const laid = G.laid[playerID];
  if (G.owesDiscard || !Array.isArray(cards) || !cards.every((card) => hand.includes(card))) {
    return INVALID_MOVE;
  }
  if (onto !== null && laid[onto] === undefined) return INVALID_MOVE;
  const meld = [...(onto === null ? [] : laid[onto]), G.upcard, ...cards];
  if (!isMeld(meld)) return INVALID_MOVE;
  laid[onto ?? laid.length] = meld;
  G.players[playerID].hand = hand.filter((card) => !cards.includes(card));
  G.upcard = null;
  G.owesDiscard = true;
}

function discard({ G, playerID, events }, card) {
  const { hand } = G.players[playerID];
  if (!G.owesDiscard || !hand.includes(card)) return INVALID_MOVE;
  hand.splice(hand.indexOf(card), 1);
  G.owesDiscard = false;
  G.upcard = card;
  G.offered = 0;
  events.endTurn();
}

function outcome({ G }) {
  for (const seat of ['0', '1']) {
    if (G.laid[seat].flat().length === TO_LAY) return { winner: seat };
  }
  return G.upcard === null && !G.owesDiscard ? { winner: null } : undefined;
}

const Conquian = {
  name: 'conquian',
  minPlayers: 2,
  maxPlayers: 2,
  setup: ({ random }) => {
    const stock = random.Shuffle(PACK);
    const G = {
      secret: { stock },
      players: { 0: { hand: stock.splice(0, DEALT) }, 1: { hand: stock.splice(0, DEALT) } },
      laid: { 0: [], 1: [] },
      dead: [],
      owesDiscard: false,
    };
    turnUp(G);
    return G;
  },
  // No client can foresee them: the next upcard is secret.
  moves: {
    pass: { move: pass, client: false },
    take: { move: take, client: false },
    discard: { move: discard, client: false },
  },
  endIf: outcome,
  playerView: PlayerView.STRIP_SECRETS,
  // Who has seen an upcard cannot take a pass back. It also saves the server a copy of G.
  disableUndo: true,
};

/** Every move of the seat to act, from what that seat sees: [name, ...arguments]. */
function legalMoves(G, playerID) {
  const { hand } = G.players[playerID];
  if (G.owesDiscard) return hand.map((card) => ['discard', card]);
  const moves = [['pass']];
  for (const onto of [null, ...G.laid[playerID].keys()]) {
    const lying = onto === null ? [] : G.laid[playerID][onto];
    for (const cards of candidates(hand, [...lying, G.upcard])) {
      if (isMeld([...lying, G.upcard, ...cards])) moves.push(['take', cards, onto]);
    }
  }
  return moves;
}

/** Cards of a hand that may go with those of a meld: of their rank, or around them in suit. */
function candidates(hand, cards) {
  const [first] = cards;
  const found = [[]];
  for (const card of hand.filter((held) => held[0] === first[0])) {
    found.push(...found.map((some) => [...some, card]));
  }
  const places = cards.map(placeOf);
  for (let low = 0; low <= Math.min(...places); low++) {
    for (let high = Math.max(...places); high < RANKS.length; high++) {
      const span = [...RANKS.slice(low, high + 1)].map((rank) => rank + first[1]);
      const missing = span.filter((card) => !cards.includes(card));
      if (missing.length > 0 && missing.every((card) => hand.includes(card))) found.push(missing);
    }
  }
  return found;
}

module.exports = { Conquian, legalMoves };
