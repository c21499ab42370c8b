"""Interface of a suite: programs of another project, run by `python -m tests.corpus run NAME`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.clients import venvs

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from tests.corpus.results import Result


@dataclass(frozen=True)
class Unit:
    """The smallest part of a suite that runs alone.

    Attributes:
        name: A case, or the common part of the names of several cases.
        run: Yields the results of its cases as they end.
        proceed: Continues from the results of an earlier run (`--resume`). Without it, these stay.
    """

    name: str
    run: Callable[[], Iterable[Result]]
    proceed: Callable[[Sequence[Result]], Iterable[Result]] | None = None

    @classmethod
    def of_case(cls, name: str, run: Callable[[], Result]) -> Unit:
        """Return a unit of one case, which has its name."""
        return cls(name, lambda: [run()])


def _no_options(_parser: ArgumentParser) -> None:
    """Add nothing."""


def _no_summary(_options: Namespace, _results: Sequence[Result]) -> str:
    """Return nothing."""
    return ""


def _no_verdicts(_result: Result) -> dict[str, tuple[str, str]]:
    """Return no verdict."""
    return {}


@dataclass(frozen=True)
class Suite:
    """A suite.

    Attributes:
        name: For the command line and the file of its recorded results.
        repository: `owner/name` of the checkout, or another description.
        summary: One line: the cases, and the meaning of "right".
        units: Returns the parts to run. Options that fit nothing: `SystemExit` with a message.
        add_options: Adds the suite's own options to those of all suites.
        conclude: Returns a further summary, and may write tables into `options.output`.
        verdicts: Returns, for each matrix of verdicts that a case belongs to, the verdict of CANN
            or hardware and the one here.
        seconds: Limit of one step of a case; 0 where the suite has fixed limits.
        is_concurrent: Tells whether units may run at the same time.
        records_exceptions: Tells whether recorded results have only cases that are not right.
        checkout: Description of `--checkout`; "" if the suite needs none.
    """

    name: str
    repository: str
    summary: str
    units: Callable[[Namespace], Iterable[Unit]]
    add_options: Callable[[ArgumentParser], None] = _no_options
    conclude: Callable[[Namespace, Sequence[Result]], str] = _no_summary
    verdicts: Callable[[Result], dict[str, tuple[str, str]]] = _no_verdicts
    seconds: float = 0.0
    is_concurrent: bool = False
    records_exceptions: bool = False
    checkout: str = "checkout of the repository"


def is_chosen(name: str, texts: Sequence[str]) -> bool:
    """Tell whether a name contains one of the texts of `--filter`; without texts, all do."""
    return not texts or any(text in name for text in texts)


def python_with_torch_npu(options: Namespace) -> str:
    """Return `--python`, or the Python with torch_npu of tests/clients."""
    return str(options.python or venvs.python_with("torch_npu"))
