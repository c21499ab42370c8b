"""The request for a new operator: from a command line, or from msopgen's JSON."""

from __future__ import annotations

import contextlib
import io
import re
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.msopgen.attributes import DescribedAttribute, read_attributes
from custom_compiler.project.msopgen.messages import MsopgenError
from custom_compiler.project.msopgen.operators import (
    DescribedOperator,
    DescribedPort,
    read_operator,
)
from custom_compiler.project.msopgen.vocabulary import ATTRIBUTES, KEYWORDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TEMPLATES = ("elementwise", "rows", "reduce", "matmul")

# Types of elements that the templates compute, by enumerator.
SHORT = {TYPES[name]: name for name in ("fp16", "fp32", "bf16", "int32")}
# What the kernels of the templates call their own.
_TAKEN_WORDS = """workspace tiling count begin rest offset row rows total totals value scratch
padded extent padding target source tensor queue buffer narrow wide written ready op pipe
product block column i event_t"""
_TAKEN = frozenset(_TAKEN_WORDS.split())
_WORDS = {"str": "string", "listInt": "list_int", "listFloat": "list_float"}


def requested(
    name: str, inputs: Sequence[str], outputs: Sequence[str], attributes: Sequence[str]
) -> DescribedOperator:
    """Return the operator of `x:fp16,fp32`, `y` and `slope:float=0.1`; raise MisuseError."""
    if not re.fullmatch(r"[A-Z][A-Za-z0-9]{0,99}", name):
        hint = "write it like LeakyRelu: a capital, then letters and digits"
        raise MisuseError(f"an operator cannot be called {name!r}", hint)
    ins = [_port(word, "--input", ("DT_FLOAT16", "DT_FLOAT")) for word in inputs or ["x"]]
    types = ins[0].types
    free = next(name for name in ("y", "z", "out") if name not in {port.name for port in ins[:2]})
    outs = [_port(word, "--output", types) for word in outputs or [free]]
    operator = DescribedOperator(name, tuple(ins), tuple(outs), tuple(map(_attribute, attributes)))
    _check_names(operator)
    return operator


def described(name: str, path: Path) -> DescribedOperator:
    """Return the operator `name` of a description in msopgen's format."""
    output = io.StringIO()
    try:
        with contextlib.redirect_stdout(output):
            operator = read_operator(path, name, lambda names: names[0])
    except MsopgenError as error:
        raise MisuseError(f"--from {path}: {' '.join(str(error).split())}") from error
    _check_names(operator)
    return operator


def check_template(operator: DescribedOperator, template: str) -> None:
    """Raise MisuseError if the template has no form for the operator."""
    ports = (*operator.inputs, *operator.outputs)
    others = [port for port in ports if port.kind != "required"]
    if others:
        message = f"{others[0].name} is {others[0].kind}: the templates have required ports only"
        raise MisuseError(message, "make it required here, and change the sources afterwards")
    if not operator.inputs or len(operator.outputs) != 1:
        message = f"the templates have inputs and one output, {operator.name} has "
        message += f"{len(operator.inputs)} and {len(operator.outputs)}"
        raise MisuseError(message, "msopgen gen writes empty sources for any number")
    known_types = (
        SHORT if template == "elementwise" else {k: v for k, v in SHORT.items() if v != "int32"}
    )
    for port in ports:
        for type_ in port.types:
            if type_ not in known_types:
                kind = type_.removeprefix("DT_").lower()
                message = f"{port.name}: the template {template} does not compute {kind}"
                raise MisuseError(message, f"it computes {', '.join(known_types.values())}")
        if len(port.types) != len(ports[0].types):
            message = f"{port.name} has {len(port.types)} types, {ports[0].name} has "
            message += str(len(ports[0].types))
            raise MisuseError(message, "give one for each combination")
        if template != "matmul" and port.types != ports[0].types:
            message = f"{port.name}: the template {template} has one type for all tensors"
            raise MisuseError(message, f"give {port.name} the types of {ports[0].name}")
    if template == "matmul" and len(operator.inputs) != 2:  # noqa: PLR2004  a product
        message = f"the template matmul has two inputs, {operator.name} has {len(operator.inputs)}"
        raise MisuseError(message, "give --input a:fp16 --input b:fp16 --output c")


def _port(word: str, option: str, types: tuple[str, ...]) -> DescribedPort:
    name, colon, listed = word.partition(":")
    if not re.fullmatch(r"[A-Za-z_]\w{0,99}", name, re.ASCII):
        raise MisuseError(f"{option} {word}: no name", f"write it as {option} x:fp16,fp32")
    if colon:
        names = [name.strip() for name in listed.split(",")]
        unknown = [name for name in names if name not in TYPES]
        if unknown:
            known_names = "fp16, fp32, bf16, int32"
            raise MisuseError(f"{option} {word}: no type {unknown[0]!r}", f"known: {known_names}")
        types = tuple(TYPES[name] for name in names)
    return DescribedPort(name, "required", types, ("ND",) * len(types))


def _attribute(word: str) -> DescribedAttribute:
    match = re.fullmatch(r"(?P<name>[A-Za-z_]\w*):(?P<type>\w+)(=(?P<default>.*))?", word, re.ASCII)
    kind = _WORDS.get(match["type"], match["type"]) if match else ""
    if match is None or kind not in ATTRIBUTES:
        hint = f"write it as --attr slope:float=0.1; types: {', '.join(ATTRIBUTES)}"
        raise MisuseError(f"--attr {word}: no attribute", hint)
    entry = {"name": match["name"], "type": kind, "param_type": "required"}
    if match["default"] is not None:
        entry |= {"param_type": "optional", "default_value": match["default"]}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            (attribute,) = read_attributes([entry])
    except MsopgenError as error:
        raise MisuseError(f"--attr {word}: {error}") from error
    return attribute


def _check_names(operator: DescribedOperator) -> None:
    names = [port.name for port in (*operator.inputs, *operator.outputs)]
    names += [attribute.name for attribute in operator.attributes]
    for name in names:
        if names.count(name) > 1:
            raise MisuseError(f"two inputs, outputs or attributes are called {name}", "rename one")
        if name in KEYWORDS or name in _TAKEN or name == operator.stem:
            raise MisuseError(f"nothing can be called {name} in a kernel", "choose another name")
