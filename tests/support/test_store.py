"""The store of all caches: many processes, killed ones, full disks, and what pruning leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from custom_compiler.errors import DiskError
from custom_compiler.search.journal import TrialJournal
from custom_compiler.support import holds, locks
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEY = "ab" * 12

# Builds the entry of KEY: a line in the file `built` for each build, then two files.
WRITER = f"""
import os, sys, time
from pathlib import Path
from custom_compiler.support.store import Store

root, built, seconds = sys.argv[1:]

def build(folder):
    with open(built, "a") as file:
        file.write("built\\n")
    Path(folder, "first").write_text("1" * 1000)
    print("half", flush=True)
    time.sleep(float(seconds))
    Path(folder, "second").write_text("2" * 1000)

folder = Store(root).entry("bridges", {KEY!r}, build)
print(Path(folder, "first").read_text() + Path(folder, "second").read_text())
"""


@pytest.fixture(autouse=True)
def _no_limit_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUSTOM_COMPILER_CACHE_SIZE", raising=False)


@pytest.fixture
def released_disk(
    small_disk: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str], Path]]:
    """A small disk that can be unmounted, as this process holds nothing there at the end."""
    monkeypatch.setattr(holds, "_descriptors", {})
    yield small_disk
    for descriptor in holds._descriptors.values():
        os.close(descriptor)


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def build_file(folder: str) -> None:
    Path(folder, "file").write_text("built")


def age(path: Path | str, seconds: float = 10 * 86400) -> None:
    then = time.time() - seconds
    os.utime(path, (then, then))


def test_writers_at_once_build_one_entry(tmp_path: Path) -> None:
    built = tmp_path / "built"
    writers = [start(WRITER, tmp_path / "store", built, 0.2) for _ in range(4)]
    outputs = [writer.communicate() for writer in writers]
    assert [output.split()[-1] for output, _ in outputs] == ["1" * 1000 + "2" * 1000] * 4, outputs
    assert built.read_text() == "built\n"


def test_a_killed_writer_leaves_no_entry(tmp_path: Path) -> None:
    root, built = tmp_path / "store", tmp_path / "built"
    killed = start(WRITER, root, built, 60)
    assert killed.stdout
    assert killed.stdout.readline() == "half\n"
    waiting = start(WRITER, root, built, 0)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    output, errors = waiting.communicate()
    assert output.split()[-1] == "1" * 1000 + "2" * 1000, errors
    store = Store(str(root))
    assert len(store.entries("work")) == 1  # of the killed one
    store.clear()
    assert store.entries("work") == []


def test_an_entry_that_was_changed_is_built_again(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    folder = Path(store.entry("packages", KEY, build_file))
    for change in (
        lambda: (folder / "file").write_text(""),  # as after a power failure
        (folder / "file").unlink,
        lambda: (folder / "other").write_text("new"),
        lambda: (folder / ".stored.json").write_text("{"),
    ):
        change()
        assert store.entry("packages", KEY, build_file) == str(folder)
        assert sorted(path.name for path in folder.iterdir()) == [".stored.json", "file"]
        assert (folder / "file").read_text() == "built"


def test_a_full_disk_leaves_no_entry(released_disk: Callable[[str], Path]) -> None:
    def build(folder: str) -> None:
        Path(folder, "first").write_bytes(b"1" * 30_000)
        Path(folder, "second").write_bytes(b"2" * 60_000)

    disk = released_disk("64k")
    store = Store(str(disk / "cache"))
    with pytest.raises(DiskError, match="No space left on device") as caught:
        store.entry("bridges", KEY, build)
    assert caught.value.hint == (
        "free some space there, or choose another place with CUSTOM_COMPILER_CACHE"
    )
    assert store.entries("bridges") == store.entries("work") == []
    released_disk("1m")
    assert Path(store.entry("bridges", KEY, build), "second").stat().st_size == 60_000


def test_an_entry_on_a_disk_that_cannot_be_written_is_used(
    released_disk: Callable[[str], Path],
) -> None:
    disk = released_disk("64k")
    store = Store(str(disk))
    folder = store.entry("bridges", KEY, build_file)
    os.close(holds._descriptors.popitem()[1])  # as in a later process
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    assert store.entry("bridges", KEY, lambda _: pytest.fail("built again")) == folder


HOLDER = """
import sys
from custom_compiler.support.store import Store
store = Store(sys.argv[1])
for kind in ("torch", "packages", "bridges", "judge"):
    store.hold(store.path(kind, sys.argv[2]))
