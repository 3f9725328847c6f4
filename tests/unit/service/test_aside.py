"""What takes long is done by a process beside this one, and bounded there."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from conquian_engine import RULESETS
from conquian_service.application import rulebook
from conquian_service.application.errors import CallReason, CallRefused
from conquian_service.aside import Aside
from tests.support.waiting import until


@pytest.fixture
async def aside() -> AsyncIterator[Aside]:
    """A process that has a second for each question."""
    aside = Aside(seconds=1.0, waiting=2)
    yield aside
    aside.close()


async def test_answers_come_back(aside: Aside) -> None:
    """Values of ours too, from one process that is not this one."""
    assert await aside.ask(rulebook.get_ruleset, "classic") == RULESETS["classic"]
    other = await aside.ask(os.getpid)
    assert other != os.getpid()
    assert await aside.ask(os.getpid) == other


async def test_a_refusal_comes_back_whole(aside: Aside) -> None:
    """With all it says; the process goes on."""
    other = await aside.ask(os.getpid)
    with pytest.raises(CallRefused) as refused:
        await aside.ask(rulebook.get_ruleset, "poker")
    assert refused.value.reason is CallReason.RULESET_NOT_FOUND
    assert refused.value.field == "ruleset"
    assert "classic" in refused.value.facts["allowed"]
    with pytest.raises(CallRefused) as bare:
        await aside.ask(rulebook.get_ruleset, "")
    assert (bare.value.reason, bare.value.facts) == (CallReason.FIELD_MISSING, {})
    assert await aside.ask(os.getpid) == other


async def test_a_fault_tells_its_kind_only(aside: Aside) -> None:
    """The text may hold what the caller sent."""
    with pytest.raises(RuntimeError) as fault:
        await aside.ask(int, "7H secret")
    assert str(fault.value) == "ValueError"


async def test_a_question_that_takes_too_long_is_refused(aside: Aside) -> None:
    """Its process is killed, and the next question answered by a fresh one."""
    other = await aside.ask(os.getpid)
    with pytest.raises(CallRefused) as refused:
        await aside.ask(time.sleep, 60)
    assert refused.value.reason is CallReason.POSITION_TOO_COMPLEX
    assert await aside.ask(os.getpid) != other
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)


async def test_who_goes_away_leaves_no_answer_to_the_next(aside: Aside) -> None:
    """A cancelled question is not answered to somebody else."""
    await aside.ask(os.getpid)
    asked = asyncio.create_task(aside.ask(time.sleep, 60))
    await asyncio.sleep(0.05)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await aside.ask(len, "four") == 4


async def test_only_so_many_wait(aside: Aside) -> None:
    """The others are told to come again; those that wait are answered in turn."""
    asked = [asyncio.create_task(aside.ask(len, "x" * length)) for length in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(CallRefused) as refused:
        await aside.ask(len, "")
    assert refused.value.reason is CallReason.RATE_LIMITED
    assert refused.value.retry_millis
    assert await asyncio.gather(*asked) == [0, 1, 2]
    assert await aside.ask(len, "again") == 5


async def test_a_process_that_dies_is_replaced(aside: Aside) -> None:
    """Whoever asked it meets a fault; the next one does not."""
    with pytest.raises(asyncio.IncompleteReadError):
        await aside.ask(os._exit, 3)
    assert await aside.ask(len, "on") == 2


async def test_what_lies_where_it_is_started_is_not_its_own(
    aside: Aside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file there that has the name of a module takes no module's place."""
    for name in ("pickle.py", "socket.py", "subprocess.py"):
        tmp_path.joinpath(name).write_text("raise SystemExit(3)\n")
    monkeypatch.chdir(tmp_path)
    assert await aside.ask(len, "four") == 4


@pytest.mark.parametrize("busy", [False, True], ids=["idle", "busy"])
def test_it_ends_with_its_parent(*, busy: bool) -> None:
    """Also when the parent is killed and can say nothing, and in the middle of an answer."""
    program = """
        import asyncio, os, signal, sys, time, timeit
        from conquian_service.aside import Aside

        async def main():
            aside = Aside(seconds=60)
            print(await aside.ask(os.getpid), flush=True)
            if "busy" in sys.argv:
                hours = aside.ask(timeit.timeit, "pass", "pass", time.perf_counter, 10**12)
                asked = asyncio.create_task(hours)
                await asyncio.sleep(0)
            os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
    """
    # Its errors would be the child's too, and reading them would wait for the child's end.
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), "busy" if busy else "idle"],
        stdout=subprocess.PIPE,
        check=False,
    )
    assert run.returncode == -signal.SIGKILL
    child = int(run.stdout)

    def gone() -> bool:
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return True
        return False

    until(gone, seconds=5, what="the child is gone")
