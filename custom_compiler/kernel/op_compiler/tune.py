"""`-m tune`: each call's fastest launch, searched; tuned static kernels, a bank, and a page."""

from __future__ import annotations

import math
import os
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.op_compiler.random_data import element_size
from custom_compiler.kernel.op_compiler.tuning.bank import bank_folder, update_bank
from custom_compiler.kernel.op_compiler.tuning.declaration import read_declaration
from custom_compiler.kernel.op_compiler.tuning.device import owned_device
from custom_compiler.kernel.op_compiler.tuning.knobs import tunables_of
from custom_compiler.kernel.op_compiler.tuning.layout import definition_of
from custom_compiler.kernel.op_compiler.tuning.search import (
    Found,
    NoWorkersError,
    TrialWorkers,
    run_one,
    search,
)
from custom_compiler.kernel.op_compiler.tuning.trial import LaunchBench, Untuned, bank_entry
from custom_compiler.kernel.op_compiler.verify import call_of
from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request
from custom_compiler.kernel.static.information import TensorInfo
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.search.page import Searched, page
from custom_compiler.support.files import write_atomic
from custom_compiler.support.platform_config import read_description
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from custom_compiler.kernel.op_compiler.console import Console
    from custom_compiler.kernel.op_compiler.operator_call import Device
    from custom_compiler.kernel.op_compiler.plan import PlannedKernel
    from custom_compiler.kernel.op_compiler.tuning.knobs import TunableLaunch
    from custom_compiler.kernel.op_compiler.tuning.options import TuneOptions
    from custom_compiler.kernel.opc.engine import KernelRequest
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.search.trial import Trial

HOST_HEADERS = "op_host"  # in a package, next to the implementation files: those that declare
_UNITS = {"cycles": "cycles", "time": "us"}
_LONG_UNITS = {"cycles": "cycles of the model", "time": "us on this machine"}
_SHOWN_LINES = 8  # of a tool's own words
_LARGEST = 7  # of random integers, which may be indices


class TunedCall(NamedTuple):
    """A call that was tuned."""

    op_type: str
    path: str  # of its information file
    options: TuneOptions
    result: Found


@dataclass(frozen=True)
class Tuning:
    """Result of tuning some calls.

    Attributes:
        requests: Request of each kernel, by its name; tuned where a faster launch was found.
        rows: For the report, one for each call.
        page: The page's path; "": nothing was tuned.
    """

    requests: dict[str, KernelRequest]
    rows: list[dict[str, Any]]
    page: str


def tune(  # noqa: PLR0913, PLR0917 - what tuning is made of
    device: Device,
    kernels: Sequence[PlannedKernel],
    requests: Mapping[str, KernelRequest],
    options: TuneOptions,
    crew: TrialWorkers,
    console: Console,
    package: str,
) -> Tuning:
    """Tune the calls of `kernels`, whose untuned kernels `requests` are for, by name.

    Kernels without tunables stay unmodified, with a note. Banks are updated; the page is next to
    the `package` that will be written.

    Raises:
        MisuseError: Another run tunes, profiling is on, or the sampler is not installed.
        NoWorkersError: Those who run trials are lost, or have other versions.
        OSError: The disk is full.
    """
    toolkit = open_toolkit(device.toolkit)
    session = _Session(device, toolkit, options, console, {}, [])
    tuned: dict[str, KernelRequest] = {}
    with owned_device(), session.calls(crew) as session.crew:
        for kernel in kernels:
            if kernel.name in requests:
                tuned[kernel.name] = session.tuned(kernel, requests[kernel.name])
    report = f"{package.removesuffix('.run')}_tune.html" if session.tuned_calls else ""
    if report:
        write_atomic(report, page([_searched(entry) for entry in session.tuned_calls]).encode())
        console.say(f"[op_compiler] tune page: {report}")
    return Tuning(tuned, [_row(entry) for entry in session.tuned_calls], report)


