"""Impossible operators are rejected with a line that names them, and one that says what to do."""

from collections.abc import Callable

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.check import check
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.shapes import output_shapes
from custom_compiler.autokernel.describe.sizes import Symbol
from custom_compiler.autokernel.describe.tree import (
    Attribute,
    Axis,
    Binary,
    Constant,
    Input,
    Load,
    Operator,
    Reduce,
    Stage,
    Unary,
    at,
)
from custom_compiler.errors import CustomCompilerError, MisuseError

ROWS, COLUMNS = Axis("rows", Symbol("rows")), Axis("columns", 8)
X = Input("x", "float32", (ROWS, COLUMNS))
LOAD = Load(X, (at(ROWS), at(COLUMNS)))
BOTH = (ROWS, COLUMNS)


def followed(body: Callable[..., object], **tensors: str) -> ak.Description:
    """A description of tensors x and y, or of what is given."""
    specs = tensors or {"x": "rows columns", "y": "columns"}
    parameters = ", ".join(specs)
    scope = {"body": body}
    exec(f"def chain({parameters}): return body({parameters})", scope)
    return ak.op(dtypes=("float32", "int32", "bool"), **specs)(scope["chain"])  # type: ignore[arg-type]


BAD_BODIES = {
    "there is no axis 'depth' here": lambda x, _: ak.sum(x, "depth"),
    "axis 'columns' is named twice": lambda x, _: ak.sum(x, "columns columns"),
    "sum over no axis": lambda x, _: ak.sum(x, ""),
    "arg_max over 2 axes": lambda x, _: ak.argmax(x, "rows columns"),
    "transpose leaves out axis 'rows'": lambda x, _: ak.transpose(x, "columns"),
    "add of float32 and int32": lambda x, _: x + ak.cast(x, "int32"),
    "element type 'complex64' is not supported": lambda x, _: ak.cast(x, "complex64"),
    "exp is not for int32": lambda x, _: ak.exp(ak.cast(x, "int32")),
    "1.5 is no int32": lambda x, _: ak.cast(x, "int32") + 1.5,
    "add is not for bool": lambda x, _: (x < 1) + (x > 1),
    "a condition is bool, not float32": lambda x, y: ak.where(x, x, y),
    "data-dependent index": lambda x, y: x[y],
    "axes have names, not numbers": lambda x, _: x[0],
    "cannot depend on a tensor's values": lambda x, y: x if x > 0 else y,
    "tensors have no elements to go through": lambda x, _: list(x),
    "'one' is no operand": lambda x, _: x + "one",
    "axis 'rows' has rows places, and elsewhere columns": lambda x, _: ak.rename(x, columns="rows"),
    "axis 'columns' is bound twice": lambda x, _: ak.expand(x, "columns", x.size("columns")),
    "window of 0 places": lambda x, _: ak.window(x, "columns", "k", 0),
    "padding of -1 places": lambda x, _: ak.pad(x, "columns", (-1, 0)),
    "slice in steps of 0": lambda x, _: ak.slice(x, "columns", step=0),
    "split into 6": lambda x, _: ak.split(x, "columns", "a b", (2, 3)),
    "concat of 0 tensors": lambda _, __: ak.concat([], "columns"),
    "returns float": lambda _, __: 1.0,
    "mean is not for int32": lambda x, _: ak.mean(ak.cast(x, "int32"), "columns"),
}


@pytest.mark.parametrize("message", BAD_BODIES)
def test_what_descriptions_cannot_say(message: str) -> None:
    """The line is the description's own."""
    with pytest.raises(MisuseError) as caught:
        followed(BAD_BODIES[message]).operator(dtype="float32")
    assert message in caught.value.message
    assert caught.value.message.startswith(f"{__file__}:") or "returns" in message
    assert "\n" not in caught.value.message + caught.value.hint
    assert caught.value.exit_code == 2


BAD_SPECS = {
    "axis 'n' of 'x' is bound twice": {"x": "n n"},
    "axis 'n' of 'y' has 5 places, and elsewhere 4": {"x": "n=4", "y": "n=5"},
    "element type 'float8' of 'x' is not supported": {"x": "n: float8"},
    "'n-1' of 'x' is no axis": {"x": "n-1"},
}


@pytest.mark.parametrize("message", BAD_SPECS)
def test_what_axes_cannot_be(message: str) -> None:
    with pytest.raises(MisuseError, match=message):
        followed(lambda x, *_: x, **BAD_SPECS[message])


def test_parameters_that_are_nothing() -> None:
    """Neither tensor nor attribute, or the other way round."""
    with pytest.raises(MisuseError, match="parameter 'y' of chain is neither tensor nor attribute"):
        ak.op(x="n")(followed(lambda x, _: x)._function)
    with pytest.raises(MisuseError, match="chain has no parameter 'z'"):
        ak.op(x="n", y="n", z="n")(followed(lambda x, _: x)._function)
    with pytest.raises(MisuseError, match="chain has no constant 'eps'"):
        followed(lambda x, _: x).operator(eps=1)
    with pytest.raises(MisuseError, match="element type 'half' is not supported"):
        ak.op(x="n", dtypes=("half",))(lambda x: x)
    with pytest.raises(MisuseError, match="does not take 'x' of float16"):
        followed(lambda x, _: x).operator(dtype="float16")


