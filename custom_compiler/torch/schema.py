"""The PyTorch schema of an operator, from its prototype."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from custom_compiler.call.attributes import default_of
from custom_compiler.errors import PackageError
from custom_compiler.support.operator_names import snake

if TYPE_CHECKING:
    from custom_compiler.call.prototype import Prototype, PrototypeAttribute, PrototypePort

_ATTRIBUTES = {
    "int": "int", "float": "float", "bool": "bool", "str": "str", "listInt": "int[]",
    "listFloat": "float[]", "listBool": "bool[]",
}  # fmt: skip
_PORTS = {"required": "Tensor", "optional": "Tensor?", "dynamic": "Tensor[]"}


def schema(prototype: Prototype) -> str:
    """Return the schema: inputs, then attributes, with the defaults of the definition.

    An input that an output replaces is marked as mutated and not returned. Raise PackageError for
    attributes that PyTorch has no type for.
    """
    mutated = {port.name for port in prototype.outputs} - {
        port.name for port in prototype.own_outputs
    }
    arguments = [(_input(port, mutated), _input_default(port)) for port in prototype.inputs]
    arguments += [(_attribute(prototype, item), _default(item)) for item in prototype.attributes]
    words: list[str] = []
    trailing = True  # only the last arguments may have defaults
    for text, default in reversed(arguments):
        trailing = trailing and default is not None
        words.append(f"{text}={default}" if trailing else text)
    returned = ["Tensor"] * len(prototype.own_outputs)
    result = returned[0] if len(returned) == 1 else f"({', '.join(returned)})"
    return f"{snake(prototype.operator)}({', '.join(reversed(words))}) -> {result}"


def _input(port: PrototypePort, mutated: set[str]) -> str:
    kind = _PORTS[port.kind]
    if port.name in mutated:
        kind = kind.replace("Tensor", "Tensor(a!)", 1) if kind == "Tensor" else kind
    return f"{kind} {port.name}"


def _input_default(port: PrototypePort) -> str | None:
    return "None" if port.kind == "optional" else None


def _attribute(prototype: Prototype, attribute: PrototypeAttribute) -> str:
    if attribute.type not in _ATTRIBUTES:
        raise PackageError(
            f"{prototype.operator}: PyTorch has no type for the attribute '{attribute.name}' "
            f"({attribute.type})"
        )
    return f"{_ATTRIBUTES[attribute.type]} {attribute.name}"


def _default(attribute: PrototypeAttribute) -> str | None:
    value = default_of(attribute)
    if isinstance(value, list):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return None if value is None else _literal(value)


def _literal(value: float | bool | str) -> str:  # noqa: FBT001  one of the kinds of a default
    if isinstance(value, bool):
        return str(value)
    return json.dumps(value) if isinstance(value, str) else repr(value)