@dataclass
class _Session:
    device: Device
    toolkit: KernelToolkit
    options: TuneOptions
    console: Console
    results: dict[tuple[Any, ...], Found]
    tuned_calls: list[TunedCall]

    def __post_init__(self) -> None:
        self.crew: TrialWorkers
        self.folder = ""

    @contextmanager
    def calls(self, crew: TrialWorkers) -> Iterator[TrialWorkers]:
        """Provide the workers for calls: the given ones, or a single local one for timing."""
        with tempfile.TemporaryDirectory(prefix="op_compiler-tune-") as self.folder:
            if self.options.judge != "time":
                yield crew
                return
            if crew.trials is not crew.here:
                message = "trials are timed on this machine: times of several do not compare"
                self.console.note(message)
            with local_workers(1, JobLimits()) as alone:
                yield TrialWorkers(alone, alone)

    def tuned(self, kernel: PlannedKernel, request: KernelRequest) -> KernelRequest:
        """Return the request with the fastest launch, which may be the original one."""
        if request.static is None:
            return request
        try:
            result = self._search(kernel, request)
        except NoWorkersError:
            raise
        except CustomCompilerError as error:
            self.console.note(f"{kernel.name} stays unmodified: {error.message}")
            for words in filter(None, (error.hint, *error.details.splitlines()[:_SHOWN_LINES])):
                self.console.note(f"{kernel.name}: {words}")
            return request
        return _with_launch(request, result.best)

    def _search(self, kernel: PlannedKernel, request: KernelRequest) -> Found:
        folder = os.path.join(self.folder, kernel.name)
        call = call_of(kernel, _LARGEST)
        opp = os.environ.get("ASCEND_OPP_PATH") or os.path.join(self.device.toolkit, "opp")
        bench = LaunchBench(
            self.device,
            os.path.abspath(opp),
            folder,
            call,
            self.options.judge,
            0.0,
            JobLimits().seconds,
        )
        untuned: Untuned = run_one(self.crew.here, f"{kernel.name} untuned", "try_untuned", bench)
        same = (kernel.info.path, untuned.launch, untuned.record["kernel"])
        result = self.results.get(same)
        if result is None:
            result = self._search_new(kernel, bench, untuned)
            result = self._judged_as_static(kernel, request, bench, result)
            self.results[same] = result
            self.tuned_calls.append(
                TunedCall(kernel.info.op_type, kernel.info.path, self.options, result)
            )
            self._say(kernel.info.op_type, result)
        self._teach(untuned, result)
        return result

    def _search_new(self, kernel: PlannedKernel, bench: LaunchBench, untuned: Untuned) -> Found:
        installed = read_installed(untuned.record["path"], self.device.soc)
        request = rebuild_request(self.device.toolkit, installed, [])
        implementation = read_implementation(request.implementation, "")
        source = find_source(implementation, request.implementation, request.source)
        host = os.path.join(os.path.dirname(request.implementation), HOST_HEADERS)
        declaration = read_declaration(source, kernel.info.op_type, host, definition_of(request))
        facts = self._facts(kernel)
        tunables = tunables_of(declaration, request, untuned.launch, facts)
        bench = bench._replace(tolerance=tunables.tolerance)
        total = min(self.options.trials, tunables.space.size)
        best = untuned.cost
        with self.console.progress(f"tune {kernel.info.op_type}", total) as advance:

            def on_trial(trial: Trial) -> None:
                nonlocal best
                best = min(best, best if trial.cost is None else trial.cost)
                advance(f"best {_cost(best, self.options)} ({_percent(best, untuned.cost)})")

            journals = Store().path("journals")
            return search(
                bench,
                untuned,
                tunables,
                declaration,
                self.options,
                self.crew,
                journals,
                on_trial,
            )

    def _judged_as_static(
        self, kernel: PlannedKernel, request: KernelRequest, bench: LaunchBench, result: Found
    ) -> Found:
        """Return the result, if the static kernel is faster with it, too, since that is packed."""
        if result.best == result.untuned.launch:
            return result
        bench = bench._replace(tolerance=result.tunables.tolerance)
        untuned, tuned = (
            run_one(
                self.crew.here,
                f"{kernel.name} static",
                "try_static",
                bench,
                kernel,
                _with_launch(request, launch),
            )
            for launch in (result.untuned.launch, result.best)
        )
        if untuned.cost is not None and tuned.cost is not None and tuned.cost < untuned.cost:
            return replace(result, static=(untuned.cost, tuned.cost))
        costs = [each.problem or _cost(each.cost, self.options) for each in (untuned, tuned)]
        message = (
            f"{kernel.name} stays unmodified: untuned {costs[0]}, with the best setting {costs[1]}"
        )
        self.console.note(message)
        return result.without_launch()

    def _facts(self, kernel: PlannedKernel) -> dict[str, int]:
        """Return the facts, besides fields, that declarations may name."""
        values = read_description(os.path.join(self.toolkit.config, f"{self.device.soc}.ini"))
        cores = values.get("ai_core_cnt", "0")
        facts = {
            "cube_cores": int(values.get("cube_core_cnt", cores)),
            "vector_cores": int(values.get("vector_core_cnt", cores)),
            "ub": int(values.get("ub_size", "0")),
            "l1": int(values.get("l1_size", "0")),
        }
        for parameter in (*kernel.info.inputs, *kernel.info.outputs):
            tensors = parameter if isinstance(parameter, tuple) else (parameter,)
            for tensor in tensors[:1]:
                if isinstance(tensor, TensorInfo):
                    facts |= _facts_of(tensor)
        return facts

    def _teach(self, untuned: Untuned, result: Found) -> None:
        """Have the bank say what was found, or nothing."""
        record = untuned.record
        folder = bank_folder(self.device.soc, os.environ)
        path = os.path.join(folder, os.path.basename(record["bank"]))
        entry = None
        if result.same_kernel != untuned.launch:
            entry = bank_entry(record, record["kernel"], result.same_kernel)
            entry["tiling"] = record["tiling"]
        if update_bank(path, record["key"], entry):
            self.console.say(f"[op_compiler] knowledge bank: {path}")

    def _say(self, op_type: str, result: Found) -> None:
        before, after = result.untuned.cost, result.best_cost
        gain = _percent(after, before)
        costs = f"{_cost(before, self.options)} -> {_cost(after, self.options)} ({gain})"
        changed = [
            f"{name} {result.tunables.untuned[name]} -> {value}"
            for name, value in result.best_setting.items()
            if value != result.tunables.untuned[name]
        ]
        what = ", ".join(changed) or "nothing is faster"
        count = len(result.trials)
        self.console.say(f"[op_compiler] tune {op_type}: {costs}, {count} trials: {what}")
        if result.static:
            before, after = result.static
            costs = f"{_cost(before, self.options)} -> {_cost(after, self.options)}"
            self.console.say(f"[op_compiler] tune {op_type}: as static kernels {costs}")
        for setting, words in result.refused:
            self.console.note(f"the sanitizer rejects {dict(setting)}: {words}")


