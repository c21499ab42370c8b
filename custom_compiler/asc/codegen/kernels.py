"""Traces a kernel and the functions that it calls, each once per signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.codegen.arguments import (
    ConstantArgument,
    PointerArgument,
    ReferenceArgument,
    ScalarArgument,
    StructArgument,
    TupleArgument,
)
from custom_compiler.asc.codegen.errors import CodegenError
from custom_compiler.asc.codegen.named_tuples import built
from custom_compiler.asc.codegen.statements import FunctionVisitor
from custom_compiler.asc.codegen.trees import is_plain_number, is_runtime, leaves, mapped
from custom_compiler.asc.ir import builder, types
from custom_compiler.asc.ir.construction import Builder
from custom_compiler.asc.language.dtypes import KnownTypes
from custom_compiler.asc.language.records import Struct
from custom_compiler.asc.language.tensors import GlobalAddress
from custom_compiler.asc.language.tracing import global_builder
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, to_scalar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute, SSAValue

    from custom_compiler.asc.codegen.arguments import Argument
    from custom_compiler.asc.codegen.source import FunctionParameter, PythonFunction


def trace(
    function: PythonFunction, arguments: Sequence[Argument], *, capture_exceptions: bool = True
) -> ModuleOp:
    """Trace a kernel; see `codegen.trace`."""
    tracing = Tracing(capture_exceptions=capture_exceptions)
    with builder.using(tracing.builder):
        tracing.kernel(function, arguments)
    module = tracing.builder.module
    global_builder.keep(module)
    module.verify()
    return module


class _Specialised(NamedTuple):
    """A function that was traced for one signature."""

    symbol: str
    result: object  # the return value, in values of its body


class Tracing:
    """State that the functions of one kernel share."""

    def __init__(self, *, capture_exceptions: bool) -> None:
        self.builder = Builder()
        self.capture_exceptions = capture_exceptions
        self._specialised: dict[object, _Specialised] = {}
        self._symbols: set[str] = set()
        self._active: list[PythonFunction] = []

    def kernel(self, function: PythonFunction, arguments: Sequence[Argument]) -> None:
        """Trace a kernel.

        Raises:
            CodegenError: it cannot be compiled.
        """
        symbol = self._symbol(function.__name__)
        pairs = list(zip(function.parameters, arguments, strict=True))
        block = self.builder.new_block([kind for _, each in pairs for kind in _types(each)])
        handles = list(block.args)
        names: dict[str, object] = {}
        tree = function.tree
        self.builder.at_line(function.file, tree.lineno, tree.col_offset + 1)
        self.builder.function_block = block
        with self.builder.inside(block):
            for parameter, argument in pairs:
                if isinstance(argument, ConstantArgument):
                    names[parameter.name] = argument.value
                    continue
                if isinstance(argument, TupleArgument):
                    items = zip(argument.names, argument.items, strict=True)
                    values = (self._entered(name, item, handles.pop(0)) for name, item in items)
                    kind = argument.kind
                    names[parameter.name] = tuple(values) if kind is None else built(kind, values)
                    continue
                names[parameter.name] = self._entered(parameter.name, argument, handles.pop(0))
            returned = self._body(function, names)
            self.builder.create("func.return")
        if returned is not None:
            reason = f"a kernel returns nothing; {function.__name__} returns {describe(returned)}"
            raise CodegenError(tree, function.text, reason, function.file)
        self.builder.at_line(function.file, tree.lineno, tree.col_offset + 1)
        self.builder.function(symbol, block, (), kernel=True)

    def call(
        self,
        function: PythonFunction,
        positional: Sequence[object],
        keywords: Mapping[str, object],
    ) -> object:
        """Call a user's function from another one, and return its result.

        Raises:
            TypeError: it does not take the arguments.
            RecursionError: it is being traced.
            CodegenError: it cannot be compiled.
        """
        if any(active.fn is function.fn for active in self._active):
            message = f"{function.__name__} calls itself; a kernel has no recursion, use a loop"
            raise RecursionError(message)
        values = _bound(function, positional, keywords)
        for parameter in function.parameters:
            if not parameter.constant:
                values[parameter.name] = mapped(values[parameter.name], _at_run_time)
        key = (function.fn, *(_signature(values[p.name]) for p in function.parameters))
        handles = [
            leaf.handle
            for v in values.values()
            for leaf in leaves(v)
            if isinstance(leaf, RuntimeValue)
        ]
        specialised = self._specialised.get(key)
        if specialised is None:
            specialised = self._specialise(function, values, [handle.type for handle in handles])
            self._specialised[key] = specialised
        kinds = [
            leaf.handle.type
            for leaf in leaves(specialised.result)
            if isinstance(leaf, RuntimeValue)
        ]
        results = list(self.builder.call(specialised.symbol, handles, kinds))
        return mapped(specialised.result, lambda leaf: _renewed(leaf, results))

    def _specialise(
        self, function: PythonFunction, values: Mapping[str, object], kinds: Sequence[Attribute]
    ) -> _Specialised:
        """Trace a function for the types of its arguments."""
        symbol = self._symbol(function.__name__)
        location, point = self.builder.location, self.builder.point
        caller, block = self.builder.function_block, self.builder.new_block(kinds)
        self.builder.function_block = block
        handles: list[SSAValue] = list(block.args)
        names = {}
        for name, value in values.items():
            for argument in handles[: sum(1 for leaf in leaves(value) if _is_value(leaf))]:
                argument.name_hint = name
            names[name] = mapped(value, lambda leaf: _renewed(leaf, handles))
        with self.builder.inside(block):
            returned = mapped(self._body(function, names), _at_run_time)
            results = [leaf.handle for leaf in leaves(returned) if isinstance(leaf, RuntimeValue)]
            self.builder.create("func.return", results)
        tree = function.tree
        self.builder.at_line(function.file, tree.lineno, tree.col_offset + 1)
        self.builder.function(symbol, block, [result.type for result in results], kernel=False)
        self.builder.location, self.builder.point = location, point
        self.builder.function_block = caller
        return _Specialised(symbol, returned)

    def _body(self, function: PythonFunction, names: Mapping[str, object]) -> object:
        self._active.append(function)
        try:
            return FunctionVisitor(self, function, names).run()
        finally:
            self._active.pop()

    def _entered(self, name: str, argument: Argument, handle: SSAValue) -> object:
        """Return a kernel's parameter as the value that its body uses."""
        handle.name_hint = name
        if isinstance(argument, PointerArgument):
            return GlobalAddress(handle, argument.dtype)
        if isinstance(argument, StructArgument):
            kind = argument.struct.ir_type()
            return argument.struct.of(self.builder.value("emitasc.copy_struct", (handle,), kind))
        if isinstance(argument, ReferenceArgument):
            return argument.struct.of(handle)
        if isinstance(argument, ScalarArgument) and argument.dtype == KnownTypes.bool_:
            return Scalar(handle, KnownTypes.int8).cast(KnownTypes.bool_)
        return Scalar(handle, argument.dtype)  # type: ignore[union-attr]

    def _symbol(self, name: str) -> str:
        """Return an unused name for a function."""
        symbol, count = name, 0
        while symbol in self._symbols:
            count += 1
            symbol = f"{name}_{count}"
        self._symbols.add(symbol)
        return symbol


