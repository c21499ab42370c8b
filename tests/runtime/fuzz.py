"""Damaged descriptions and senseless calls: the runtime may reject them, not crash or hang.

    python -m tests.runtime.fuzz --seconds 600 --seed 1

The everyday test (test_fuzz.py) runs a few hundred cases of each kind. A case is made from its kind
and its seed alone, so what failed can be run again: --kind, --seed, --cases 1.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.runtime import damaged_objects

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.runtime.conftest import Acl

WORDS = [
    b"null", b"true", b"-1", b"0", b"1e999", b"18446744073709551616", b"9223372036854775807",
    b"4294967296", b'""', b"[]", b"{}", b"\\ud800", b"\xff\xfe", b"\0", b"../", b"/", b"%s%n",
    b"A" * 5000, b"[" * 5000, b',"a":1', b"nan", b"-",
]  # fmt: skip
# A kernel with its key 4 sleeps; the others end at once, well or with a fault.
KEYS = (1, 2, 3, 5, 77)


def damaged(data: bytes, choose: random.Random) -> bytes:
    """A few changes of bytes, words, numbers or pieces."""
    for _ in range(choose.randint(1, 4)):
        place = choose.randint(0, len(data))
        kind = choose.randrange(6)
        if kind == 0 and data:
            place = min(place, len(data) - 1)
            data = data[:place] + bytes([choose.randrange(256)]) + data[place + 1 :]
        elif kind == 1:
            data = data[:place] + choose.choice(WORDS) + data[place:]
        elif kind == 2:
            data = data[:place] + data[place + choose.randint(1, 40) :]
        elif kind == 3:
            data = data[: max(1, place)]
        elif kind == 4:
            tokens = list(re.finditer(rb'-?\d+|"[^"]*"|true|null', data))
            if tokens:
                token = choose.choice(tokens)
                data = data[: token.start()] + choose.choice(WORDS) + data[token.end() :]
        else:
            start = choose.randint(0, len(data))
            data = data[:place] + data[start : start + choose.randint(1, 200)] + data[place:]
    return data


def load_kernel(acl: Acl, folder: Path, kernel: Path, choose: random.Random) -> None:
    """A damaged .json next to a good object."""
    copy = folder / kernel.name
    if not copy.exists():
        copy.hardlink_to(kernel)
    good = (Path(__file__).parent / "sources/AddPairs_0123.json").read_bytes()
    copy.with_suffix(".json").write_bytes(damaged(good, choose))
    binary, function, number = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_int64()
    if acl("aclrtBinaryLoadFromFile", str(copy).encode(), None, ctypes.byref(binary)) != 0:
        assert acl.message()
        return
    for key in KEYS:
        if acl("aclrtBinaryGetFunctionByEntry", binary, key, ctypes.byref(function)) == 0:
            acl("aclrtGetFunctionAttribute", function, 1, ctypes.byref(number))
    acl("aclrtBinaryUnLoad", binary)


class ArgumentCalls:
    """Calls of argument lists in any order, with any values; memory that is passed is real."""

    SIZES = (0, 1, 4, 8, 9, 64, 4096, 65536, 70 << 10)

    def __init__(self, acl: Acl, function: ctypes.c_void_p, choose: random.Random) -> None:
        self.acl, self.function, self.choose = acl, function, choose
        self.own, self.block = (ctypes.c_uint8 * 16384)(), (ctypes.c_uint8 * 4096)()
        self.value = (ctypes.c_uint8 * (70 << 10))()
        self.device = acl.malloc(256)
        self.params = [ctypes.c_void_p(0), ctypes.c_void_p(64)]
        self.lists = [ctypes.c_void_p(0), ctypes.cast(self.own, ctypes.c_void_p)]

    def init(self) -> None:
        args = ctypes.c_void_p()
        if self.acl("aclrtKernelArgsInit", self.function, ctypes.byref(args)) == 0:
            self.lists.append(args)

    def init_by_user(self) -> None:
        room = self.choose.choice((1, 8, 40, 4096))
        self.acl("aclrtKernelArgsInitByUserMem", self.function, self.own, self.block, room)

    def append(self) -> None:
        pointer = ctypes.c_void_p(self.choose.choice((self.device.value, 0, 0x1234, 2**64 - 1)))
        ctypes.memmove(self.value, ctypes.byref(pointer), 8)
        size, param = self.choose.choice(self.SIZES), ctypes.c_void_p()
        self.acl("aclrtKernelArgsAppend", self.a_list(), self.value, size, ctypes.byref(param))
        self.params.append(param)

    def append_place_holder(self) -> None:
        param = ctypes.c_void_p()
        self.acl("aclrtKernelArgsAppendPlaceHolder", self.a_list(), ctypes.byref(param))
        self.params.append(param)

    def take_buffer(self) -> None:
        buffer, size = ctypes.c_void_p(), self.choose.choice(self.SIZES)
        take = ("aclrtKernelArgsGetPlaceHolderBuffer", self.a_list(), self.a_param(), size)
        if self.acl(*take, ctypes.byref(buffer)) == 0:
            ctypes.memset(buffer, self.choose.randrange(256), size)

    def update(self) -> None:
        size = self.choose.choice(self.SIZES)
        self.acl("aclrtKernelArgsParaUpdate", self.a_list(), self.a_param(), self.value, size)

    def finalize(self) -> None:
        self.acl("aclrtKernelArgsFinalize", self.a_list())

    def launch(self) -> None:
        blocks = self.choose.choice((0, 1, 3))
        launch = ("aclrtLaunchKernelWithConfig", self.function, blocks, None, None)
        self.acl(*launch, self.a_list(), None)

    def launch_with_host_args(self) -> None:
        offsets = [self.choose.choice((0, 8, 39, 40, 2**32 - 1)) for _ in range(4)]
        size, blocks = self.choose.choice((0, 1, 40, 4096)), self.choose.choice((0, 1, 3))
        launch = ("aclrtLaunchKernelWithHostArgs", self.function, blocks, None, None, self.value)
        self.acl(*launch, size, (ctypes.c_uint32 * 4)(*offsets), self.choose.randint(0, 2))

    def a_list(self) -> ctypes.c_void_p:
        return self.choose.choice(self.lists)

    def a_param(self) -> ctypes.c_void_p:
        return self.choose.choice(self.params)


def build_arguments(acl: Acl, _: Path, kernel: Path, choose: random.Random) -> None:
    """Up to 60 calls around argument lists."""
    binary, function = ctypes.c_void_p(), ctypes.c_void_p()
    path = str(kernel).encode()
    assert acl("aclrtBinaryLoadFromFile", path, None, ctypes.byref(binary)) == 0
    key = choose.choice(KEYS[:4])
    assert acl("aclrtBinaryGetFunctionByEntry", binary, key, ctypes.byref(function)) == 0
    calls = ArgumentCalls(acl, function, choose)
    steps = [
        calls.init, calls.init_by_user, calls.append, calls.append, calls.append_place_holder,
        calls.take_buffer, calls.update, calls.finalize, calls.launch, calls.launch_with_host_args,
    ]  # fmt: skip
    for _step in range(choose.randint(1, 60)):
        choose.choice(steps)()
    acl("aclrtBinaryUnLoad", binary)
    acl("aclrtSynchronizeStream", None)
    acl("aclrtFree", calls.device)
    acl.message()


IN_PROCESS: dict[str, Callable[[Acl, Path, Path, random.Random], None]] = {
    "kernel_json": load_kernel,
    "kernel_object": damaged_objects.load_object,
    "arguments": build_arguments,
}
PACKAGES = ("package_json", "config_ini")
OBJECTS = ("package_object", "static_object")
KINDS = (*IN_PROCESS, *PACKAGES, *OBJECTS)


def run_in_process(kind: str, library: Path, kernel: Path, seed: int, cases: int) -> None:
    """The body of the child process: names each case before it runs."""
    from tests.runtime.conftest import Acl

    acl = Acl(library)
    assert acl("aclrtSetDevice", 0) == 0
    with tempfile.TemporaryDirectory() as folder:
        for case in range(seed, seed + cases):
            sys.stdout.write(f"{case}\n")
            sys.stdout.flush()
            IN_PROCESS[kind](acl, Path(folder), kernel, random.Random(f"{kind} {case}"))


def damage_package(kind: str, package: Path, folder: Path, seed: int) -> dict[str, str]:
    """A copy of the package with one damaged description; the environment that leads to it."""
    choose = random.Random(f"{kind} {seed}")
    vendors = folder / "opp" / "vendors"
    copy = vendors / package.name
    if not copy.exists():
        shutil.copytree(package, copy)
    if kind == "config_ini":
        good = f"# order\nload_priority={package.name},other\n".encode()
        (vendors / "config.ini").write_bytes(damaged(good, choose))
        return {"ASCEND_OPP_PATH": str(vendors.parent), "ASCEND_CUSTOM_OPP_PATH": ""}
    files = (
        "op_impl/ai_core/tbe/kernel/config/ascend910b/binary_info_config.json",
        "op_impl/ai_core/tbe/kernel/ascend910b/add_pairs/AddPairs_0123.json",
    )
    chosen = choose.choice(files)
    for name in files:
        good = (package / name).read_bytes()
        (copy / name).write_bytes(damaged(good, choose) if name == chosen else good)
    return {"ASCEND_CUSTOM_OPP_PATH": str(copy)}


def fuzz_process(kind: str, seed: int, cases: int, library: Path, kernel: Path) -> None:
    """Runs the cases seed, seed + 1, ...; AssertionError names the one that crashed or hung."""
    command = [sys.executable, "-m", "tests.runtime.fuzz", "--child", str(library), str(kernel)]
    command += ["--kind", kind, "--seed", str(seed), "--cases", str(cases)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=Path(__file__).parents[2],
    )
    last = done.stdout.strip().rpartition("\n")[2]
    assert done.returncode == 0, f"{kind} seed {last}: {done.returncode}\n{done.stderr}"


def fuzz_packages(
    kind: str,
    seed: int,
    cases: int,
    package: Path,
    client: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """The same with damaged copies of a package, each in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        for case in range(seed, seed + cases):
            environment = damage_package(kind, package, Path(folder), case)
            done = client("add", **environment)
            # Either the operator ran, or the client tells the code that it got.
            assert done.returncode == 0, f"{kind} seed {case}: {done.returncode}\n{done.stderr}"
            assert done.stdout.startswith("code "), f"{kind} seed {case}: {done.stdout}"