def _with_launch(request: KernelRequest, launch: TunableLaunch) -> KernelRequest:
    """Return the request for a static kernel with another launch."""
    if request.static is None:
        return request
    static = request.static._replace(
        tiling_key=launch.tiling_key, block_dim=launch.block_dim, data=launch.data
    )
    raw = request.signature.raw
    if launch.options:
        raw = {**raw, "compileOptions": list(launch.options)}
    return request._replace(static=static, signature=request.signature._replace(raw=raw))


def _facts_of(tensor: TensorInfo) -> dict[str, int]:
    return {
        f"{tensor.name}.size": math.prod(tensor.shape),
        f"{tensor.name}.itemsize": element_size(tensor.dtype),
        **{f"{tensor.name}.shape[{i}]": length for i, length in enumerate(tensor.shape)},
    }


def _searched(tuned: TunedCall) -> Searched:
    result = tuned.result
    return Searched(
        title=tuned.op_type,
        subtitle=os.path.basename(tuned.path),
        unit=_LONG_UNITS[tuned.options.judge],
        sampler=result.sampler,
        seed=tuned.options.seed,
        space=result.tunables.space,
        trials=result.trials,
        untuned=(result.tunables.untuned, result.untuned.cost),
        best=(result.best_setting, result.best_cost),
        refused=result.refused,
        importance=result.importance,
    )


def _row(tuned: TunedCall) -> dict[str, Any]:
    result = tuned.result
    return {
        "op_type": tuned.op_type,
        "file": tuned.path,
        "judge": tuned.options.judge,
        "sampler": result.sampler,
        "seed": tuned.options.seed,
        "settings": result.tunables.space.size,
        "trials": len(result.trials),
        "untuned": {"cost": result.untuned.cost, "setting": dict(result.tunables.untuned)},
        "tuned": {"cost": result.best_cost, "setting": dict(result.best_setting)},
        "static": list(result.static) if result.static else None,
        "importance": dict(result.importance),
        "refused": [{"setting": dict(setting), "why": why} for setting, why in result.refused],
    }


def _cost(cost: float, options: TuneOptions) -> str:
    return f"{cost:.0f} {_UNITS[options.judge]}"


def _percent(after: float, before: float) -> str:
    return f"{100 * (after / before - 1):+.1f} %"
