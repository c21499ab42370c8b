"""Damaged kernel objects: how they are made, and what the runtime has to say of each.

    python -m tests.runtime.fuzz --kind static_object --cases 10000 --seconds 1

`fuzz.py` runs them, each batch or call in a separate process; a case is made from its number.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import shutil
from typing import TYPE_CHECKING

from custom_compiler.kernel.toolchain.seal import with_checksum
from tests.runtime.handmade_opp import Opp

if TYPE_CHECKING:
    import random
    import subprocess
    from pathlib import Path

    from tests.runtime.conftest import Acl

_TBE = "op_impl/ai_core/tbe/kernel/ascend910b/add_pairs"
_SUMS = " ".join(str(1001 * i) for i in range(30))


def damaged_object(data: bytes, choose: random.Random) -> bytes:
    """Return an object with one kind of damage of disks, networks and editors."""
    place, size = choose.randrange(len(data)), choose.choice((1, 8, 64, 512, 4096))
    piece = data[place : place + size]
    start = choose.randrange(len(data))
    kinds = (
        lambda: data[:place] + bytes([data[place] ^ 1 << choose.randrange(8)]) + data[place + 1 :],
        lambda: data[:place] + choose.randbytes(len(piece)) + data[place + len(piece) :],
        lambda: data[:place] + bytes(len(piece)) + data[place + len(piece) :],
        lambda: data[:place],
        lambda: data[:place] + data[place + size :],
        lambda: data[:place] + data[start : start + size] + data[place:],
        lambda: data[:start] + piece + data[start + len(piece) :],
    )
    result = choose.choice(kinds)()
    return damaged_object(data, choose) if result == data else result


def load_object(acl: Acl, folder: Path, kernel: Path, choose: random.Random) -> None:
    """A damaged object is rejected by its description, and by its checksum where it has none."""
    whole = with_checksum(kernel.read_bytes())
    is_described = choose.random() < 0.5
    copy = folder / f"copy{is_described}.o"
    binary = ctypes.c_void_p()
    if is_described:
        description = {"sha256": hashlib.sha256(whole).hexdigest()}
        copy.with_suffix(".json").write_text(json.dumps(description))
        copy.write_bytes(damaged_object(whole, choose))
    else:
        data = damaged_object(whole, choose)
        copy.write_bytes(data)
        assert acl("aclrtBinaryLoadFromData", data, len(data), None, ctypes.byref(binary)) != 0
    assert acl("aclrtBinaryLoadFromFile", str(copy).encode(), None, ctypes.byref(binary)) != 0
    assert str(copy) in acl.message()


def damage_package_object(
    package: Path, folder: Path, choose: random.Random
) -> tuple[dict[str, str], str]:
    """Return the environment of a copy of the package with a damaged kernel; the kernel's path."""
    copy = folder / "damaged" / package.name
    if not copy.exists():
        shutil.copytree(package, copy)
    path = copy / _TBE / "AddPairs_0123.o"
    good = (package / _TBE / "AddPairs_0123.o").read_bytes()
    _describe(path, package / _TBE / "AddPairs_0123.json", good)
    path.write_bytes(damaged_object(good, choose))
    return {"ASCEND_CUSTOM_OPP_PATH": str(copy)}, str(path)


def damage_static_object(
    static_object: Path, folder: Path, choose: random.Random
) -> tuple[dict[str, str], str]:
    """Return the environment of an opp with a damaged static kernel; the kernel's path."""
    good = static_object.read_bytes()
    shutil.rmtree(folder / "opp", ignore_errors=True)
    opp = Opp(folder / "opp", damaged_object(good, choose))
    path = opp.add(sha256=hashlib.sha256(good).hexdigest())
    return opp.environment, str(path)


def expect_refusal(done: subprocess.CompletedProcess[str], path: str) -> None:
    """CANN's code for a kernel that cannot be loaded, and a message that names the file."""
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "code 361001", done.stdout
    assert path in lines[1], done.stdout


def expect_fallback(done: subprocess.CompletedProcess[str], path: str) -> None:
    """The package's kernel computes, after one warning that names the file."""
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("code 0"), done.stdout
    assert done.stdout.splitlines()[2].strip() == _SUMS
    assert done.stderr.count("[WARN]") == 1
    assert path in done.stderr


def _describe(path: Path, description: Path, data: bytes) -> None:
    record = json.loads(description.read_text())
    record["sha256"] = hashlib.sha256(data).hexdigest()
    path.with_suffix(".json").write_text(json.dumps(record))
