"""Node, for the peer that runs on it: is it there, and are its packages as locked."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "boardgame"
_OLDEST = 20
_INSTALL_WITHIN = 300.0


class NoNode(Exception):
    """Nothing of Node can be measured. The text is the reason, in a few words."""


async def ready_node() -> str:
    """The path of Node, once the locked packages are installed beside `FOLDER`'s programs.

    Raises:
        NoNode: it is absent or too old, or npm could not install them.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None:
        raise NoNode("no node")
    number = (await _output(node, "--version")).strip()
    if int(number.removeprefix("v").partition(".")[0]) < _OLDEST:
        raise NoNode(f"node {number} is older than {_OLDEST}")
    wanted = _digest(number.encode(), (FOLDER / "package-lock.json").read_bytes())
    stamp = FOLDER / "node_modules" / "installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        if npm is None:
            raise NoNode("no npm")
        print("  npm installs boardgame.io ...", flush=True)
        # No package of the lock needs a script of its own to be installed.
        await _output(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        stamp.write_text(wanted)
    return node


async def _output(*command: str) -> str:
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=FOLDER,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    what = Path(command[0]).name
    try:
        async with asyncio.timeout(_INSTALL_WITHIN):
            said, complained = await process.communicate()
    except TimeoutError:
        raise NoNode(f"{what} was silent for {_INSTALL_WITHIN:.0f} s") from None
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        why = (complained.decode(errors="replace").strip() or "it does not say why").splitlines()
        raise NoNode(f"{what} failed: {why[0]}")
    return said.decode()


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()
