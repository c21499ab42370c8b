"""Static kernels: information files → plan → tiling → compile → package."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.jobs.job import Job, cached_outcome
from custom_compiler.kernel.op_compiler.build_progress import BuildProgress
from custom_compiler.kernel.op_compiler.compilers import compile_all, workers_for
from custom_compiler.kernel.op_compiler.console import Console
from custom_compiler.kernel.op_compiler.operator_call import Device
from custom_compiler.kernel.op_compiler.plan import make_plan
from custom_compiler.kernel.op_compiler.results import KernelResult
from custom_compiler.kernel.op_compiler.soc_table import soc_named
from custom_compiler.kernel.op_compiler.tuning.bank import Bank
from custom_compiler.kernel.static.package import StaticKernel, write_static_package
from custom_compiler.kernel.static.static_request import StaticRequests
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.support.platform_config import read_description

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.jobs.job import JobOutcome, Workers
    from custom_compiler.kernel.op_compiler.compilers import Compilers
    from custom_compiler.kernel.op_compiler.options import StaticBuild
    from custom_compiler.kernel.op_compiler.plan import BuildPlan, PlannedKernel
    from custom_compiler.kernel.op_compiler.tuning.options import TuneOptions
    from custom_compiler.kernel.op_compiler.verify import ComparisonResult
    from custom_compiler.kernel.opc.engine import CompiledOperatorKernel, KernelRequest

_TILING = "custom_compiler.kernel.static.static_request:static_request"


def build_static(root: str, request: StaticBuild) -> int:
    """Make the package that `request` asks for; the exit code: 0, or 1 if anything failed.

    What fails is left out of the package; if nothing is left there is none.

    Raises:
        CustomCompilerError: Nothing could be begun, or the package cannot be written.
        OSError: The disk is full.
    """
    common = request.common
    config = open_toolkit(root).config
    soc = soc_named(common.soc, config)
    console = Console(common.log_level)
    console.say("static kernel compile start")
    plan = make_plan(request.folder, follow=request.follow)
    for note in (*common.notes, *plan.notes):
        console.note(note)
    console.say(f"[op_compiler] information files: {plan.files}, kernels: {len(plan.kernels)}")
    console.say("[Opc compile]")
    package = common.output.package("static_kernel")
    build_progress = BuildProgress(console, package)
    verdicts: list[ComparisonResult] = []
    with workers_for(root, common) as (workers, compilers):
        keeps = common.log_level == "debug"
        requests = StaticRequests(root, soc.name)
        device = Device(root, soc.name)
        cores = read_description(os.path.join(config, f"{soc.name}.ini")).get("ai_core_cnt", "0")
        bank = Bank(soc.name, cores, os.environ)
        build = _Build(
            device,
            plan,
            build_progress,
            requests,
            bank,
            workers,
            compilers,
            keeps,
            package,
            request.tuning,
        )
        packed = _pack(build, package, soc.unit)
        if request.verifies:
            from custom_compiler.kernel.op_compiler.verify import verify_package

            verdicts = verify_package(device, package, packed, workers, console)
    more = {"verify": [verdict._asdict() for verdict in verdicts], "tune": build.tuned}
    good = build_progress.finish(common.report, more) and all(verdict.equal for verdict in verdicts)
    console.say(f"static compiler {'success' if good else 'fail'}")
    return 0 if good else 1


def _pack(build: _Build, package: str, unit: str) -> list[PlannedKernel]:
    """Write the package of what can be made, and return what is in it; nothing: there is none."""
    # Sorted, so that it does not depend on who was first which kernels go together.
    kernels = sorted(build.kernels(), key=lambda kernel: kernel.name)
    if not kernels:
        return []
    left_out = write_static_package(kernels, package, unit, build.device.toolkit)
    for kernel, reason in left_out:
        build.build_progress.leave_out(kernel.name, reason)
    build.build_progress.packed()
    packed = {kernel.name for kernel in kernels}.difference(kernel.name for kernel, _ in left_out)
    return [kernel for kernel in build.plan.kernels if kernel.name in packed]


@dataclass
class _Build:
    """Runs a plan.

    Attributes:
        tuned: What tuning gave, for the report.
    """

    device: Device
    plan: BuildPlan
    build_progress: BuildProgress
    requests: StaticRequests
    bank: Bank
    workers: Workers
    compilers: Compilers
    keeps: bool  # the kernels in their packed form, too
    package: str = ""  # where it will be written
    tuning: TuneOptions | None = None

    def __post_init__(self) -> None:
        self.tuned: list[dict[str, Any]] = []
        self._planned = {kernel.name: kernel for kernel in self.plan.kernels}

    def kernels(self) -> Iterator[StaticKernel]:
        """Yield the kernels that could be built."""
        for path, error in self.plan.problems:
            self.build_progress.reject(path, error)
        requests = self._tuned(self._requests())
        with self.build_progress.console.progress("compile", len(requests)) as advance:
            for outcome in compile_all(requests, self.compilers):
                kernel = self._planned[outcome.job.name]
                self._note(kernel, outcome)
                advance(f"{kernel.name} {outcome.error.kind if outcome.error else 'success'}")
                if not outcome.error:
                    static_kernel = _static_kernel(kernel, outcome.value)
                    if self.keeps:
                        self.build_progress.keep(
                            static_kernel.name, static_kernel.data, static_kernel.description
                        )
                    yield static_kernel

    def _requests(self) -> dict[str, KernelRequest]:
        """Return the request of each kernel, by name."""
        requests: dict[str, KernelRequest] = {}
        with self.build_progress.console.progress("tiling", len(self._planned)) as advance:
            for outcome in self._tilings():
                advance(outcome.job.name)
                if outcome.error:
                    self._note(self._planned[outcome.job.name], outcome)
                else:
                    requests[outcome.job.name] = outcome.value
        return requests

    def _tuned(self, requests: dict[str, KernelRequest]) -> dict[str, KernelRequest]:
        """Return the requests with the fastest tiling from a search or the knowledge bank."""
        if self.tuning is None:
            return self._known_tilings(requests)
        from custom_compiler.kernel.op_compiler.tune import tune
        from custom_compiler.kernel.op_compiler.tuning.search import TrialWorkers

        self.build_progress.console.say("[Aoe tool compile]")
        kernels = self.plan.kernels
        options, console = self.tuning, self.build_progress.console
        crew = TrialWorkers(self.workers, self.compilers())
        tuning = tune(self.device, kernels, requests, options, crew, console, self.package)
        self.tuned = tuning.rows
        return tuning.requests

    def _known_tilings(self, requests: dict[str, KernelRequest]) -> dict[str, KernelRequest]:
        """Return the requests with the knowledge bank's tilings, as in dynamic tiling."""
        with_tiling: dict[str, KernelRequest] = {}
        problems: set[str] = set()  # the same for both kinds of determinism
        for name, request in requests.items():
            try:
                tiling = self.bank.tiling(request)
            except MisuseError as error:
                tiling = None
                problems.add(f"{error.message}, and ignored: {error.hint}")
            if tiling is not None:
                with_tiling[name] = request._replace(static=tiling)
        for problem in sorted(problems):
            self.build_progress.console.note(problem)
        if with_tiling:
            self.build_progress.console.say(
                f"[op_compiler] knowledge bank {self.bank.folder}: the tiling of"
                f" {len(with_tiling)} of {len(requests)} kernels"
            )
        return requests | with_tiling

    def _tilings(self) -> Iterator[JobOutcome]:
        """Yield the request of each kernel: cached tilings first, then in order of completion."""
        unknown = []
        for kernel in self.plan.kernels:
            call = (kernel.info, kernel.deterministic, kernel.symbol)
            job = Job(kernel.name, _TILING, (self.device.toolkit, *call, self.device.soc))
            cached = cached_outcome(job, partial(self.requests.find_cached, *call))
            if cached:
                yield cached
            else:
                unknown.append(job)
        if unknown:
            self.compilers()  # whether they answer is said before anything is computed
            yield from self.workers.run(unknown)

    def _note(self, kernel: PlannedKernel, outcome: JobOutcome) -> None:
        result = KernelResult(
            kernel.info.path,
            kernel.info.op_type,
            kernel.name,
            kernel.key,
            outcome.error,
            cached=not outcome.error and outcome.value.cached,
            seconds=outcome.seconds,
            worker=outcome.worker,
        )
        self.build_progress.add(result)


def _static_kernel(kernel: PlannedKernel, compiled: CompiledOperatorKernel) -> StaticKernel:
    """Return the static kernel; its files are named by determinism, but not its symbol."""
    return StaticKernel(
        kernel.info, kernel.deterministic, kernel.name, compiled.data, compiled.description
    )
