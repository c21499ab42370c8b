"""The prototype of an installed operator, read from its vendor package."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from custom_compiler.errors import MisuseError, PackageError
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.operator_information import attributes, ports, read_information
from custom_compiler.support.package_roots import no_package_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from custom_compiler.package.vendor import VendorPackage

T = TypeVar("T")


@dataclass(frozen=True)
class PrototypePort:
    """An input or output.

    Attributes:
        name: Its name in the operator's definition.
        kind: "required", "optional" or "dynamic".
        dtypes: One CANN dtype name per supported combination; empty if any goes.
        formats: One format name per supported combination; empty if any goes.
    """

    name: str
    kind: str
    dtypes: tuple[str, ...]
    formats: tuple[str, ...]


@dataclass(frozen=True)
class PrototypeAttribute:
    """An attribute.

    Attributes:
        name: Its name in the operator's definition.
        type: "int", "float", "bool", "str", "listInt", "listFloat", "listBool" or "listListInt".
        default: Text of the default value, or None if the attribute is required.
    """

    name: str
    type: str
    default: str | None


@dataclass(frozen=True)
class Prototype:
    """An operator as programs call it.

    Attributes:
        operator: Operator type, e.g. "AddCustom".
        package: The vendor's directory.
        inputs: Inputs in the order of the definition.
        outputs: Outputs; one with the name of an input is computed in its place.
        attributes: Attributes in the order of the definition.
        header: The header that declares `aclnn<Op>GetWorkspaceSize`.
        parameters: C type of each parameter of `aclnn<Op>GetWorkspaceSize`, without the last two:
            one per input, attribute and output not computed in place.
    """

    operator: str
    package: Path
    inputs: tuple[PrototypePort, ...]
    outputs: tuple[PrototypePort, ...]
    attributes: tuple[PrototypeAttribute, ...]
    header: Path
    parameters: tuple[str, ...]

    @property
    def function(self) -> str:
        """The C function that launches the operator."""
        return f"aclnn{self.operator}"

    @property
    def library(self) -> Path:
        """The library with that function."""
        return PackageFiles(self.package).api_library

    @property
    def own_outputs(self) -> tuple[PrototypePort, ...]:
        """The outputs that are separate parameters."""
        inputs = {port.name for port in self.inputs}
        return tuple(port for port in self.outputs if port.name not in inputs)


def find_prototype(operator: str, packages: Sequence[VendorPackage]) -> Prototype:
    """Return the prototype of the first package that has the operator."""
    for package in packages:
        if operator in package.operators:
            return _read(operator, package)
    operators = sorted({name for package in packages for name in package.operators})
    hint = close_to(operator, operators)
    listed = f"installed operators: {', '.join(operators)}" if operators else no_package_reason()
    raise MisuseError(f"no installed package has an operator '{operator}'", hint + listed)


def assign_inputs(values: Iterable[tuple[str, T]], prototype: Prototype) -> dict[str, list[T]]:
    """Assign values to inputs: those with a name by it, the rest in order to the inputs left.

    A dynamic input at the end takes all that is left.

    Raises:
        MisuseError: There is no such input, or none is left.
    """
    names = [port.name for port in prototype.inputs]
    groups: dict[str, list[T]] = {}
    unnamed = []
    for name, value in values:
        if name and name not in names:
            hint = close_to(name, names) + f"inputs: {', '.join(names)}"
            raise MisuseError(f"{prototype.operator} has no input {name}", hint)
        if name:
            groups.setdefault(name, []).append(value)
        else:
            unnamed.append(value)
    open_ports = [port for port in prototype.inputs if port.name not in groups]
    for position, value in enumerate(unnamed):
        if position < len(open_ports):
            groups[open_ports[position].name] = [value]
        elif open_ports and open_ports[-1].kind == "dynamic":
            groups[open_ports[-1].name].append(value)
        else:
            text = value if isinstance(value, str) else f"array {position + 1}"
            message = f"{prototype.operator} has no input left for {text}"
            raise MisuseError(message, f"inputs: {', '.join(names)}")
    return groups


def close_to(word: str, candidates: Iterable[str]) -> str:
    """Return `did you mean x? `, or "" if nothing that is known is close."""
    close = difflib.get_close_matches(word, list(candidates), n=1)
    return f"did you mean {close[0]}? " if close else ""


def _read(operator: str, package: VendorPackage) -> Prototype:
    files = PackageFiles(package.path)
    info_file = files.operator_information()[package.operators[operator][0]]
    info = read_information(info_file)[operator]
    header, parameters = _declaration(operator, files.api_headers)
    prototype = Prototype(
        operator=operator,
        package=package.path,
        inputs=_ports(info, "input"),
        outputs=_ports(info, "output"),
        attributes=_attributes(info),
        header=header,
        parameters=parameters,
    )
    described = len(prototype.inputs) + len(prototype.attributes) + len(prototype.own_outputs)
    if described != len(prototype.parameters):
        raise PackageError(
            f"{operator}: its C function takes {len(prototype.parameters)} arguments, "
            f"its description in {info_file} has {described}"
        )
    return prototype


def _ports(info: dict[str, Any], group: str) -> tuple[PrototypePort, ...]:
    return tuple(
        PrototypePort(
            name=port["name"],
            kind=port["paramType"],
            dtypes=_columns(port, "dtype"),
            formats=_columns(port, "format"),
        )
        for _, port in ports(info, group)
    )


def _columns(port: dict[str, str], key: str) -> tuple[str, ...]:
    return tuple(port[key].split(",")) if port.get(key) else ()


def _attributes(info: dict[str, Any]) -> tuple[PrototypeAttribute, ...]:
    declared = []
    for name, entry in attributes(info):
        default = entry.get("defaultValue", "") if entry["paramType"] == "optional" else None
        declared.append(PrototypeAttribute(name, entry["type"], default))
    return tuple(declared)


def _declaration(operator: str, include: Path) -> tuple[Path, tuple[str, ...]]:
    declaration = re.compile(rf"\baclnn{re.escape(operator)}GetWorkspaceSize\s*\(([^)]*)\)")
    # Packages of CANN's repositories have their headers in aclnnop.
    for header in sorted(include.rglob("aclnn*.h")):
        match = declaration.search(header.read_text(encoding="utf-8", errors="replace"))
        if match:
            types = tuple(_c_type(parameter) for parameter in match.group(1).split(","))
            return header, types[:-2]
    raise PackageError(
        f"{include} declares no aclnn{operator}GetWorkspaceSize",
        "the operator was packed without its aclnn interface",
    )


def _c_type(parameter: str) -> str:
    """Reduce `const aclTensor *x` to `aclTensor*`."""
    words = re.sub(r"\bconst\b", "", parameter).replace("*", " * ").split()
    return "".join(words[:-1])
