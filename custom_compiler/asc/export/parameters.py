"""The source of each parameter of an operator's kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.codegen.arguments import (
    Argument,
    ConstantArgument,
    PointerArgument,
    ReferenceArgument,
    ScalarArgument,
    TupleArgument,
)
from custom_compiler.asc.codegen.kernels import check_constant
from custom_compiler.asc.codegen.named_tuples import numbers_of
from custom_compiler.asc.emit.names import identifier
from custom_compiler.asc.export.operator import reject
from custom_compiler.asc.language.dtypes import DataType, KnownTypes
from custom_compiler.asc.language.records import Struct
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.asc.codegen.source import FunctionParameter, PythonFunction
    from custom_compiler.asc.export.operator import ExportedOperator

WORKSPACE = "workspace"
_SEVERAL = ("inputs", "outputs", "attributes")  # what tuples of a kernel are called
_KINDS = {"Bool": KnownTypes.bool_, "Int": KnownTypes.int64, "Float": KnownTypes.float32}
_ANNOTATED = {
    int: KnownTypes.int32,
    float: KnownTypes.float32,
    bool: KnownTypes.bool_,
    None: KnownTypes.int32,
}
# Structures that hosts and kernels of CANN both declare.
_STRUCTS = ("TCubeTiling", "SoftMaxTiling", "RmsNormTiling")
# Fields of tiling structures; a bool has the byte that kernels take it as.
FIELD_TYPES = {
    name: row.kernel_type
    for name, row in BY_NUMPY.items()
    if name == "float32" or name.startswith(("int", "uint"))
} | {"bool": "int8_t"}


class TilingNumber(NamedTuple):
    """A number that the host tells the kernel: a field of the tiling structure."""

    name: str  # of the kernel's parameter
    dtype: DataType
    from_attribute: bool

    @property
    def member(self) -> str:
        """Its name in C++."""
        return _member(self.name)


class TilingStruct(NamedTuple):
    """A structure of CANN's within the tiling structure, such as TCubeTiling."""

    name: str  # of the kernel's parameter
    struct: type[Struct]

    @property
    def member(self) -> str:
        """Its name in C++."""
        return _member(self.name)


def _member(name: str) -> str:
    head, *tail = name.split("_")
    return identifier(head + "".join(word.capitalize() for word in tail))


class Parameters(NamedTuple):
    """The parameters of a kernel, in order."""

    names: tuple[str, ...]  # of those that the compiled kernel has
    fields: tuple[TilingNumber, ...]
    structs: tuple[TilingStruct, ...]
    constants: dict[str, Any]
    tuples: dict[str, tuple[str, ...]]  # what the parameters that are tuples consist of
    named_tuples: dict[str, type[tuple[Any, ...]]]  # parameters that are these, and their classes
    uses_workspace: bool

    def arguments(self, function: PythonFunction, dtypes: Mapping[str, str]) -> list[Argument]:
        """Return the parameters for these element types of the ports."""
        fields = {field.name: field for field in self.fields}
        structs = {field.name: field for field in self.structs}

        def argument(name: str) -> ScalarArgument | PointerArgument:
            if name in fields:
                return ScalarArgument(fields[name].dtype)
            return PointerArgument(DataType(dtypes.get(name, "uint8")))

        arguments: list[Argument] = []
        for parameter in function.parameters:
            name = parameter.name
            if name in self.constants:
                arguments.append(ConstantArgument(self.constants[name]))
            elif name in self.tuples:
                names = self.tuples[name]
                arguments.append(TupleArgument(names, tuple(map(argument, names))))
            elif name in self.named_tuples:
                names = tuple(numbers_of(self.named_tuples[name]))
                kind = self.named_tuples[name]
                arguments.append(TupleArgument(names, tuple(map(argument, names)), kind))
            elif name in structs:
                arguments.append(ReferenceArgument(structs[name].struct))
            else:
                arguments.append(argument(name))
        return arguments


