"""Kernels generated from Python against the same ones written in Ascend C.

python benchmarks/asc_kernels.py [--only REGEX] [--rounds N]

The ten examples of examples/asc, and their counterparts in benchmarks/kernels/asc: the same tiles
on the same cores, with queues. Each pair has a separate process: the example runs, its
counterpart gets the same arguments and must compute the same, bit for bit; then both are launched
in alternation, tensors on the device. *Time* is CPU time of all threads, the least of the rounds;
*cycles* are those of the slowest core in the cycle model, from another process that is measured.
Figures are the generated kernel's, of the hand-written one's. *automatic*: memory and waits of the
generated kernel are the compiler's.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

# The script's own folder would be searched for `asc` first.
sys.path[:] = [path for path in sys.path if Path(path).resolve() != Path(__file__).parent]

import numpy as np  # noqa: E402

if TYPE_CHECKING:
    from types import ModuleType

    from custom_compiler.asc.runtime.launcher import Launcher

_EXAMPLES = Path(__file__).parents[1] / "examples" / "asc"
_BY_HAND = Path(__file__).parent / "kernels" / "asc"
_AIM, _AUTOMATIC_AIM = 1.05, 1.1
_AUTOMATIC = {"gelu", "swiglu", "rmsnorm", "softmax", "quant"}
_LEAST_SECONDS = 0.02  # of one round's launches


@dataclass(frozen=True)
class Call:
    """A launch that an example makes."""

    launcher: Launcher
    names: tuple[str, ...]
    values: list[Any]  # as the user gave them
    results: list[Any]  # the same after the launch
    core_num: int


@dataclass(frozen=True)
class Ratios:
    """The generated kernel's figures, of the hand-written one's."""

    name: str
    time: float
    cycles: float

    @property
    def aim(self) -> float:
        """Upper limit for both ratios."""
        return _AUTOMATIC_AIM if self.name in _AUTOMATIC else _AIM

    @property
    def is_met(self) -> bool:
        """Return whether they are."""
        return max(self.time, self.cycles) <= self.aim

    def __str__(self) -> str:
        kind = "automatic" if self.name in _AUTOMATIC else ""
        verdict = "" if self.is_met else "  MISSED"
        return f"{self.name:18}{kind:11}{self.time:7.3f}{self.cycles:9.3f}{self.aim:7}{verdict}"


def main() -> int:
    """Measure and print; 1 if an aim is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="regular expression; default: all examples")
    parser.add_argument("--rounds", type=int, default=25, help="of launches, alternating")
    parser.add_argument("--example", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.example:
        print(json.dumps(_times(args.example, args.rounds)))
        return 0
    print(f"{'':29}{'time':>7}{'cycles':>9}{'aim':>7}")
    missed = False
    for path in sorted(_EXAMPLES.glob("*.py")):
        if re.search(args.only, path.stem):
            ratios = _measure(path.stem, args.rounds)
            print(ratios, flush=True)
            missed |= not ratios.is_met
    return int(missed)


def _measure(name: str, rounds: int) -> Ratios:
    with tempfile.TemporaryDirectory() as lines:
        generated, by_hand = _child(name, rounds)
        _child(
            name, 0,
            ASCENDC_OBSERVE="profile", ASCENDC_OBSERVE_OUTPUT=lines,
            ASCENDC_OBSERVE_OPTIONS="timeline=off",
        )  # fmt: skip
        cycles, cycles_by_hand = _cycles(Path(lines))
    return Ratios(name, generated / by_hand, cycles / cycles_by_hand)


def _child(name: str, rounds: int, **settings: str) -> tuple[float, float]:
    command = [sys.executable, __file__, "--example", name, "--rounds", str(rounds)]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    generated, by_hand = json.loads(done.stdout.splitlines()[-1])
    return generated, by_hand


def _cycles(lines: Path) -> tuple[float, float]:
    """Return the cycles of the slowest cores of the example's launch and of its counterpart's."""
    from custom_compiler.profile.launches import TimedLaunches

    launches = TimedLaunches(lines)
    launches.read(is_complete=True)
    generated, by_hand = (
        max(core.cycles for core in launch.timing.cores) for launch in launches.launches
    )
    return generated, by_hand


def _times(name: str, rounds: int) -> tuple[float, float]:
    """Return the seconds of a launch of each kernel; both are only checked without rounds."""
    call = _call_of(_example(name))
    with tempfile.TemporaryDirectory() as folder:
        by_hand = _by_hand(name, call, folder)
        _check(call, by_hand)
        if not rounds:
            return 0, 0
        return _in_turns(call, by_hand, rounds)


def _example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, _EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _call_of(example: ModuleType) -> Call:
    """Return the launch that an example makes when it is run."""
    from custom_compiler.asc.runtime import launcher

    calls: list[Call] = []
    run = launcher.Launcher.run

    def recorded(self: Launcher, packer: Any, values: list[Any], *others: Any) -> None:
        results = list(values)
        arguments = _copies(values)
        run(self, packer, values, *others)
        calls.append(Call(self, packer.names, arguments, results, others[0]))

    launcher.Launcher.run = recorded  # type: ignore[assignment, method-assign]
    try:
        example.main()
    finally:
        launcher.Launcher.run = run  # type: ignore[method-assign]
    (call,) = calls
    return call


def _by_hand(name: str, call: Call, folder: str) -> Launcher:
    """Compile the counterpart of an example's kernel."""
    from custom_compiler.asc.runtime.compile import compile_source
    from custom_compiler.asc.runtime.launcher import Launcher

    text = "".join((_BY_HAND / part).read_text() for part in ("share.h", f"{name}.cpp"))
    text = text.replace('#include "share.h"\n', "").replace("#pragma once\n", "")
    kernel = compile_source(
        folder, f"{name}_kernel", text, parameters=call.names, soc="Ascend910B1"
    )
    return Launcher(kernel, prints=False, exact=False)


def _check(call: Call, by_hand: Launcher) -> None:
    """Return whether the counterpart computes what the generated kernel did."""
    from custom_compiler.asc.runtime.arguments import Packer, kind_of

    values = _copies(call.values)
    kinds = tuple(map(kind_of, call.names, values))
    by_hand.run(Packer(call.names, kinds), list(values), call.core_num, None)
    for name, wanted, result in zip(call.names, call.results, values, strict=True):
        if isinstance(result, np.ndarray) and name != "workspace":  # which is nobody's result
            np.testing.assert_array_equal(result, wanted, err_msg=name)


def _copies(values: list[Any]) -> list[Any]:
    return [np.copy(value) if isinstance(value, np.ndarray) else value for value in values]


def _in_turns(call: Call, by_hand: Launcher, rounds: int) -> tuple[float, float]:
    """Return the least seconds of a launch of each, timed alternately, with device tensors."""
    from custom_compiler.asc.runtime.arguments import Packer, kind_of

    values = [_on_device(value) for value in call.values]
    packer = Packer(call.names, tuple(map(kind_of, call.names, values)))
    seconds: dict[Launcher, list[float]] = {call.launcher: [], by_hand: []}
    repeats = 1
    for _ in range(rounds):
        for launcher, times in seconds.items():
            begin = time.process_time()
            for _ in range(repeats):
                launcher.run(packer, list(values), call.core_num, None)
            took = time.process_time() - begin
            times.append(took / repeats)
            if took < _LEAST_SECONDS:
                repeats *= 2
    return min(seconds[call.launcher]), min(seconds[by_hand])


def _on_device(value: Any) -> Any:
    """Return the address of an array's copy on the device; leave other values unmodified."""
    from custom_compiler.asc.runtime import memory

    if not isinstance(value, np.ndarray):
        return value
    buffer = memory.take(value.nbytes, exact=False)
    memory.copy_in(buffer.address, value.ctypes.data, value.nbytes)
    return np.uint64(buffer.address)


if __name__ == "__main__":
    sys.exit(main())
