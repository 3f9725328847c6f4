"""Is the table page served as browsers and their caches need it, and beside everything else?"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from conquian_service.bootstrap import Service
from tests.support.http1 import Answer, exchange
from tests.support.tree import ROOT

FOLDER = ROOT / "service" / "conquian_service" / "transport" / "http" / "table"
ASSETS = sorted(path.name.removesuffix(".gz") for path in FOLDER.glob("*.gz"))
HASHED = [name for name in ASSETS if name != "notices.txt"]


@pytest_asyncio.fixture(loop_scope="session")
async def page(service: Service) -> AsyncIterator[Answer]:
    """The page as a browser gets it first."""
    yield await exchange(service.http_url, "/", method="GET")


async def test_the_page_is_at_the_root(page: Answer) -> None:
    """It may load nothing but what is beside it, and is asked for anew each time."""
    assert page.status == 200
    assert page.header("content-type") == "text/html; charset=utf-8"
    assert page.header("cache-control") == "no-cache"
    assert page.header("x-content-type-options") == "nosniff"
    policy = dict(rule.split(" ", 1) for rule in page.header("content-security-policy").split("; "))
    assert policy.pop("default-src") == "'none'"
    assert {policy.pop(f"{kind}-src") for kind in ("script", "style", "connect", "img")} == {
        "'self'"
    }
    assert policy == {
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }


async def test_the_page_names_what_is_there_and_nothing_else(page: Answer) -> None:
    """No other host, no script or style within it."""
    text = page.body.decode()
    named = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert sorted(name.removeprefix("./assets/") for name in named) == sorted(HASHED)
    assert "//" not in re.sub(r"<!--.*?-->", "", text)
    assert re.search(r"<style|style=|<script(?![^>]* src=)", text) is None


@pytest.mark.parametrize("name", HASHED)
@pytest.mark.parametrize("coding", ["identity", "gzip"])
async def test_assets_are_kept_for_ever(service: Service, name: str, coding: str) -> None:
    """Their names change when they do."""
    answer = await exchange(
        service.http_url, f"/assets/{name}", [("accept-encoding", coding)], method="GET"
    )
    assert answer.status == 200
    assert answer.header("cache-control") == "public, max-age=31536000, immutable"
    assert answer.header("vary") == "Accept-Encoding"
    packed = (FOLDER / f"{name}.gz").read_bytes()
    assert (answer.body == packed) == (coding == "gzip")
    kinds = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
    assert answer.header("content-type").partition(";")[0] == kinds[name.rpartition(".")[2]]


async def test_the_page_is_sent_once_if_it_has_not_changed(service: Service, page: Answer) -> None:
    """304 to who has it; another tag gets it again."""
    tag = page.header("etag")
    for known in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        answer = await exchange(service.http_url, "/", [("if-none-match", known)], method="GET")
        assert (answer.status, answer.body) == (304, b"")
        assert answer.header("etag") == tag
    answer = await exchange(service.http_url, "/", [("if-none-match", '"other"')], method="GET")
    assert (answer.status, answer.body) == (200, page.body)


@pytest.mark.parametrize("path", ["/", f"/assets/{ASSETS[0]}"])
async def test_heads_of_pages(service: Service, path: str) -> None:
    """The same headers, and no body."""
    whole = await exchange(service.http_url, path, method="GET")
    head = await exchange(service.http_url, path, method="HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.header("content-length") == str(len(whole.body))


async def test_the_licences_of_what_is_bundled_are_served(service: Service) -> None:
    """With the names of the packages."""
    answer = await exchange(service.http_url, "/assets/notices.txt", method="GET")
    assert answer.status == 200
    assert answer.header("cache-control") == "no-cache"
    for package in ("preact", "@bufbuild/protobuf", "@connectrpc/connect"):
        assert package in answer.body.decode()


@pytest.mark.parametrize(
    "path",
    ["/assets/", "/assets/README.md", "/assets/index.html", "/assets/..%2Fpages.py", "/table"],
)
async def test_what_is_not_there_is_told_as_everywhere(service: Service, path: str) -> None:
    """In JSON, with 404."""
    answer = await exchange(service.http_url, path, method="GET")
    assert answer.status == 404
    assert answer.header("content-type") == "application/json"


async def test_the_page_is_before_nothing_else(service: Service) -> None:
    """Neither REST nor the pages for operators and developers are shadowed."""
    for path in ("/v1/rulesets", "/healthz", "/metrics", "/docs", "/openapi.json"):
        assert (await exchange(service.http_url, path, method="GET")).status == 200
    refused = await exchange(service.http_url, "/", method="POST")
    assert refused.status == 405
    assert refused.header("allow") in {"GET, HEAD", "HEAD, GET"}


def test_the_page_is_small_and_says_that_it_is_generated() -> None:
    """What a browser loads, compressed."""
    size = sum(len((FOLDER / f"{name}.gz").read_bytes()) for name in HASHED)
    assert size < 90_000
    assert "Generated by" in (FOLDER / "index.html").read_text()
    assert "Generated by" in (FOLDER / "README.md").read_text()
    attributes = (ROOT / ".gitattributes").read_text().splitlines()
    assert f"{FOLDER.relative_to(ROOT)}/** linguist-generated=true" in attributes
