"""Comparison of an operator's declarations: finds contradictions."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from custom_compiler.check.cpp_text import (
    closing,
    declared_name,
    declared_type,
    split_arguments,
    without_comments,
)
from custom_compiler.check.declarations import Contradiction, SourceLocation, line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from custom_compiler.check.declarations import (
        Combination,
        DeclaredParameter,
        OperatorDeclaration,
    )
    from custom_compiler.check.infer_source import InferFunction, InferSource
    from custom_compiler.check.operators import CheckedOperator
    from custom_compiler.check.registration import CustomCall, PythonFile

# What `extra->Attr<T>` takes for an attribute type of the prototype.
_CPP_ATTRIBUTES = {
    "int": {"int64_t"}, "float": {"float"}, "bool": {"bool"}, "str": {"std::string"},
    "listInt": {"std::vector<int64_t>"}, "listFloat": {"std::vector<float>"},
    "listListInt": {"std::vector<std::vector<int64_t>>"},
}  # fmt: skip


def check(
    operators: Mapping[str, CheckedOperator],
    python: Iterable[PythonFile] = (),
    infer: Iterable[InferSource] = (),
) -> list[Contradiction]:
    """Compare everything with the prototypes; return the errors in the order of the files."""
    findings: list[Contradiction] = []
    for operator in operators.values():
        findings += check_kernel(operator)
        findings += check_header(operator)
    sources = list(infer)
    for file in python:
        for location in file.unreadable:
            message = "this registration is computed, it was not checked"
            findings.append(Contradiction(message, location, severity="warning"))
        for declaration in file.registrations:
            findings += _named(operators, declaration.operator, declaration.location, "CustomRegOp")
            if declaration.operator in operators:
                findings += check_registration(operators[declaration.operator], declaration)
        for call in file.calls:
            findings += check_call(operators, call, sources)
    for source in sources:
        findings += check_infer(operators, source)
    return findings


def _named(
    operators: Mapping[str, CheckedOperator], name: str, location: SourceLocation, what: str
) -> Iterator[Contradiction]:
    if name in operators:
        return
    close = difflib.get_close_matches(name, operators, n=1)
    other = operators[close[0]].prototype.location if close else None
    hint = f"did you mean {close[0]}?" if close else f"defined: {', '.join(sorted(operators))}"
    yield Contradiction(
        f"{what} names the operator '{name}', which is not defined", location, other, hint
    )


def check_registration(
    operator: CheckedOperator, declaration: OperatorDeclaration
) -> Iterator[Contradiction]:
    """Compare the registration in Python with the prototype."""
    prototype = operator.prototype
    for what, registered, wanted in (
        ("input", declaration.inputs, prototype.inputs),
        ("output", declaration.outputs, prototype.outputs),
    ):
        yield from _check_parameters(
            prototype.operator, what, registered, wanted, declaration.location
        )
    yield from _check_attributes(declaration, prototype)
    complete = len(declaration.parameters) == len(prototype.parameters)
    for combination in declaration.combinations if complete else ():
        yield from _check_combination(combination, declaration, prototype)


def _check_parameters(
    operator: str,
    what: str,
    registered: tuple[DeclaredParameter, ...],
    wanted: tuple[DeclaredParameter, ...],
    location: SourceLocation,
) -> Iterator[Contradiction]:
    names = [own.name for own in wanted]
    own_names = [own.name for own in registered]
    if own_names != names and sorted(own_names) == sorted(names):
        yield Contradiction(
            f"{operator}: {what}s are registered as {_list(registered)},"
            f" defined as {_list(wanted)}",
            registered[0].location,
            wanted[0].location,
            "arguments go by position: use the same order",
        )
        return
    for own, other in zip(registered, wanted, strict=False):
        if own.name != other.name:
            yield Contradiction(
                f"{operator}: {what} '{own.name}' is called '{other.name}' in the prototype",
                own.location,
                other.location,
                "use the prototype's name",
            )
        elif own.kind != other.kind:
            yield Contradiction(
                f"{operator}: {what} '{own.name}' is {own.kind}, in the prototype {other.kind}",
                own.location,
                other.location,
                f'register it as "{other.kind}"',
            )
    for missing in wanted[len(registered) :]:
        severity = "warning" if missing.kind == "optional" else "error"
        yield Contradiction(
            f"{operator}: {what} '{missing.name}' is not registered",
            location,
            missing.location,
            f'add .{what}({names.index(missing.name)}, "{missing.name}", "{missing.kind}")',
            severity,
        )
    for extra in registered[len(wanted) :]:
        yield Contradiction(
            f"{operator}: the prototype has no {what} '{extra.name}'",
            extra.location,
            wanted[-1].location if wanted else None,
        )


def _list(parameters: tuple[DeclaredParameter, ...]) -> str:
    return f"({', '.join(parameter.name for parameter in parameters)})"


def _check_attributes(
    declaration: OperatorDeclaration, prototype: OperatorDeclaration
) -> Iterator[Contradiction]:
    wanted = {attribute.name: attribute for attribute in prototype.attributes}
    registered = {attribute.name: attribute for attribute in declaration.attributes}
    for name, attribute in registered.items():
        other = wanted.get(name)
        if other is None:
            known_attributes = f"attributes of the prototype: {', '.join(wanted) or 'none'}"
            yield Contradiction(
                f"{prototype.operator}: the prototype has no attribute '{name}'",
                attribute.location,
                prototype.location,
                known_attributes,
            )
        elif attribute.type != other.type:
            yield Contradiction(
                f"{prototype.operator}: attribute '{name}' is registered as "
                f"{attribute.type or 'an unknown type'}, in the prototype it is {other.type}",
                attribute.location,
                other.location,
                f'register it as "{other.type}"',
            )
    for name, attribute in wanted.items():
        if name not in registered and attribute.required:
            yield Contradiction(
                f"{prototype.operator}: the required attribute '{name}' is not registered",
                declaration.location,
                attribute.location,
                f'add .attr("{name}", "required", "{attribute.type}")',
            )
    shared = [name for name in registered if name in wanted]
    if shared != [name for name in wanted if name in registered]:
        yield Contradiction(
            f"{prototype.operator}: attributes are registered as ({', '.join(shared)}), "
            f"defined as ({', '.join(name for name in wanted if name in registered)})",
            registered[shared[0]].location,
            wanted[shared[0]].location,
            "attributes are passed by position: use the same order",
        )


def _check_combination(
    combination: Combination, declaration: OperatorDeclaration, prototype: OperatorDeclaration
) -> Iterator[Contradiction]:
    count = len(declaration.parameters)
    if len(combination.dtypes) != count:
        yield Contradiction(
            f"{prototype.operator}: dtype_format has {len(combination.dtypes)} entries for "
            f"{count} inputs and outputs",
            combination.location,
            prototype.location,
            "give one per input and output",
        )
        return
    candidates = [
        candidate for candidate in prototype.combinations if candidate.dtypes == combination.dtypes
    ]
    if prototype.combinations and not candidates:
        unique = dict.fromkeys("/".join(candidate.dtypes) for candidate in prototype.combinations)
        yield Contradiction(
            f"{prototype.operator}: no kernel takes the data types {'/'.join(combination.dtypes)}",
            combination.location,
            prototype.location,
            f"the prototype has {', '.join(unique)}",
        )
        return
    if candidates and not any(
        _formats_fit(combination.formats, candidate.formats) for candidate in candidates
    ):
        yield Contradiction(
            f"{prototype.operator}: no kernel takes {'/'.join(combination.dtypes)} in the formats "
            f"{'/'.join(name or 'Default' for name in combination.formats)}",
            combination.location,
            prototype.location,
            f"the prototype has {'/'.join(candidates[0].formats)}",
        )


def _formats_fit(formats: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Return whether the formats can meet; Default and ND go with any."""
    pairs = zip(formats, wanted, strict=True)
    return all(not format_ or other in {"", "ND", format_} for format_, other in pairs)


