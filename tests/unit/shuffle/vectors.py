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
PACKS = {
    "short40": [rank + suit for suit in FRENCH for rank in "A234567JQK"],
    "spanish40": [rank + suit for suit in SPANISH for rank in "1234567SCR"],
    "courtless40": [rank + suit for suit in FRENCH for rank in "A23456789T"],
    "full52": [rank + suit for suit in FRENCH for rank in "A23456789TJQK"],
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
    }


def written() -> str:
    """The file."""
    return json.dumps(vectors(), indent=2) + "\n"


def _game(number: int, pack: str, sizes: list[int], draws: list[int]) -> dict[str, Any]:
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    game_id = "".join(
        "abcdefghijklmnopqrstuvwxyz234567"[byte % 32]
        for byte in hashlib.sha256(f"game {number}".encode()).digest()[:26]
    )
    entropies = [
        hashlib.shake_256(f"game {number}, seat {seat}".encode()).digest(size)
        for seat, size in enumerate(sizes)
    ]
    drawn = {
        str(draw): " ".join(plain_order(seed, game_id, entropies, draw, PACKS[pack]))
        for draw in draws
    }
    return {
        "seed": seed.hex(),
        "commitment": plain_commitment(seed),
        "gameId": game_id,
        "entropy": [entropy.hex() for entropy in entropies],
        "pack": pack,
        "firstDealer": plain_pick(seed, game_id, entropies, 0, len(sizes)),
        "orders": drawn,
    }


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
