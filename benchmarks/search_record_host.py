"""Spaces of schedules of this machine's CPUs, measured whole, for benchmarks/search.py.

python benchmarks/search_record_host.py [--only NAME]

Each point is a schedule in plain Halide, compiled for this machine; its cost is the median CPU time
of one thread, in microseconds, over rounds in which all points run once in another order. Points
that a legality rule forbids are not in the file. The machine decides the figures, so recording
again gives another file.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import halide as hl
import numpy as np
import search_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ROUNDS = 7
_LANES = 16  # floats of a vector of AVX-512
_REGISTERS = 32
_IMAGE = 112  # rows and columns of the depthwise convolution's

Setting: TypeAlias = "dict[str, int]"
Compute: TypeAlias = "Callable[[], np.ndarray[Any, np.dtype[np.float32]]]"


class Recording(NamedTuple):
    """A space to measure.

    Attributes:
        knobs: Values of each, in order.
        allowed: Whether a setting is legal.
        make: A function without arguments that computes once and returns the result, for a setting.
    """

    knobs: Mapping[str, tuple[int, ...]]
    allowed: Callable[[Setting], bool]
    make: Callable[[Setting], Compute]


def _gemm(size: int) -> Callable[[Setting], Compute]:
    generator = np.random.default_rng(1)
    left = hl.Buffer(generator.random((size, size), np.float32))
    right = hl.Buffer(generator.random((size, size), np.float32))
    result = np.empty((size, size), np.float32)

    def make(setting: Setting) -> Compute:
        rows, columns = setting["rows"], setting["vectors"] * _LANES
        a, b = hl.ImageParam(hl.Float(32), 2), hl.ImageParam(hl.Float(32), 2)
        j, i, ji, ii, jo, io, ib, ki = map(hl.Var, ("j", "i", "ji", "ii", "jo", "io", "ib", "ki"))
        k = hl.RDom([(0, size)])
        packed, total, out = hl.Func("packed"), hl.Func("total"), hl.Func("out")
        packed[ji, ki, jo] = b[jo * columns + ji, ki]
        total[j, i] = 0.0
        total[j, i] += a[k.x, i] * packed[j % columns, k.x, j // columns]
        out[j, i] = total[j, i]
        packed.compute_root().vectorize(ji, _LANES)
        out.split(j, jo, ji, columns).split(i, ib, i, setting["band"]).split(i, io, ii, rows)
        order = (ji, ii, io, jo, ib) if setting["panels_inside"] else (ji, ii, io, ib, jo)
        out.reorder(*order).vectorize(ji, _LANES).unroll(ji).unroll(ii)
        total.compute_at(out, io).vectorize(j, _LANES).unroll(j).unroll(i)
        ko, kk = hl.RVar("ko"), hl.RVar("kk")
        total.update().reorder(j, i, k.x).vectorize(j, _LANES).unroll(j).unroll(i)
        if setting["depth"] > 1:
            total.update().split(k.x, ko, kk, setting["depth"]).reorder(j, i, kk, ko).unroll(kk)
        for image in (a, b):
            image.dim(0).set_bounds(0, size)
            image.dim(1).set_bounds(0, size).set_stride(size)
        out.bound(j, 0, size).bound(i, 0, size)
        return _bound_call(out, [a, b], [left, right], result)

    return make


def _gemm_allowed(setting: Setting) -> bool:
    """Return whether the result tile, a row of B and one number of A (nearly) fit registers."""
    used = setting["vectors"] * (setting["rows"] + 1) + 1
    return used <= 1.5 * _REGISTERS and setting["band"] % setting["rows"] == 0


def _depthwise() -> Callable[[Setting], Compute]:
    channels, height, width = 64, _IMAGE, _IMAGE
    generator = np.random.default_rng(2)
    image = hl.Buffer(generator.random((channels, height, width), np.float32))
    weights = hl.Buffer(generator.random((channels, 3, 3), np.float32))
    result = np.empty((channels, height, width), np.float32)

    def make(setting: Setting) -> Compute:
        source, kernel = hl.ImageParam(hl.Float(32), 3), hl.ImageParam(hl.Float(32), 3)
        x, y, c, xi, yi, yo = map(hl.Var, ("x", "y", "c", "xi", "yi", "yo"))
        taps = hl.RDom([(0, 3), (0, 3)])
        for param, extents in ((source, (width, height, channels)), (kernel, (3, 3, channels))):
            stride = 1
            for number, extent in enumerate(extents):
                param.dim(number).set_bounds(0, extent).set_stride(stride)
                stride *= extent
        padded = hl.BoundaryConditions.constant_exterior(source, 0.0)
        total, out = hl.Func("total"), hl.Func("out")
        total[x, y, c] = 0.0
        total[x, y, c] += padded[x + taps.x - 1, y + taps.y - 1, c] * kernel[taps.x, taps.y, c]
        out[x, y, c] = hl.max(total[x, y, c], 0.0)
        lanes, columns = setting["lanes"], setting["columns"]
        out.split(y, yo, yi, setting["band"], hl.TailStrategy.ShiftInwards)
        out.split(yi, y, yi, setting["rows"], hl.TailStrategy.GuardWithIf)
        out.split(x, x, xi, lanes * columns, hl.TailStrategy.ShiftInwards)
        out.reorder(xi, yi, x, y, yo, c).vectorize(xi, lanes).unroll(xi).unroll(yi)
        total.compute_at(out, x).vectorize(x, lanes).unroll(x).unroll(y)
        total.update().reorder(x, y, taps.x, taps.y, c).vectorize(x, lanes).unroll(x).unroll(y)
        total.update().unroll(taps.x).unroll(taps.y)
        padding = setting["padding"]
        if padding:
            padded.compute_at(out, {1: c, 2: yo}[padding]).vectorize(padded.args()[0], lanes)
        out.bound(x, 0, width).bound(y, 0, height).bound(c, 0, channels)
        return _bound_call(out, [source, kernel], [image, weights], result)

    return make


def _bound_call(
    out: hl.Func,
    params: list[hl.ImageParam],
    inputs: list[hl.Buffer],
    result: np.ndarray[Any, np.dtype[np.float32]],
) -> Compute:
    call = out.compile_to_callable(params, hl.get_jit_target_from_environment())
    output = hl.Buffer(result)

    def compute() -> np.ndarray[Any, np.dtype[np.float32]]:
        call(*inputs, output)
        return result

    return compute


RECORDINGS = {
    "gemm_640": Recording(
        {
            "rows": (1, 2, 4, 5, 8, 10, 16),
            "vectors": (1, 2, 4, 5, 8),
            "depth": (1, 2, 4),
            "band": (40, 80, 160, 320, 640),
            "panels_inside": (0, 1),
        },
        _gemm_allowed,
        _gemm(640),
    ),
    "gemm_512": Recording(
        {
            "rows": (1, 2, 4, 8, 16),
            "vectors": (1, 2, 4, 8),
            "depth": (1, 2, 4, 8),
            "band": (32, 64, 128, 256, 512),
            "panels_inside": (0, 1),
        },
        _gemm_allowed,
        _gemm(512),
    ),
    "depthwise": Recording(
        {
            "lanes": (4, 8, 16, 32),
            "columns": (1, 2, 4, 7),
            "rows": (1, 2, 4, 7),
            "band": (4, 7, 14, 28, 56, 112),
            "padding": (0, 1, 2),
        },
        lambda s: (
            s["lanes"] * s["columns"] <= _IMAGE
            and 2 * s["columns"] * s["rows"] <= _REGISTERS
            and s["band"] % s["rows"] == 0
        ),
        _depthwise(),
    ),
}


def main() -> int:
    """Record the spaces that are wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", choices=RECORDINGS, help="one space")
    only = parser.parse_args().only
    for name, recording in RECORDINGS.items():
        if only in {None, name}:
            _record(name, recording)
    return 0


def _record(name: str, recording: Recording) -> None:
    names = tuple(recording.knobs)
    settings = [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*recording.knobs.values())
    ]
    settings = [setting for setting in settings if recording.allowed(setting)]
    print(f"{name}: {len(settings)} points", flush=True)
    calls: list[Compute] = []
    expected = recording.make(settings[0])().copy()
    for number, setting in enumerate(settings):
        calls.append(recording.make(setting))
        np.testing.assert_allclose(calls[-1](), expected, rtol=1e-4)
        if number % 50 == 0:
            print(f"  {number} compiled", file=sys.stderr, flush=True)
    times: list[list[float]] = [[] for _ in calls]
    order = list(range(len(calls)))
    chance = random.Random(1)
    for _ in range(_ROUNDS):
        chance.shuffle(order)
        for number in order:
            calls[number]()  # what was there before goes out of the caches
            start = time.thread_time()
            calls[number]()
            times[number].append(time.thread_time() - start)
    costs = [f"{1e6 * median(seconds):.0f}" for seconds in times]
    rows = [[*setting.values(), cost] for setting, cost in zip(settings, costs, strict=True)]
    search_tables.write(name, [[*names, "cost"], *rows])


if __name__ == "__main__":
    sys.exit(main())