def check_call(
    operators: Mapping[str, CheckedOperator], call: CustomCall, infer: list[InferSource]
) -> Iterator[Contradiction]:
    """Compare `ops.Custom(func)` with what there is."""
    yield from _named(operators, call.operator, call.location, f'Custom("{call.function}")')
    if call.operator in operators:
        yield from _check_shape_function(operators[call.operator].prototype, call)
    if not call.infer_file:
        return
    written = call.location.path.parent / call.infer_file
    if not written.is_file():
        yield Contradiction(
            f"{call.infer_file}: no such file from the folder of this script",
            call.location,
            hint="the path is taken from the folder in which Python is started",
            severity="warning",
        )
    registering = {source.path.resolve(): source for source in infer}.get(written.resolve())
    name = call.function.rpartition(":")[2]
    if registering and all(function.operator != name for function in registering.functions):
        yield Contradiction(
            f"{call.infer_file} has no {name}InferShape",
            call.location,
            SourceLocation(registering.path),
            "name its functions as after the colon",
        )


def _check_shape_function(
    prototype: OperatorDeclaration, call: CustomCall
) -> Iterator[Contradiction]:
    shape = call.shape
    if shape is None:
        return
    inputs = len(prototype.inputs)
    if shape.parameters >= 0 and not inputs <= shape.parameters <= inputs + len(
        prototype.attributes
    ):
        yield Contradiction(
            f"out_shape of {call.operator} takes {shape.parameters} shapes, the operator has "
            f"{inputs} inputs",
            shape.location,
            prototype.location,
        )
    for location in shape.divisions:
        yield Contradiction(
            "/ makes a shape a float, which MindSpore rejects",
            location,
            hint="use //",
            severity="warning",
        )
    if len(prototype.outputs) > 1 and "" not in call.kinds and call.kinds[0] != call.kinds[1]:
        yield Contradiction(
            f"out_shape gives a {call.kinds[0]}, out_dtype a {call.kinds[1]}",
            call.location,
            hint="for several outputs both must be lists, or both tuples",
        )


