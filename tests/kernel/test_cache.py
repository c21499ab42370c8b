"""The kernel cache seen from outside: what it holds, its limit, and emptying it in use."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.toolchain.cache import CachedObject, KernelCache
from custom_compiler.kernel.toolchain.compiler import program_digest
from custom_compiler.support.cache_limit import cache_limit, parse_size, store_limit
from tests.utils.forks import run_command


@pytest.fixture(autouse=True)
def _no_limit_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CUSTOM_COMPILER_CACHE_SIZE", raising=False)


def fill(cache: KernelCache) -> None:
    """One entry of each kind, of 1000 bytes more for each."""
    root = Path(cache.root)
    for number, place in enumerate(
        (
            f"manifest/ab/{'c' * 62}",
            f"tiling/{'d' * 32}",
            f"compiler/{'e' * 32}",
            f"observed/{'0' * 32}/k.o",
            f"pch/{'1' * 32}/h.gch",
            f"work/{'2' * 16}/k.ii",
        )
    ):
        (root / place).parent.mkdir(parents=True)
        (root / place).write_bytes(bytes(1000 * (number + 1)))


def cli(cache: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "CUSTOM_COMPILER_CACHE": str(cache), **env}
    return run_command(Path.cwd(), ("cache", *words), environment)


def test_info_counts_each_kind(tmp_path: Path) -> None:
    cache = KernelCache(str(tmp_path))
    fill(cache)
    cache.store("ab" * 32, CachedObject([], bytes(500)))
    (kernel,) = (tmp_path / "kernel").rglob("ab*/*")
    expected = {"kernel": (1, kernel.stat().st_size), "manifest": (1, 1000), "tiling": (1, 2000)}
    expected |= {
        "compiler": (1, 3000),
        "observed": (1, 4000),
        "pch": (1, 5000),
        "work": (1, 6000),
        "shipped": (0, 0),
    }
    found = {each.kind: (each.entries, each.size) for each in cache.usage()}
    assert {
        kind: entry for kind, entry in found.items() if entry[0] or kind == "shipped"
    } == expected
    shown = json.loads(cli(tmp_path, "info", "--json").stdout)
    assert shown["place"] == str(tmp_path)
    assert shown["limit"] == 2 << 30
    assert {k: (v["entries"], v["bytes"]) for k, v in shown["kinds"].items()} == found
    total = sum(size for _, size in expected.values())
    assert cli(tmp_path, "info").stdout.splitlines()[-1].split() == [
        "total",
        f"{total / 1024:.1f}",
        "KiB",
    ]


def test_clear_removes_what_nothing_uses(tmp_path: Path) -> None:
    cache = KernelCache(str(tmp_path))
    fill(cache)
    with cache.work_dir() as work:
        cleared = cache.clear()
        assert set(cleared.left) == {"observed", "pch", "work"}
        assert Path(work).is_dir()
    assert set(cache.clear().left) == {"observed"}
    old = time.time() - 4000
    os.utime(tmp_path / "observed" / ("0" * 32), (old, old))
    assert cache.clear() == (4000, [], [])
    assert sum(each.size for each in cache.usage()) == 0


def test_files_of_others_below_the_place_of_the_cache_stay(tmp_path: Path) -> None:
    cache = KernelCache(str(tmp_path))
    fill(cache)
    places = ("kernel/add.cpp", "kernel/ab/add.cpp", "work/mine/a", "pch/a.h", "tiling/cafe", "a")
    for place in places:
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("mine")
        os.utime((tmp_path / place).parent, (0, 0))
    cache.clear()
    cache.prune()
    assert all((tmp_path / place).read_text() == "mine" for place in places)


@pytest.mark.slow
def test_clear_disturbs_no_compile(operator) -> None:
    # Each compile needs what is cleared around it: the header, its working directory, its place.
    operator.cache = operator.folder / "cache"
    sources = [f"// {number}\nint n{number};\n" for number in range(3)]
    text = operator.source.read_text()
    for addition in sources:
        operator.source.write_text(text + addition)
        process = operator.start()
        while process.poll() is None:
            KernelCache(str(operator.cache)).clear()
            time.sleep(0.01)
        assert process.returncode == 0, process.communicate()[1]


def test_limit_is_kept_and_holds_at_once(tmp_path: Path) -> None:
    cache = KernelCache(str(tmp_path))
    for number in range(4):
        cache.store(f"{number:064x}", CachedObject([], bytes(10_000)))
    assert cli(tmp_path, "limit").stdout == "2.0 GiB (default)\n"
    done = cli(tmp_path, "limit", "25000")
    assert done.stdout == f"24.4 KiB ({tmp_path}/settings.json)\n"
    assert sum(cache.load(f"{number:064x}") is not None for number in range(4)) == 2
    assert cache_limit(str(tmp_path)).size == 25000


def test_the_variable_goes_before_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_limit(str(tmp_path), 5)
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "7k")
    assert cache_limit(str(tmp_path)) == (7 << 10, "CUSTOM_COMPILER_CACHE_SIZE")


@pytest.mark.parametrize(
    ("text", "size"),
    [("0", 0), ("12", 12), ("1.5K", 1536), ("2 MiB", 2 << 20), ("3GB", 3 << 30), ("1t", 1 << 40)],
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text, "x") == size


@pytest.mark.parametrize("text", ["", "much", "-1", "1X", "1 2", "inf", "1e3"])
def test_what_is_no_size_is_named(text: str) -> None:
    with pytest.raises(MisuseError, match=r"x: .* is no size"):
        parse_size(text, "x")


def test_a_wrong_variable_is_said_at_once(operator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE_SIZE", "large")
    done = operator.compile()
    assert done.returncode == 2
    assert "opc: error: CUSTOM_COMPILER_CACHE_SIZE: 'large' is no size" in done.stderr


def test_damaged_settings_are_none(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("[1")
    assert cache_limit(str(tmp_path)).origin == "default"


def test_another_version_of_the_rules_is_another_compiler(tmp_path: Path) -> None:
    """Errors and objects of one version are not those of the next."""
    cache = KernelCache(str(tmp_path / "cache"))
    rules = tmp_path / "kernel" / "rules" / "body.py"
    rules.parent.mkdir(parents=True)
    rules.write_text("FIRST = 1\n")
    first = program_digest(cache, str(tmp_path / "kernel"))
    (rules.parent / "body.pyc").write_bytes(b"compiled")
    os.utime(rules, (1, 1))
    assert program_digest(cache, str(tmp_path / "kernel")) == first
    rules.write_text("SECOND = 1\n")
    assert program_digest(cache, str(tmp_path / "kernel")) != first
