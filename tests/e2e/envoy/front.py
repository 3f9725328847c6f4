"""Envoy as a process: the configuration we ship, with other addresses."""

from __future__ import annotations

import json
import os
import re
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from tests.conformance.every_door import Served
from tests.support.processes import HOST, START_WITHIN, Process, free_ports
from tests.support.tree import ROOT
from tests.support.waiting import until

SHIPPED = ROOT / "deploy" / "envoy" / "envoy.yaml"
PROGRAM = ROOT / ".venv-envoy" / "bin" / "envoy"


class Front(Process):
    """An Envoy that balances over these servers; ready when all of them are."""

    def __init__(self, folder: Path, servers: Sequence[Served]) -> None:
        assert PROGRAM.exists(), "no Envoy here: make venv-envoy brings it, make test-all does so"
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self._admin = free_ports(2)
        self._servers = len(servers)
        config = folder / "envoy.json"
        config.write_text(json.dumps(self._configuration(servers)))
        super().__init__(
            [
                str(PROGRAM),
                *("--config-path", str(config)),
                *("--concurrency", "1"),
                "--disable-hot-restart",
                *("--log-level", "warning"),
                *("--file-flush-interval-msec", "100"),
            ],
            log=folder / "envoy.log",
            env=os.environ,
            cwd=folder,
        )
        until(self.sees_all, seconds=START_WITHIN, what="Envoy to find the servers ready")

    @property
    def grpc_target(self) -> str:
        """Where gRPC is."""
        return f"{HOST}:{self.port}"

    @property
    def http_url(self) -> str:
        """Where all else is."""
        return f"http://{HOST}:{self.port}"

    def _ready(self) -> list[int]:
        """How many servers it would send calls to: by gRPC, by HTTP."""
        if not self.running:
            raise AssertionError(f"Envoy ended; it said:\n{self.said()[-3000:]}")
        hosts = re.findall(
            r"^(\w+)::.*::health_flags::healthy$", self.admin("/clusters"), re.MULTILINE
        )
        return [hosts.count(cluster) for cluster in ("grpc", "http")]

    def sees_all(self) -> bool:
        """Whether it would send calls to every server, by every door."""
        return set(self._ready()) == {self._servers}

    def misses_one(self) -> bool:
        """Whether it would send no calls to one of the servers, by no door."""
        return set(self._ready()) == {self._servers - 1}

    def admin(self, path: str) -> str:
        """A page of its own; empty if there is none yet."""
        try:
            with urllib.request.urlopen(f"http://{HOST}:{self._admin}{path}", timeout=2) as page:
                text: str = page.read().decode()
                return text
        except (OSError, urllib.error.HTTPError):
            return ""

    def _configuration(self, servers: Sequence[Served]) -> dict[str, Any]:
        config: dict[str, Any] = yaml.safe_load(SHIPPED.read_text())
        config["admin"]["address"]["socket_address"]["port_value"] = self._admin
        (listener,) = config["static_resources"]["listeners"]
        listener["address"]["socket_address"] = {"address": HOST, "port_value": self.port}
        for cluster in config["static_resources"]["clusters"]:
            (group,) = cluster["load_assignment"]["endpoints"]
            (model, *_) = group["lb_endpoints"]
            group["lb_endpoints"] = [_endpoint(model, server) for server in servers]
        return config


def _endpoint(model: dict[str, Any], server: Served) -> dict[str, Any]:
    grpc_port, http_port = (
        int(place.rpartition(":")[2]) for place in (server.grpc_target, server.http_url)
    )
    by_grpc = "health_check_config" in model["endpoint"]
    port = grpc_port if by_grpc else http_port
    endpoint: dict[str, Any] = {
        "address": {"socket_address": {"address": HOST, "port_value": port}}
    }
    if by_grpc:
        endpoint["health_check_config"] = {"port_value": http_port}
    return {"endpoint": endpoint}
