"""The servers that ours is measured against; each ends with its standard input.

python -m bench.peers echo
    answers with the request; has imported everything that our server imports
python -m bench.peers bare STORE_URL VALUE_BYTES ANSWER_BYTES
    one GET and one scripted compare-and-set of a value a call, on the service's own
    lane to the store; requests and answers are bytes that nobody reads
python -m bench.peers bare-connect STORE_URL VALUE_BYTES ANSWER_BYTES
    the same by Connect, as the library for it does it
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import grpc
import uvloop

# Nothing of it is used by the echo: it is there to weigh the same.
import conquian_service.bootstrap  # noqa: F401
from bench.peer_connect import bare_app
from conquian_service.storage.connections import connections
from conquian_service.storage.lanes import Lane
from conquian_service.storage.lua import Effect, Script
from conquian_service.transport.http.server import HttpServer
from conquian_service.transport.listening import listen

_REVISION = 8
"""Bytes at the head of a value."""
_GAME_ID = slice(2, 28)
"""Where a PlayMoveRequest has the id of its game: its first field, behind tag and length."""
_COMPARE_AND_SET = b"""
if redis.call('GETRANGE', KEYS[1], 0, 7) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""

Play = Callable[[bytes, Any], Awaitable[bytes]]


async def echo(raw: bytes, _: Any) -> bytes:
    """Answer with what came."""
    return raw


def bare(lane: Lane, *, value_bytes: int, answer_bytes: int) -> Play:
    """A handler that raises the revision of the game a request names."""
    digest = hashlib.sha1(_COMPARE_AND_SET, usedforsecurity=False).hexdigest()
    script = Script(_COMPARE_AND_SET, digest.encode(), Effect.LASTS)
    body, answer = b"v" * (value_bytes - _REVISION), b"a" * answer_bytes

    async def play(raw: bytes, _: Any) -> bytes:
        key = b"bench:" + raw[_GAME_ID]
        value = await lane.read("GET", key)
        before = value[:_REVISION] if value else b""
        after = (int.from_bytes(before, "big") + 1).to_bytes(_REVISION, "big")
        if not await lane.run(script, (key.decode(),), (before, after + body)):
            raise RuntimeError("somebody came between")
        return answer

    return play


async def serve(play: Play) -> None:
    """Serve until the input ends."""
    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(play)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("bench.Bare", {"Play": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"ready 127.0.0.1:{port}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(None)


async def serve_connect(play: Play) -> None:
    """Serve by Connect until the input ends."""
    listening = listen("HTTP", "127.0.0.1", 0)
    server = HttpServer(bare_app(play), listening)
    server.start()
    print(f"ready {server.target}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await server.stop(1)


async def main() -> None:
    """Be the server that the command line names."""
    match sys.argv[1:]:
        case ["echo"]:
            await serve(echo)
        case ["bare", url, value_bytes, answer_bytes]:
            lane = Lane(connections(url, timeout=1.0))
            await serve(bare(lane, value_bytes=int(value_bytes), answer_bytes=int(answer_bytes)))
            await lane.close()
        case ["bare-connect", url, value_bytes, answer_bytes]:
            lane = Lane(connections(url, timeout=1.0))
            play = bare(lane, value_bytes=int(value_bytes), answer_bytes=int(answer_bytes))
            await serve_connect(play)
            await lane.close()
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    uvloop.run(main())
