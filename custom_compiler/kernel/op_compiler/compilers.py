"""Compilers of a build's kernels: the cache, processes on this machine, or a Dask cluster."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.kernel.jobs.job import Job, JobLimits, cached_outcome
from custom_compiler.kernel.jobs.local import local_workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from custom_compiler.kernel.jobs.job import JobOutcome, Workers
    from custom_compiler.kernel.op_compiler.options import Common
    from custom_compiler.kernel.opc.engine import KernelRequest

    Compilers = Callable[[], Workers]

_COMPILE = "custom_compiler.kernel.opc.engine:compile_kernel_request"


@contextmanager
def workers_for(root: str, common: Common) -> Iterator[tuple[Workers, Compilers]]:
    """Yield workers of this machine, and a function that returns those that compile.

    No process is started and no cluster connected to before that is called: it raises
    CustomCompilerError if the cluster does not answer.
    """
    limits = JobLimits(seconds=common.seconds)
    with ExitStack() as stack:
        here = stack.enter_context(local_workers(common.workers, limits))

        @cache
        def compilers() -> Workers:
            if not common.scheduler:
                return here
            from custom_compiler.kernel.jobs.cluster import cluster_workers

            there = cluster_workers(common.scheduler, limits, root)
            return stack.enter_context(there)

        yield here, compilers


def compile_all(
    requests: Mapping[str, KernelRequest], compilers: Compilers
) -> Iterator[JobOutcome]:
    """Yield the outcome of each request, by name: cached ones first, then in order of completion.

    Raises:
        CustomCompilerError: The cluster cannot be reached.
    """
    unknown = []
    for name, request in requests.items():
        job = Job(name, _COMPILE, (request,))
        cached = cached_outcome(job, request.find_cached)
        if cached:
            yield cached
        else:
            unknown.append(job)
    if unknown:
        yield from compilers().run(unknown)