def check_infer(
    operators: Mapping[str, CheckedOperator], source: InferSource
) -> Iterator[Contradiction]:
    """Compare infer functions with the prototype."""
    if source.missing_header:
        yield Contradiction(
            "custom_aot_extra.h is not next to this file",
            source.missing_header,
            hint="copy it from the infer_file folder of custom_compiler, MindSpore compiles with "
            "no other include folder",
        )
    if not source.functions:
        yield Contradiction(
            "there is no <Op>InferShape and no <Op>InferType here", SourceLocation(source.path)
        )
    for function in source.functions:
        name = function.operator.removeprefix("aclnn")
        yield from _named(operators, name, function.location, function.operator + function.role)
        if name in operators:
            yield from _check_infer_function(operators[name].prototype, function)


def _check_infer_function(
    prototype: OperatorDeclaration, function: InferFunction
) -> Iterator[Contradiction]:
    name = function.operator + function.role
    if not function.exported:
        yield Contradiction(
            f'{name} is not extern "C": MindSpore does not find it',
            function.location,
            hint='write extern "C" before it',
        )
    several = len(prototype.outputs) > 1
    if several != function.several:
        element = "std::vector<int64_t>" if function.role == "InferShape" else "TypeId"
        wanted = f"std::vector<{element}>" if several else element
        yield Contradiction(
            f"{name} returns {function.returns}, {len(prototype.outputs)} outputs need {wanted}",
            function.location,
            prototype.location,
        )
    for array, index, line in function.indices():
        if index >= len(prototype.inputs):
            yield Contradiction(
                f"{name} reads {array}[{index}], the operator has {len(prototype.inputs)} inputs",
                SourceLocation(function.location.path, line),
                prototype.location,
            )
    attributes = {attribute.name: attribute for attribute in prototype.attributes}
    for attribute, cpp_type, line in function.attributes():
        location = SourceLocation(function.location.path, line)
        if attribute not in attributes:
            yield Contradiction(
                f"{name} reads the attribute '{attribute}', which the prototype lacks",
                location,
                prototype.location,
            )
        elif cpp_type not in _CPP_ATTRIBUTES.get(attributes[attribute].type, {cpp_type}):
            wanted = " or ".join(sorted(_CPP_ATTRIBUTES[attributes[attribute].type]))
            yield Contradiction(
                f"{name} reads '{attribute}' as {cpp_type}, it is {wanted}",
                location,
                attributes[attribute].location,
            )


