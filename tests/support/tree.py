"""The files of the project, for tests that read them."""

import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
GENERATED = ("clients/python/conquian/v1", "service/conquian_storage/v1")


def project_files() -> list[pathlib.Path]:
    """Every file that is or would be committed, in a stable order."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = (ROOT / name for name in listed.stdout.split("\0") if name)
    return sorted(path for path in paths if path.is_file())


def python_files(folder: str) -> list[pathlib.Path]:
    """The Python files below a folder, generated ones left out."""
    return sorted(path for path in (ROOT / folder).rglob("*.py") if not is_generated(path))


def is_generated(path: pathlib.Path) -> bool:
    """Whether `make generate` wrote it."""
    return path.relative_to(ROOT).as_posix().startswith(GENERATED)
