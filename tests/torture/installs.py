"""Installations that are killed, that come at once, that find a full disk or a damaged archive."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.torture.attack import Attack, ImpossibleError, Place, expect, expect_no_signal
from tests.utils.vendor_package import clean_environment, pack, run_archive, stage_package

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator
    from pathlib import Path

_FILES = ("bin/set_env.bash", "package.info", "version.info", "op_api/lib/libcust_opapi.so")


def _archive(work: Path, content: str, vendor: str = "acme", payload: int = 0) -> Path:
    """A package whose library holds the text, and a file of random bytes."""
    stage = stage_package(work / f"stage-{vendor}-{content}", vendor=vendor, content=content)
    if payload:
        (stage / f"packages/vendors/{vendor}/kernel.o").write_bytes(os.urandom(payload))
    return pack(stage, work / f"{vendor}-{content}.run")


def _version(vendors: Path, vendor: str = "acme") -> str:
    """Return the installed version; "" for none. Fail if it is neither whole nor absent."""
    package = vendors / vendor
    if not package.exists():
        return ""
    lost = [name for name in _FILES if not (package / name).is_file()]
    expect(not lost, f"{vendor} lacks {', '.join(lost)}")
    content = (package / "op_api/lib/libcust_opapi.so").read_text()
    expect((package / f"{content}.txt").exists(), f"{vendor} mixes versions: {content}")
    return content


def _expect_nothing_hidden(vendors: Path) -> None:
    left = sorted(path.name for path in vendors.glob(".*"))
    expect(not left, f"left over: {', '.join(left)}")


def _killed_after(command: list[str], seconds: float, environment: dict[str, str]) -> None:
    process = subprocess.Popen(
        command, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _kills(place: Place) -> Iterator[Callable[[random.Random], None]]:
    opp, temporary = place.work / "opp", place.work / "tmp"
    temporary.mkdir()
    archives = [_archive(place.work, name, payload=200_000) for name in ("one", "two")]
    option = f"--install-path={opp}"
    start = time.monotonic()
    for archive in archives:
        expect(run_archive(archive, option).returncode == 0, "the sound package does not install")
    seconds = (time.monotonic() - start) / 2
    environment = clean_environment(TMPDIR=str(temporary))

    def make_try(choose: random.Random) -> None:
        archive, removes = choose.choice(archives), choose.random() < 0.3
        command = ["sh", str(archive), option, *(["--uninstall"] if removes else [])]
        _killed_after(command, choose.uniform(0, 1.2 * seconds), environment)
        # Programs find the old version, the new one, or, after an uninstall, none.
        found = opp / "vendors"
        if (found / "acme").exists() or not removes:
            expect(_version(found) in {"one", "two", ""}, "no version that was ever installed")
        done = run_archive(archive, option, TMPDIR=str(temporary))
        expect_no_signal(done)
        expect(done.returncode == 0, f"the next installation fails: {done.stderr.strip()[-200:]}")
        expect(_version(found) == archive.stem.partition("-")[2], "the next one did not replace it")
        _expect_nothing_hidden(found)

    yield make_try
    left = [path.name for path in temporary.iterdir()]
    expect(not left, f"scratch folders left in TMPDIR: {len(left)}")


def _at_once(place: Place) -> Iterator[Callable[[random.Random], None]]:
    vendors = [f"v{number}" for number in range(4)]
    archives = {vendor: _archive(place.work, "one", vendor) for vendor in vendors}

    def make_try(choose: random.Random) -> None:
        opp = place.work / f"opp{choose.randrange(2**48)}"
        opp.mkdir()
        chosen = [choose.choice(vendors) for _ in range(6)]
        environment = clean_environment(ASCEND_OPP_PATH=str(opp))
        running = [
            subprocess.Popen(
                ["sh", str(archives[vendor])], env=environment,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )
            for vendor in chosen
        ]  # fmt: skip
        codes = [process.wait(120) for process in running]
        expect(codes == [0] * len(codes), f"statuses {codes}")
        found = opp / "vendors"
        expect({path.name for path in found.iterdir()} == {*chosen, "config.ini"}, "other files")
        priority = (found / "config.ini").read_text().strip().partition("=")[2].split(",")
        expect(sorted(priority) == sorted(set(chosen)), f"load_priority is {priority}")
        for vendor in chosen:
            _version(found, vendor)
        shutil.rmtree(opp)

    yield make_try


@contextmanager
def small_disk(place: Path, kib: int) -> Iterator[None]:
    """A file system of so many KiB; ImpossibleError where nobody may mount one."""
    place.mkdir(exist_ok=True)
    command = ["mount", "-t", "tmpfs", "-o", f"size={kib}k", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise ImpossibleError("a tmpfs cannot be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(place)], check=False)


def _full_disks(place: Place) -> Iterator[Callable[[random.Random], None]]:
    disk = place.work / "disk"
    small, big = _archive(place.work, "one"), _archive(place.work, "two", payload=150_000)

    def make_try(choose: random.Random) -> None:
        with small_disk(disk, 128):
            environment = {"ASCEND_OPP_PATH": str(disk)}
            expect(run_archive(small, **environment).returncode == 0, "the first one fails")
            rest = choose.randrange(0, 64) * 1024
            _fill(disk / "filler", leave=rest)
            removes = choose.random() < 0.5
            done = run_archive(big, *(["--uninstall"] if removes else []), **environment)
            expect_no_signal(done)
            found = disk / "vendors"
            if removes:
                # What frees space may not need any.
                expect(done.returncode == 0, f"uninstall fails: {done.stderr.strip()[-200:]}")
                expect(_version(found) == "", "it is still installed")
                return
            expect(
                done.returncode == 1, f"status {done.returncode} for a package that does not fit"
            )
            expect("no space" in done.stderr, f"not named: {done.stderr.strip()[-200:]}")
            expect(_version(found) == "one", "the old version is gone")
            _expect_nothing_hidden(found)

    yield make_try


def _fill(path: Path, leave: int) -> None:
    """Fill the disk of `path` but for so many bytes."""
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
        file.truncate(max(0, file.tell() - leave))


def _damaged_archives(place: Place) -> Iterator[Callable[[random.Random], None]]:
    """Bytes of the payload only: a shell executes the header whatever it holds."""
    opp = place.work / "opp"
    sound, other = _archive(place.work, "one"), _archive(place.work, "two", payload=20_000)
    data = other.read_bytes()
    payload = data.index(b"\x1f\x8b\x08")
    option = f"--install-path={opp}"
    expect(run_archive(sound, option).returncode == 0, "the sound package does not install")
    damaged = place.work / "damaged.run"

    def make_try(choose: random.Random) -> None:
        out = bytearray(data)
        if choose.random() < 0.2:
            del out[choose.randrange(payload, len(out)) :]
        else:
            for _ in range(choose.choice((1, 1, 8))):
                out[choose.randrange(payload, len(out))] ^= 1 << choose.randrange(8)
        if out == data:
            del out[-1]
        damaged.write_bytes(out)
        done = run_archive(damaged, option)
        expect_no_signal(done)
        expect(done.returncode != 0, "a damaged archive is installed")
        expect(_version(opp / "vendors") == "one", "the old version is gone")
        _expect_nothing_hidden(opp / "vendors")

    yield make_try


ATTACKS = (
    Attack(
        "killed_installs",
        "killed at any moment: old version, new one or none; the next run heals",
        150,
        _kills,
    ),
    Attack("installs_at_once", "six installations into one folder all succeed", 25, _at_once, 6),
    Attack("full_disks", "the old version stays; uninstall needs no space", 60, _full_disks),
    Attack(
        "damaged_archives", "damaged payloads of .run files are rejected", 200, _damaged_archives
    ),
)
