"""Who compiles the kernels of a build: processes here, or a Dask cluster."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from custom_compiler.kernel.jobs.job import Limits
from custom_compiler.kernel.jobs.local import local_workers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.jobs.job import Workers
    from custom_compiler.kernel.op_compiler.options import Common


@contextmanager
def workers_for(root: str, common: Common) -> Iterator[tuple[Workers, Workers]]:
    """Workers of this machine, and those that compile, which may be the same.

    Raises:
        CustomCompilerError: The cluster does not answer, or its address is none.
    """
    limits = Limits(seconds=common.seconds)
    with local_workers(common.workers, limits) as here:
        if not common.scheduler:
            yield here, here
            return
        from custom_compiler.kernel.jobs.cluster import cluster_workers

        with cluster_workers(common.scheduler, common.tls, limits, root) as there:
            yield here, there