def kernel_parameters(
    function: PythonFunction, operator: ExportedOperator, constants: Mapping[str, Any]
) -> Parameters:
    """Return the parameters of an operator's kernel.

    Raises:
        ValueError: a parameter has no source, or a constant no parameter.
    """
    ports = {port.name for port in operator.ports}
    attributes = {attribute.name for attribute in operator.attributes}
    tuples = _tuples(function, operator)
    known_names = {parameter.name for parameter in function.parameters}
    known_names.update(name for names in tuples.values() for name in names)
    for name in [*ports, *constants]:
        if name not in known_names:
            reject(f"kernel {function.__name__} has no parameter {name!r}")
    names: list[str] = []
    fields: list[TilingNumber] = []
    structs: list[TilingStruct] = []
    fixed = {}
    named_tuples = {}
    kinds = {attribute.name: _KINDS[attribute.kind] for attribute in operator.attributes}
    for parameter in function.parameters:
        if parameter.name in tuples:
            names += tuples[parameter.name]
            in_tuple = [name for name in tuples[parameter.name] if name in kinds]
            fields += [TilingNumber(name, kinds[name], True) for name in in_tuple]  # noqa: FBT003
            continue
        if parameter.constant:
            fixed[parameter.name] = _constant(function, parameter, constants)
            continue
        _check_no_constant(function, parameter.name, constants)
        if parameter.named_tuple is not None:
            own = _numbers(function, parameter, parameter.named_tuple)
            names += (field.name for field in own)
            fields += own
            named_tuples[parameter.name] = parameter.named_tuple
            continue
        names.append(parameter.name)
        if parameter.name in ports or parameter.name == WORKSPACE:
            continue
        kind = _kind(function, parameter.name)
        if isinstance(kind, DataType):
            fields.append(TilingNumber(parameter.name, kind, parameter.name in attributes))
        else:
            structs.append(TilingStruct(parameter.name, kind))
    _check_names(function, names)
    return Parameters(
        tuple(names),
        tuple(fields),
        tuple(structs),
        fixed,
        tuples,
        named_tuples,
        WORKSPACE in names,
    )


def _check_no_constant(function: PythonFunction, name: str, constants: Mapping[str, Any]) -> None:
    if name in constants:
        reject(
            f"{name!r} of kernel {function.__name__} is no constant; annotate it "
            "asc.ConstExpr, or let the tiling function return it"
        )
    if name == "block_dim":
        reject(
            f"kernel {function.__name__} has a parameter 'block_dim', which asc.Tiling has for "
            "the number of blocks; call it otherwise"
        )


def _check_names(function: PythonFunction, names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        reject(
            f"kernel {function.__name__} has two parameters or numbers {twice!r}; rename a field "
            "of a named tuple"
        )


def _tuples(function: PythonFunction, operator: ExportedOperator) -> dict[str, tuple[str, ...]]:
    """Return the values of tuples: ports and attributes that are no parameters themselves."""
    own = {parameter.name for parameter in function.parameters}
    members_by_name = {}
    for parameter in function.parameters:
        if not parameter.several:
            continue
        if parameter.name not in _SEVERAL:
            reject(
                f"{parameter.name!r} of kernel {function.__name__} is a tuple; call it one of "
                f"{', '.join(_SEVERAL)}, which it then has"
            )
        members = getattr(operator, parameter.name)
        members_by_name[parameter.name] = tuple(
            each.name for each in members if each.name not in own
        )
    return members_by_name


def _constant(
    function: PythonFunction, parameter: FunctionParameter, constants: Mapping[str, Any]
) -> object:
    if parameter.name not in constants and not parameter.has_default:
        reject(
            f"{parameter.name!r} of kernel {function.__name__} is asc.ConstExpr; "
            f"give its value: constants={{{parameter.name!r}: ...}}"
        )
    value = constants.get(parameter.name, parameter.default)
    check_constant(function.__name__, parameter, value)
    return value


def _numbers(
    function: PythonFunction, parameter: FunctionParameter, kind: type[tuple[Any, ...]]
) -> list[TilingNumber]:
    """Return the numbers of a named tuple as fields of the tiling structure."""
    arguments = []
    for name, annotation in numbers_of(kind).items():
        dtype = annotation if isinstance(annotation, DataType) else _ANNOTATED.get(annotation)  # type: ignore[call-overload]
        if dtype is None or name in {WORKSPACE, "block_dim"}:
            reject(
                f"{name!r} of {kind.__name__}, parameter {parameter.name!r} of kernel "
                f"{function.__name__}, is no number (int, float, bool), or has a reserved name"
            )
        arguments.append(TilingNumber(name, dtype, from_attribute=False))
    return arguments


def _kind(function: PythonFunction, name: str) -> DataType | type[Struct]:
    """Return the type of a number or structure, by the parameter's annotation."""
    annotation = function.annotation(name)
    if isinstance(annotation, DataType):
        return annotation
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        if annotation.cpp_name_ not in _STRUCTS:
            reject(
                f"{name!r} of kernel {function.__name__}: operators receive "
                f"{' or '.join(_STRUCTS)}; give the numbers of {annotation.__name__} one by one"
            )
        return annotation
    try:
        return _ANNOTATED[annotation]  # type: ignore[index]
    except (KeyError, TypeError):
        reject(
            f"{name!r} of kernel {function.__name__} is neither an input, an output, "
            "a number (int, float, bool or a type like asc.int64) nor a tiling of asc.adv"
        )
