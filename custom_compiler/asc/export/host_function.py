"""Functions of Python about shapes as statements of C++ for the host."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.codegen.kernels import Tracing
from custom_compiler.asc.codegen.source import PythonFunction
from custom_compiler.asc.codegen.statements import FunctionVisitor
from custom_compiler.asc.emit.statements import statements
from custom_compiler.asc.ir import builder, types
from custom_compiler.asc.language.dtypes import DataType, KnownTypes
from custom_compiler.asc.language.records import Struct
from custom_compiler.asc.language.values import Scalar, describe, is_number, to_scalar
from custom_compiler.asc.transforms import TransformOptions, run_passes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xdsl.ir import Block, SSAValue

_PASSES = ("inline", "fold", "merge", "hoist", "fold", "dead")

# What sources call something around the statements.
_RESERVED = (
    *("context", "tiling", "workspaces", "ubSize", "blockDim", "workspaceSize", "Fits"),
    *("extra", "ndims", "shapes", "types"),
)
_NAMESPACE = "matmul_tiling"
_COMPUTED_TILING = "TCubeTiling"


class HostFact(NamedTuple):
    """Something that a function reads: `what` of a port, an attribute or the platform."""

    owner: str
    what: str  # size, dim, rank, itemsize; value; core_num, cube_num, ub_size
    number: int = 0  # of a dim; below 0 from the end

    @property
    def variable(self) -> str:
        """The variable that holds it."""
        if self.what == "value":
            return self.owner
        if self.what != "dim":
            return f"{self.owner}_{self.what}"
        return f"{self.owner}_dim{self.number if self.number >= 0 else f'_last{-self.number}'}"


class HostFunction(NamedTuple):
    """Statements that compute results of facts."""

    facts: tuple[HostFact, ...]
    lines: tuple[str, ...]


class FunctionResult(NamedTuple):
    """A value and the statement that takes it, with `$0` for the value."""

    value: object
    statement: str


class ShapeText(NamedTuple):
    """The spelling of dimensions in a host source."""

    append: Callable[[str, str], str]  # of an output's name and a number: the statement
    dim: Callable[[int, str], str]  # of an input's index and name: its dimension `dim`


class ShapeFacts:
    """The facts that one function reads, each a parameter of its body, made when it is read."""

    def __init__(self, block: Block) -> None:
        self._block = block
        self._arguments: dict[HostFact, Scalar] = {}

    def read(self, fact: HostFact, dtype: DataType = KnownTypes.int64) -> Scalar:
        """Return the value of a fact."""
        value = self._arguments.get(fact)
        if value is None:
            kind = types.element(dtype.name)
            argument = self._block.insert_arg(kind, len(self._block.args))
            argument.name_hint = fact.variable
            value = self._arguments[fact] = Scalar(argument, dtype)
        return value

    def all(self) -> tuple[HostFact, ...]:
        """Return the facts that were read, in the order of the parameters."""
        return tuple(self._arguments)


class ShapedTensor:
    """An input, or for tilings an output, as a function about shapes sees it."""

    def __init__(self, name: str, facts: ShapeFacts) -> None:
        self._name = name
        self._facts = facts
        self.shape = Shape(name, facts)

    @property
    def size(self) -> Scalar:
        """Number of elements."""
        return self._facts.read(HostFact(self._name, "size"))

    @property
    def ndim(self) -> Scalar:
        """Number of dimensions."""
        return self._facts.read(HostFact(self._name, "rank"))

    @property
    def itemsize(self) -> Scalar:
        """Bytes of an element."""
        return self._facts.read(HostFact(self._name, "itemsize"))


class Leading(NamedTuple):
    """The dimensions of an input before the last ones; `number` may be below 0."""

    owner: str
    number: Scalar


class Shape:
    """The dimensions of an input."""

    def __init__(self, name: str, facts: ShapeFacts) -> None:
        self._name = name
        self._facts = facts

    def __getitem__(self, index: object) -> Scalar | Leading:
        """Return a dimension from the front or, below 0, from the end; `[:-n]`: those before."""
        if isinstance(index, slice):
            last = index.stop
            if index.start is not None or index.step is not None:
                message = "of a shape there are only slices like [:-1]"
                raise TypeError(message)
            if last is None:
                return Leading(self._name, self._facts.read(HostFact(self._name, "rank")))
            if not isinstance(last, int) or last >= 0:
                message = f"shape[:{last}]: count from the end, as in [:-1]"
                raise TypeError(message)
            return Leading(self._name, self._facts.read(HostFact(self._name, "rank")) + last)
        if not isinstance(index, int):
            message = f"shape[{describe(index)}]: write the number of a dimension"
            raise TypeError(message)
        return self._facts.read(HostFact(self._name, "dim", index))


class TracedPlatform:
    """The facts about the target SoC that the functions of an operator can read."""

    def __init__(self, facts: ShapeFacts) -> None:
        self._facts = facts

    @property
    def core_num(self) -> Scalar:
        """Number of vector cores."""
        return self._facts.read(HostFact("platform", "core_num"))

    @property
    def cube_num(self) -> Scalar:
        """Number of cubes."""
        return self._facts.read(HostFact("platform", "cube_num"))

    @property
    def ub_size(self) -> Scalar:
        """Bytes of the unified buffer of a core."""
        return self._facts.read(HostFact("platform", "ub_size"))

    def create(self, kind: str) -> TracedTiling:
        """Return an object of an `asc.lib.host` class, whose calls compute a tiling."""
        return TracedTiling(kind)


def host_function(
    fn: Callable[..., object],
    arguments: Mapping[str, Callable[[ShapeFacts], object]],
    results: Callable[[object], list[FunctionResult]],
) -> HostFunction:
    """Trace a function as statements for the host.

    Args:
        fn: the function; its parameters are some of `arguments`, by name.
        arguments: makes the value of each name from the facts.
        results: converts the return value.

    Raises:
        CodegenError: the function cannot be compiled.
        ValueError: a parameter has no meaning, or the return value has the wrong form.
    """
    function = PythonFunction(fn)
    for parameter in function.parameters:
        if parameter.name not in arguments and not parameter.has_default:
            message = (
                f"asc.export: {function.__name__} has a parameter {parameter.name!r}; "
                f"it can have {', '.join(arguments)}"
            )
            raise ValueError(message)
    tracing = Tracing(capture_exceptions=True)
    function_builder = tracing.builder
    with builder.using(function_builder):
        block = function_builder.new_block([])
        facts = ShapeFacts(block)
        tree = function.tree
        function_builder.at_line(function.file, tree.lineno, tree.col_offset + 1)
        function_builder.function_block = block
        names = {
            p.name: arguments[p.name](facts) if p.name in arguments else p.default
            for p in function.parameters
        }
        with function_builder.inside(block):
            for result in results(FunctionVisitor(tracing, function, names).run()):
                handle = to_scalar(result.value).handle  # type: ignore[arg-type]
                text = {"value": types.text(result.statement)}
                function_builder.create("emitasc.verbatim", [handle], (), text)
            function_builder.create("func.return")
        function_builder.function("host_function", block, (), kernel=True)
    run_passes(_PASSES, function_builder.module, TransformOptions())
    read = facts.all()
    variables = [fact.variable for fact in read]
    reserved = [*_RESERVED, *(name for name in arguments if name not in variables)]
    return HostFunction(read, tuple(statements(function_builder.module, variables, reserved)))


class TracedTiling:
    """An object of the tiling library; calls of its methods become statements.

    Attributes:
        handle: Its value in the IR.
    """

    def __init__(self, kind: str) -> None:
        self.handle = builder.current(f"host.{kind}").value(
            "emitasc.variable",
            (),
            types.py_struct(f"{_NAMESPACE}::{kind}", ()),
            {"arguments": types.text("platform")},
        )
        self.handle.name_hint = "planner"

    def call(self, method: str, arguments: Sequence[object]) -> Scalar:
        """Return the result of a method; whole numbers must fit into 32 bits when it is called.

        Raises:
            TypeError: an argument is neither a number nor a member of an enumeration.
        """
        values: list[SSAValue] = []
        texts = []
        for argument in arguments:
            if isinstance(argument, IntEnum):
                texts.append(f"{_NAMESPACE}::{type(argument).__name__}::{argument.name}")
            elif isinstance(argument, bool):
                texts.append(str(argument).lower())
            elif is_number(argument):
                texts.append(str(argument))
            elif isinstance(argument, Scalar):
                values.append(argument.handle)
                texts.append(f"${len(values)}")
            else:
                message = f"{method}: {describe(argument)} is no whole number"
                raise TypeError(message)
        return self._call(f"$0.{method}({', '.join(texts)})", values)

    def results(self, method: str, count: int) -> tuple[int, ...]:  # noqa: ARG002 - a Planner
        """Reject the call, since its settings are in the tiling, too.

        Raises:
            TypeError: always.
        """
        message = f"{method} is not for functions of asc.export; read the tiling's fields"
        raise TypeError(message)

    def compute(self, tiling: object) -> Scalar:
        """Write the tiling: 0, or -1 if there is none; unless this is looked at, calls fail then.

        Raises:
            TypeError: it is no tiling of the function's.
        """
        if not isinstance(tiling, Struct) or tiling.cpp_name_ != _COMPUTED_TILING:
            message = f"get_tiling: {describe(tiling)} is no asc.adv.{_COMPUTED_TILING}"
            raise TypeError(message)
        return self._call("$0.GetTiling($1)", [tiling.handle], required=True)

    def _call(self, text: str, values: Sequence[SSAValue], *, required: bool = False) -> Scalar:
        value = builder.current("host").value(
            "emitasc.host_call",
            (self.handle, *values),
            types.element("int64"),
            {"value": types.text(text), "required": types.flag(value=required)},
        )
        return Scalar(value, KnownTypes.int64)
