"""The steps of .ci/smoke that are easier said in Python.

free-ports              two ports nobody listens on
wait-ready PID SECONDS  until /readyz says yes; fails at once when the process is gone
create-game             one game over gRPC, its id printed
find-game ID            the game must be there
nothing-left FOLDER     no process may run from, or on, the folder
"""

import contextlib
import os
import pathlib
import secrets
import socket
import sys
import time
import urllib.error
import urllib.request

GIVE_UP_AFTER = 10.0
NO_PROXY = (("grpc.enable_http_proxy", 0),)


def main(arguments: list[str]) -> int:
    match arguments:
        case ["free-ports"]:
            print(*free_ports(2))
        case ["wait-ready", pid, seconds]:
            wait_ready(int(pid), float(seconds))
        case ["create-game"]:
            print(create_game())
        case ["find-game", game]:
            find_game(game)
        case ["nothing-left", folder]:
            nothing_left(pathlib.Path(folder))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def free_ports(count: int) -> list[int]:
    """Ports that were free a moment ago, no two the same.

    Below those that Linux gives out by itself, so that they still are when a server comes up.
    """
    ports = []
    with contextlib.ExitStack() as held:
        while len(ports) < count:
            port = secrets.choice(range(10_000, 32_768))
            with contextlib.suppress(OSError):
                held.enter_context(socket.create_server(("127.0.0.1", port)))
                ports.append(port)
    return ports


def wait_ready(pid: int, seconds: float) -> None:
    url = "http://127.0.0.1:{}/readyz".format(os.environ["CONQUIAN_HTTP_PORT"])
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with straight.open(url, timeout=2):
                return
        except (urllib.error.URLError, OSError):
            if not _is_running(pid):
                sys.exit("error: make run ended before it was ready")
            time.sleep(0.1)
    sys.exit(f"error: not ready after {seconds:.0f} s")


def create_game() -> str:
    import grpc

    from conquian.v1 import game_service_pb2, game_service_pb2_grpc

    with grpc.insecure_channel(_grpc_address(), options=NO_PROXY) as channel:
        service = game_service_pb2_grpc.GameServiceStub(channel)
        request = game_service_pb2.CreateGameRequest(ruleset="classic")
        return service.CreateGame(request, timeout=GIVE_UP_AFTER).game.game_id


def find_game(game: str) -> None:
    import grpc

    from conquian.v1 import game_service_pb2, game_service_pb2_grpc

    with grpc.insecure_channel(_grpc_address(), options=NO_PROXY) as channel:
        service = game_service_pb2_grpc.GameServiceStub(channel)
        request = game_service_pb2.GetGameRequest(game_id=game)
        found = service.GetGame(request, timeout=GIVE_UP_AFTER).game.game_id
    if found != game:
        sys.exit(f"error: asked for game {game}, got {found}")


def nothing_left(folder: pathlib.Path) -> None:
    deadline = time.monotonic() + GIVE_UP_AFTER
    while left := _processes_on(str(folder)):
        if time.monotonic() > deadline:
            sys.exit(f"error: still running after the stop: {left}")
        time.sleep(0.1)


def _processes_on(folder: str) -> list[str]:
    """Processes whose program, working directory or arguments lie in the folder (Linux).

    A server may rewrite its own command line, so that is never enough.
    """
    mine = {str(os.getpid()), str(os.getppid())}
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        if process.name in mine:
            continue
        try:
            said = (process / "cmdline").read_bytes().replace(b"\0", b" ")
            arguments = said.decode(errors="replace")
            places = [str((process / name).readlink()) for name in ("exe", "cwd")]
        except OSError:
            continue  # it ended while we looked, or is not ours to look at
        if any(folder in place for place in [arguments, *places]):
            found.append(f"{process.name}: {arguments or places[0]}")
    return found


def _is_running(pid: int) -> bool:
    """Whether it runs; a shell's child that ended stays as a zombie until waited for."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def _grpc_address() -> str:
    return "127.0.0.1:{}".format(os.environ["CONQUIAN_GRPC_PORT"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
