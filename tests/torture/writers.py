"""Many writers of one file: threads, processes, and containers in which pids repeat."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.torture.attack import Attack, Place, expect, expect_no_signal

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

_WRITES = 300
_THREADS = 3

# A writer's file is the same letter many times, so that mixed and half files are recognized.
_FILE_PROGRAM = f"""
import sys, threading
from custom_compiler.support.files import write_atomic
path, letters = sys.argv[1:]
failed = []
def write(letter):
    for number in range({_WRITES // _THREADS}):
        try:
            write_atomic(path, letter.encode() * (1000 + 977 * (number % 70)))
            with open(path, "rb") as file:
                data = file.read()
            if len(set(data)) != 1 or (len(data) - 1000) % 977:
                failed.append(f"{{len(data)}} bytes of {{sorted(set(data))}}")
        except Exception as error:
            failed.append(repr(error))
threads = [threading.Thread(target=write, args=(letter,)) for letter in letters]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(failed), *failed[:1])
"""

_CACHE_PROGRAM = f"""
import sys, threading
from custom_compiler.kernel.toolchain.cache import CachedObject, KernelCache
root, letters = sys.argv[1:]
failed = []
def use(letter):
    cache = KernelCache(root)
    for number in range({_WRITES // _THREADS}):
        key = f"{{number % 7:064x}}"
        data = letter.encode() * (2000 + number)
        try:
            cache.store(key, CachedObject([], data))
            entry = cache.load(key)
            if entry is None or len(set(entry.data)) != 1:
                failed.append("no entry" if entry is None else "a mixed entry")
            cache.store_manifest(key, {{"letter": letter * number}})
            manifest = cache.load_manifest(key)
            if manifest is None or len(set(manifest["letter"])) > 1:
                failed.append("no manifest" if manifest is None else "a mixed manifest")
        except Exception as error:
            failed.append(repr(error))
threads = [threading.Thread(target=use, args=(letter,)) for letter in letters]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(len(failed), *failed[:1])
"""


def _container() -> list[str]:
    """A command that gives a process the pid 1, as in a container; empty where nobody may."""
    command = ["unshare", "--pid", "--fork"]
    if not shutil.which("unshare"):
        return []
    done = subprocess.run([*command, "true"], capture_output=True, check=False)
    return command if done.returncode == 0 else []


def _together(program: str) -> Callable[[Place], Iterator[Callable[[random.Random], None]]]:
    def prepare(place: Place) -> Iterator[Callable[[random.Random], None]]:
        container = _container()

        def make_try(choose: random.Random) -> None:
            target = place.work / f"{choose.randrange(2**48)}"
            target.mkdir()
            processes = [
                subprocess.Popen(
                    [*prefix, sys.executable, "-c", program, str(target / "shared"), letters],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ),
                )
                for prefix, letters in ((container, "abc"), (container, "def"), ([], "ghi"))
            ]  # fmt: skip
            for process in processes:
                out, errors = process.communicate(timeout=300)
                done = subprocess.CompletedProcess(process.args, process.returncode, out, errors)
                expect_no_signal(done)
                expect(out.startswith("0"), f"failed: {out.strip() or errors.strip()[-200:]}")
            left = [path.name for path in target.rglob("*.part*")]
            expect(not left, f"left over: {left[:3]}")
            shutil.rmtree(target)

        yield make_try

    return prepare


ATTACKS = (
    Attack(
        "file_writers",
        "nine threads in three processes replace one file; readers find whole files",
        5,
        _together(_FILE_PROGRAM),
        3 * _WRITES,
    ),
    Attack(
        "cache_writers",
        "nine threads in three processes share a cache of kernels",
        5,
        _together(_CACHE_PROGRAM),
        3 * _WRITES,
    ),
)
