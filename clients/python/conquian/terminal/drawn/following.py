"""The watch of a seat, in a thread of its own, so that keys can be pressed while nothing comes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Self

from conquian.errors import ConquianError
from conquian.sync.watch import Watch
from conquian.updates import WatchItem

__all__ = ["Following"]

END_WITHIN = 5.0
"""Seconds that a closed watch may take to end."""


class Following:
    """What a watch yields, without a wait; from `with` to the end of it."""

    def __init__(self, watch: Watch, *, wake: Callable[[], None]) -> None:
        self._watch = watch
        self._wake = wake
        self._come: queue.SimpleQueue[WatchItem | None] = queue.SimpleQueue()
        self._failure: ConquianError | None = None
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self.ended = False
        """Whether nothing more will come."""

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._watch.close()
        self._thread.join(END_WITHIN)

    def news(self) -> Iterator[WatchItem]:
        """What has come since it was asked last.

        Raises:
            ConquianError: what ended the watch, after all that came before.
        """
        while not self._come.empty():
            item = self._come.get()
            if item is not None:
                yield item
                continue
            self.ended = True
            if self._failure is not None:
                raise self._failure

    def _follow(self) -> None:
        try:
            for item in self._watch:
                self._come.put(item)
                self._wake()
        except ConquianError as failure:
            self._failure = failure
        finally:
            self._come.put(None)
            self._wake()
