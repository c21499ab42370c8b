"""Operators of packages as functions on NumPy arrays, called in this process."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import ml_dtypes  # noqa: F401  bfloat16 as a type of NumPy
import numpy as np

from custom_compiler.call import arrays
from custom_compiler.call.attributes import default_of, value_of
from custom_compiler.call.caller import Caller, Operands
from custom_compiler.call.inference import Inference, InputTensor, port_code
from custom_compiler.call.library import acl
from custom_compiler.call.prototype import find_prototype
from custom_compiler.errors import MisuseError
from custom_compiler.package.installed_wheels import with_wheels
from custom_compiler.package.vendor import announce, find_packages
from custom_compiler.support.operator_names import snake
from custom_compiler.support.package_roots import SEARCHED

if TYPE_CHECKING:
    from custom_compiler.call.prototype import Prototype, PrototypePort

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]
Result: TypeAlias = "Array | tuple[Array, ...]"

_MOST_VALUE_BYTES = 4096  # shapes depend on small tensors only


class NumpyArrays:
    """NumPy arrays in host memory."""

    @staticmethod
    def shape(array: Array) -> tuple[int, ...]:
        """Return its dimensions."""
        return tuple(array.shape)

    @staticmethod
    def code(array: Array) -> int:
        """Return its element type as ge::DataType."""
        return _code(array.dtype)

    @staticmethod
    def size(array: Array) -> int:
        """Return the bytes of all its elements."""
        return array.nbytes

    @staticmethod
    def address(array: Array) -> int:
        """Return the address of the first element."""
        return array.ctypes.data

    @staticmethod
    def contiguous(array: Array) -> Array:
        """Return the array itself if its elements are contiguous, else a copy."""
        return array if array.flags.c_contiguous else array.copy(order="C")

    @staticmethod
    def copy(target: Array, source: Array) -> None:
        """Copy elements between arrays of one shape."""
        target[...] = source

    @staticmethod
    def values(array: Array) -> list[Any]:
        """Return all elements as Python numbers."""
        return list(array.ravel().tolist())


class Operator:
    """One operator of a package, a function on arrays.

    Attributes:
        prototype: Its inputs, outputs and attributes.
    """

    def __init__(self, prototype: Prototype) -> None:
        self.prototype = prototype
        self.__name__ = snake(prototype.operator)
        self.__doc__ = _describe(prototype)
        self._inference = Inference(prototype)
        self._caller: Caller[Array] = Caller(prototype, NumpyArrays())
        own = {port.name for port in prototype.own_outputs}
        written = {port.name for port in prototype.outputs} - own
        self._mutated = [n for n, port in enumerate(prototype.inputs) if port.name in written]

    def __repr__(self) -> str:
        return f"<operator {self.prototype.operator} of {self.prototype.package}>"

    @property
    def __signature__(self) -> inspect.Signature:
        """Inputs by place or name, attributes by name."""
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [
            inspect.Parameter(
                port.name,
                kind,
                default=None if port.kind == "optional" else inspect.Parameter.empty,
            )
            for port in self.prototype.inputs
        ]
        # No parameter without a default comes after one with it; such are passed by name.
        late = False
        for number, parameter in enumerate(parameters):
            if late:
                parameters[number] = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            late = late or parameter.default is None
        parameters += [
            inspect.Parameter(
                item.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if item.default is None else default_of(item),
            )
            for item in self.prototype.attributes
        ]
        return inspect.Signature(parameters)

    def __call__(self, *inputs: Any, **named: Any) -> Result:
        """Compute the outputs; see `run`."""
        ports = self.prototype.inputs
        if len(inputs) > len(ports):
            names = ", ".join(port.name for port in ports)
            message = f"{self.prototype.operator} takes {len(ports)} inputs, got {len(inputs)}"
            raise MisuseError(message, f"inputs: {names}")
        values = {port.name: value for port, value in zip(ports, inputs, strict=False)}
        port_names = {port.name for port in ports}
        for name in [name for name in named if name in port_names]:
            if name in values:
                raise MisuseError(f"{self.prototype.operator}: input '{name}' is given twice")
            values[name] = named.pop(name)
        return self.call(values, named)

    def call(
        self,
        inputs: Mapping[str, Any],
        attributes: Mapping[str, Any] | None = None,
        *,
        output_shapes: Sequence[Sequence[int] | None] = (),
        output_dtypes: Sequence[str | None] = (),
    ) -> Result:
        """Compute the outputs of inputs and attributes by name.

        Args:
            inputs: Arrays; a sequence of them for a dynamic input, None or nothing for one left
                out. Numbers and lists of Python get the type that the operator takes.
            attributes: Values; those left out have their default.
            output_shapes: Shapes of the outputs in order; where missing or None they are inferred.
            output_dtypes: CANN's names of the outputs' types; where missing or None they follow
                from the inputs.

        Raises:
            MisuseError: An input or attribute is missing, unknown, or of no supported type.
            PackageError: The operator cannot say the shapes of its outputs.
            OperatorError: The call failed; the message is the toolkit's.
        """
        values = self._attributes(attributes or {})
        operands, column = self._inputs(inputs)
        described = _described(operands)
        outputs = self._outputs(described, values, column, output_shapes, output_dtypes)
        layouts = self._inference.layouts(column)
        passed = [
            None if item.name not in (attributes or {}) and item.type not in _NUMBERS else value
            for item, value in zip(self.prototype.attributes, values, strict=True)
        ]
        shapes = self._caller(Operands(operands, passed, outputs, layouts, self._mutated))
        own = iter(
            array if array.shape == shape else _computed(array, shape)
            for array, shape in zip(outputs, shapes, strict=True)
        )
        names = [port.name for port in self.prototype.inputs]
        in_place = {names[number]: operands[number][0] for number in self._mutated}
        results = tuple(
            in_place[port.name] if port.name in in_place else next(own)
            for port in self.prototype.outputs
        )
        return results[0] if len(results) == 1 else results

    def shapes(
        self, inputs: Mapping[str, Any], attributes: Mapping[str, Any] | None = None
    ) -> list[list[int]]:
        """Return the shape of each output of the definition from its InferShape; see `call`."""
        values = self._attributes(attributes or {})
        operands, column = self._inputs(inputs)
        return self._inference.shapes(_described(operands), values, column)

    def _attributes(self, named_values: Mapping[str, Any]) -> list[Any]:
        operator, declared = self.prototype.operator, self.prototype.attributes
        names = [item.name for item in declared]
        for name in named_values:
            if name not in names:
                inputs = ", ".join(port.name for port in self.prototype.inputs)
                message = f"{operator} has no input and no attribute '{name}'"
                hint = f"inputs: {inputs or 'none'}; attributes: {', '.join(names) or 'none'}"
                raise MisuseError(message, hint)
        values = []
        for item in declared:
            if item.name in named_values:
                values.append(value_of(item, named_values[item.name]))
            elif item.default is None:
                message = f"{operator}: attribute '{item.name}' needs a value"
                raise MisuseError(message, f"give it by name: {item.name}=... ({item.type})")
            else:
                values.append(default_of(item))
        return values

    def _inputs(self, values: Mapping[str, Any]) -> tuple[list[list[Array]], int]:
        """Return the arrays of each input, and the supported combination of their types."""
        ports = self.prototype.inputs
        unknown = [name for name in values if name not in {port.name for port in ports}]
        if unknown:
            names = ", ".join(port.name for port in ports)
            message = f"{self.prototype.operator} has no input '{unknown[0]}'"
            raise MisuseError(message, f"inputs: {names}")
        groups = [self._group(port, values.get(port.name)) for port in ports]
        codes = [[_given_code(value) for value in group] for group in groups]
        column = self._inference.column(codes)
        if column is None:
            types = ", ".join(
                f"{port.name}: {arrays.name_of(value.dtype)}"
                for port, group in zip(ports, groups, strict=True)
                for value in group
                if isinstance(value, np.ndarray)
            )
            message = f"{self.prototype.operator}: these dtypes are not supported: {types}"
            raise MisuseError(message, f"supported: {self._inference.supported()}")
        chosen = [
            [self._array(port, value, column) for value in group]
            for port, group in zip(ports, groups, strict=True)
        ]
        for number in self._mutated:
            if chosen[number] and not chosen[number][0].flags.writeable:
                message = f"{self.prototype.operator}: input '{ports[number].name}' is read-only"
                raise MisuseError(message, "an output is computed in its place: give a copy")
        return chosen, column

    def _group(self, port: PrototypePort, value: Any) -> list[Any]:
        """Return the values of an input as a list: arrays of NumPy, and numbers of Python."""
        if value is None:
            members: list[Any] = []
        elif port.kind == "dynamic" and isinstance(value, (list, tuple)):
            members = list(value)
        else:
            members = [value]
        if port.kind == "required" and not members:
            names = ", ".join(other.name for other in self.prototype.inputs)
            message = f"{self.prototype.operator}: input '{port.name}' needs an array"
            raise MisuseError(message, f"inputs: {names}")
        plain = (bool, int, float, complex, list, tuple)
        return [member if type(member) in plain else np.asarray(member) for member in members]

    def _array(self, port: PrototypePort, value: Any, column: int) -> Array:
        if isinstance(value, np.ndarray):
            return value
        dtype = arrays.dtype_of(port_code(port, column)) if port.dtypes else None
        try:
            array = np.asarray(value, dtype=dtype)
        except (TypeError, ValueError, OverflowError) as error:
            message = f"{self.prototype.operator}: input '{port.name}' is no array: {error}"
            raise MisuseError(message) from error
        arrays.name_of(array.dtype)
        return array

    def _outputs(
        self,
        inputs: Sequence[Sequence[InputTensor]],
        attributes: Sequence[Any],
        column: int,
        shapes: Sequence[Sequence[int] | None],
        dtypes: Sequence[str | None],
    ) -> list[Array]:
        """Return arrays for the outputs with separate parameters."""
        own = self.prototype.own_outputs
        if max(len(shapes), len(dtypes)) > len(own):
            raise MisuseError(f"{self.prototype.operator} has {len(own)} output parameters")
        wanted = [*shapes, *(None for _ in own[len(shapes) :])]
        if any(shape is None for shape in wanted):
            inferred = self._inference.shapes(inputs, attributes, column)
            by_name = dict(zip((p.name for p in self.prototype.outputs), inferred, strict=True))
        results = []
        for number, (port, shape) in enumerate(zip(own, wanted, strict=True)):
            name = dtypes[number] if number < len(dtypes) else None
            code = self._inference.output_code(port, inputs, column)
            dtype = arrays.dtype_of(arrays.code_of(name) if name else code)
            results.append(np.empty(by_name[port.name] if shape is None else shape, dtype))
        return results


class Operators(Mapping[str, Operator]):
    """Operators of a package: by type as a mapping, by name in snake case as attributes."""

    def __init__(self, operators: Mapping[str, Operator]) -> None:
        self._operators = dict(operators)
        self._by_name = {snake(name): operator for name, operator in self._operators.items()}

    def __getitem__(self, name: str) -> Operator:
        return self._operators[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._operators)

    def __len__(self) -> int:
        return len(self._operators)

    def __getattr__(self, name: str) -> Operator:
        if name.startswith("_") or name not in self._by_name:
            names = ", ".join(sorted(self._by_name))
            raise AttributeError(f"the package has no operator '{name}'; it has: {names}")
        return self._by_name[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._by_name]

    def __repr__(self) -> str:
        return f"<operators {', '.join(self._operators)}>"


def load_package(package: str | Path, names: str | Sequence[str] = ()) -> Operators:
    """Load the operators of a vendor package as functions on NumPy arrays.

    Args:
        package: `.../vendors/<vendor>`, installed or not; or the name of a vendor on the search
            path.
        names: Operator types; none: all.

    Raises:
        MisuseError: This is no vendor package, or it has no such operator.
        PackageError: Its libraries cannot be loaded.
    """
    vendor_package = announce(package)
    wanted = [names] if isinstance(names, str) else list(names)
    prototypes = [
        find_prototype(name, [vendor_package])
        for name in wanted or sorted(vendor_package.operators)
    ]
    return Operators({prototype.operator: _operator(prototype) for prototype in prototypes})


def run(operator: str, /, *inputs: Any, **named: Any) -> Result:
    """Execute an operator of an installed package in this process.

        z = custom_compiler.run("AddCustom", x, y)
        y = custom_compiler.run("LeakyReluCustom", x, negative_slope=0.1)

    Packages are found as other programs find them: through ASCEND_CUSTOM_OPP_PATH, then in
    wheels that are installed, then in ASCEND_OPP_PATH, by default the embedded toolkit's own.
    `load_package` puts one before all others.

    Args:
        operator: Its type, such as "AddCustom".
        *inputs: NumPy arrays, or what `numpy.asarray` takes, in the order of the definition; a
            list of arrays for a dynamic input, None for one left out.
        **named: Inputs and attributes by name.

    Returns:
        The output, or a tuple of all. One that is computed in place of an input is that array.

    Raises:
        MisuseError: There is no such operator, input or attribute, or no such types of elements.
        PackageError: The operator cannot say the shapes of its outputs; `load_package(...)[type]
            .call(...)` takes them.
        OperatorError: The call failed; the message is the toolkit's. A host function of the
            operator that crashes ends the process, after a line that says which.
    """
    searched = (os.environ.get(SEARCHED, ""), os.environ.get(_OPP) or str(acl().home / "opp"))
    key = (operator, *searched, _changed(Path(searched[1], "vendors/config.ini")))
    prototype = _prototypes.get(key)
    if prototype is None or not _is_loaded(prototype):
        environ = with_wheels(dict(zip((SEARCHED, _OPP), searched, strict=True)))
        prototype = _prototypes[key] = find_prototype(operator, find_packages(environ))
        announce(prototype.package)
    return _operator(prototype)(*inputs, **named)


_OPP = "ASCEND_OPP_PATH"

# What was found and loaded; a package that was replaced is another one.
_prototypes: dict[tuple[str | int, ...], Prototype] = {}
_operators: dict[tuple[str, Path, int], Operator] = {}


def _operator(prototype: Prototype) -> Operator:
    """Return an operator, loaded once."""
    key = (prototype.operator, prototype.library, _changed(prototype.library))
    operator = _operators.get(key)
    if operator is None:
        operator = _operators[key] = Operator(prototype)
    return operator


def _is_loaded(prototype: Prototype) -> bool:
    """Return whether this very package is loaded."""
    return (prototype.operator, prototype.library, _changed(prototype.library)) in _operators


def _changed(file: Path) -> int:
    """Return the modification time of a file in ns; 0 if it is missing."""
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return 0


_NUMBERS = {"int", "float", "bool"}


def _described(operands: Sequence[Sequence[Array]]) -> list[list[InputTensor]]:
    """Return the facts about the arrays that inference can read."""
    return [
        [InputTensor(array.shape, _code(array.dtype), _values(array)) for array in group]
        for group in operands
    ]


def _code(dtype: np.dtype[Any]) -> int:
    return arrays.code_of(arrays.name_of(dtype))


def _given_code(value: Any) -> int | None:
    return _code(value.dtype) if isinstance(value, np.ndarray) else None


def _values(array: Array) -> bytes | None:
    return array.tobytes() if array.nbytes <= _MOST_VALUE_BYTES else None


def _computed(array: Array, shape: tuple[int, ...]) -> Array:
    """Return the elements that a kernel wrote, in the shape that it computed."""
    count = int(np.prod(shape, dtype=np.int64))
    return np.array(array.reshape(-1)[:count].reshape(shape))


def _describe(prototype: Prototype) -> str:
    ports = [f"{port.name} ({port.kind})" for port in prototype.inputs]
    outputs = ", ".join(port.name for port in prototype.outputs)
    lines = [f"{prototype.operator}: {', '.join(ports) or 'nothing'} -> {outputs}"]
    lines += [
        f"{item.name}: {item.type}, " + ("required" if item.default is None else item.default)
        for item in prototype.attributes
    ]
    return "\n".join(lines)
