"""Damaged kernel objects: of packages, of static kernels; and damaged descriptions."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from tests.runtime import conftest, fuzz
from tests.torture.attack import Attack, Place, expect, expect_no_signal

if TYPE_CHECKING:
    import random
    import subprocess
    from collections.abc import Callable, Iterator
    from pathlib import Path

_SUMS = [1001 * i for i in range(30)]  # what the client's call computes


def mutated(data: bytes, choose: random.Random) -> bytes:
    """A few bytes changed, a piece lost, repeated, moved or zero, or the end cut off."""
    out = bytearray(data)
    kind = choose.randrange(6)
    place = choose.randrange(len(out))
    size = min(choose.choice((1, 8, 64, 4096)), len(out) - place)
    if kind in {0, 1}:  # the most frequent damage of storage: some bits
        for _ in range(choose.choice((1, 1, 4, 64))):
            out[choose.randrange(len(out))] ^= 1 << choose.randrange(8)
    elif kind == 2:
        del out[place:]
    elif kind == 3:
        del out[place : place + size]
    elif kind == 4:
        out[place : place + size] = bytes(size)
    else:
        # The headers, where a loader reads offsets and sizes.
        for _ in range(choose.randint(1, 4)):
            at = choose.randrange(min(len(out), 0x400) - 8)
            out[at : at + 8] = choose.choice((b"\xff" * 8, bytes(8), choose.randbytes(8)))
    return bytes(out) if bytes(out) != data else data[:-1]


def state_hash(obj: Path) -> None:
    """Write the SHA-256 of an object into its description, as builds do."""
    description = json.loads(obj.with_suffix(".json").read_text())
    description["sha256"] = hashlib.sha256(obj.read_bytes()).hexdigest()
    obj.with_suffix(".json").write_text(json.dumps(description))


def sums_of(done: subprocess.CompletedProcess[str]) -> list[int] | None:
    """What the client computed; None where its call reported an error."""
    expect_no_signal(done)
    expect(done.returncode == 0, f"the client ended with {done.returncode}: {done.stderr[-200:]}")
    lines = done.stdout.splitlines()
    expect(bool(lines) and lines[0].startswith("code "), f"the client printed {done.stdout[:200]}")
    return [int(word) for word in lines[2].split()] if lines[0] == "code 0" else None


def _package_objects(place: Place) -> Iterator[Callable[[random.Random], None]]:
    package = conftest.make_package(place.home, place.work / "handmade")
    client = conftest.make_client(place.home, package, place.work)
    obj = package / "op_impl/ai_core/tbe/kernel/ascend910b/add_pairs/AddPairs_0123.o"
    state_hash(obj)
    good = obj.read_bytes()
    expect(sums_of(client("add")) == _SUMS, "the sound package does not work")

    def make_try(choose: random.Random) -> None:
        obj.unlink()  # a process may have the old one mapped
        obj.write_bytes(mutated(good, choose))
        sums = sums_of(client("add"))
        expect(sums is None, f"a damaged object was launched, the result is {sums}")

    yield make_try


def _static_objects(place: Place) -> Iterator[Callable[[random.Random], None]]:
    from handmade_opp import Opp

    package = conftest.make_package(place.home, place.work / "handmade")
    client = conftest.make_client(place.home, package, place.work)
    good = conftest.compile_static_kernel(place.home, place.work / "static.o").read_bytes()
    opp = Opp(place.work / "opp", good)
    obj = opp.add()
    state_hash(obj)
    variables = {**opp.environment, "ASCENDC_KERNEL_LOG": ""}
    static = sums_of(client("add", **variables))
    expect(static not in [None, _SUMS], "the sound static kernel is not taken")

    def make_try(choose: random.Random) -> None:
        obj.unlink()
        obj.write_bytes(mutated(good, choose))
        done = client("add", **variables)
        expect(sums_of(done) == _SUMS, "the call did not fall back to the dynamic kernel")
        warnings = [line for line in done.stderr.splitlines() if line.strip()]
        expect(len(warnings) == 1, f"{len(warnings)} warnings in place of one: {done.stderr[:300]}")

    yield make_try


def _descriptions(kind: str) -> Callable[[Place], Iterator[Callable[[random.Random], None]]]:
    def prepare(place: Place) -> Iterator[Callable[[random.Random], None]]:
        package = conftest.make_package(place.home, place.work / "handmade")
        client = conftest.make_client(place.home, package, place.work)

        def make_try(choose: random.Random) -> None:
            seed = choose.randrange(2**32)
            sums_of(client("add", **fuzz.damage_package(kind, package, place.work, seed)))

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
