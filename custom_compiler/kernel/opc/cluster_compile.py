"""Kernels compiled through the process that a build connects to a cluster (`jobs/server.py`)."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.frames import frame, read_message, write_all
from custom_compiler.kernel.jobs.job import Job

if TYPE_CHECKING:
    from custom_compiler.kernel.jobs.job import JobError
    from custom_compiler.kernel.opc.engine import CompiledOperatorKernel, KernelRequest

_COMPILE = "custom_compiler.kernel.opc.engine:compile_kernel_request"


class Shipment(NamedTuple):
    """A packed request: whoever sends it need not know what it names."""

    request: KernelRequest
    paths: list[str]

    def find_cached(self) -> None:
        """See `Cacheable`."""

    def packed(self) -> tuple[KernelRequest, list[str]]:
        """See `Portable`."""
        return self

    def received(self, value: Any) -> Any:
        """See `Cacheable`."""
        return value


def compile_on_cluster(server: str, request: KernelRequest) -> CompiledOperatorKernel:
    """Return the kernel, from the cache or from the process at the socket `server`.

    Raise MisuseError and BuildError like a local compilation.
    """
    cached_kernel = request.find_cached()
    if cached_kernel is not None:
        return cached_kernel
    job = Job(request.signature.bin_filename, _COMPILE, (Shipment(*request.packed()),))
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(server)
            write_all(connection.fileno(), frame(job))
            value, error, _, worker = read_message(connection.fileno())
    except (OSError, EOFError) as failure:
        message = f"the process that sends kernels to the scheduler is gone: {failure}"
        raise BuildError(
            message, "unset CUSTOM_COMPILER_COMPILE_SERVER to compile here"
        ) from failure
    if error is not None:
        raise _as_raised(error, worker)
    return request.received(value)


def _as_raised(error: JobError, worker: str) -> BuildError | MisuseError:
    if error.kind == "misuse":
        return MisuseError(error.message, error.hint, details=error.details)
    message = error.message
    if error.kind not in {"failed", "lost"}:
        message = f"the compile on {worker} {error.kind}: {error.message}"
    return BuildError(message, error.hint, details=error.details)
