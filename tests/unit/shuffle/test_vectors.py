"""The published vectors are the oracle's, and the service's shuffle gives the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from conquian_engine import PACKS
from conquian_service.application.shuffle import _pick, commitment, draw_order, draw_seat
from tests.unit.shuffle import vectors

PUBLISHED: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="utf-8"))
GAMES: list[dict[str, Any]] = PUBLISHED["games"]


def test_the_published_file_is_what_the_plain_shuffle_gives() -> None:
    """If not: python -m tests.unit.shuffle.vectors, and a reason, for games are drawn by it."""
    assert vectors.written() == vectors.FILE.read_text(encoding="utf-8")


def test_the_packs_begin_in_the_published_order() -> None:
    """Suit by suit, low to high, copies side by side, jokers last: what the shuffle starts from."""
    assert PUBLISHED["packs"] == {name: " ".join(pack.deck) for name, pack in PACKS.items()}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game["gameId"][:6])
def test_the_service_draws_the_published_orders(game: dict[str, Any]) -> None:
    """Commitment, first dealer and every order, from what the file gives alone."""
    seed, game_id = bytes.fromhex(game["seed"]), game["gameId"]
    entropies = [bytes.fromhex(entropy) for entropy in game["entropy"]]
    cards = PUBLISHED["packs"][game["pack"]].split()
    assert game["commitment"] == commitment(seed)
    assert game["firstDealer"] == draw_seat(seed, game_id, entropies, seats=len(entropies))
    assert game["orders"] == {
        draw: " ".join(draw_order(seed, game_id, entropies, cards, draw=int(draw)))
        for draw in game["orders"]
    }


@pytest.mark.parametrize("game", PUBLISHED["reshuffles"], ids=lambda game: game["gameId"][:6])
def test_the_service_shuffles_discards_as_published(game: dict[str, Any]) -> None:
    """The same draw, of fewer cards, some of them twice (R3.20)."""
    seed, game_id = bytes.fromhex(game["seed"]), game["gameId"]
    entropies = [bytes.fromhex(entropy) for entropy in game["entropy"]]
    cards = game["cards"].split()
    assert game["orders"] == {
        draw: " ".join(draw_order(seed, game_id, entropies, cards, draw=int(draw)))
        for draw in game["orders"]
    }


@pytest.mark.parametrize("picked", PUBLISHED["picks"], ids=lambda picked: str(picked["words"]))
def test_the_service_skips_words_that_would_favour_a_pick(picked: dict[str, Any]) -> None:
    """Words at or above the greatest multiple are skipped, as published."""
    words = iter(picked["words"])
    assert picked["pick"] == _pick(words, picked["things"])
    assert list(words) == []


def test_the_vectors_reach_everything() -> None:
    """Every pack, two to eight seats, several first dealers, entropy from none to the longest."""
    sizes = {len(entropy) // 2 for game in GAMES for entropy in game["entropy"]}
    assert {game["pack"] for game in GAMES} == set(PACKS)
    assert {len(game["entropy"]) for game in GAMES} == {2, 3, 4, 6, 8}
    assert {0, 16, 64} <= sizes
    assert {game["firstDealer"] for game in GAMES} >= {0, 1, 2}
    assert max(int(draw) for game in GAMES for draw in game["orders"]) > 255
