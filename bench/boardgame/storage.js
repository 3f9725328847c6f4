'use strict';

// boardgame.io's storage on Redis or Valkey. No published one was found: of storage there are
// Postgres, Firebase and others, of Redis only publish and subscribe.
//
// As cheap as it can be: a string for each of state, metadata and initial state, a list for
// the log, and all commands of one turn of the loop written together. It compares nothing
// before it sets, as its interface does not ask for that: boardgame.io keeps the moves of a
// match apart by a queue in its own process.

const { Async } = require('boardgame.io/internal');
const { Redis } = require('ioredis');

const key = (matchID, part) => `bgio:{${matchID}}:${part}`;

class RedisStorage extends Async {
  /** `url` is that of a unix socket, as our service writes it. */
  constructor(url) {
    super();
    const path = decodeURIComponent(new URL(url).pathname);
    this.redis = new Redis({ path, lazyConnect: true, enableAutoPipelining: true });
  }

  async connect() {
    await this.redis.connect();
  }

  async createMatch(matchID, { initialState, metadata }) {
    await Promise.all([
      this.#write(matchID, 'initial', initialState),
      this.setState(matchID, initialState),
      this.setMetadata(matchID, metadata),
    ]);
  }

  async setState(matchID, state, deltalog) {
    const writes = [this.#write(matchID, 'state', state)];
    if (deltalog?.length > 0) {
      const entries = deltalog.map((entry) => JSON.stringify(entry));
      writes.push(this.redis.rpush(key(matchID, 'log'), ...entries));
    }
    await Promise.all(writes);
  }

  async setMetadata(matchID, metadata) {
    await this.#write(matchID, 'metadata', metadata);
  }

  async fetch(matchID, wanted) {
    const [state, metadata, initialState, log] = await Promise.all([
      wanted.state && this.#read(matchID, 'state'),
      wanted.metadata && this.#read(matchID, 'metadata'),
      wanted.initialState && this.#read(matchID, 'initial'),
      wanted.log && this.redis.lrange(key(matchID, 'log'), 0, -1),
    ]);
    return { state, metadata, initialState, log: log?.map((entry) => JSON.parse(entry)) };
  }

  async wipe(matchID) {
    const parts = ['state', 'metadata', 'initial', 'log'];
    await this.redis.del(...parts.map((part) => key(matchID, part)));
  }

  async #read(matchID, part) {
    const text = await this.redis.get(key(matchID, part));
    return text === null ? undefined : JSON.parse(text);
  }

  async #write(matchID, part, value) {
    await this.redis.set(key(matchID, part), JSON.stringify(value));
  }
}

module.exports = { RedisStorage };
