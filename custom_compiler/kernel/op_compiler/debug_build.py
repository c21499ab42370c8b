"""Kernels for debugging: installed kernels built again, to be taken in their place."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.build_progress import BuildProgress
from custom_compiler.kernel.op_compiler.compilers import compile_all, workers_for
from custom_compiler.kernel.op_compiler.console import Console
from custom_compiler.kernel.op_compiler.debug_config import read_debug_config
from custom_compiler.kernel.op_compiler.installed_kernels import InstalledKernels
from custom_compiler.kernel.op_compiler.results import KernelResult
from custom_compiler.kernel.op_compiler.soc_table import soc_named
from custom_compiler.kernel.op_compiler.static_index import indexed_kernels
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request
from custom_compiler.kernel.opc.operators import searched_roots
from custom_compiler.kernel.static.information import find_information_files, read_information
from custom_compiler.kernel.static.package import DebugKernel, write_debug_package
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.support.kernel_origin import ORIGIN, origin_of, stated_origin
from custom_compiler.support.tiling_library import find_tiling_library

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from custom_compiler.kernel.jobs.job import JobOutcome
    from custom_compiler.kernel.op_compiler.debug_config import DebugConfig
    from custom_compiler.kernel.op_compiler.options import DebugBuild
    from custom_compiler.kernel.op_compiler.static_index import IndexedKernel
    from custom_compiler.kernel.opc.engine import CompiledOperatorKernel, KernelRequest
    from custom_compiler.kernel.opc.observed import Installed
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc
    from custom_compiler.support.kernel_origin import Origin


class _Target(NamedTuple):
    """An installed kernel to build again."""

    source: str  # what asks for it: an information file, or the kernel's name
    path: str  # of its object
    request: KernelRequest
    origin: Origin | None  # None: it does not say what it was made from


def build_debug(root: str, request: DebugBuild) -> int:
    """Make the package that `request` asks for; the exit code: 0, or 1 if anything failed.

    What fails is left out of the package; if nothing is left there is none.

    Raises:
        CustomCompilerError: Nothing could be begun, or the package cannot be written.
        OSError: The disk is full.
    """
    common = request.common
    toolkit = open_toolkit(root)
    soc = soc_named(common.soc, toolkit.config)
    config = read_debug_config(request.config)
    console = Console(common.log_level)
    console.say("debug kernel compile start")
    for note in (*common.notes, *config.notes):
        console.note(note)
    console.say("[Opc compile]")
    package = common.output.package("debug_kernel")
    build_progress = BuildProgress(console, package)
    opp = os.environ.get("ASCEND_OPP_PATH") or os.path.join(root, "opp")
    static = indexed_kernels(opp, soc.unit)
    sources, find = _asked_for(request, toolkit, soc, static)
    targets: dict[str, _Target] = {}
    for source in sources:
        with build_progress.refusing(source):
            for path in find(source):
                installed = read_installed(path, soc.name)
                _check_listed(installed, static)
                origin = _origin(installed, soc, searched_roots(toolkit))
                target = _target(source, root, installed, config, origin)
                targets.setdefault(target.path, target)
    kernels: list[DebugKernel] = []
    with workers_for(root, common) as (here, compilers):
        requests = {path: target.request for path, target in targets.items()}
        # What they leave is wanted here.
        leaves = any(request.options.keeps_intermediates for request in requests.values())
        with console.progress("compile", len(targets)) as advance:
            for outcome in compile_all(requests, (lambda: here) if leaves else compilers):
                target = targets[outcome.job.name]
                result = _result(target, outcome)
                build_progress.add(result)
                advance(f"{result.name} {result.state}")
                if not outcome.error:
                    kernels += _debug_kernels(target, outcome.value, static)
                    if common.log_level == "debug":
                        build_progress.keep(
                            result.name, outcome.value.data, outcome.value.description
                        )
    if kernels:
        write_debug_package(kernels, package, soc.unit, root)
        build_progress.packed()
    good = build_progress.finish(common.report, {})
    console.say(f"debug compiler {'success' if good else 'fail'}")
    return 0 if good else 1


def _asked_for(
    request: DebugBuild, toolkit: KernelToolkit, soc: Soc, static: list[IndexedKernel]
) -> tuple[Sequence[str], Callable[[str], list[str]]]:
    """Return the requested items, and the function that finds the kernels' paths for each."""
    if request.folder:
        files = find_information_files(request.folder)
        if not files:
            hint = "give the folder <pid>_debug that a run has written (aclopStartDumpArgs)"
            raise MisuseError(f"-p {request.folder}: there is no .json file in it", hint)
        return files, _kernels_of
    below = os.path.join("op_impl", "ai_core", "tbe", "kernel", soc.unit)
    packages = [os.path.join(root, below) for root in searched_roots(toolkit)]
    return request.kernels, InstalledKernels(static, packages).paths


