"""Compile times of kernels: a trivial one, and the largest of a corpus of operators."""

from __future__ import annotations

import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from simulator_report import Row

TRIVIAL_AIM = 1.0
LARGEST_AIM = 20.0
_ROOT = Path(__file__).resolve().parents[1]


def trivial_rows(repeats: int) -> list[Row]:
    """Return CPU seconds of opc for a kernel like the AddCustom sample, its header precompiled."""
    from simulator_device import Builder

    from custom_compiler.kernel.toolchain.cache import KernelCache

    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder, "cache")
        builder = Builder(Path(folder), KernelCache(str(cache)))
        times = []
        for _ in range(repeats + 1):  # the first one makes the precompiled header
            for part in ("kernel", "manifest"):
                shutil.rmtree(cache / part, ignore_errors=True)
            start = child_seconds()
            builder.kernel("binary", {"BENCH_API": "Add", "BENCH_T": "float"})
            times.append(child_seconds() - start)
        del times[0]
    seconds = median(times)
    return [Row("compile of a tier-1 kernel (CPU time)", 1, seconds, aim=TRIVIAL_AIM)]


def child_seconds() -> float:
    """Return the CPU seconds of the processes that ended below this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


_WRAPPER = """\
#!{python} -IS
import json, os, sys
pid = os.spawnvp(os.P_NOWAIT, {compiler!r}, [{compiler!r}, *sys.argv[1:]])
_, status, usage = os.wait4(pid, 0)
line = json.dumps([os.getcwd(), sys.argv[1:], usage.ru_utime + usage.ru_stime]) + "\\n"
fd = os.open({log!r}, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
os.write(fd, line.encode())
sys.exit(os.waitstatus_to_exitcode(status))
"""


def corpus_rows(corpus: Path, count: int) -> list[Row]:
    """Return the CPU seconds of the slowest kernel of each of the operators with most kernel code.

    `corpus` is cann-ops' `src`. Operators that do not build are passed over.
    """
    folders = sorted(corpus.glob("**/op_kernel"), key=_code_size, reverse=True)
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as work:
        for folder in folders:
            if len(rows) == count:
                break
            seconds = _slowest_kernel(corpus, folder.parent, Path(work))
            if seconds is not None:
                name = f"compile of {folder.parent.name} ({_code_size(folder)} lines)"
                rows.append(Row(name, 1, seconds, aim=LARGEST_AIM, note="CPU time, slowest kernel"))
    return rows


def _code_size(folder: Path) -> int:
    files = [path for path in folder.rglob("*") if path.suffix in {".cpp", ".h", ".hpp"}]
    return sum(path.read_bytes().count(b"\n") for path in files)


def _slowest_kernel(corpus: Path, operator: Path, work: Path) -> float | None:
    folder = work / operator.name
    log = folder / "compiler_calls.jsonl"
    wrapper = folder / "bin" / "g++"
    wrapper.parent.mkdir(parents=True)
    compiler = shutil.which(os.environ.get("CXX", "g++"))
    wrapper.write_text(_WRAPPER.format(python=sys.executable, compiler=compiler, log=str(log)))
    wrapper.chmod(wrapper.stat().st_mode | stat.S_IXUSR)
    code = subprocess.run(
        [
            *(sys.executable, "-m", "tests.corpus", "run", "cann-ops", "--build-only"),
            *("--checkout", str(corpus)),
            *("--op", str(operator.relative_to(corpus)), "-I", str(corpus / "common" / "inc")),
            *("--work", str(folder / "work"), "--output", str(folder / "results")),
        ],
        cwd=_ROOT,
        env={**os.environ, "CXX": str(wrapper)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    ).returncode
    if code != 0 or not log.is_file():
        return None
    # opc preprocesses, compiles and links in a separate folder.
    by_kernel: dict[str, float] = {}
    for line in log.read_text().splitlines():
        directory, arguments, seconds = json.loads(line)
        if f"{os.sep}cache{os.sep}work{os.sep}" in directory and "c++-header" not in arguments:
            by_kernel[directory] = by_kernel.get(directory, 0.0) + seconds
    return max(by_kernel.values(), default=None)
