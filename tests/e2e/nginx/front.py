"""nginx as a process: the configuration we ship, with other addresses."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tests.support.processes import HOST, START_WITHIN, Process, Server, free_ports
from tests.support.tree import ROOT
from tests.support.waiting import until

SHIPPED = ROOT / "deploy" / "nginx" / "nginx.conf"
UNPACKED = ROOT / ".venv-nginx" / "usr" / "sbin" / "nginx"


def program() -> str:
    """Where nginx is."""
    found = shutil.which("nginx") or (str(UNPACKED) if UNPACKED.exists() else None)
    assert found, "no nginx here: .ci/nginx brings one, make test-nginx does so"
    return found


def configuration(folder: Path, replicas: Sequence[tuple[int, int]], ports: Sequence[int]) -> str:
    """What we ship for replicas at other ports, and for one's own folders."""
    text = SHIPPED.read_text()
    http_port, grpc_port = ports
    moved = {
        "listen 8000;": f"listen {HOST}:{http_port};",
        "listen 8001 http2;": f"listen {HOST}:{grpc_port} http2;",
        "access_log /dev/stdout": f"access_log {folder}/access.log",
    }
    for number, (replica_grpc, replica_http) in enumerate(replicas, 1):
        moved[f"conquian-{number}:8080"] = f"{HOST}:{replica_http}"
        moved[f"conquian-{number}:50051"] = f"{HOST}:{replica_grpc}"
    for shipped, own in moved.items():
        assert text.count(shipped) == 1, shipped
        text = text.replace(shipped, own)
    own_folders = "".join(
        f"    {name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return f"pid {folder}/nginx.pid;\n" + text.replace("http {\n", "http {\n" + own_folders, 1)


class Front(Process):
    """An nginx that balances over these servers."""

    def __init__(self, folder: Path, servers: Sequence[Server]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.http_port, self.grpc_port = ports = free_ports(2)
        self.access_log = folder / "access.log"
        config = folder / "nginx.conf"
        config.write_text(configuration(folder, [server.ports for server in servers], ports))
        command = [program(), "-p", str(folder), "-c", str(config), "-e", "stderr"]
        judged = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert judged.returncode == 0, judged.stderr
        super().__init__(
            [*command, "-g", "daemon off;"],
            log=folder / "nginx.log",
            env=os.environ,
            cwd=folder,
        )
        until(self._listens, seconds=START_WITHIN, what="nginx")

    @property
    def grpc_target(self) -> str:
        """Where gRPC is."""
        return f"{HOST}:{self.grpc_port}"

    @property
    def http_url(self) -> str:
        """Where all else is."""
        return f"http://{HOST}:{self.http_port}"

    def _listens(self) -> bool:
        if not self.running:
            raise AssertionError(f"nginx ended; it said:\n{self.said()[-3000:]}")
        # Its log is there a moment before its ports are.
        for port in (self.http_port, self.grpc_port):
            try:
                socket.create_connection((HOST, port), 1).close()
            except OSError:
                return False
        return True
