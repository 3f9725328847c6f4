"""The command line: `conquian serve | demo | create | play | bot | rulesets | verify | ...`.

Standard library only at import, because a plain install has the client alone; what a
command needs it imports itself, and a missing extra is named.

Exit codes: 0 done, 1 could not start or go on, 2 wrong arguments or settings; `verify` has its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from typing import TYPE_CHECKING

from conquian.terminal import add_commands, target

if TYPE_CHECKING:
    from conquian_service.config import Settings

_FAILED = 1
_REFUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    # gRPC's core would write to standard error in a form of its own.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    # Of prometheus_client: left over from whoever started us, it would count in files.
    for variable in ("PROMETHEUS_MULTIPROC_DIR", "prometheus_multiproc_dir"):
        os.environ.pop(variable, None)
    try:
        return command(parsed)
    except ModuleNotFoundError as missing:
        name = missing.name or ""
        if name.partition(".")[0].startswith("conquian"):
            raise
        extra = "http" if name == "httpx" else "service"
        return _error(
            f'this command needs {name}, which comes with pip install "conquian[{extra}]"', _REFUSED
        )
    except KeyboardInterrupt:
        return _FAILED
    except BrokenPipeError:
        # Whoever read our output has seen enough; the interpreter must not complain of it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="conquian", description="Conquian as a service. Settings: conquian config."
    )
    parser.add_argument(
        "--version", action="version", version=f"conquian {metadata.version('conquian')}"
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="run the service, with a store of its own by default")
    serve.add_argument(
        "--insecure-open",
        action="store_true",
        help="allow open access on an address that other machines can reach",
    )
    serve.add_argument(
        "--workers", type=int, metavar="N", help="processes that serve (default: CONQUIAN_WORKERS)"
    )
    serve.set_defaults(command=_serve)

    demo = commands.add_parser("demo", help="let two clients play a whole game and show every move")
    demo.add_argument(
        "--target",
        type=target,
        help="HOST:PORT or http://HOST:PORT of a running service; if not given one is started",
    )
    demo.add_argument("--ruleset", default="classic", help="what is played (default: %(default)s)")
    demo.set_defaults(command=_demo)

    add_commands(commands)

    rulesets = commands.add_parser("rulesets", help="show what can be played, and how")
    rulesets.add_argument("name", metavar="NAME", nargs="?", help="one of them, with its options")
    rulesets.add_argument(
        "--language",
        default="en",
        help='such as "es", or a list as in accept-language (default: %(default)s)',
    )
    rulesets.set_defaults(command=_rulesets)

    transcript = commands.add_parser("transcript", help="write the record of a finished game")
    transcript.add_argument("game_id", metavar="GAME_ID")
    transcript.add_argument(
        "--target",
        default="localhost:50051",
        type=target,
        help="HOST:PORT or http://HOST:PORT of the service (default: %(default)s)",
    )
    transcript.add_argument("--token", help="any token of the game, if its table is private")
    transcript.set_defaults(command=_transcript)

    verify = commands.add_parser(
        "verify",
        help="judge the record of a game, offline",
        epilog="exit codes: 0 honest, 1 rejected, 2 no such file or wrong arguments,"
        " 3 written by a newer service",
    )
    verify.add_argument("file", metavar="TRANSCRIPT", help='a file of "transcript", or -')
    verify.add_argument("--game", metavar="GAME_ID", help="the one you joined")
    verify.add_argument("--commitment", help="the one you saw before you joined")
    verify.add_argument(
        "--entropy",
        action="append",
        default=[],
        metavar="SEAT=HEX",
        help='what you sent when you joined, "SEAT=" if nothing; may be repeated',
    )
    verify.add_argument("--json", action="store_true", help="a verdict for programs")
    verify.set_defaults(command=_verify)

    config = commands.add_parser("config", help="show every setting, its default and its value")
    config.add_argument("--markdown", action="store_true", help="as a table for documents")
    config.set_defaults(command=_config)

    version = commands.add_parser("version", help="show the version")
    version.set_defaults(command=_version)
    return parser


def _version(_: argparse.Namespace) -> int:
    print(f"conquian {metadata.version('conquian')}")
    return 0


def _config(arguments: argparse.Namespace) -> int:
    from conquian_service.config import Settings, SettingsRefused, load_settings, rows

    if arguments.markdown:
        print("| variable | type | default | meaning |\n|---|---|---|---|")
        for row in rows(Settings.model_construct()):
            print(f"| `{row.variable}` | {row.type} | {_code(row.default)} | {row.meaning} |")
        return 0
    try:
        settings = load_settings()
    except SettingsRefused as refused:
        return _error(str(refused), _REFUSED)
    for row in rows(settings):
        default = f"default {row.default}" if row.default else "not set by default"
        print(f"{row.variable}={row.value}\n    {row.meaning}\n    {row.type}; {default}\n")
    return 0


def _serve(arguments: argparse.Namespace) -> int:
    import asyncio
    import signal

    # There is nothing to end in order until the loop has handlers of its own. Process 1 of a
    # container must say so: for it the kernel drops a signal that has no handler.
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))

    from conquian_service.config import SettingsRefused, load_settings
    from conquian_service.telemetry.logs import configure_logging
    from conquian_service.telemetry.shared import MetricsFolder

    given: dict[str, object] = {"insecure_open": True} if arguments.insecure_open else {}
    if arguments.workers is not None:
        given["workers"] = arguments.workers
    try:
        settings = load_settings(**given)
    except SettingsRefused as refused:
        return _error(str(refused), _REFUSED)
    access_log = configure_logging(sys.stderr, settings.log_level)

    MetricsFolder.remove_abandoned()

    def announce(grpc: str, http: str) -> None:
        print(_greeting(settings, grpc, http), flush=True)

    if settings.workers > 1:
        # It never loads gRPC: what serves is in the workers.
        from conquian_service.workers.parent import lead

        failure = asyncio.run(lead(settings, announce=announce))
    else:
        import uvloop

        from conquian_service.serving import serve

        failure = uvloop.run(
            serve(
                settings,
                access_log,
                announce=lambda service: announce(service.grpc_target, service.http.target),
            )
        )
    return 0 if failure is None else _error(failure, _FAILED)


def _greeting(settings: Settings, grpc: str, http: str) -> str:
    games = "in the store at CONQUIAN_REDIS_URL"
    if settings.redis_url is None:
        games = f"in {settings.data_dir}{os.sep}"
    workers = f", {settings.workers} workers" if settings.workers > 1 else ""
    return (
        f"conquian {metadata.version('conquian')} is ready: gRPC on {grpc}, "
        f"HTTP on http://{http}, games {games}{workers}"
    )


def _demo(arguments: argparse.Namespace) -> int:
    import asyncio

    from conquian import ConquianError
    from conquian.terminal.commands import failure_text

    try:
        if arguments.target is not None:
            from conquian.demo import run_demo

            asyncio.run(run_demo(arguments.target, sys.stdout, ruleset=arguments.ruleset))
            return 0
        return asyncio.run(_demo_by_itself(arguments.ruleset))
    except ConquianError as error:
        told = failure_text(error, arguments) if arguments.target else str(error)
        return _error(told, _FAILED)


async def _demo_by_itself(ruleset: str) -> int:
    """Play on a service of our own, gone afterwards."""
    import tempfile

    from conquian.demo import run_demo
    from conquian_service.bootstrap import START_ERRORS, running_service
    from conquian_service.config import SettingsRefused, load_settings

    with tempfile.TemporaryDirectory(prefix="conquian-demo-") as folder:
        try:
            settings = load_settings(
                grpc_host="127.0.0.1",
                grpc_port=0,
                http_host="127.0.0.1",
                http_port=0,
                data_dir=folder,
                redis_url=None,
                durability="local",
            )
            async with running_service(settings) as service:
                await run_demo(service.grpc_target, sys.stdout, ruleset=ruleset)
        except SettingsRefused as refused:
            return _error(str(refused), _REFUSED)
        except START_ERRORS as error:
            return _error(str(error), _FAILED)
    return 0


def _rulesets(arguments: argparse.Namespace) -> int:
    from conquian_engine import RULESETS
    from conquian_service.handbook import list_lines, ruleset_lines
    from conquian_service.texts import choose_language, texts_in

    texts = texts_in(choose_language([arguments.language]))
    if arguments.name is None:
        lines = list_lines(texts)
    elif arguments.name in RULESETS:
        lines = ruleset_lines(arguments.name, texts)
    else:
        known = ", ".join(RULESETS)
        return _error(f"there is no ruleset {arguments.name!r}; there are {known}", _REFUSED)
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    sys.stdout.flush()
    return 0


def _transcript(arguments: argparse.Namespace) -> int:
    from conquian.terminal.commands import transcript

    return transcript(arguments)


def _verify(arguments: argparse.Namespace) -> int:
    from conquian_service.verification.command import run

    return run(
        arguments.file,
        game=arguments.game,
        commitment=arguments.commitment,
        entropy=arguments.entropy,
        as_json=arguments.json,
    )


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def _error(text: str, code: int) -> int:
    print(f"error: {text}", file=sys.stderr)
    return code
