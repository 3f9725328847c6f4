"""Settings: typed, checked, known by name, and documented."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from conquian_service.cli import main
from conquian_service.config import (
    PREFIX,
    Settings,
    SettingsRefused,
    load_settings,
    parse_origins,
    parse_token_keys,
    rows,
)
from tests.support.tree import ROOT

HEX_KEY = "ab" * 32
SECRET = "not-to-be-seen"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(PREFIX + name.upper(), raising=False)


def _refused(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> str:
    monkeypatch.setenv(PREFIX + variable, value)
    with pytest.raises(SettingsRefused) as refused:
        load_settings()
    return str(refused.value)


def test_the_defaults_run_on_a_laptop() -> None:
    """Nothing has to be set: loopback addresses, a store of our own."""
    settings = load_settings()
    assert (settings.grpc_host, settings.grpc_port) == ("127.0.0.1", 50051)
    assert (settings.http_host, settings.http_port) == ("127.0.0.1", 8080)
    assert settings.redis_url is None
    assert settings.data_dir == Path(".conquian")
    assert settings.replicas == 0


def test_variables_are_read_and_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A value of the environment wins over the default, and one given in code over both."""
    monkeypatch.setenv("CONQUIAN_GRPC_PORT", "7")
    monkeypatch.setenv("CONQUIAN_WORKERS", "2")
    monkeypatch.setenv("CONQUIAN_DRAIN_SECONDS", "2.5")
    monkeypatch.setenv("CONQUIAN_REDIS_URL", "")
    settings = load_settings(grpc_port=8)
    assert (settings.grpc_port, settings.workers, settings.drain_seconds) == (8, 2, 2.5)
    assert settings.redis_url is None


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("GRPC_PROT", "GRPC_PORT"), ("REDIS", "REDIS_URL"), ("TOKEN_KEY", "TOKEN_KEYS")],
)
def test_an_unknown_variable_is_refused_with_the_nearest_known_one(
    monkeypatch: pytest.MonkeyPatch, wrong: str, meant: str
) -> None:
    """A misspelt setting is never silently ignored."""
    told = _refused(monkeypatch, wrong, SECRET)
    assert told == f"unknown setting {PREFIX}{wrong}; did you mean {PREFIX}{meant}?"


OF_KUBERNETES = {
    "SERVICE_HOST": "127.0.0.1",
    "SERVICE_PORT": "50051",
    "SERVICE_PORT_GRPC": "50051",
    "PORT": "tcp://127.0.0.1:50051",
    "PORT_50051_TCP": "tcp://127.0.0.1:50051",
    "PORT_50051_TCP_PROTO": "tcp",
    "PORT_50051_TCP_PORT": "50051",
    "PORT_50051_TCP_ADDR": "127.0.0.1",
}
"""What it sets for a Service; between the prefix and these stands the rest of its name."""


@pytest.mark.parametrize("service", ["", "STORE_"])
def test_what_kubernetes_tells_of_services_is_no_setting(
    monkeypatch: pytest.MonkeyPatch, service: str
) -> None:
    """A Service named conquian, or conquian-store, does not keep the service from starting."""
    without = load_settings()
    for name, value in OF_KUBERNETES.items():
        monkeypatch.setenv(f"{PREFIX}{service}{name}", value)
    assert load_settings() == without


def test_what_kubernetes_could_not_mean_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt port, and a port of ours that a Service of that name overwrites."""
    told = _refused(monkeypatch, "HTTPS_PORT", "8080")
    assert told == "unknown setting CONQUIAN_HTTPS_PORT; did you mean CONQUIAN_HTTP_PORT?"
    monkeypatch.delenv("CONQUIAN_HTTPS_PORT")
    told = _refused(monkeypatch, "GRPC_PORT", OF_KUBERNETES["PORT"])
    assert told.startswith("CONQUIAN_GRPC_PORT: ")


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("GRPC_PORT", "70000"),
        ("GRPC_PORT", SECRET),
        ("KEY_PREFIX", "{a}"),
        ("DURABILITY", "replica:0"),
        ("LOG_LEVEL", SECRET),
        ("HEARTBEAT_SECONDS", "0"),
        ("MAX_WATCHERS", "0"),
        ("WORKERS", "0"),
        ("WORKERS", "65"),
        ("KEEP_FINISHED_HOURS", "-1"),
        ("TOKEN_KEYS", SECRET),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    """The message names the variable and never repeats the value, which may be a secret."""
    told = _refused(monkeypatch, variable, value)
    assert told.startswith(f"{PREFIX}{variable}: ")
    assert SECRET not in told


def test_access_by_keys_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """`keys` is a known word, refused in so many words."""
    assert "later release" in _refused(monkeypatch, "AUTH", "keys")


@pytest.mark.parametrize("variable", ["GRPC_HOST", "HTTP_HOST"])
@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "example"])
def test_open_access_is_not_offered_to_other_machines(
    monkeypatch: pytest.MonkeyPatch, variable: str, host: str
) -> None:
    """Unless it is said to be meant."""
    assert "--insecure-open" in _refused(monkeypatch, variable, host)
    assert load_settings(insecure_open=True).insecure_open


def test_replicas_need_a_store_that_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store of our own has none, so that every change would be in doubt."""
    told = _refused(monkeypatch, "DURABILITY", "replica:1")
    assert "CONQUIAN_DURABILITY=replica:1" in told
    assert "CONQUIAN_REDIS_URL" in told
    assert load_settings(redis_url="redis://store").replicas == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_loopback_addresses_are_nobody_else_s(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """All of 127.0.0.0/8, ::1 and its name."""
    monkeypatch.setenv("CONQUIAN_GRPC_HOST", host)
    assert load_settings().grpc_host == host


def test_token_keys_are_read_from_hexadecimal_and_base64() -> None:
    """The first one signs; the order is kept."""
    key = bytes(range(200, 240))
    standard, urlsafe = base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode()
    keys = parse_token_keys(f"new:{standard}, old:{HEX_KEY},url:{urlsafe.rstrip('=')}")
    assert list(keys.items()) == [("new", key), ("old", b"\xab" * 32), ("url", key)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEX_KEY, "key 1 is not ID:KEY"),
        (f":{HEX_KEY}", "key 1 is not ID:KEY"),
        (f"a.b:{HEX_KEY}", "key 1 is not ID:KEY"),
        (f"a:{HEX_KEY},", "key 2 is not ID:KEY"),
        (f"a:{HEX_KEY},a:{HEX_KEY}", "key id a is given twice"),
        (f"a:{HEX_KEY[:-2]}", "key a is not at least 32 bytes"),
        ("a:%%%", "key a is not at least 32 bytes"),
    ],
)
def test_token_keys_that_cannot_be_used(text: str, why: str) -> None:
    """The message never holds a key."""
    with pytest.raises(ValueError, match=why) as refused:
        parse_token_keys(text)
    assert HEX_KEY[:-2] not in str(refused.value)


