"""The checker finds nothing in kernels of shipped operators, with sizes that leave tails."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from custom_compiler.autokernel import classes
from custom_compiler.autokernel.aicore import kernels, run
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.autokernel.operators import SHIPPED

PART = "Ascend910B3"
FLAT, ROWS = {"...": 5003}, {"...": 37, "columns": 210}
IMAGES = {"n": 2, "c": 18, "h": 13, "w": 11}
FILTERS = {**IMAGES, "o": 6, "kh": 3, "kw": 3}
SAME: dict[str, Any] = {"pads": (1, 1, 1, 1)}
POOL: dict[str, Any] = {"kernel": (3, 3), "strides": (2, 2), **SAME}


@dataclass(frozen=True)
class Subject:
    """A shipped operator at some sizes.

    Attributes:
        dtype: Of its tensors.
    """

    name: str
    sizes: dict[str, int]
    dtype: str = "float16"
    constants: dict[str, Any] = field(default_factory=dict)

    def launch(self) -> run.PortableLaunch:
        """By the formula."""
        operator = SHIPPED[self.name].operator(dtype=self.dtype, **self.constants)
        found = classes.classify(operator)
        assert found is not None
        kind, match = found
        part = kernels.platform(PART)
        setting = kind.core_default(match, self.sizes, part)
        call = kind.core_call(match, self.sizes, setting, part)
        chance = np.random.default_rng(1)
        given = {}
        for port in operator.inputs:
            shape = [int(evaluate(axis.size, self.sizes)) for axis in port.axes]
            given[port.name] = chance.normal(size=shape).astype(port.dtype)
        made = reference.evaluate(operator, given)
        outputs = tuple((each.shape, each.dtype.name) for each in made)
        attributes = tuple(each.default for each in operator.attributes)
        return run.PortableLaunch(call, tuple(given.values()), outputs, attributes, PART)


FEW = (
    Subject("gelu_tanh", FLAT),
    Subject("gemm", {"m": 70, "n": 90, "k": 50}),
    Subject("average_pool", IMAGES, constants=POOL),
)
OTHERS = (
    Subject("normalize", IMAGES),
    Subject("softmax", {"...": 2, "columns": 30011}),  # longer than the unified buffer
    Subject("layer_norm", ROWS),
    Subject("matmul", {"m": 70, "n": 90, "k": 50}),
    Subject("convolution", {**FILTERS, "c_in": 18}, constants=SAME),
    *(Subject(name, FLAT) for name in ("relu", "leaky_relu", "sigmoid", "silu", "gelu", "swiglu")),
    *(Subject(name, FLAT) for name in ("add", "multiply")),
    *(Subject(name, ROWS) for name in ("reduce_sum", "reduce_mean", "reduce_max", "reduce_min")),
    *(Subject(name, ROWS) for name in ("arg_max", "reduce_prod")),
    Subject("rms_norm", ROWS),
    Subject("scale_shift_relu", {"n": 2, "c": 18, "...": 143}),
    Subject("batch_matmul", {"...": 3, "m": 70, "n": 90, "k": 50}),
    Subject("fully_connected", {"...": 70, "n": 90, "k": 50}, constants={"relu": True}),
    Subject("max_pool", IMAGES, constants=POOL),
    Subject("depthwise_convolution", {**IMAGES, "kh": 3, "kw": 3}, constants=SAME),
)


@pytest.mark.slow
def test_some_kernels() -> None:
    found = run.check_launches([each.launch() for each in FEW], workers=2)
    assert dict(zip([each.name for each in FEW], found, strict=True)) == {e.name: () for e in FEW}


@pytest.mark.slow
@pytest.mark.parametrize("subject", [*FEW, *OTHERS], ids=lambda each: each.name)
def test_each_operator_in_float32(subject: Subject) -> None:
    one = Subject(subject.name, subject.sizes, "float32", subject.constants)
    assert run.check_launches([one.launch()]) == [()]
