"""Run asc-devkit's own unit tests with the toolkit's headers and libraries, case by case.

The checkout (branch 8.5.0) stays unmodified. Host tests are those of tiling, built for each product
of theirs with the platform that they define. Kernel tests run on a simulated core, case by case. Of
these, `zeros` demand that outputs are 0: CANN's CPU model leaves zeros there. googletest is
Debian's (googletest), or --googletest. A case is named part/product/source::case.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from tests.corpus.devkit_build import (
    Product,
    Surroundings,
    Verdict,
    host_executable,
    run_cases,
)
from tests.corpus.devkit_kernels import PRODUCTS, sources_of, verdicts_of
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen

# The verdict and the steps of each result of a case.
_RESULTS = {
    "right": ("right", "compiled ran"),
    "wrong": ("wrong", "compiled ran"),
    "zeros": ("wrong", "compiled ran zeros"),
    "crash": ("wrong", "compiled"),
    "not compiled": ("rejected", ""),
}
_HOST_PRODUCTS = (Product("ascend910b", 2201, 220), Product("ascend310p", 2002, 200))
_HOST_SOURCES = ("adv_api/tiling/*.cpp",)


def _host_units(at: Surroundings) -> Iterator[Unit]:
    """Yield a unit per product and source of host tests."""
    for product in _HOST_PRODUCTS:
        for glob in _HOST_SOURCES:
            for source in sorted(at.unit.glob(glob)):
                if "TEST" in source.read_text(encoding="utf-8"):
                    verdicts = partial(_host_verdicts, source, product, at)
                    yield _unit(f"host/{product.name}", source, at, verdicts)


def _host_verdicts(source: Path, product: Product, at: Surroundings) -> Iterator[Verdict]:
    program, failed = host_executable(source, product, at)
    if program:
        yield from run_cases(program)
    yield from (Verdict(case, "not compiled", reason) for case, reason in failed.items())


def _kernel_units(at: Surroundings) -> Iterator[Unit]:
    """Yield a unit per product and source of kernel tests."""
    for product in PRODUCTS:
        for source in sources_of(product, at):
            verdicts = partial(verdicts_of, source, product, at)
            yield _unit(f"kernel/{product.name}", source, at, verdicts)


def _unit(
    group: str, source: Path, at: Surroundings, verdicts: Callable[[], Iterable[Verdict]]
) -> Unit:
    name = f"{group}/{source.relative_to(at.unit).as_posix()}"
    return Unit(name, lambda: (result_of(name, verdict) for verdict in verdicts()))


def result_of(source: str, verdict: Verdict) -> Result:
    """Return the result of a case of a source, which is named part/product/path."""
    word, steps = _RESULTS[verdict.verdict]
    return Result(f"{source}::{verdict.case}", word, steps, verdict.reason)


def _units(options: Namespace) -> list[Unit]:
    checkout = options.checkout
    if not (checkout / "tests" / "unit" / "adv_api").is_dir():
        sys.exit(f"error: --checkout {checkout}: it has no tests/unit/adv_api")
    if not (options.googletest / "src" / "gtest-all.cc").exists():
        sys.exit(
            f"error: --googletest {options.googletest}: it has no src/gtest-all.cc\n"
            "hint: apt-get install googletest"
        )
    from custom_compiler.toolkit import ensure_home

    options.work.mkdir(parents=True, exist_ok=True)
    at = Surroundings(checkout, ensure_home(), options.googletest, options.work)
    units = _kernel_units(at) if options.part == "kernel" else _host_units(at)
    return [unit for unit in units if is_chosen(unit.name, options.filter)]


def _add_options(parser: ArgumentParser) -> None:
    parser.add_argument("--part", choices=("host", "kernel"), default="host")
    parser.add_argument("--googletest", type=Path, default=Path("/usr/src/googletest/googletest"),
                        help="folder with include/ and src/ (default: %(default)s)")  # fmt: skip


SUITE = Suite(
    "asc-devkit-tests",
    "Ascend/asc-devkit",
    "unit tests of tilings (--part host) and kernels of asc-devkit with our headers and libraries; "
    "right: they pass",
    _units,
    _add_options,
    records_exceptions=True,
    checkout="checkout of asc-devkit, branch 8.5.0",
)
