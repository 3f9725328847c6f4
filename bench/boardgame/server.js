'use strict';

// node server.js URL_OF_THE_STORE
//     boardgame.io's server as it comes, with that storage; ends with its standard input.
//
// package.json holds koa-compose at 4.1: with 4.2 all of the lobby's paths are 404, because
// koa-socket-2 makes its server before boardgame.io adds them, and 4.2 no longer sees that.

const { Server } = require('boardgame.io/server');
const { Conquian } = require('./game');
const { RedisStorage } = require('./storage');

async function main() {
  const server = Server({
    games: [Conquian],
    db: new RedisStorage(process.argv[2]),
    origins: [],
  });
  // What is called a port is handed on to `listen`, which takes an address as well.
  const { appServer } = await server.run({ port: { host: '127.0.0.1', port: 0 } });
  console.log(`ready 127.0.0.1:${appServer.address().port}`);
  process.stdin.resume().on('end', () => process.exit());
}

main();
