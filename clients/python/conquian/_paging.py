"""Reading page by page, to an end that comes."""

from __future__ import annotations

from grpc import StatusCode

from conquian.errors import Failure, ServiceFault

MOST_PAGES = 10_000
"""More pages than any list of the service has."""


class PageTokens:
    """The tokens of one list's pages: "" for the first one, then as the service says."""

    def __init__(self) -> None:
        self.next = ""
        self.over = False
        self._pages = 0

    def went_to(self, following: str) -> None:
        """Note the token that a page names as the following one's.

        Raises:
            ServiceFault: the list goes round in a circle or has no end.
        """
        self._pages += 1
        if following and (following == self.next or self._pages >= MOST_PAGES):
            raise ServiceFault(Failure(StatusCode.INTERNAL, "the pages of a list do not end"))
        self.next = following
        self.over = not following
