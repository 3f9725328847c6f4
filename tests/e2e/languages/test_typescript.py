"""The TypeScript client as README says to install it, in a project of somebody else's."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.e2e.languages.programs import BUILT_WITHIN, build, need
from tests.support.processes import Server
from tests.support.tree import ROOT, project_files

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.timeout(BUILT_WITHIN + 60)
def test_the_packed_client_plays_the_first_move(
    pair: tuple[Server, Server], tmp_path: Path
) -> None:
    """Packed in a copy of what is committed, installed elsewhere, and run as it stands."""
    need("npm", install="Node 20.19 or newer")
    for file in project_files():
        place = file.relative_to(ROOT)
        if place.parts[0] == "clients" and place.parts[1] != "python":
            (tmp_path / place.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, tmp_path / place)
    pack, install = re.findall(r"^(.*npm (?:pack|install) [^#\n]*)", README, re.MULTILINE)
    build("/bin/sh", "-c", pack, cwd=tmp_path)

    project = tmp_path / "project"
    project.mkdir()
    (project / "package.json").write_text(json.dumps({"type": "module"}))
    build("/bin/sh", "-c", install.replace("/path/to", str(tmp_path)), cwd=project)
    (program,) = re.findall(r"^```ts\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    here = program.replace("http://localhost:8080", pair[0].http)
    (project / "play.js").write_text(here, encoding="utf-8")
    played = subprocess.run(
        ["node", "play.js"], cwd=project, capture_output=True, text=True, timeout=60, check=False
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert played.stdout.startswith("4 [")