def check_kernel(operator: CheckedOperator) -> Iterator[Contradiction]:
    """Compare the kernel function's name and parameters with the prototype."""
    if not operator.kernels or not operator.interface:
        return
    prototype = operator.prototype
    kernel_function = _kernel_function(operator.interface, operator.kernels)
    if kernel_function is None:
        yield Contradiction(
            f"{prototype.operator}: no kernel function {operator.interface} in "
            f"{operator.kernels[0].parent}",
            prototype.location,
            hint=f'write extern "C" __global__ __aicore__ void {operator.interface}(...)',
        )
        return
    location, names = kernel_function
    wanted = [parameter.name for parameter in prototype.parameters]
    if len(names) < len(wanted) + 2:
        yield Contradiction(
            f"{operator.interface} takes {len(names)} parameters, {len(wanted) + 2} are passed: "
            f"{', '.join([*wanted, 'workspace', 'tiling'])}",
            location,
            prototype.location,
        )
        return
    own = [_plain(name) for name in names[: len(wanted)]]
    expected = [_plain(name) for name in wanted]
    if sorted(own) == sorted(expected) and own != expected:
        yield Contradiction(
            f"{operator.interface} takes ({', '.join(names[: len(wanted)])}), the operator passes "
            f"({', '.join(wanted)})",
            location,
            prototype.location,
            "arguments go by position: use the order of the definition",
        )


def _plain(name: str) -> str:
    """Return a name without the decoration of kernels: case, underscores, Gm, addr, ref."""
    return re.sub(r"(gm|addr|ref|ptr)$", "", name.lower().replace("_", ""))


def _kernel_function(name: str, files: tuple[Path, ...]) -> tuple[SourceLocation, list[str]] | None:
    pattern = re.compile(rf"__global__\b[^;{{}}()]*\b{re.escape(name)}\s*\(")
    for path in files:
        text = without_comments(path.read_text(encoding="utf-8", errors="replace"))
        match = pattern.search(text)
        if match:
            arguments = split_arguments(text[match.end() : closing(text, match.end() - 1)])
            names = [declared_name(argument) for argument in arguments]
            return SourceLocation(path, line_of(text, match.end())), names
    return None


def check_header(operator: CheckedOperator) -> Iterator[Contradiction]:
    """Compare the aclnn function's parameters with the prototype."""
    text, location = operator.header
    prototype = operator.prototype
    if location is None:
        yield Contradiction(
            f"{prototype.operator}: no header declares aclnn{prototype.operator}GetWorkspaceSize",
            prototype.location,
            severity="warning",
            hint="MindSpore and C++ clients call this function: keep the aclnn interface",
        )
        return
    match = re.search(rf"\baclnn{re.escape(prototype.operator)}GetWorkspaceSize\s*\(", text)
    assert match is not None, location  # noqa: S101  that is how the header was chosen
    arguments = split_arguments(text[match.end() : closing(text, match.end() - 1)])[:-2]
    inputs = {parameter.name for parameter in prototype.inputs}
    own_outputs = [parameter for parameter in prototype.outputs if parameter.name not in inputs]
    count = len(prototype.inputs) + len(prototype.attributes) + len(own_outputs)
    if len(arguments) != count:
        yield Contradiction(
            f"aclnn{prototype.operator}GetWorkspaceSize takes {len(arguments)} arguments, the "
            f"prototype has {count}",
            SourceLocation(location.path, line_of(text, match.start())),
            prototype.location,
            "build the operator again, or fix the hand-written interface",
        )
        return
    for argument, parameter in zip(arguments, prototype.inputs, strict=False):
        is_list = declared_type(argument) == "aclTensorList*"
        if is_list != (parameter.kind == "dynamic") and "aclTensor" in argument:
            yield Contradiction(
                f"aclnn{prototype.operator}: '{declared_name(argument)}' is a "
                f"{declared_type(argument)}, input '{parameter.name}' is {parameter.kind}",
                SourceLocation(location.path, line_of(text, match.start())),
                parameter.location,
            )
