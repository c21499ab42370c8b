"""Kernels of a build on a Dask cluster: the process that sends them there."""

from __future__ import annotations

import json
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.support.processes import Helper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_SERVER = "custom_compiler.kernel.jobs.server"
_FEATURE = "compile_server"


@dataclass(frozen=True, slots=True)
class CompileScheduler:
    """A Dask scheduler whose workers compile kernels.

    Attributes:
        address: Of a Dask scheduler, such as "tls://host:8786".
        tls: The files of a TLS connection: authority, certificate, key; or none.
        is_insecure: Without TLS on a network, because the user wants it so.
    """

    address: str
    tls: tuple[Path, ...] = ()
    is_insecure: bool = False


@dataclass(frozen=True, slots=True)
class Connection:
    """A running connection.

    Attributes:
        environment: What tells opc of it.
        threads: Kernels that the workers compile at a time.
    """

    environment: dict[str, str]
    threads: int


@contextmanager
def connected(scheduler: CompileScheduler, toolkit: Path) -> Iterator[Connection]:
    """Connect opc of `toolkit` with the scheduler; raise MisuseError or BuildError on failure."""
    features = toolkit / "compiler" / "opc_features"
    if not features.is_file() or _FEATURE not in features.read_text(encoding="utf-8").split():
        message = f"--scheduler: the toolkit {toolkit} compiles kernels on this machine only"
        raise MisuseError(message, "build with the embedded CANN, or leave --scheduler out")
    with tempfile.TemporaryDirectory(prefix="custom_compiler-") as folder:
        path = f"{folder}/socket"
        words = [path, str(toolkit), scheduler.address, str(int(scheduler.is_insecure))]
        words += map(str, scheduler.tls)
        server = Helper([sys.executable, "-m", _SERVER, *words])
        try:
            environment = {"CUSTOM_COMPILER_COMPILE_SERVER": path}
            yield Connection(environment, _threads(server))
        finally:
            server.kill()
            server.close()
            server.answers.close()


def _threads(server: Helper) -> int:
    answer = json.loads(server.answers.readline() or "{}")
    if "threads" in answer:
        return int(answer["threads"])
    message = answer.get("error", "the process that sends kernels to the scheduler failed")
    kind = MisuseError if server.wait() == MisuseError.exit_code else BuildError
    raise kind(f"--scheduler: {message}", answer.get("hint", ""))
