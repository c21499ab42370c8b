"""An attack: one damage or misuse tried many times, each try made from its number alone."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class FailureError(AssertionError):
    """The product did not bear a try as it should; the text says what happened."""


class ImpossibleError(Exception):
    """The attack cannot be made on this machine; the text says why."""


@dataclass(frozen=True)
class Place:
    """Target of an attack.

    Attributes:
        home: Root of the toolkit.
        work: An empty folder.
    """

    home: Path
    work: Path


@dataclass(frozen=True)
class Attack:
    """A kind of attack.

    Attributes:
        name: For the command line and the table.
        summary: What is attacked and what must hold, in one line.
        tries: How many the second circle makes.
        prepare: Yields the function that makes a try; this raises FailureError where the product
            fails. Its generator of random numbers depends on the number of the try alone.
        cases: How many damages or calls a try consists of.
    """

    name: str
    summary: str
    tries: int
    prepare: Callable[[Place], Iterator[Callable[[random.Random], None]]]
    cases: int = 1


@dataclass(frozen=True)
class Tally:
    """Result of an attack.

    Attributes:
        tried: Cases in all tries.
        failures: Number of a try that failed, and what happened.
    """

    tried: int
    failures: tuple[tuple[int, str], ...]


def run_attack(attack: Attack, home: Path, work: Path, seed: int, tries: int) -> Tally:
    """Make the tries seed, seed + 1, ...; a failed one does not end the attack."""
    folder = work / attack.name
    folder.mkdir()
    steps = attack.prepare(Place(home, folder))
    make_try = next(steps)
    numbers = range(seed, seed + tries)
    texts = {
        number: _failure_of(make_try, random.Random(f"{attack.name} {number}"))
        for number in numbers
    }
    failures = [(number, text) for number, text in texts.items() if text]
    try:
        next(steps, None)  # what must hold after all tries
    except FailureError as error:
        failures.append((seed, f"after {tries} tries: {error}"))
    return Tally(tries * attack.cases, tuple(failures))


def _failure_of(make_try: Callable[[random.Random], None], choose: random.Random) -> str:
    try:
        make_try(choose)
    except AssertionError as error:  # FailureError is one
        return str(error).strip()[:500] or "failed"
    except subprocess.TimeoutExpired as error:
        return f"does not end within {error.timeout:.0f} s"
    return ""


def expect_no_signal(done: subprocess.CompletedProcess[str]) -> None:
    """Fail where a process was ended by a signal, or Python printed a traceback."""
    if done.returncode < 0:
        name = signal.Signals(-done.returncode).name
        raise FailureError(f"{name}: {_last_line(done.stderr)}")
    expect("Traceback (most recent call last)" not in done.stderr, _last_line(done.stderr))


def expect(holds: bool, text: str) -> None:
    """Fail with the text unless it holds."""
    if not holds:
        raise FailureError(text)


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2] or "no message"


def say(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
