"""The names of the keys."""

from __future__ import annotations

from conquian_service.storage.keys import Keys


def test_all_names_of_a_game_share_one_slot() -> None:
    """A cluster hashes what stands between the first braces: the same for all."""
    keys, game = Keys(), "abc234"
    names = {
        name(game) for name in (keys.snapshot, keys.log, keys.requests, keys.presence, keys.bell)
    }
    assert len(names) == 5
    assert {name[name.index("{") : name.index("}") + 1] for name in names} == {"{abc234}"}
    assert all(name.startswith("cq:") for name in names)


def test_another_prefix_is_another_service() -> None:
    """Two prefixes have no name in common."""
    ours, theirs = Keys(), Keys(prefix="other:")
    assert not {*ours.lobby_shards(), ours.secret("x"), ours.log("x")} & {
        *theirs.lobby_shards(),
        theirs.secret("x"),
        theirs.log("x"),
    }
