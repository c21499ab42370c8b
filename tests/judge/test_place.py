"""The judge's folder in the cache: full disks, and processes that use, make and remove it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from custom_compiler.judge import verdict
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.slow
def test_a_full_cache_costs_no_verdict(
    project: Path, reference: Path, tmp_path: Path, small_disk: Callable[[str], Path]
) -> None:
    disk = small_disk("2m")
    journal = tmp_path / "journal"
    words = ["judge", project, "--reference", reference, "--quick", "--json", "--journal", journal]

    def run() -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "custom_compiler", *map(str, words)]
        environment = {**os.environ, "CUSTOM_COMPILER_CACHE": str(disk)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    failed = run()
    assert (failed.returncode, failed.stdout) == (1, "")
    first, second = failed.stderr.splitlines()
    assert first.startswith(f"error: {disk}/judge/")
    assert first.endswith(": No space left on device")
    assert "CUSTOM_COMPILER_CACHE" in second
    small_disk("200m")
    done = run()
    assert json.loads(done.stdout)["verdict"] == verdict.RIGHT, done.stderr


# Makes the headers of host code, as `surroundings` does, but waits for its input meanwhile.
MAKER = """
import sys
from pathlib import Path
from custom_compiler.judge.headers import Headers
from custom_compiler.judge.surroundings import own_place
from custom_compiler.support.store import Store

def build(headers, folder):
    print("makes", flush=True)
    sys.stdin.read()
    Path(folder, "begin.gch").write_text("headers")

Headers._build = build
store = Store()
own = Path(store.hold(store.folder("judge", own_place().name)))
print(Path(Headers(own, Path("opc"), {}).of_host(), "begin.gch").read_text(), flush=True)
"""


def test_clearing_waits_for_no_judge_and_leaves_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path))

    def start() -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", MAKER],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    maker = start()
    assert maker.stdout
    assert maker.stdout.readline() == "makes\n"
    waiting = start()  # for the lock of the headers
    store = Store()
    assert store.clear().left == ["judge"]
    store.prune()
    assert maker.communicate("")[0] == "headers\n"
    output, errors = waiting.communicate("")
    assert output == "headers\n", errors
    assert store.clear().left == []
