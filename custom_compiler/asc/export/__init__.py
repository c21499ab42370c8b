"""Kernels written in Python as operators: `asc.export` writes the sources that any build takes."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.language.values import Scalar, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.asc.export.host_function import (
        FunctionResult,
        HostFunction,
        ShapeFacts,
        ShapeText,
    )
    from custom_compiler.asc.export.operator import ExportedOperator
    from custom_compiler.asc.export.parameters import Parameters, TilingStruct
    from custom_compiler.asc.runtime.jit import JITFunction

__all__ = ["Exported", "Tiling", "export"]

_NO_BLOCKS = """\
if (blockDim < 1 || blockDim > std::numeric_limits<uint16_t>::max()) {
    return ge::GRAPH_FAILED;
}"""


class Tiling:
    """The result of an operator's tiling function.

    Args:
        block_dim: number of blocks that the kernel is launched with.
        workspace: bytes of the kernel's parameter `workspace`.
        fields: the kernel's other numbers, named tuples of numbers, and tilings, by the names of
            its parameters.
    """

    def __init__(self, block_dim: Any, workspace: Any = 0, **fields: Any) -> None:
        self.block_dim = block_dim
        self.workspace = workspace
        self.fields = fields


class Exported(NamedTuple):
    """The folders that an operator was written to, as `setup.py` and MindSpore take them."""

    op_host: Path
    op_kernel: Path
    infer_file: Path


def export(  # noqa: PLR0913 - what an operator is made of
    kernel: Callable[..., Any],
    *,
    op: str,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    tiling: Callable[..., object],
    attrs: Mapping[str, Any] | None = None,
    shapes: Callable[..., object] | None = None,
    constants: Mapping[str, Any] | None = None,
    socs: Sequence[str] = (),
    path: str | Path = ".",
) -> Exported:
    """Write a kernel as an operator: `op_host`, `op_kernel` and `infer_file` below `path`.

    The sources use what CANN 8.1 declares and need nothing of Python. `tiling` and `shapes` are
    functions of Python that become C++ of the host: in the language of kernels, on numbers only.
    Their parameters are any of the inputs (with `size`, `shape[i]`, also from the end, `ndim`,
    `itemsize`), of the attributes, and `platform` (with `core_num`, `cube_num`, `ub_size`), by
    name; `inputs` and `attributes` are tuples of all, and `outputs`, for `tiling`, that of the
    outputs that a call brings. Tilings of multiplications are made as
    anywhere, by `asc.lib.host` for the `platform`.

    Args:
        kernel: a function with `@asc.jit`. Its parameters called like inputs and outputs are
            their addresses, `workspace` that of the workspace, those called like attributes
            their values; what remains `tiling` returns. Tuples called `inputs`, `outputs` and
            `attributes` have all of them that are no parameters themselves.
        op: the operator's name, like `MyAdd`.
        inputs: per input its element type, or a list of them; lists go together, entry by entry.
        outputs: per output the name of the input that it is like, or `(type, input)` for its own
            element type, or only that where `shapes` is numbers.
        tiling: returns `asc.Tiling`.
        attrs: per attribute its default, or `bool`, `int` or `float` if calls must give it.
        shapes: returns a tuple of numbers per output, in a tuple if there are several outputs;
            `x.shape[:-1]` among them is all dimensions of x but the last.
        constants: values of parameters that are annotated `asc.ConstExpr`.
        socs: compute units, of ascend910b and ascend910_93; all of them if there is none.
        path: a folder; what an earlier export wrote is replaced, if nobody has edited it.

    Raises:
        ValueError: something is missing or does not fit, or a file of the user would be replaced;
            the message names it.
        CodegenError: one of the functions cannot be compiled.
    """
    from custom_compiler.asc.export import infer_file, op_host, op_kernel
    from custom_compiler.asc.export.operator import make_operator, reject
    from custom_compiler.asc.export.parameters import kernel_parameters
    from custom_compiler.asc.runtime.jit import JITFunction

    if not isinstance(kernel, JITFunction):
        reject(f"{getattr(kernel, '__name__', kernel)!r} is no kernel; decorate it with @asc.jit")
    operator = make_operator(op, inputs, outputs, attrs or {}, socs, has_shapes=shapes is not None)
    parameters = kernel_parameters(kernel, operator, constants or {})
    computed = _tiling_function(operator, parameters, tiling)
    inferred = {
        text: None if shapes is None else _shape_function(operator, shapes, text)
        for text in (op_host.SHAPE_TEXT, infer_file.SHAPE_TEXT)
    }
    source = op_kernel.kernel_source(operator, kernel, parameters, _options(kernel))
    name = operator.file_name
    return _write(
        Path(path),
        {
            f"op_host/{name}.cpp": op_host.host_source(
                operator, parameters, computed, inferred[op_host.SHAPE_TEXT]
            ),
            f"op_host/{name}_tiling.h": op_host.tiling_header(operator, parameters),
            f"op_kernel/{name}.cpp": source.text,
            f"infer_file/{name}_infer.cc": infer_file.infer_source(
                operator, inferred[infer_file.SHAPE_TEXT]
            ),
        },
    )


def _options(kernel: JITFunction) -> Any:
    """Return the options of the passes, from the kernel's own."""
    from custom_compiler.asc.transforms import TransformOptions

    options = kernel.compile_options
    return TransformOptions(
        insert_sync=options.insert_sync,
        auto_sync=options.auto_sync,
        kernel_type=None if options.kernel_type is None else options.kernel_type.name,
        matmul_cube_only=options.matmul_cube_only,
    )


