"""Cost of the rules of the device's compiler in a kernel compilation: with and without rules.

    python benchmarks/rules.py [--kernels REGEX] [--repeats N]

Kernels (benchmarks/kernels) are compiled by `opc`'s engine and, with a launch next to them, by
`bisheng`, cold and from the cache, alternately with and without rules, each in a separate process.
A
figure is CPU time of that process and of the compilers that it starts, the least of the
repeats; precompiled headers are there. The aim: cold at most 1.3 times, cached 1 (1.05 is within
the error of measurement).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import geometric_mean

from simulator_device import KERNELS, Builder

COLD_AIM, CACHED_AIM = 1.3, 1.05
_NAMES = ("gather", "layer_norm", "matrix_product", "reduce_sum", "softmax", "sort", "transpose")
_COMPILERS = ("opc", "bisheng")
_PARAMETERS = re.compile(r"__global__ __aicore__ void (\w+)\(([^)]*)\)")
_Cost = dict[tuple[str, str, str, bool], float]  # compiler, kernel, cold or cached, judged


def main() -> int:
    """Run the script; 1 if an aim is missed."""
    args = _parse()
    if args.child:
        return _child(*args.child)
    names = [name for name in _NAMES if re.search(args.kernels, name)]
    if not names:
        sys.exit("--kernels: no kernel is called so")
    with tempfile.TemporaryDirectory() as folder:
        costs = _measure(Path(folder), names, args.repeats)
    missed = False
    print(f"{'compiler':10}{'kernel':18}{'':8}{'judged':>10}{'not':>10}{'ratio':>8}")
    for compiler in _COMPILERS:
        for state, aim in (("cold", COLD_AIM), ("cached", CACHED_AIM)):
            ratios = []
            for name in names:
                judged, bare = (costs[compiler, name, state, on] for on in (True, False))
                ratios.append(judged / bare)
                cells = f"{judged:9.3f}s{bare:9.3f}s{ratios[-1]:8.3f}"
                print(f"{compiler:10}{name:18}{state:8}{cells}")
            mean = geometric_mean(ratios)
            missed |= mean > aim
            print(f"{compiler:10}{'all':18}{state:8}{'':20}{mean:8.3f}  aim {aim}")
    return 1 if missed else 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", default="", help="names, as a regular expression")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    args.repeats = max(args.repeats, 1)
    return args


def _measure(work: Path, names: list[str], repeats: int) -> _Cost:
    costs: _Cost = {}
    for repeat in range(repeats + 1):  # the first makes the precompiled headers
        for name in names if repeat else names[:1]:
            for compiler in _COMPILERS:
                for is_judged in (True, False) if repeat % 2 else (False, True):
                    cache = work / f"{compiler}_{is_judged}"
                    _forget(cache)
                    for state in ("cold", "cached"):
                        seconds = _seconds(cache, compiler, name, is_judged=is_judged)
                        key = (compiler, name, state, is_judged)
                        if repeat:
                            costs[key] = min(seconds, costs.get(key, seconds))
    return costs


def _forget(cache: Path) -> None:
    """Leave of a cache what is precompiled."""
    for part in cache.iterdir() if cache.is_dir() else ():
        if part.is_dir() and part.name != "pch":
            shutil.rmtree(part)


def _seconds(cache: Path, compiler: str, name: str, *, is_judged: bool) -> float:
    words = [sys.executable, __file__, "--child", compiler, name, str(int(is_judged))]
    environment = {**os.environ, "CUSTOM_COMPILER_CACHE": str(cache)}
    process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{compiler} does not compile {name}")
    return usage.ru_utime + usage.ru_stime


def _child(compiler: str, name: str, is_judged: str) -> int:
    """Compile one kernel in this process."""
    if is_judged == "0":
        from custom_compiler.kernel.rules.judge import Judge

        for method in ("findings", "findings_of_unit"):
            setattr(Judge, method, lambda *_: [])
    with tempfile.TemporaryDirectory() as folder:
        if compiler == "opc":
            Builder(Path(folder)).kernel(name)
            return 0
        from custom_compiler.kernel.launch.bisheng import main as bisheng
        from custom_compiler.toolkit import ensure_home

        # A place that stays: its text is looked up in the cache.
        source = Path(os.environ["CUSTOM_COMPILER_CACHE"]) / f"{name}.asc"
        source.parent.mkdir(exist_ok=True)
        source.write_text(_launching(name))
        words = [f"-I{KERNELS}", "-c", str(source), "-o", str(Path(folder, "kernel.o"))]
        return bisheng(str(ensure_home()), words)


def _launching(name: str) -> str:
    """Return a source with a kernel of this folder and a function that launches it."""
    parameters = _PARAMETERS.search((KERNELS / f"{name}.cpp").read_text())
    if parameters is None:
        sys.exit(f"kernels/{name}.cpp has no kernel")
    types = [parameter.split()[0] for parameter in parameters[2].split(",")]
    values = ", ".join(f"({kind})0" for kind in types)
    return (
        f'#include "{name}.cpp"\n'
        f"void Launch(void* stream) {{ {parameters[1]}<<<1, nullptr, stream>>>({values}); }}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