print("held", flush=True)
sys.stdin.read()
"""


def test_what_a_process_holds_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "0")
    store, name, other = Store(str(tmp_path)), f"v-{'a' * 16}", f"v-{'b' * 16}"
    names = {"torch": (name, other), "packages": ("a" * 24, "b" * 24), "bridges": ("a" * 24,) * 2}
    for kind, pair in names.items():
        for each in set(pair):
            Path(store.folder(kind, each), "file").write_text("x")
            age(store.path(kind, each))
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with (
        subprocess.Popen(
            [*command, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as of_torch,
        subprocess.Popen(
            [*command, "a" * 24], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as of_others,
    ):
        for holder in (of_torch, of_others):
            assert holder.stdout
            assert holder.stdout.readline() == b"held\n"
        store.prune()
        store.clear()
        left = {kind: [Path(path).name for path in store.entries(kind)] for kind in names}
        assert left == {kind: [pair[0]] for kind, pair in names.items()}
        of_torch.kill()
        of_others.kill()
    store.prune()
    assert [store.entries(kind) for kind in names] == [[], [], []]


READER = """
import sys, time
from pathlib import Path
from custom_compiler.support.store import Store
store, end = Store(sys.argv[1]), time.monotonic() + 1
def build(part):
    Path(part, "f").write_text("x")

for number in range(10_000):
    folder = store.entry("bridges", f"{number % 3}" * 24, build)
    assert Path(folder, "f").read_text() == "x"
    if time.monotonic() > end:
        break
"""


def test_removal_never_disturbs_those_who_use_entries(tmp_path: Path) -> None:
    readers = [start(READER, tmp_path) for _ in range(2)]
    while any(reader.poll() is None for reader in readers):
        Store(str(tmp_path)).clear()
    assert [(reader.returncode, reader.communicate()[1]) for reader in readers] == [(0, "")] * 2


def test_the_least_recently_used_entries_of_all_kinds_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "25000")
    store = Store(str(tmp_path))
    kernel, bridge = Path(store.path("kernel", "ab", "c" * 62)), Path(store.path("bridges", KEY))
    judge, asc = Path(store.path("judge", "a" * 12)), Path(store.path("asc", "ab", "d" * 30))
    for folder in (kernel.parent, bridge, judge, asc):
        folder.mkdir(parents=True)
    for file in (kernel, bridge / "f", judge / "f", asc / "f"):
        file.write_bytes(bytes(10_000))
    paths = (kernel, bridge, judge, asc)
    for number, path in enumerate(paths):
        age(path, (9 - number) * 86400)
    store.prune()
    assert [path.exists() for path in paths] == [False, False, True, True]


def test_results_go_on_request_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "0")
    store = Store(str(tmp_path))
    results = [
        tmp_path / "tuning" / "add.jsonl",
        tmp_path / "autokernel" / "tuned" / "abc.json",
        tmp_path / "autokernel" / "weights" / "abc.weights",
        tmp_path / "autokernel" / "journal" / "abc.jsonl",
    ]
    for path in results:
        path.parent.mkdir(parents=True)
        path.write_text("{}\n")
        age(path, 1000 * 86400)
    store.prune()
    assert store.clear().results == ["tuned", "weights", "journals"]
    assert all(path.is_file() for path in results)
    running = TrialJournal(tmp_path / "tuning" / "running.jsonl", {})
    try:
        assert store.clear(results=True).left == ["journals"]
        assert [path.name for path in tmp_path.rglob("*.json*")] == ["running.jsonl"]
    finally:
        running.close()


def test_what_killed_processes_left_goes_after_a_while(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    part = Path(store.path("kernel", "ab", f"{'c' * 48}.{'0' * 16}.part"))
    lock = tmp_path / "lock" / f"kernel-{'a' * 32}"
    work = Path(store.path("work", "0" * 16))
    work.mkdir(parents=True)
    for path in (part, lock):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    store.prune()
    store.clear()  # a writer may be writing it
    assert (part.exists(), lock.exists(), work.exists()) == (True, True, False)
    for path in (part, lock):
        age(path)
    with store.locked(f"kernel-{'a' * 32}"):
        store.prune()
        assert (part.exists(), lock.exists()) == (False, True)
    store.prune()
    assert not lock.exists()


WAITER = """
import sys
from custom_compiler.support.locks import locked
with locked(sys.argv[1], lambda: print("waits", flush=True)):
    print("has it", flush=True)
    sys.stdin.read()
"""


def test_who_waited_for_a_removed_lock_takes_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    command = [sys.executable, "-c", WAITER, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waiting:
        assert waiting.stdout
        with locks.locked(str(path)):
            assert waiting.stdout.readline() == b"waits\n"
            path.unlink()
        assert waiting.stdout.readline() == b"has it\n"
        with locks.lock_at_once(str(path)) as is_alone:
            assert not is_alone
