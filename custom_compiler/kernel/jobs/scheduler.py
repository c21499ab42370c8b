"""Address and credentials of a Dask scheduler, to which `cluster` connects."""

from __future__ import annotations

import ipaddress
import os
import re
from typing import NamedTuple

from custom_compiler.errors import MisuseError

_ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[([\da-fA-F:]+)\]|([^\s:/\[\]]+)):\d+")
_ENCRYPTED = ("tls", "wss")


class Tls(NamedTuple):
    """Files of a TLS connection, as `dask worker --tls-ca-file --tls-cert --tls-key` takes them."""

    ca_file: str
    cert: str
    key: str


class SchedulerAddress(NamedTuple):
    """The scheduler of a cluster."""

    address: str  # such as "tls://host:8786"
    tls: Tls | None = None  # None: what Dask's own configuration says
    is_insecure: bool = False  # without TLS on a network, because the user wants it so

    @property
    def is_encrypted(self) -> bool:
        """Return whether its address is one of TLS."""
        return self.address.partition("://")[0] in _ENCRYPTED


def check_scheduler(scheduler: SchedulerAddress) -> None:
    """Raise MisuseError unless the scheduler can be reached so that nobody else is believed."""
    address = scheduler.address
    match = _ADDRESS.fullmatch(address)
    if not match:
        raise MisuseError(f"{address!r} is no scheduler's address", "give tls://host:8786")
    if scheduler.is_encrypted:
        for path in scheduler.tls or ():
            if not os.path.isfile(path):
                hint = "give the files that the scheduler's --tls options name"
                raise MisuseError(f"{path}: no such file for the TLS connection", hint)
        return
    if scheduler.tls:
        message = f"{address}: TLS files are given, the address is none of TLS"
        raise MisuseError(message, f"give tls://{address.partition('://')[2]}")
    if not scheduler.is_insecure and not _is_loopback(next(filter(None, match.groups()))):
        message = f"{address}: jobs and kernels would travel over a network without TLS"
        hint = "give a tls:// scheduler and its --tls files, or --insecure-cluster"
        raise MisuseError(message, hint)


def _is_loopback(host: str) -> bool:
    """Return whether a host is this machine, without a query to an untrusted name server."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
