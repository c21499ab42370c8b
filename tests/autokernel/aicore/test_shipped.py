"""Shipped operators on the simulated cores: any sizes, any setting that may be tried, each type.

Numbers are those that tuning judges by: random, extreme, and NaN and infinities.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import kernels
from custom_compiler.autokernel.classes import classify_for_cores
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.describe.sizes import symbols_of
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.tune.data import CASES, difference, write_data
from custom_compiler.errors import MisuseError

PART = kernels.CorePlatform(core_num=6, cube_num=3, ub_size=196608)
WINDOWS: dict[str, Any] = {"pads": (1, 0, 1, 1), "strides": (2, 1)}
CONSTANTS: dict[str, dict[str, Any]] = {
    "max_pool": {**WINDOWS, "kernel": (3, 2)},
    "average_pool": {**WINDOWS, "kernel": (3, 2)},
    "convolution": {**WINDOWS, "relu": True},
    "im2col_convolution": WINDOWS,
    "depthwise_convolution": WINDOWS,
    "fully_connected": {"relu": True},
}
# Most places along axes; windows see at least as many as they have.
MOST = {"columns": 700, "rows": 60, "kh": 3, "kw": 3, "n": 70, "m": 70, "k": 70}
IMAGES = {"n": (1, 2), "c": (1, 20), "c_in": (1, 20), "o": (1, 20), "h": (4, 20), "w": (4, 20)}
PAIRS = [(name, dtype) for name, each in SHIPPED.items() for dtype in each.dtypes]
REFUSED = {  # by name: what AI cores do not compute
    *(("im2col_convolution", dtype) for dtype in ("float16", "bfloat16", "float32")),
    *(("max_pool", dtype) for dtype in ("int8", "uint8", "int32")),
    *((f"reduce_{kind}", "int64") for kind in ("sum", "prod", "max", "min")),
    *((name, t) for name in ("transpose", "to_channels_last") for t in ("int8", "uint8", "int64")),
}


def sizes_for(operator: ak.Operator, draw: st.DataObject) -> dict[str, int]:
    """Any sizes."""
    axes = [axis for port in operator.inputs for axis in port.axes]
    names = dict.fromkeys(name for axis in axes for name in symbols_of(axis.size))
    is_image = "h" in names
    is_flat = list(names) == ["..."]
    found = {}
    for name in names:
        low, high = 1, 20000 if is_flat else MOST.get(name, 40)
        if is_image:
            low, high = IMAGES.get(name, (1, MOST.get(name, 40)))
        found[name] = draw.draw(st.integers(low, high), label=name)
    return found


@pytest.mark.slow
@settings(
    max_examples=3,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.function_scoped_fixture],
)
@given(draw=st.data())
@pytest.mark.parametrize(("name", "dtype"), PAIRS)
def test_any_sizes(name: str, dtype: str, tmp_path, draw: st.DataObject) -> None:
    operator = SHIPPED[name].operator(dtype=dtype, **CONSTANTS.get(name, {}))
    sizes = sizes_for(operator, draw)
    try:
        kind, match = classify_for_cores(operator)
        space = kind.core_space(match, sizes, PART)
        setting: dict[str, Any] = kind.core_default(match, sizes, PART)
    except MisuseError:
        assert (name, dtype) in REFUSED
        return
    assert (name, dtype) not in REFUSED
    if draw.draw(st.booleans(), label="any setting"):
        points = st.tuples(*(st.integers(0, len(knob.values) - 1) for knob in space.knobs))
        setting = space.setting(draw.draw(points.filter(space.allows)))
    call = kind.core_call(match, sizes, setting, PART)
    data = write_data(operator, sizes, {}, str(tmp_path))
    for each in CASES:
        case = data.case(each)
        made = [
            np.empty(wide.shape, reference.numpy_dtype(kind))
            for wide, (_, kind) in zip(case.wide, data.outputs, strict=True)
        ]
        values = [attribute.default for attribute in operator.attributes]
        kernels.launch(call, list(case.inputs.values()), made, values)
        wrong = difference(case, made, data)
        assert not wrong, f"{each} inputs, {setting}: {wrong}"