def test_origins_are_read_as_browsers_write_them() -> None:
    """With or without a port; a slash at the end is forgiven."""
    written = "https://example.com, http://localhost:5173/,capacitor://localhost,http://[::1]:80"
    assert parse_origins(written) == (
        "https://example.com", "http://localhost:5173", "capacitor://localhost", "http://[::1]:80",
    )  # fmt: skip
    assert parse_origins("*") == ("*",)


@pytest.mark.parametrize(
    "text",
    [
        "example.com",
        "https://",
        "https://example.com/path",
        "https://EXAMPLE",
        "a,",
        "null",
        "**",
    ],
)
def test_origins_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Found at the start, not by the first page that may not call."""
    assert "origin" in _refused(monkeypatch, "CORS_ORIGINS", text)


def test_secrets_are_not_shown() -> None:
    """Neither in the table nor in a printed settings object."""
    settings = load_settings(
        token_keys=f"a:{HEX_KEY}", redis_url=f"redis://user:{SECRET}@host:6379/0?password={SECRET}"
    )
    values = {row.variable: row.value for row in rows(settings)}
    assert values["CONQUIAN_TOKEN_KEYS"] == "(secret)"
    assert values["CONQUIAN_REDIS_URL"] == "redis://(secret)@host:6379/0?(secret)"
    for text in (str(values), repr(settings), str(settings)):
        assert SECRET not in text
        assert HEX_KEY not in text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://user:SEC/RET@host:6379/0", "redis://(secret)@host:6379/0"),
        ("redis://user:SEC@RET@host/0", "redis://(secret)@host/0"),
        ("redis://user:SEC#RET@host", "redis://(secret)"),
        ("redis://:SEC?RET@host", "redis://(secret)"),
        ("redis://:SEC?RET@host?db=1", "redis://(secret)"),
        ("redis://host:6379/0?password=SEC@RET", "redis://(secret)"),
        ("rediss://SECRET@[::1]:6379", "rediss://(secret)@[::1]:6379"),
        ("unix:///run/store.sock?password=SEC@RET", "unix:///run/store.sock?(secret)"),
        ("user:SECRET@host", "(secret)"),
    ],
)
def test_a_password_is_not_shown_however_it_is_written(url: str, shown: str) -> None:
    """One that was not percent-encoded may look like a path, a query or a host."""
    settings = load_settings(redis_url=url)
    values = {row.variable: row.value for row in rows(settings)}
    assert values["CONQUIAN_REDIS_URL"] == shown


@pytest.mark.parametrize(
    "url", ["unix:///run/valkey.sock", "unix:///run/us@them.sock", "redis://[::1]:6379/0"]
)
def test_a_url_without_a_secret_is_shown(url: str) -> None:
    """An operator sees which store it is."""
    settings = load_settings(redis_url=url)
    assert {row.value for row in rows(settings)} >= {url}


def test_every_setting_says_what_it_means() -> None:
    """A sentence each."""
    assert [
        row.variable for row in rows(load_settings()) if not row.meaning.endswith((".", ".)"))
    ] == []


def test_the_documentation_is_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    """docs/configuration.md holds what `conquian config --markdown` prints."""
    assert main(["config", "--markdown"]) == 0
    table = capsys.readouterr().out
    assert table in (ROOT / "docs/configuration.md").read_text(encoding="utf-8")