def _arguments(operator: ExportedOperator) -> dict[str, Callable[[ShapeFacts], object]]:
    """Return a function of the facts for each parameter name of a host function."""
    from custom_compiler.asc.export.host_function import HostFact, ShapedTensor, TracedPlatform
    from custom_compiler.asc.language.dtypes import KnownTypes

    kinds = {"Bool": KnownTypes.bool_, "Int": KnownTypes.int64, "Float": KnownTypes.float32}
    tensors: dict[str, Callable[[ShapeFacts], object]] = {}
    for port in operator.inputs:
        tensors[port.name] = lambda facts, name=port.name: ShapedTensor(name, facts)  # type: ignore[misc]
    numbers: dict[str, Callable[[ShapeFacts], object]] = {}
    for attribute in operator.attributes:
        fact, kind = HostFact(attribute.name, "value"), kinds[attribute.kind]
        numbers[attribute.name] = lambda facts, fact=fact, kind=kind: facts.read(fact, kind)  # type: ignore[misc]
    return {
        "platform": TracedPlatform,
        "inputs": lambda facts: tuple(tensor(facts) for tensor in tensors.values()),
        "attributes": lambda facts: tuple(number(facts) for number in numbers.values()),
        **tensors,
        **numbers,
    }


def _tiling_function(
    operator: ExportedOperator, parameters: Parameters, tiling: Callable[..., object]
) -> HostFunction:
    from custom_compiler.asc.export.host_function import (
        FunctionResult,
        HostFact,
        ShapedTensor,
        host_function,
    )
    from custom_compiler.asc.export.operator import reject

    wanted = {field.name: field for field in parameters.fields if not field.from_attribute}
    structs = {field.name: field for field in parameters.structs}

    def results(returned: object) -> list[FunctionResult]:
        if not isinstance(returned, Tiling):
            reject(f"{tiling.__name__} returns {returned!r}; it returns asc.Tiling(...)")
        numbers = _flat_fields(tiling, parameters, returned.fields)
        for name in (wanted.keys() | structs.keys()) ^ numbers.keys():
            what = "is not to have" if name in numbers else "misses"
            reject(f"asc.Tiling of {tiling.__name__} {what} {name!r}, a number of the kernel's")
        for name, field in structs.items():
            _assign_tiling(tiling, field, numbers[name])
        results = [
            # Numbers below may be divided by it.
            FunctionResult(returned.block_dim, f"const int64_t blockDim = $0;\n{_NO_BLOCKS}"),
            FunctionResult(returned.workspace, "const int64_t workspaceSize = $0;"),
        ]
        for name, number in wanted.items():
            kind = "int64_t" if number.dtype.is_integer else "float"
            results.append(FunctionResult(numbers[name], f"const {kind} kernel_{name} = $0;"))
        for result in results:
            if not _is_number(result.value):
                reject(f"{tiling.__name__}: {result.value!r} is no number")
        return results

    arguments = _arguments(operator)
    arguments["outputs"] = lambda facts: tuple(
        ShapedTensor(p.name, facts) for p in operator.outputs
    )
    function = host_function(tiling, arguments, results)
    read = [HostFact(field.name, "value") for field in parameters.fields if field.from_attribute]
    return function._replace(facts=tuple(dict.fromkeys([*function.facts, *read])))


