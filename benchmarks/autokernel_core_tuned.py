"""Gain of tuning over the default settings of shipped operators, in estimated cycles."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.tune.driver import Effort, tune
from custom_compiler.errors import CustomCompilerError

PART = "Ascend910B3"
_FLAT = {"...": 300_000}
_ROWS = {"...": 512, "columns": 1500}
_IMAGES = {"n": 4, "c": 48, "h": 30, "w": 30}


@dataclass(frozen=True)
class Subject:
    """A shipped operator, its constants, and sizes that favour no setting."""

    name: str
    sizes: dict[str, int]
    constants: dict[str, Any] = field(default_factory=dict)


_KERNEL = {"o": 48, "kh": 3, "kw": 3}
_POOL: dict[str, Any] = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}
_SAME: dict[str, Any] = {"pads": (1, 1, 1, 1)}
SUBJECTS = (
    *(Subject(name, _FLAT) for name in (
        "relu", "leaky_relu", "sigmoid", "silu", "gelu", "gelu_tanh", "add", "multiply", "swiglu",
    )),
    *(Subject(name, _ROWS) for name in (
        "reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "arg_max",
        "softmax", "layer_norm", "rms_norm",
    )),
    Subject("normalize", _IMAGES),
    Subject("scale_shift_relu", {"n": 4, "c": 48, "...": 900}),
    Subject("transpose", {"...": 8, "rows": 300, "columns": 500}),
    Subject("to_channels_last", _IMAGES),
    Subject("matmul", {"m": 500, "n": 700, "k": 300}),
    Subject("batch_matmul", {"...": 12, "m": 200, "n": 180, "k": 64}),
    Subject("gemm", {"m": 500, "n": 700, "k": 300}),
    Subject("fully_connected", {"...": 500, "n": 700, "k": 300}),
    Subject("max_pool", _IMAGES, _POOL),
    Subject("average_pool", _IMAGES, _POOL),
    Subject("convolution", {**_KERNEL, "n": 4, "c_in": 48, "h": 30, "w": 30}, _SAME),
    Subject("im2col_convolution", {**_KERNEL, **_IMAGES}, _SAME),
    Subject("depthwise_convolution", {**_IMAGES, "kh": 3, "kw": 3}, _SAME),
)  # fmt: skip


def print_tuned(trials: int, only: str) -> None:
    """Print a line per operator and element type."""
    print("| operator | type | sizes | default | tuned | ratio | setting |\n|" + "---|" * 7)
    ratios = []
    for subject in SUBJECTS:
        for dtype in ("float16", "float32"):
            sizes = ",".join(f"{name}={size}" for name, size in subject.sizes.items())
            row = f"| {subject.name} | {dtype} | {sizes} |"
            if not re.search(only, row):
                continue
            operator = SHIPPED[subject.name].operator(dtype=dtype, **subject.constants)
            try:
                tuned = tune(operator, subject.sizes, PART, effort=Effort(trials=trials))
            except CustomCompilerError as error:
                print(f"{row} rejected: {error.message} | | | |", flush=True)
                continue
            ratios.append(tuned.cost / tuned.default_cost)
            changed = [
                f"{name} {tuned.default.get(name)} -> {value}"
                for name, value in tuned.setting.items()
                if value != tuned.default.get(name)
            ]
            costs = f"{tuned.default_cost:.0f} | {tuned.cost:.0f} | {ratios[-1]:.2f}"
            print(f"{row} {costs} | {', '.join(changed)} |", flush=True)
    if ratios:
        print(f"{len(ratios)} tuned: median {median(ratios):.2f}, least {min(ratios):.2f}")
