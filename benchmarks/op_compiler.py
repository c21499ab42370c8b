"""Static kernels of many information files: local workers, a cluster losing one, one by one.

python benchmarks/op_compiler.py [--files N] [--one-by-one N]

The calls are AddCustom's of N shapes. Each way begins with an empty cache that holds nothing but
the precompiled header, and is repeated three times with the full one, of which the median is
printed. One by one is what CANN's op_compiler does: a process of opc for each file, as many at a
time as there are CPUs; it is measured for fewer files and estimated for all. Wall-clock time: leave
the machine alone meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[1]))

from custom_compiler.toolkit.home import ensure_home
from tests.utils.dask_cluster import dask_cluster
from tests.utils.installed_sample import install_sample

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.utils.dask_cluster import DaskCluster
    from tests.utils.installed_sample import InstalledSample

_SOC = "Ascend910B3"
_CACHED_RUNS = 3


class Row(NamedTuple):
    """One way."""

    name: str
    cold: float  # seconds
    cached: float


class Bench:
    """Information files in a folder, and the commands on them."""

    def __init__(self, folder: Path, files: int, sample: InstalledSample) -> None:
        self.folder = folder
        self.files = files
        self.sample = sample
        self.dump = folder / "dump"
        self.dump.mkdir()
        for number in range(files):
            (self.dump / f"{number}.json").write_text(json.dumps(_call(number)))
        self.warm = folder / "warm"
        self._run(self.warm, "-f", "-p", str(self._first_file()), "-o", f"{folder}/first")
        for kind in ("kernel", "manifest"):
            shutil.rmtree(self.warm / kind)

    def _first_file(self) -> Path:
        single = self.folder / "one"
        single.mkdir()
        shutil.copy(self.dump / "0.json", single)
        return single

    def _run(self, cache: Path, *words: str) -> float:
        environment = {**self.sample.environment(self.folder), "CUSTOM_COMPILER_CACHE": str(cache)}
        environment["ASCEND_OPP_PATH"] = str(self.sample.home / "opp")
        command = [str(self.sample.home / "bin/op_compiler"), "-v", _SOC, *words]
        start = time.monotonic()
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return time.monotonic() - start

    def op_compiler(self, cache: Path, *words: str) -> float:
        """Return the seconds for all files; their package must have all of them."""
        package = self.folder / "package"
        report = self.folder / "report.json"
        seconds = self._run(
            cache, "-f", "-p", str(self.dump), "-o", str(package), "--report", str(report), *words
        )
        built = json.loads(report.read_text())["success"]
        if built != self.files:
            raise SystemExit(f"{built} of {self.files} kernels were made")
        return seconds

    def fresh(self, name: str) -> Path:
        """Return a cache with the precompiled header and no kernels."""
        cache = self.folder / name
        shutil.copytree(self.warm, cache)
        return cache

    def local(self, workers: int) -> Row:
        """Time a build on this machine."""
        cache = self.fresh(f"local{workers}")
        words = ("-j", str(workers))
        return _row(f"op_compiler -j {workers}", lambda: self.op_compiler(cache, *words))

    def cluster(self) -> Row:
        """Time two workers on loopback, one of which is killed after half of the kernels."""
        with dask_cluster(self.folder / "cluster", workers=0) as cluster:
            for number in range(2):
                cache = self.fresh(f"worker{number}")
                cluster.add_worker(CUSTOM_COMPILER_CACHE=str(cache))
            time.sleep(5)
            killer = threading.Thread(target=self._kill_midway, args=(cluster,), daemon=True)
            killer.start()
            cache = self.fresh("sender")
            words = ("--scheduler", cluster.address)
            name = "two workers of Dask, one lost"
            row = _row(name, lambda: self.op_compiler(cache, *words))
            if cluster.workers[0].poll() is None:
                raise SystemExit("no worker was killed")
        return row

    def _kill_midway(self, cluster: DaskCluster) -> None:
        built = 0
        while 2 * built < self.files:
            time.sleep(0.2)
            folders = [self.folder / f"worker{number}" / "kernel" for number in range(2)]
            built = sum(1 for folder in folders for _ in folder.glob("*/*"))
        cluster.workers[0].kill()

    def one_by_one(self, count: int) -> Row:
        """Time a process of opc per file."""
        cache = self.fresh("one_by_one")
        scale = self.files / count
        name = f"opc per file (of {count})"
        return _row(name, lambda: self._all_one_by_one(cache, count) * scale)

    def _all_one_by_one(self, cache: Path, count: int) -> float:
        params = self.folder / "params"
        params.mkdir(exist_ok=True)
        environment = {**self.sample.environment(self.folder), "CUSTOM_COMPILER_CACHE": str(cache)}

        def compile_one(number: int) -> None:
            entry = _call(number)
            op_type = entry.pop("op_type")
            for port in entry["inputs"] + entry["outputs"]:
                port["paramType"] = port.pop("param_type")
            entry["bin_filename"] = f"AddCustom_{number}"
            param = params / f"{number}.json"
            param.write_text(json.dumps({"op_type": op_type, "op_list": [entry]}))
            words = [f"--input_param={param}", f"--output={params}", f"--soc_version={_SOC}"]
            command = [str(self.sample.home / "bin/opc"), "--op_mode=static", *words]
            subprocess.run(command, env=environment, check=True, capture_output=True)

        start = time.monotonic()
        with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            list(pool.map(compile_one, range(count)))
        return time.monotonic() - start


def _row(name: str, run: Callable[[], float]) -> Row:
    return Row(name, run(), median(run() for _ in range(_CACHED_RUNS)))


def _call(number: int) -> dict[str, Any]:
    shape = [8, 1024 + 16 * number]
    port: dict[str, Any] = {
        "param_type": "required",
        "dtype": "float16",
        "format": "ND",
        "shape": shape,
    }
    port |= {"origin_format": "ND", "origin_shape": shape, "value_depend": False, "is_view": False}
    return {
        "op_type": "AddCustom",
        "deterministic": "false",
        "inputs": [{"name": name, "index": index, **port} for index, name in enumerate("xy")],
        "outputs": [{"name": "z", "index": 0, **port}],
        "attrs": [],
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--one-by-one", type=int, default=50, help="files for opc per file")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sample = install_sample(folder / "sample", ensure_home())
        bench = Bench(folder, args.files, sample)
        rows = [bench.local(1), bench.local(2), bench.cluster()]
        rows.append(bench.one_by_one(min(args.one_by_one, args.files)))
    print(f"{args.files} information files of AddCustom, seconds:")
    print(f"{'':32}{'cold':>8}{'cached':>9}{'ratio':>8}")
    for row in rows:
        print(f"{row.name:32}{row.cold:8.1f}{row.cached:9.2f}{row.cold / row.cached:8.1f}")


if __name__ == "__main__":
    main()