def _kernels_of(file: str) -> list[str]:
    """Return the path of the kernel that ran."""
    path = read_information(file).bin_info
    if not path:
        hint = "give the folder <pid>_debug of the run: its files name the kernels"
        raise MisuseError(f"{file}: bin_info: is missing", hint)
    if not os.path.isfile(path):
        message = f"{file}: bin_info: there is no kernel {path}"
        raise MisuseError(message, "install the package again that the run has used")
    return [path]


def _check_listed(installed: Installed, static: list[IndexedKernel]) -> None:
    if installed.static is not None and all(entry.path != installed.path for entry in static):
        message = f"static kernel {installed.path}: the index does not list it"
        raise MisuseError(message, "another package goes before it; record the run again")


def _origin(installed: Installed, soc: Soc, roots: list[str]) -> Origin | None:
    """Return the origin of a kernel; raise MisuseError if a static one no longer matches it."""
    description = json.loads(installed.description)
    if installed.static is None:
        key = description["supportInfo"]["simplifiedKey"][0]
        return origin_of(key, description, find_tiling_library(installed.tbe))
    origin = stated_origin(description)
    change = origin.change(soc.unit, roots) if origin else ""
    if change:
        message = f"static kernel {installed.path}: it is not of what is installed: {change}"
        raise MisuseError(message, "make static kernels again (op_compiler -p), and install them")
    return origin


def _target(
    source: str, root: str, installed: Installed, config: DebugConfig, origin: Origin | None
) -> _Target:
    request = rebuild_request(root, installed, list(config.build))
    options = installed.options._replace(
        debug_config=installed.options.debug_config | frozenset(config.words),
        debug_dir=os.getcwd(),
    )
    return _Target(source, installed.path, request._replace(options=options), origin)


def _result(target: _Target, outcome: JobOutcome) -> KernelResult:
    signature = target.request.signature
    return KernelResult(
        target.source,
        signature.op_type,
        os.path.basename(target.path).removesuffix(".o"),
        "",
        outcome.error,
        cached=not outcome.error and outcome.value.cached,
        seconds=outcome.seconds,
        worker=outcome.worker,
    )


def _debug_kernels(
    target: _Target, compiled: CompiledOperatorKernel, static: list[IndexedKernel]
) -> Iterator[DebugKernel]:
    """Yield the kernel that replaces the installed one: under its name, for each of its keys."""
    made_from = {ORIGIN: target.origin._asdict()} if target.origin else {}
    kernel = DebugKernel(
        op_file=os.path.basename(target.request.implementation).removesuffix(".py"),
        name=os.path.basename(target.path).removesuffix(".o"),
        data=compiled.data,
        description={**compiled.description, **made_from},
        static_key="",
        depended=(),
        sources=os.path.dirname(compiled.source),
    )
    if target.request.static is None:
        yield kernel
    for entry in static:
        if entry.path == target.path:
            yield kernel._replace(static_key=entry.key, depended=entry.depended)