def _types(argument: Argument) -> list[Attribute]:
    """Return the types of the compiled kernel's parameters for one parameter of the function."""
    if isinstance(argument, ConstantArgument):
        return []
    if isinstance(argument, TupleArgument):
        return [kind for item in argument.items for kind in _types(item)]
    if isinstance(argument, PointerArgument):
        return [types.pointer(types.element(argument.dtype.name))]
    if isinstance(argument, StructArgument):
        return [types.pointer(argument.struct.ir_type())]
    if isinstance(argument, ReferenceArgument):
        return [argument.struct.ir_type()]
    dtype = argument.dtype
    return [types.element("int8" if dtype == KnownTypes.bool_ else dtype.name)]


def _bound(
    function: PythonFunction, positional: Sequence[object], keywords: Mapping[str, object]
) -> dict[str, object]:
    """Return the arguments of a call by parameter, with defaults.

    Raises:
        TypeError: they do not fit the parameters.
    """
    name, parameters = function.__name__, function.parameters
    if len(positional) > function.code.co_argcount:
        message = f"{name}() takes {function.code.co_argcount} arguments, got {len(positional)}"
        raise TypeError(message)
    bound = dict(zip([p.name for p in parameters], positional, strict=False))
    for key, value in keywords.items():
        if key not in [p.name for p in parameters]:
            message = f"{name}() has no argument '{key}'"
            raise TypeError(message)
        if key in bound:
            message = f"{name}() is given '{key}' twice"
            raise TypeError(message)
        bound[key] = value
    values = {}
    for parameter in parameters:
        if parameter.name not in bound and not parameter.has_default:
            message = f"{name}() misses argument '{parameter.name}'"
            raise TypeError(message)
        value = bound.get(parameter.name, parameter.default)
        check_constant(name, parameter, value)
        values[parameter.name] = value
    return values


def check_constant(name: str, parameter: FunctionParameter, value: object) -> None:
    """Check the value of a parameter with the annotation ConstExpr.

    Raises:
        TypeError: it exists at run time only, or is of another type.
    """
    if not parameter.constant:
        return
    if is_runtime(value):
        message = f"'{parameter.name}' of {name} is asc.ConstExpr, got {describe(value)}"
        raise TypeError(message)
    kind = parameter.constant_type
    if kind is not None and not isinstance(value, (int, float) if kind is float else kind):
        message = (
            f"'{parameter.name}' of {name} is asc.ConstExpr[{kind.__name__}], got {describe(value)}"
        )
        raise TypeError(message)


def _at_run_time(leaf: object) -> object:
    """Convert a Python number to one of the kernel; leave other values unmodified."""
    return to_scalar(leaf) if is_plain_number(leaf) else leaf


def _is_value(leaf: object) -> bool:
    return isinstance(leaf, RuntimeValue)


def _signature(value: object) -> object:
    """Return the property of an argument by which traced functions are cached."""
    if isinstance(value, (tuple, list)):
        return (type(value), *(_signature(item) for item in value))
    if isinstance(value, RuntimeValue):
        extra = (value.__dict__.get("path_"),) if isinstance(value, Struct) else ()
        return (type(value), value.handle.type, getattr(value, "length", None), *extra)
    try:
        hash(value)
    except TypeError:
        return (type(value), repr(value))
    return (type(value), value)


def _renewed(leaf: object, handles: list[SSAValue]) -> object:
    """Return a value of the same form with the first handle, which is removed."""
    if not isinstance(leaf, RuntimeValue):
        return leaf
    handle = handles.pop(0)
    if isinstance(leaf, Scalar):
        return Scalar(handle, leaf.dtype)
    return type(leaf).of(handle, leaf)  # type: ignore[attr-defined]
