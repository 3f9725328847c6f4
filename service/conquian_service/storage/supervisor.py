"""Keeps one Valkey running for as long as the service holds a pipe open.

Run as a program of its own, `python -I -S supervisor.py JOB`, on the standard
library alone. Its standard input is the pipe: end of file means that the service
is gone, however it died. Then Valkey gets SIGTERM, never SIGKILL, and is waited
for. Its standard output tells the service, one JSON object a line:

    {"ready": socket path, "pid": of Valkey}     it answers
    {"failed": text for an operator}             it did not start, or died

An exclusive lock on the data directory is held until Valkey is gone: two on one
directory would both write one file. Valkey holds it too, so that it outlives even
this program; where the system can, Valkey is told to end when this program dies.
"""

from __future__ import annotations

import ctypes
import fcntl
import json
import os
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from typing import IO, Any, NoReturn

# Of a socket's path, its terminating zero included: 108 on Linux, 104 on macOS and BSD.
_LONGEST_PATH = 107 if sys.platform == "linux" else 103
_LOG_LIMIT = 1_000_000
_PR_SET_PDEATHSIG = 1
_TICK = 0.02


class _Failed(Exception):
    """The store cannot be started. The text is for an operator."""


class _Gone(Exception):
    """The service went away before its store was ready."""
