"""Weights of Adams2019's cost model: those of Halide, and such as learned from more schedules."""

from __future__ import annotations

import struct
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.autokernel.host.autoschedulers import plug_in
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.errors import BuildError
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Sequence

_BEGIN = struct.pack("<I", 0x68776631)  # of files of weights; three numbers follow
_TABLES = 6
_EPOCHS, _RATE = 32, 1e-4  # as Halide's own script for this has them


def stock_weights() -> bytes:
    """Return Halide's weights as a file, which only the plug-in has, within.

    Raises:
        BuildError: they are not there.
    """
    path = plug_in("Adams2019")
    data = path.read_bytes()
    begin = data.find(_BEGIN)
    while begin >= 0:
        end = _end(data, begin)
        if end:
            return data[begin:end]
        begin = data.find(_BEGIN, begin + 1)
    raise BuildError(f"{path.name} has no weights of a cost model", "install another Halide")


def _end(data: bytes, begin: int) -> int:
    """Return the end of a file of weights that may begin here, or 0 if none begins here."""
    offset = begin + 16
    if struct.unpack_from("<I", data, begin + 12) != (_TABLES,):
        return 0
    for _ in range(_TABLES):
        (dimensions,) = struct.unpack_from("<I", data, offset)
        if dimensions not in {1, 2, 3}:
            return 0
        extents = struct.unpack_from(f"<{dimensions}I", data, offset + 4)
        offset += 4 + 4 * dimensions + 4 * prod(extents)
        if offset > len(data):
            return 0
    return offset


def learn(timed: Sequence[tuple[Path, float]], weights: Path, learned: Path) -> None:
    """Train a cost model by Halide's program.

    Args:
        timed: Featurizations of schedules of one operator, and the seconds that they take. There is
            nothing to learn from less than eight that differ.
        weights: Where training begins.
        learned: To be written.

    Raises:
        BuildError: a program of Halide fails.
    """
    programs = Path(halide().install_dir(), "bin")
    samples = []
    for number, (path, seconds) in enumerate(timed):
        samples.append(path.with_suffix(".sample"))
        numbers = (f"{seconds:.9f}", "0", str(number))  # one operator, schedules by number
        _run([programs / "featurization_to_sample", path, *numbers, samples[-1]])
    learned.write_bytes(weights.read_bytes())
    command: list[str | Path] = [
        programs / "adams2019_retrain_cost_model",
        f"--epochs={_EPOCHS}",
        f"--rates={_RATE}",
        "--num_cores=1",
        f"--initial_weights={weights}",
        f"--weights_out={learned}",
        f"--best_benchmark={learned.with_suffix('.benchmark')}",
        f"--best_schedule={learned.with_suffix('.schedule')}",
    ]
    _run(command, "".join(f"{path}\n" for path in samples))


def _run(command: Sequence[str | Path], text: str = "") -> None:
    words = [str(word) for word in command]
    ended = run(words, stdin=text.encode())
    if ended.code:
        message = f"{Path(words[0]).name}: failed with exit code {ended.code}"
        raise BuildError(message, "install Halide again", details=ended.error_text)
