"""What the documents do by curl does work, in bash, from the first line to the last."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.e2e.test_documents import WITHIN, environment
from tests.support.processes import Server
from tests.support.tree import ROOT

ADDRESS = "http://localhost:8080"
EXPECTED = {
    "README.md": ['"passed":{"seat":1}'],
    "docs/rest-api.md": [
        '"legalMoves":[{',
        '"passed":{"seat":1}',
        "id: 4\nevent: update\n",
        '"cause":"CAUSE_RESIGNATION"',
        '"entries":[{"revision":1,',
        "moev: There is no such field in PlayMoveRequest.",
        '"reason":"RULESET_NOT_FOUND"',
    ],
}
"""What a reader is promised to see."""


@pytest.mark.parametrize("document", sorted(EXPECTED))
def test_the_commands_of_a_document_work(pair: tuple[Server, Server], document: str) -> None:
    """One after the other, at the service under test."""
    for program in ("bash", "curl"):
        assert shutil.which(program), f"no {program} here: install it; nothing is skipped"
    text = (ROOT / document).read_text(encoding="utf-8")
    parts = [part.partition("```")[0] for part in text.split("```bash\n")[1:]]
    script = "set -euo pipefail\n" + "".join(parts).replace(ADDRESS, pair[0].http)
    ended = subprocess.run(
        ["bash", "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert [promised for promised in EXPECTED[document] if promised not in ended.stdout] == []
