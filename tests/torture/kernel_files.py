"""Damaged kernel objects: of packages, of static kernels; and damaged descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.runtime import conftest, damaged_objects, fuzz
from tests.torture.attack import Attack, Place, expect, expect_no_signal

if TYPE_CHECKING:
    import random
    import subprocess
    from collections.abc import Callable, Iterator


def _code_of(done: subprocess.CompletedProcess[str]) -> str:
    """Return the code that the client's call gave."""
    expect_no_signal(done)
    expect(done.returncode == 0, f"the client ended with {done.returncode}: {done.stderr[-200:]}")
    first = done.stdout.partition("\n")[0]
    expect(first.startswith("code "), f"the client printed {done.stdout[:200]}")
    return first.removeprefix("code ")


def _package_objects(place: Place) -> Iterator[Callable[[random.Random], None]]:
    package = conftest.make_package(place.home, place.work / "handmade")
    client = conftest.make_client(place.home, package, place.work)
    expect(_code_of(client("add")) == "0", "the sound package does not work")

    def make_try(choose: random.Random) -> None:
        variables, path = damaged_objects.damage_package_object(package, place.work, choose)
        done = client("add", **variables)
        expect(_code_of(done) != "0", "a damaged object was launched")
        damaged_objects.expect_refusal(done, path)

    yield make_try


def _static_objects(place: Place) -> Iterator[Callable[[random.Random], None]]:
    package = conftest.make_package(place.home, place.work / "handmade")
    client = conftest.make_client(place.home, package, place.work)
    sound = conftest.compile_static_kernel(place.home, place.work / "static.o")

    def make_try(choose: random.Random) -> None:
        variables, path = damaged_objects.damage_static_object(sound, place.work, choose)
        done = client("add", **variables)
        expect(_code_of(done) == "0", f"the call fails: {done.stdout[:200]}")
        damaged_objects.expect_fallback(done, path)

    yield make_try


def _descriptions(kind: str) -> Callable[[Place], Iterator[Callable[[random.Random], None]]]:
    def prepare(place: Place) -> Iterator[Callable[[random.Random], None]]:
        package = conftest.make_package(place.home, place.work / "handmade")
        client = conftest.make_client(place.home, package, place.work)

        def make_try(choose: random.Random) -> None:
            seed = choose.randrange(2**32)
            _code_of(client("add", **fuzz.damage_package(kind, package, place.work, seed)))

        yield make_try

    return prepare


ATTACKS = (
    Attack(
        "package_objects",
        "a damaged kernel object of a package is an error of the call",
        1200,
        _package_objects,
    ),
    Attack(
        "static_objects",
        "a damaged static kernel is left for the dynamic one, with one warning",
        600,
        _static_objects,
    ),
    Attack(
        "package_descriptions",
        "damaged descriptions of a package: the call works or reports an error",
        200,
        _descriptions("package_json"),
    ),
    Attack(
        "priority_lists",
        "damaged config.ini: the call works or reports an error",
        100,
        _descriptions("config_ini"),
    ),
)
