"""The operator of the description next to this file, for MindSpore on CPUs: `operator(...)`.

Written by custom_compiler; needs nothing of it.
"""

from __future__ import annotations

from typing import Any

from mindspore import ops
from mindspore.ops import CustomRegOp

from .sizes import DESCRIPTION, FOLDER

_TYPES = {"bool": "bool", "int64": "int", "float32": "float"}


def operator(bprop: Any = None, **attributes: Any) -> Any:
    """Return `ops.Custom` with these values of attributes; the others have their defaults.

    Raises:
        TypeError: there is no such attribute, or one without a default has no value.
    """
    info = CustomRegOp(DESCRIPTION["operator"])
    for number, tensor in enumerate(DESCRIPTION["inputs"]):
        info.input(number, tensor["name"], "required")
    for number, tensor in enumerate(DESCRIPTION["outputs"]):
        info.output(number, tensor["name"], "required")
    for each in DESCRIPTION["attributes"]:
        value = attributes.pop(each["name"], each["default"])
        if value is None:
            message = f"{DESCRIPTION['operator']} needs a value of {each['name']}"
            raise TypeError(message)
        info.attr(each["name"], "required", _TYPES[each["dtype"]], value=value)
    for name in attributes:
        message = f"{DESCRIPTION['operator']} has no attribute {name!r}"
        raise TypeError(message)
    for each in DESCRIPTION["libraries"]:
        types = (*each["inputs"], *each["outputs"])
        info.dtype_format(*((dtype, "DefaultFormat") for dtype in types))
    library = f"{FOLDER / DESCRIPTION['file']}:{DESCRIPTION['operator']}"
    return ops.Custom(
        library, None, None, func_type="aot", bprop=bprop, reg_info=info.target("CPU").get_op_info()
    )