def _flat_fields(
    tiling: Callable[..., object], parameters: Parameters, fields: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a tiling function returns by name, with the numbers of named tuples.

    Raises:
        ValueError: A named tuple is missing, or is of another class.
    """
    from custom_compiler.asc.codegen.named_tuples import flat, numbers_of
    from custom_compiler.asc.export.operator import reject

    numbers = dict(fields)
    for name, kind in parameters.named_tuples.items():
        value = numbers.pop(name, None)
        if not isinstance(value, kind):
            what = "misses" if value is None else f"has {value!r} as"
            reject(f"asc.Tiling of {tiling.__name__} {what} {name!r}, a {kind.__name__}")
        numbers.update(zip(numbers_of(kind), flat(value), strict=True))
    return numbers


def _assign_tiling(tiling: Callable[..., object], field: TilingStruct, value: object) -> None:
    """Let a structure of the tiling function be the field of the operator's tiling.

    Raises:
        ValueError: it is none that the function made, or is another field already.
    """
    from xdsl.ir import Block

    from custom_compiler.asc.emit.host import PLACE
    from custom_compiler.asc.export.operator import reject
    from custom_compiler.asc.ir import types

    if not isinstance(value, field.struct):
        reject(f"{tiling.__name__}: {field.name!r} is {value!r}, no {field.struct.__name__}")
    operation = value.handle.owner
    if (
        isinstance(operation, Block)
        or operation.name != "emitasc.variable"
        or PLACE in operation.attributes
    ):
        reject(
            f"{tiling.__name__}: {field.name!r} needs a separate {field.struct.__name__}, made "
            "outside of branches; set its fields in them"
        )
    operation.attributes[PLACE] = types.text(f"tiling.{field.member}")


def _shape_function(
    operator: ExportedOperator, shapes: Callable[..., object], text: ShapeText
) -> HostFunction:
    from custom_compiler.asc.export.host_function import FunctionResult, Leading, host_function
    from custom_compiler.asc.export.operator import reject

    def _is_dim(value: object) -> bool:
        return _is_number(value) or isinstance(value, Leading)

    def results(returned: object) -> list[FunctionResult]:
        returned_shapes = (returned,) if len(operator.outputs) == 1 else returned
        if not isinstance(returned_shapes, (tuple, list)) or len(returned_shapes) != len(
            operator.outputs
        ):
            reject(f"{shapes.__name__} returns {returned!r}; it returns a tuple per output")
        names = [port.name for port in operator.inputs]
        results = []
        for port, dims in zip(operator.outputs, returned_shapes, strict=True):
            if not isinstance(dims, (tuple, list)) or not all(map(_is_dim, dims)):
                reject(f"{shapes.__name__}: {dims!r}, for {port.name!r}, is no tuple of numbers")
            for dim in dims:
                if isinstance(dim, Leading):
                    line = text.append(port.name, text.dim(names.index(dim.owner), dim.owner))
                    results.append(
                        FunctionResult(
                            dim.number, f"for (int64_t dim = 0; dim < $0; ++dim) {{ {line} }}"
                        )
                    )
                else:
                    results.append(FunctionResult(dim, text.append(port.name, "$0")))
        return results

    return host_function(shapes, _arguments(operator), results)


def _sealed(text: bytes) -> bytes:
    """Return the text with its hash in the last line, by which a later export detects edits."""
    return b"%s// asc.export %s\n" % (text, hashlib.sha256(text).hexdigest().encode())


def _is_replaceable(target: Path, data: bytes) -> bool:
    """Return whether a file is `data`, or what an earlier export wrote."""
    try:
        present = target.read_bytes()
    except OSError:  # a folder, or a link that leads nowhere
        return False
    text, _, _ = present.rpartition(b"// asc.export ")
    return present == data or present == _sealed(text)


def _is_number(value: object) -> bool:
    return is_number(value) or isinstance(value, Scalar)


def _write(folder: Path, texts: Mapping[str, str]) -> Exported:
    """Write all files that differ, none before all texts are there and no file is the user's."""
    from custom_compiler.asc.export.operator import reject
    from custom_compiler.support.files import write_changed

    sealed = {folder / name: _sealed(text.encode()) for name, text in texts.items()}
    for target, data in sealed.items():
        if os.path.lexists(target) and not _is_replaceable(target, data):
            message = f"{target} was not written by asc.export, or was changed since"
            reject(f"{message}; move it away, or choose another folder with path=")
    for target, data in sealed.items():
        write_changed(str(target), data)
    return Exported(folder / "op_host", folder / "op_kernel", folder / "infer_file")
