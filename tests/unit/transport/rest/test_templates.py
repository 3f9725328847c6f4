"""Path templates: the grammar in the comment of google/api/http.proto."""

from __future__ import annotations

import pytest

from conquian_service.transport.http.rest.routes import Routes
from conquian_service.transport.http.rest.templates import BadTemplate, compile_template


@pytest.mark.parametrize(
    ("template", "path", "values"),
    [
        ("/v1/games", "/v1/games", []),
        ("/v1/games/{game_id}", "/v1/games/abc", ["abc"]),
        ("/v1/games/{game_id}", "/v1/games/a%2Fb%3Ac%20d", ["a/b:c d"]),
        ("/v1/games/{game_id}", "/v1/games/%E2%98%83", ["\N{SNOWMAN}"]),
        ("/v1/games/{game_id}:join", "/v1/games/abc:join", ["abc"]),
        ("/v1/games/{game_id}/seats/{seat}:free", "/v1/games/x/seats/-1:free", ["x", "-1"]),
        ("/v1/{name=shelves/*}/books", "/v1/shelves/7/books", ["shelves/7"]),
        ("/v1/{name=shelves/*/**}", "/v1/shelves/7/a/b", ["shelves/7/a/b"]),
        ("/v1/{name=**}:read", "/v1/a%2Fb/c%20d:read", ["a%2Fb/c d"]),
        ("/v1/{book.name=*}", "/v1/x", ["x"]),
        ("/v1/*/x", "/v1/anything/x", []),
        ("/v1/**", "/v1/a/b/c", []),
        ("/v1/a.b", "/v1/a.b", []),
    ],
)
def test_a_path_that_matches(template: str, path: str, values: list[str]) -> None:
    """Its variables, decoded."""
    compiled = compile_template(template)
    match = compiled.pattern.fullmatch(path)
    assert match is not None
    decoded = [
        variable.decoded(text)
        for variable, text in zip(compiled.variables, match.groups(), strict=True)
    ]
    assert decoded == values


@pytest.mark.parametrize(
    ("template", "path"),
    [
        ("/v1/games", "/v1/games/"),
        ("/v1/games", "/v1/gamesx"),
        ("/v1/games/{game_id}", "/v1/games/"),
        ("/v1/games/{game_id}", "/v1/games/a/b"),
        ("/v1/games/{game_id}", "/v1/games/a:join"),
        ("/v1/games/{game_id}:join", "/v1/games/a"),
        ("/v1/games/{game_id}:join", "/v1/games/a:joint"),
        ("/v1/{name=shelves/*}", "/v1/shelves"),
        ("/v1/a.b", "/v1/axb"),
    ],
)
def test_a_path_that_does_not_match(template: str, path: str) -> None:
    """Neither too short nor too long, and no other verb."""
    assert compile_template(template).pattern.fullmatch(path) is None


@pytest.mark.parametrize(
    "template",
    [
        "",
        "v1",
        "/",
        "/v1/",
        "/{",
        "/{}",
        "/{a",
        "/{A}",
        "/{a=}",
        "/{a={b}}",
        "/a}",
        "/a:",
        "/a:b:c",
    ],
)
def test_a_template_that_is_none(template: str) -> None:
    """Refused when the service starts, not when it is asked."""
    with pytest.raises(BadTemplate):
        compile_template(template)


def test_the_most_literal_template_counts() -> None:
    """Whatever order they come in."""
    texts = ["/v1/**", "/v1/{a}/x", "/v1/b/{c}", "/v1/b/x", "/v1/{a}:b"]
    routes = Routes((compile_template(text), "GET", text) for text in texts)
    for path, expected in (
        ("/v1/b/x", "/v1/b/x"),
        ("/v1/b/y", "/v1/b/{c}"),
        ("/v1/c/x", "/v1/{a}/x"),
        ("/v1/c:b", "/v1/{a}:b"),
        ("/v1/c/y", "/v1/**"),
        ("/v1/a/b/c", "/v1/**"),
    ):
        found = routes.find(path)
        assert found is not None
        assert found[0].by_verb == {"GET": expected}
    assert routes.find("/v2/x") is None


def test_a_place_tells_what_it_takes() -> None:
    """GET brings HEAD with it, and OPTIONS is always answered."""
    place = compile_template("/v1/games")
    found = Routes([(place, "GET", 1), (place, "POST", 2)]).find("/v1/games")
    assert found is not None
    assert found[0].allowed == "GET, HEAD, OPTIONS, POST"
