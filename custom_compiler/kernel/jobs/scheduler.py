"""How a Dask scheduler is reached; `cluster` reaches it."""

from __future__ import annotations

import re
from typing import NamedTuple

from custom_compiler.errors import MisuseError

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[[\da-fA-F:]+\]|[^\s:/\[\]]+):\d+")


class Tls(NamedTuple):
    """Files of a TLS connection, as `dask worker --tls-ca-file --tls-cert --tls-key` takes them."""

    ca_file: str
    cert: str
    key: str


def check_address(address: str) -> None:
    """MisuseError if `address` is none of a scheduler."""
    if not _ADDRESS.fullmatch(address):
        raise MisuseError(f"{address!r} is no scheduler's address", "give tcp://host:8786")
