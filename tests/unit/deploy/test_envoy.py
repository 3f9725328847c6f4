"""deploy/envoy/envoy.yaml as data: nothing in it cuts a stream, and nothing repeats a move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from google.protobuf.descriptor import MethodDescriptor

from conquian_service.config import load_settings
from conquian_service.transport import game_service, rules_service
from tests.support.tree import ROOT

CONFIG = yaml.safe_load((ROOT / "deploy/envoy/envoy.yaml").read_text())
SILENCE = 15 * 60
"""Seconds that a stream may be silent for."""
NOT_SENT_YET = {"connect-failure", "refused-stream", "reset-before-request"}
"""Failures after which a replica surely has not seen the request."""


def _manager() -> Any:
    (listener,) = CONFIG["static_resources"]["listeners"]
    (chain,) = listener["filter_chains"]
    (only,) = chain["filters"]
    return only["typed_config"]


def _host() -> Any:
    (host,) = _manager()["route_config"]["virtual_hosts"]
    return host


def _clusters() -> dict[str, Any]:
    return {cluster["name"]: cluster for cluster in CONFIG["static_resources"]["clusters"]}


def _seconds(duration: str) -> float:
    found = re.fullmatch(r"([0-9.]+)s", duration)
    assert found, duration
    return float(found[1])


def _route(path: str, verb: str, *, grpc: bool) -> dict[str, Any]:
    """The first route that takes a request, as Envoy looks for it."""
    for route in _host()["routes"]:
        match = route["match"]
        if "grpc" in match and not grpc:
            continue
        if any(header["string_match"]["exact"] != verb for header in match.get("headers", ())):
            continue
        pattern = match.get("safe_regex", {}).get("regex")
        if (
            match.get("path") == path
            or ("prefix" in match and path.startswith(match["prefix"]))
            or (pattern is not None and re.fullmatch(pattern, path.partition("?")[0]))
        ):
            found: dict[str, Any] = route["route"]
            return found
    raise AssertionError(f"no route for {path}")


def ways(method: MethodDescriptor) -> Iterator[tuple[str, str, bool]]:
    """Path, verb, and whether it is gRPC, for each way to make a call."""
    path = f"/{method.containing_service.full_name}/{method.name}"
    yield path, "POST", True
    yield path, "POST", False
    if method.server_streaming:
        yield f"/v1/games/{'a' * 26}/events:watch?after_revision=3", "GET", False


METHODS = [
    method
    for service in (game_service.SERVICE, rules_service.SERVICE)
    for method in service.methods
]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_a_stream_may_be_silent_and_a_call_has_its_time(method: MethodDescriptor) -> None:
    """Streams: no limit on the whole, a quarter of an hour of silence. Calls: a long poll."""
    for path, verb, grpc in ways(method):
        route = _route(path, verb, grpc=grpc)
        assert route["cluster"] == ("grpc" if grpc else "http")
        if method.server_streaming:
            assert _seconds(route["timeout"]) == 0
            assert _seconds(route["idle_timeout"]) >= SILENCE
            assert "max_stream_duration" not in route
        else:
            assert _seconds(route["timeout"]) > 30
            assert "idle_timeout" not in route


def test_nothing_around_the_routes_cuts_a_stream() -> None:
    """Neither connections nor streams have a longest life; silence is allowed below them too."""
    manager = _manager()
    assert _seconds(manager["stream_idle_timeout"]) >= SILENCE
    common = manager["common_http_protocol_options"]
    assert _seconds(common["idle_timeout"]) >= SILENCE
    assert not {"max_connection_duration", "max_stream_duration"} & set(common)
    for cluster in _clusters().values():
        (options,) = cluster["typed_extension_protocol_options"].values()
        common = options.get("common_http_protocol_options", {})
        assert not {"max_connection_duration", "max_stream_duration"} & set(common)


def test_the_service_speaks_more_often_than_any_silence_allowed() -> None:
    """Heartbeats come by default each ten seconds; proxies on the way allow a minute or so."""
    assert load_settings().heartbeat_seconds * 3 <= 30 < SILENCE


def test_only_what_changes_nothing_is_sent_again_after_it_was_sent() -> None:
    """A move is repeated by who made it, who knows its request_id; never by a proxy."""
    assert set(_host()["retry_policy"]["retry_on"].split(",")) <= NOT_SENT_YET
    for route in _host()["routes"]:
        policy = route.get("route", {}).get("retry_policy")
        if policy is not None and not set(policy["retry_on"].split(",")) <= NOT_SENT_YET:
            verbs = [header["string_match"]["exact"] for header in route["match"]["headers"]]
            assert verbs == ["GET"]


def test_readiness_decides_who_gets_calls() -> None:
    """Of both ports, at the HTTP port, and soon."""
    for name, cluster in _clusters().items():
        (check,) = cluster["health_checks"]
        assert check["http_health_check"]["path"] == "/readyz"
        noticed = _seconds(check["interval"]) * check["unhealthy_threshold"]
        assert noticed + _seconds(check["timeout"]) < 5
        assert check["no_traffic_interval"] == check["interval"]
        (group,) = cluster["load_assignment"]["endpoints"]
        assert len(group["lb_endpoints"]) == 2
        for endpoint in (each["endpoint"] for each in group["lb_endpoints"]):
            checked = endpoint.get("health_check_config", endpoint["address"]["socket_address"])
            assert checked["port_value"] == 8080, name


def test_the_log_knows_no_query_and_no_header_of_a_caller() -> None:
    """A query may hold a ticket, a header a token."""
    (log,) = _manager()["access_log"]
    said = str(log["typed_config"]["log_format"]["json_format"])
    assert set(re.findall(r"%REQ\((.*?)\)", said)) == {":METHOD"}
    assert re.findall(r"%PATH\((.*?)\)", said) == ["NQ:PATH"]


def test_envoy_s_own_pages_are_for_its_own_machine() -> None:
    """They can stop it."""
    assert CONFIG["admin"]["address"]["socket_address"]["address"] == "127.0.0.1"
