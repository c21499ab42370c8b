"""The test and the page of a starter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.project.starter.request import SHORT
from custom_compiler.project.starter.words import floats, python_value

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator

CONFTEST = """\
\"\"\"Lets plain pytest build and load the operators of this folder, too.\"\"\"

pytest_plugins = ["custom_compiler.testing.pytest_plugin"]
"""

_SHAPES = {
    "elementwise": "[(1,), (31,), (8, 2048), (3, 5, 7), (100003,), (16, 1024, 33), (0, 8)]",
    "rows": "[(1, 1), (4, 31), (8, 2048), (3, 5, 7), (100, 65), (2, 3000)]",
    "reduce": "[(1, 1), (4, 31), (8, 2048), (3, 5, 7), (1500, 65), (2, 100003)]",
    "matmul": "[((16, 16), (16, 16)), ((1, 7), (7, 3)), ((128, 256), (256, 640)), ((33, 100), "
    "(100, 65))]",
}
_NUMPY = {
    "fp16": "np.float16",
    "fp32": "np.float32",
    "bf16": "ml_dtypes.bfloat16",
    "int32": "np.int32",
}
_PATTERNS = {
    "elementwise": "",
    "rows": '    patterns=("random", "zeros", "ones", "negative", "alternating", "small"),\n',
    "reduce": '    patterns=("random", "zeros", "ones", "alternating", "small"),\n',
    "matmul": '    patterns=("random", "zeros", "ones", "alternating"),\n',
}


def test_file(operator: DescribedOperator, template: str, source: str) -> str:
    """Return `tests/test_<stem>.py`; `source` is what of the kernel is to be replaced."""
    names = [port.name for port in operator.inputs]
    dtypes = ", ".join(
        "(" + ", ".join(f'"{SHORT[port.types[column]]}"' for port in operator.inputs) + ",)"
        for column in range(len(operator.inputs[0].types))
    )
    attributes = _cases(operator)
    listed = f"    attributes=[{', '.join(attributes)}],\n" if operator.attributes else ""
    return f'''"""{operator.name}: what it computes, and what it is tried on."""

import numpy as np

from custom_compiler.testing import operator_test


{_reference(operator, template, names, source)}

# A test for each shape, combination of types, pattern of values and set of attributes.
test_{operator.stem} = operator_test(
    "{operator.name}",
    reference,
    shapes={_SHAPES[template]},
    dtypes=[{dtypes}],
{_PATTERNS[template]}{listed})
'''


def _reference(operator: DescribedOperator, template: str, names: list[str], source: str) -> str:
    parameters = list(names)
    if operator.attributes:
        parameters.append("*")
    ordered = sorted(operator.attributes, key=lambda attribute: attribute.default is not None)
    for attribute in ordered:
        default = "" if attribute.default is None else f"={python_value(attribute)}"
        parameters.append(attribute.name + default)
    head = f"def reference({', '.join(parameters)}):\n"
    head += f'    """What the operator computes, by NumPy. Replace it with {source}."""\n'
    first = names[0]
    if template == "matmul":
        return head + f"    return {first}.astype(np.float32) @ {names[1]}.astype(np.float32)"
    wide = f"    wide = np.int32 if {first}.dtype == np.int32 else np.float32\n"
    if template != "elementwise":
        wide = "    wide = np.float64\n"
    total = " + ".join(f"{name}.astype(wide)" for name in names)
    factors = "".join(f" * wide({name})" for name in floats(operator))
    total = f"({total}){factors}" if factors and len(names) > 1 else total + factors
    results = {
        "elementwise": "    return total",
        "rows": "    return total - total.max(axis=-1, keepdims=True)",
        "reduce": "    return total.sum(axis=-1)",
    }
    return head + wide + f"    total = {total}\n" + results[template]


def _needed(operator: DescribedOperator) -> dict[str, str]:
    """Return the values, as Python writes them, of the attributes without a default."""
    examples = {"Float": "0.5", "Int": "2", "Bool": "True", "String": '"text"',
                "ListInt": "[1, 2]", "ListFloat": "[0.5]", "ListBool": "[True]"}  # fmt: skip
    return {
        attribute.name: examples.get(attribute.function, "[]")
        for attribute in operator.attributes
        if attribute.default is None
    }


def _cases(operator: DescribedOperator) -> list[str]:
    """Return sets of attributes: the defaults, and other numbers."""
    needed = _needed(operator)
    cases = [needed]
    if floats(operator):
        cases.append({**needed, **dict.fromkeys(floats(operator), "-2.0")})
    return ["{" + ", ".join(f'"{name}": {value}' for name, value in case.items()) + "}"
            for case in cases]  # fmt: skip


def readme_head(operator: DescribedOperator) -> str:
    """Return the first part of `README.md`: the commands."""
    return f"""# {operator.name}

    custom-compiler test            # builds the operator and tries it
    custom-compiler test --checked  # looks for faults of the kernel, too
    custom-compiler build -o op_host -k op_kernel --vendor_name mine   # the package (.run)
"""


def readme(operator: DescribedOperator, template: str) -> str:
    """Return `README.md`."""
    stem = operator.stem
    example = {
        "elementwise": "the sum of the inputs, times the attributes that are floats",
        "rows": "the sum of the inputs, times the attributes that are floats, less the largest "
        "value of its row",
        "reduce": "the sum over the last dimension of the sum of the inputs, times the attributes "
        "that are floats",
        "matmul": "the product of two matrices",
    }[template]
    shapes = (
        [(128, 256), (256, 640)] if template == "matmul" else [(8, 2048)] * len(operator.inputs)
    )
    types = [SHORT[port.types[0]] for port in operator.inputs]
    inputs = " ".join(
        f"{'x'.join(map(str, shape))}:{dtype}" for shape, dtype in zip(shapes, types, strict=False)
    )
    needed = _needed(operator)
    if needed:
        words = (f"{name}={value.strip(chr(34))}" for name, value in needed.items())
        inputs += " --attr " + " ".join(f"'{word}'" if "[" in word else word for word in words)
    arguments = [f"'{operator.name}'"]
    arguments += [f"np.ones({s}, {_NUMPY[t]})" for s, t in zip(shapes, types, strict=False)]
    arguments += [f"{name}={value.replace(chr(34), chr(39))}" for name, value in needed.items()]
    modules = "custom_compiler, " + ("ml_dtypes, " if "bf16" in types else "") + "numpy as np"
    called = f"custom_compiler.run({', '.join(arguments)})"
    return (
        readme_head(operator)
        + f"""
- `op_kernel/{stem}.cpp`: the kernel. What it computes as an example is {example}. {_source_hint(template)}
- `op_host/{stem}.cpp`: the definition, the shape of the output, and how the work is shared out among cores and tiles (`{stem}_tiling.h`).
- `tests/test_{stem}.py`: `reference` says in NumPy what is right; shapes, types, patterns of values and attributes are a table. A wrong result names its first element, and the block and the tile that wrote it.

In Python, after the build:

    source build_out/set_env.bash
    python -c "import {modules}; print({called})"
    custom-compiler run {operator.name} --random {inputs}
    custom-compiler profile {operator.name} --random {inputs}
"""
    )


def _source_hint(template: str) -> str:
    if template == "matmul":
        return "Bias, formats and what follows the product are those of CANN's `Matmul`."
    return "`Operation` is the place to change."