SIX = np.zeros(6, np.float32)
BAD_CALLS = {
    "'y' has 6 on axis 'columns', 'x' has 5": (np.zeros((4, 5), np.float32), SIX),
    "'x' has 1 dimensions, not those of 'rows columns'": (SIX, SIX),
    "does not take 'x' of complex128": (np.zeros((4, 6), complex), SIX),
    "max over axis 'columns', which has no places": (np.zeros((4, 0), np.float32), SIX[:0]),
    "missing a required argument: 'y'": (SIX,),
}


@pytest.mark.parametrize("message", BAD_CALLS)
def test_arrays_that_do_not_fit(message: str) -> None:
    description = followed(lambda x, y: ak.max(x + y, "columns"))
    with pytest.raises(MisuseError) as caught:
        description(*BAD_CALLS[message])
    assert message in caught.value.message


def test_sizes_that_only_a_call_gives() -> None:
    """A window that does not fit, places that are not there, a product that is none."""
    seen = followed(lambda x: ak.max(ak.window(x, "n", "k", 3), "k"), x="n")
    assert output_shapes(seen.operator(), {"x": (3,)}) == ((1,),)
    with pytest.raises(MisuseError, match=r"axis 'n_out' would have -1 places \("):
        output_shapes(seen.operator(), {"x": (1,)})
    first = followed(lambda x: ak.slice(x, "n", 0, 4), x="n")
    with pytest.raises(MisuseError, match="reads places 0 to 3 of 'x' along 'n', which has 2"):
        first(np.zeros(2, np.float32))
    parts = followed(lambda x, _: x, x="n=2*k", y="k")
    with pytest.raises(MisuseError, match=r"'x' has 5 on axis 'n', the description says \(2 \* k"):
        parts(np.zeros(5, np.float32), np.zeros(2, np.float32))
    with pytest.raises(MisuseError, match="is not given 'y'"):
        evaluate(parts.operator(), {"x": SIX})
    with pytest.raises(MisuseError, match="has no input 'z'"):
        evaluate(seen.operator(), {"x": SIX, "z": SIX})
    with pytest.raises(MisuseError, match="'x' is float64, not float32"):
        evaluate(seen.operator(), {"x": np.zeros(6)})


def test_a_result_too_large_for_memory() -> None:
    """Is work that failed, and no traceback."""
    huge = followed(lambda x: ak.exp(ak.expand(x, "n", 10**6) + ak.expand(x, "m", 10**9)), x="k")
    with pytest.raises(CustomCompilerError, match="chain: Unable to allocate"):
        huge(np.zeros(1, np.float32))


BAD_TREES = {
    "has no output": (),
    "axis 'columns' of 'out' is unbound": (Stage("out", (ROWS,), LOAD),),
    "axis 'rows' of 'out' is bound twice": (Stage("out", (ROWS, *BOTH), LOAD),),
    "'rows' has rows places, and elsewhere 3": (Stage("out", (*BOTH, Axis("rows", 3)), LOAD),),
    "axis 'deep' would have -2 places": (Stage("out", (*BOTH, Axis("deep", -2)), LOAD),),
    "size 'deep' of 'out' is unbound": (Stage("out", (*BOTH, Axis("deep", Symbol("deep"))), LOAD),),
    "names two tensors 'x'": (Stage("x", BOTH, LOAD),),
    "sum binds axis 'columns' twice": (Stage("out", (ROWS,), Reduce("sum", (COLUMNS,) * 2, LOAD)),),
    "there is no reduction 'median'": (Stage("out", (ROWS,), Reduce("median", (COLUMNS,), LOAD)),),
    "there is no operation 'gamma'": (Stage("out", BOTH, Unary("gamma", LOAD)),),
    "'x' has 2 axes and is read at 1": (Stage("out", BOTH, Load(X, (at(ROWS),))),),
    "add of float32 and int8": (Stage("out", BOTH, Binary("add", LOAD, Constant(1, "int8"))),),
    "300 is no int8": (Stage("out", (), Constant(300, "int8")),),
    "reads 'z', which is not": (Stage("out", BOTH, Load(Input("z", "int8", BOTH), LOAD.index)),),
    "reads 'alpha', which is not": (Stage("out", (), Attribute("alpha", "float32")),),
    "attribute 'alpha' cannot be int8": (Stage("out", (), Attribute("alpha", "int8")),),
}


@pytest.mark.parametrize("message", BAD_TREES)
def test_trees_by_hand_that_are_none(message: str) -> None:
    with pytest.raises(MisuseError) as caught:
        check(Operator("made", (X,), BAD_TREES[message]))
    assert message in caught.value.message


def test_a_tree_that_contains_itself() -> None:
    """Python does not keep people from it."""
    node = Unary("exp", Load(Input("mine", "float32", BOTH), LOAD.index))
    object.__setattr__(node, "operand", node)
    with pytest.raises(MisuseError, match="a tree contains itself"):
        check(Operator("made", (X,), (Stage("out", BOTH, node),)))
    stage = Stage("cycle", BOTH, LOAD)
    object.__setattr__(stage, "body", Load(stage, LOAD.index))
    with pytest.raises(MisuseError, match="a tree contains itself"):
        check(Operator("made", (X,), (stage,)))


def test_a_huge_tree_is_computed() -> None:
    """Far deeper than Python's stack."""

    def count(x: ak.Tensor) -> ak.Tensor:
        for _ in range(20000):
            x = x + 1
        return x

    counted = followed(count, x="n")(np.arange(3, dtype=np.int32))
    np.testing.assert_array_equal(counted, [20000, 20001, 20002])
