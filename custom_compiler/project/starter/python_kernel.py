"""A starter whose kernel is in Python: the kernel, and what exports it as an operator."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.starter.request import SHORT, check_template
from custom_compiler.project.starter.tests import readme_head, test_file
from custom_compiler.project.starter.words import floats, python_value
from custom_compiler.support.element_types import BY_ENUMERATOR

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator

_TYPES = {enumerator: BY_ENUMERATOR[enumerator].numpy for enumerator in SHORT}
_KINDS = {"Bool": "bool", "Int": "int", "Float": "float"}
# What the module of the kernel calls its own.
_TAKEN_WORDS = """asc load operation tiling export conftest np buffers grain length share tile dtype
begin end pipe is_wide place count extent padding tensor queue source platform blocks per_element
workspace context test tests"""
_TAKEN = frozenset(_TAKEN_WORDS.split())
_OWN = re.compile(r"(in|out|wide)_.*|.*_(gm|tile|wide)")


def python_files(operator: DescribedOperator) -> dict[str, str]:
    """Return text by path in the folder; MisuseError if there is no form for the operator."""
    _check(operator)
    stem = operator.stem
    return {
        f"{stem}.py": _kernel(operator),
        "export.py": _export(operator),
        f"tests/test_{stem}.py": test_file(operator, "elementwise", f"`operation` in {stem}.py")
        + _direct_test(operator),
        "conftest.py": _CONFTEST,
        "README.md": _readme(operator),
    }


def _check(operator: DescribedOperator) -> None:
    check_template(operator, "elementwise")
    for attribute in operator.attributes:
        if attribute.function not in _KINDS:
            message = f"{attribute.name}: attributes of kernels in Python are bool, int or float"
            raise MisuseError(message, "leave it out, or leave out --python")
    stem = operator.stem
    if stem in _TAKEN or keyword.iskeyword(stem) or hasattr(builtins, stem):
        message = f"an operator in Python cannot be called {operator.name}: {stem} has a meaning"
        raise MisuseError(message, "choose another name")
    names = [port.name for port in (*operator.inputs, *operator.outputs)]
    names += [attribute.name for attribute in operator.attributes]
    for name in names:
        is_reserved = name in _TAKEN or keyword.iskeyword(name) or hasattr(builtins, name)
        if is_reserved or _OWN.fullmatch(name) or not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            message = f"nothing can be called {name} in a kernel in Python"
            raise MisuseError(message, "choose another name, in small letters")


def _kernel(operator: DescribedOperator) -> str:
    ins = [port.name for port in operator.inputs]
    out = operator.outputs[0].name
    every = [*ins, out]
    factors = floats(operator)
    has_integers = "DT_INT32" in operator.inputs[0].types
    argument_names = "".join(f", {name}" for name in (*ins, *factors))
    parameters = "".join(f"    {name}: asc.GlobalAddress,\n" for name in every)
    parameters += "".join(f"    {name}: float,\n" for name in factors)

    def lines(form: str, names: list[str], indent: int = 4) -> str:
        return "".join(" " * indent + form.format(name) + "\n" for name in names)

    def call(kind: str) -> str:
        tensors = ", ".join(f"{name}_{kind}" for name in (out, *ins))
        return f"operation({tensors}{''.join(f', {name}' for name in factors)}, count)"

    return f'''"""{operator.name}: each element of the output from those at its place."""

import asc

BUFFERS = 2  # one is computed while the other is copied
GRAIN = 128  # elements: tiles are multiples of it, whole instructions for every type


@asc.jit
def operation({out}{argument_names}, count):
    """THE OPERATION, on `count` elements: replace it, and `reference` in tests/."""
{_operation(ins, out, factors, is_cast=has_integers)}

@asc.jit
def load(queue, source, place, count):
    """Copy `count` elements into a queue; what follows them is left alone."""
    tensor = queue.alloc_tensor(source.dtype)
    extent = asc.DataCopyExtParams(1, count * source.dtype.sizeof(), 0, 0, 0)
    padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
    asc.data_copy_pad(tensor, source[place:], extent, padding)
    queue.enque(tensor)


@asc.jit
def {operator.stem}(
{parameters}    length: int,
    share: int,
    tile: int,
):
    """Compute `length` elements: `share` on each core, `tile` at a time."""
    dtype = {ins[0]}.dtype
    begin = asc.get_block_idx() * share
    end = min(begin + share, length)
{lines("{0}_gm = asc.GlobalTensor()", every)}{lines("{0}_gm.set_global_buffer({0})", every)}\
    pipe = asc.TPipe()
{lines("in_{0} = asc.TQue(asc.TPosition.VECIN, BUFFERS)", ins)}\
{lines("out_{0} = asc.TQue(asc.TPosition.VECOUT, BUFFERS)", [out])}\
{lines("pipe.init_buffer(in_{0}, BUFFERS, tile * dtype.sizeof())", ins)}\
{lines("pipe.init_buffer(out_{0}, BUFFERS, tile * dtype.sizeof())", [out])}\
    is_wide = dtype.sizeof() == 4
    if not is_wide:  # narrow types are computed in 32 bits
{lines("wide_{0} = asc.TBuf(asc.TPosition.VECCALC)", every, 8)}\
{lines("pipe.init_buffer(wide_{0}, tile * 4)", every, 8)}\
    for place in range(begin, end, tile):
        count = min(tile, end - place)
{lines("load(in_{0}, {0}_gm, place, count)", ins, 8)}\
{lines("{0}_tile = in_{0}.deque(dtype)", ins, 8)}\
        {out}_tile = out_{out}.alloc_tensor(dtype)
        if is_wide:
            {call("tile")}
        else:
{lines("{0}_wide = wide_{0}.get(asc.float32)", every, 12)}\
{lines("asc.cast({0}_wide, {0}_tile, asc.RoundMode.CAST_NONE, count)", ins, 12)}\
            {call("wide")}
            asc.cast({out}_tile, {out}_wide, asc.RoundMode.CAST_RINT, count)
{lines("in_{0}.free_tensor({0}_tile)", ins, 8)}\
        out_{out}.enque({out}_tile)
        {out}_tile = out_{out}.deque(dtype)
        extent = asc.DataCopyExtParams(1, count * dtype.sizeof(), 0, 0, 0)
        asc.data_copy_pad({out}_gm[place:], {out}_tile, extent)
        out_{out}.free_tensor({out}_tile)


def tiling({ins[0]}, platform):
    """How the work is shared out; becomes C++ of the host when the operator is exported."""
    size = {ins[0]}.size
    per_element = {len(every)} * BUFFERS * {ins[0]}.itemsize
    if {ins[0]}.itemsize < 4:
        per_element += {len(every)} * 4
    tile = platform.ub_size // per_element // GRAIN * GRAIN
    share = (size + platform.core_num - 1) // platform.core_num
    share = max((share + GRAIN - 1) // GRAIN * GRAIN, 1024)  # a core is worth it from there on
    blocks = max((size + share - 1) // share, 1)
    if size > 2**31 - 1 - share:
        blocks = 0  # rejects the call: the kernel counts in 32 bits
    return asc.Tiling(block_dim=blocks, length=size, share=share, tile=min(tile, share))
'''


def _operation(ins: list[str], out: str, factors: list[str], *, is_cast: bool) -> str:
    """Return the statements: the sum of the inputs, times the attributes that are floats."""
    cast = f".cast({out}.dtype)" if is_cast else ""
    calls = [f"asc.muls({out}, {out}, {name}{cast}, count)" for name in factors]
    if len(ins) > 1:
        calls = [f"asc.add({out}, {ins[0]}, {ins[1]}, count)",
                *(f"asc.add({out}, {out}, {name}, count)" for name in ins[2:]),
                *calls]  # fmt: skip
    elif calls:
        calls[0] = f"asc.muls({out}, {ins[0]}, {factors[0]}{cast}, count)"
    else:
        calls = [f"asc.adds({out}, {ins[0]}, 0, count)"]
    return "".join(f"    {line}\n" for line in calls)


def _export(operator: DescribedOperator) -> str:
    ins = ", ".join(
        f'"{port.name}": [{", ".join(chr(34) + _TYPES[type_] + chr(34) for type_ in port.types)}]'
        for port in operator.inputs
    )
    attributes = ", ".join(
        f'"{attribute.name}": {_KINDS[attribute.function] if attribute.default is None else python_value(attribute)}'
        for attribute in operator.attributes
    )
    listed = f"    attrs={{{attributes}}},\n" if operator.attributes else ""
    return f'''"""Writes the operator {operator.name}, `op_host` and `op_kernel`, from its kernel in Python."""

from pathlib import Path

from {operator.stem} import {operator.stem}, tiling

import asc

asc.export(
    {operator.stem},
    op="{operator.name}",
    inputs={{{ins}}},
    outputs={{"{operator.outputs[0].name}": "{operator.inputs[0].name}"}},
{listed}    tiling=tiling,
    path=Path(__file__).parent,
)
'''


_CONFTEST = """\
\"\"\"Lets tests import the kernel, and plain pytest build the operators.\"\"\"