def fuzz_objects(
    kind: str,
    seed: int,
    cases: int,
    undamaged: Path,
    client: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    """Call an operator whose kernel is damaged, each time in a separate process.

    `undamaged` is the package for "package_object", the object for "static_object".
    """
    damage, expect = {
        "package_object": (damaged_objects.damage_package_object, damaged_objects.expect_refusal),
        "static_object": (damaged_objects.damage_static_object, damaged_objects.expect_fallback),
    }[kind]
    with tempfile.TemporaryDirectory() as folder:
        for case in range(seed, seed + cases):
            choose = random.Random(f"{kind} {case}")
            environment, path = damage(undamaged, Path(folder), choose)
            try:
                expect(client("add", **environment), path)
            except AssertionError as error:
                raise AssertionError(f"{kind} seed {case}: {error}") from error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--child", nargs=2, type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        library, kernel = given.child
        run_in_process(given.kind[0], library, kernel, given.seed, given.cases)
        return
    from custom_compiler.toolkit import ensure_home
    from tests.runtime import conftest

    home = ensure_home()
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        library = home / "lib64/libascendcl.so"
        kernel = conftest.compile_kernel(home, work, "AddPairs_0123")
        package = conftest.make_package(home, work / "handmade")
        client = conftest.make_client(home, package, work)
        static_object = conftest.compile_static_kernel(home, work / "static.o")
        end, counts, seed = time.monotonic() + given.seconds, dict.fromkeys(KINDS, 0), given.seed
        while True:
            for kind in given.kind or KINDS:
                if kind in IN_PROCESS:
                    cases = given.cases
                    fuzz_process(kind, seed, cases, library, kernel)
                elif kind in PACKAGES:
                    cases = max(1, given.cases // 20)
                    fuzz_packages(kind, seed, cases, package, client)
                else:
                    cases = max(1, given.cases // 20)
                    undamaged = package if kind == "package_object" else static_object
                    fuzz_objects(kind, seed, cases, undamaged, client)
                counts[kind] += cases
            seed += given.cases
            if time.monotonic() >= end:
                break
        sys.stdout.write(json.dumps(counts) + "\n")


if __name__ == "__main__":
    main()
