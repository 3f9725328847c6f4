"""The published vectors, docs/shuffle-vectors.json, made by the plain shuffle of the oracle.

python -m tests.unit.shuffle.vectors    write the file anew
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tests.oracle.shuffle import pick, plain_commitment, plain_order, plain_pick
from tests.support.tree import ROOT

FILE = ROOT / "docs" / "shuffle-vectors.json"

FRENCH, SPANISH = "CDHS", "OCEB"
TWICE = [rank + suit for suit in FRENCH for rank in "A23456789TJQK" for _ in range(2)]
PACKS = {
    "short40": [rank + suit for suit in FRENCH for rank in "A234567JQK"],
    "spanish40": [rank + suit for suit in SPANISH for rank in "1234567SCR"],
    "courtless40": [rank + suit for suit in FRENCH for rank in "A23456789T"],
    "full52": [rank + suit for suit in FRENCH for rank in "A23456789TJQK"],
    "double104": TWICE,
    "double106": [*TWICE, *["JK"] * 2],
    "double108": [*TWICE, *["JK"] * 4],
}

# Pack, the number of bytes that each seat adds, the draws shown.
GAMES: list[tuple[str, list[int], list[int]]] = [
    ("short40", [0, 0], [1, 2, 3]),
    ("short40", [16, 0], [1, 2]),
    ("short40", [0, 16], [1, 2]),
    ("spanish40", [64, 16], [1, 50]),
    ("courtless40", [17, 33], [1, 255, 256]),
    ("full52", [32, 32], [1, 2, 1000]),
    ("short40", [0, 0, 0], [1, 2]),
    ("short40", [16, 0, 64], [1, 2]),
    ("short40", [0, 0, 0, 0], [1]),
    ("full52", [16, 24, 32, 40], [1, 65536]),
    ("double104", [0, 16], [1, 2, 3]),
    ("double106", [16, 0, 0, 0, 0, 32], [1, 2]),
    ("double108", [0, 0, 0, 0, 0, 0, 0, 64], [1, 2]),
]

# Discards that become the stock (R3.20), in the order in which their shuffle begins; the draws.
RESHUFFLES: list[tuple[str, list[int], list[int]]] = [
    ("AC AC 2C 9C KC 3D 3D TD QH QH 7S KS KS", [0, 16], [2, 3]),
    ("5C 5C", [0, 0], [2]),
    ("5C", [0, 0], [2]),
]

# Words of a stream, how many things there are to pick from, and the place of the pick.
PICKS: list[tuple[list[int], int]] = [
    ([0], 40),
    ([39], 40),
    ([40], 40),
    ([4294967279], 40),
    ([4294967280, 7], 40),
    ([4294967295, 4294967288, 123456789], 39),
    ([4294967295], 2),
    ([4294967295, 5], 3),
]


def vectors() -> dict[str, Any]:
    """What the file holds."""
    return {
        "packs": {name: " ".join(cards) for name, cards in PACKS.items()},
        "picks": [
            {"words": words, "things": things, "pick": pick(list(words), things)}
            for words, things in PICKS
        ],
        "games": [_game(number, *game) for number, game in enumerate(GAMES)],
        "reshuffles": [
            _reshuffle(number, *game) for number, game in enumerate(RESHUFFLES, len(GAMES))
        ],
    }


def written() -> str:
    """The file."""
    return json.dumps(vectors(), indent=2) + "\n"


def _game(number: int, pack: str, sizes: list[int], draws: list[int]) -> dict[str, Any]:
    secret, named = _secret(number, sizes)
    return {
        **named,
        "pack": pack,
        "firstDealer": plain_pick(*secret, 0, len(sizes)),
        "orders": {str(draw): " ".join(plain_order(*secret, draw, PACKS[pack])) for draw in draws},
    }


def _reshuffle(number: int, cards: str, sizes: list[int], draws: list[int]) -> dict[str, Any]:
    secret, named = _secret(number, sizes)
    return {
        **named,
        "cards": cards,
        "orders": {
            str(draw): " ".join(plain_order(*secret, draw, cards.split())) for draw in draws
        },
    }


def _secret(number: int, sizes: list[int]) -> tuple[tuple[bytes, str, list[bytes]], dict[str, Any]]:
    """Seed, game id and entropies, and what the file says of them."""
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    game_id = "".join(
        "abcdefghijklmnopqrstuvwxyz234567"[byte % 32]
        for byte in hashlib.sha256(f"game {number}".encode()).digest()[:26]
    )
    entropies = [
        hashlib.shake_256(f"game {number}, seat {seat}".encode()).digest(size)
        for seat, size in enumerate(sizes)
    ]
    return (seed, game_id, entropies), {
        "seed": seed.hex(),
        "commitment": plain_commitment(seed),
        "gameId": game_id,
        "entropy": [entropy.hex() for entropy in entropies],
    }


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