import sys
from pathlib import Path

pytest_plugins = ["custom_compiler.testing.pytest_plugin"]

sys.path.insert(0, str(Path(__file__).parent))
"""


def _direct_test(operator: DescribedOperator) -> str:
    ins = [port.name for port in operator.inputs]
    out = operator.outputs[0].name
    dtype = "np.int32" if set(operator.inputs[0].types) == {"DT_INT32"} else "np.float32"
    if "DT_FLOAT" not in operator.inputs[0].types and dtype != "np.int32":
        dtype = "np.float16" if "DT_FLOAT16" in operator.inputs[0].types else "ml_dtypes.bfloat16"
    imports = "    import ml_dtypes\n\n" if dtype.startswith("ml_dtypes") else ""
    factors = "".join(f", {name}=2.0" for name in floats(operator))
    needed = {"Bool": "True", "Int": "2"}
    others = "".join(
        f", {attribute.name}={needed[attribute.function]}"
        for attribute in operator.attributes
        if attribute.default is None and attribute.function in needed
    )
    arrays = "".join(
        f"    {name} = np.arange(5000).astype({dtype}) % {7 + number}\n"
        for number, name in enumerate(ins)
    )
    return f'''

def test_the_kernel_alone():
    """Launched from Python, without the operator around it."""
{imports}    from types import SimpleNamespace

    import {operator.stem} as kernel

{arrays}    {out} = np.empty_like({ins[0]})
    plan = kernel.tiling({ins[0]}, SimpleNamespace(core_num=4, ub_size=196608))
    kernel.{operator.stem}[plan.block_dim]({", ".join([*ins, out])}{factors}, **plan.fields)
    expected = reference({", ".join(ins)}{factors}{others})
    np.testing.assert_array_equal({out}, expected.astype({out}.dtype))
'''


def _readme(operator: DescribedOperator) -> str:
    stem = operator.stem
    inputs = " ".join("8x2048:fp16" for _ in operator.inputs)
    return (
        readme_head(operator)
        + f"""
- `{stem}.py`: the kernel in Python, and `tiling`, how the work is shared out. What it computes as an example is the sum of the inputs, times the attributes that are floats. `operation` is the place to change.
- `export.py` writes `op_host/` and `op_kernel/` (and `infer_file/` for MindSpore) from it; `custom-compiler test` runs it first. Whoever builds these folders needs no Python.
- `tests/test_{stem}.py`: `reference` says in NumPy what is right; shapes, types, patterns of values and attributes are a table. `test_the_kernel_alone` launches the kernel without the operator: `custom-compiler test -k alone`.

After the build:

    source build_out/set_env.bash
    custom-compiler run {operator.name} --random {inputs}
    custom-compiler profile {operator.name} --random {inputs}
"""
    )
