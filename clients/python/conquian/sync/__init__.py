"""The client for programs without asyncio.

    with conquian.sync.connect("localhost:50051") as client:
        created = client.create_game("classic")
        seat = client.join(created.game_id, name="Ana")

The same classes, calls and errors as in `conquian.aio`, from which its modules are generated; a
watch is an ordinary iterator.

Threads: a client and its seats may be shared by any number of them. A watch has one reader at a
time, and `close`, of it or of its client, may be called from elsewhere to end it. Whoever plays
several seats to the end gives each a thread.

Forks: a client that was used before a fork is of no use in the child, where it raises
RuntimeError at once; nothing is opened before the first call, so one that was only made may be
used on either side. grpcio does not promise that a process forked while it was in use can use
it at all: start worker processes by "spawn" or "forkserver", or fork before the first call.
"""

from conquian.sync._runtime import Clock, SystemClock
from conquian.sync.client import Client, connect
from conquian.sync.playing import play_to_end
from conquian.sync.seat import Seat
from conquian.sync.watch import Watch

__all__ = [
    "Client",
    "Clock",
    "Seat",
    "SystemClock",
    "Watch",
    "connect",
    "play_to_end",
]
