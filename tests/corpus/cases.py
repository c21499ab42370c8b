"""Try the cases of reviews, and compare what happens with what is expected.

A case that needs something that is missing is skipped; its reason names that.
"""

from __future__ import annotations

import subprocess
import tempfile
from argparse import Namespace
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from custom_compiler.toolkit import ensure_home
from tests.corpus.case_bench import Bench, Case, NotTriedError
from tests.corpus.case_files import CASES as FILES
from tests.corpus.case_probes import CASES as PROBES
from tests.corpus.results import Result
from tests.corpus.suite import Suite, Unit, is_chosen

CASES: tuple[Case, ...] = (*FILES, *PROBES)


def try_case(case: Case, home: Path, cases: Path) -> Result:
    """Return the result of a case. Its reason has what is expected and what happens."""
    with tempfile.TemporaryDirectory(prefix="case-") as work:
        try:
            actual = case.observe(Bench(home, cases, Path(work)))
            verdict = "right" if case.agrees(actual) else "wrong"
        except NotTriedError as error:
            return Result(case.name, "skipped", reason=str(error))
        except (OSError, ValueError, AssertionError, subprocess.SubprocessError) as error:
            actual, verdict = f"the probe itself fails: {error!r}"[:300], "wrong"
    return Result(case.name, verdict, reason=f"expected: {case.expected}; actual: {actual}")


def _units(options: Namespace) -> Iterator[Unit]:
    home = ensure_home()
    for case in CASES:
        if is_chosen(case.name, options.filter):
            yield Unit.of_case(case.name, partial(try_case, case, home, options.checkout))


SUITE = Suite(
    "cases",
    "cases of reviews",
    "operators, programs and probes with an expected result; right: it is the actual one",
    _units,
    checkout="folder with the cases",
)
