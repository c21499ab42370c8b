"""Random programs of whole numbers: kernels compute what Python computes."""

import textwrap
from itertools import count

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.asc.codegen.evaluate import Evaluation
from tests.asc.codegen.tracing import loaded, module_of, pointer, scalar

_NAMES = ("a", "b", "c", "n", "m")
_number = count()


def _expressions(leaves):
    return st.one_of(
        st.tuples(leaves, st.sampled_from(["+", "-", "*", "&", "|", "^"]), leaves).map(
            lambda parts: f"({' '.join(parts)})"
        ),
        # As C divides: the same where nothing is negative.
        st.tuples(leaves, st.sampled_from(["//", "%"]), st.integers(1, 9)).map(
            lambda parts: f"(abs({parts[0]}) {parts[1]} {parts[2]})"
        ),
        st.tuples(st.sampled_from(["min", "max"]), leaves, leaves).map(
            lambda parts: f"{parts[0]}({parts[1]}, {parts[2]})"
        ),
        st.tuples(leaves, _conditions(leaves), leaves).map(
            lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"
        ),
        leaves.map(lambda leaf: f"(-{leaf})"),
    )


def _conditions(leaves):
    compared = st.tuples(leaves, st.sampled_from(["<", "<=", "==", "!=", ">", ">="]), leaves)
    one = compared.map(" ".join)
    chain = st.tuples(leaves, leaves, leaves).map(
        lambda parts: f"{parts[0]} < {parts[1]} <= {parts[2]}"
    )
    several = st.lists(one, min_size=2, max_size=3)
    return st.one_of(
        one,
        chain,
        st.tuples(st.sampled_from([" and ", " or "]), several).map(
            lambda parts: parts[0].join(f"({text})" for text in parts[1])
        ),
        one.map(lambda text: f"not ({text})"),
    )


_LEAVES = st.one_of(st.sampled_from(_NAMES), st.integers(-20, 20).map(str))
_EXPRESSIONS = st.recursive(_LEAVES, _expressions, max_leaves=5)
_TARGETS = st.sampled_from(["a", "b", "c"])


def _indented(lines):
    return textwrap.indent("\n".join(lines), "    ")


def _for(start, stop, step, body):
    # Loops have distinct names, as those of kernels end with them: the length of the body.
    name = f"i{len(body)}"
    return f"for {name} in range({start}, {stop}, {step}):\n{body}\n    b = b + {name}"


def _while(rounds, body):
    name = f"k{len(body)}"
    return f"{name} = 0\nwhile {name} < {rounds}:\n{body}\n    {name} += 1"


def _statements(inner):
    bodies = st.lists(inner, min_size=1, max_size=3).map(_indented)
    conditions = _conditions(_LEAVES)
    bounds = (st.integers(-3, 3), st.integers(-3, 6), st.sampled_from([1, 2, -1, -2]))
    return st.one_of(
        st.tuples(conditions, bodies).map(lambda p: f"if {p[0]}:\n{p[1]}"),
        st.tuples(conditions, bodies, conditions, bodies, bodies).map(
            lambda p: f"if {p[0]}:\n{p[1]}\nelif {p[2]}:\n{p[3]}\nelse:\n{p[4]}"
        ),
        st.tuples(*bounds, bodies).map(lambda p: _for(*p)),
        st.tuples(st.integers(0, 4), bodies).map(
            lambda p: f"for j in asc.static_range({p[0]}):\n{p[1]}\n    c = c - j"
        ),
        st.tuples(st.integers(0, 4), bodies).map(lambda p: _while(*p)),
    )


def _assignments():
    # Small, so that nothing leaves int32, where C wraps around and Python does not.
    plain = st.tuples(_TARGETS, _EXPRESSIONS).map(lambda p: f"{p[0]} = bound({p[1]})")
    steps = st.integers(-20, 20).map(str)
    added = st.tuples(_TARGETS, st.sampled_from(["+=", "-="]), steps).map(" ".join)
    swapped = st.just("a, b = b, a")
    paired = st.tuples(_LEAVES, _LEAVES).map(lambda p: "a, c = pair({}, {})".format(*p))
    stepped = st.tuples(_TARGETS, _LEAVES, st.integers(0, 3)).map(
        lambda p: "{} = stepped({}, {})".format(*p)
    )
    return st.one_of(plain, plain, added, swapped, paired, stepped)


_BODIES = st.lists(st.recursive(_assignments(), _statements, max_leaves=6), min_size=1, max_size=5)
_TEXT = """
import asc
from custom_compiler.asc.codegen import PythonFunction as jit

{helpers}

def program(out, n, m):
    a = 1
    b = n
    c = -2
{body}
{ends}
"""
# What programs call; `@jit` stands before each function of a kernel.
_HELPERS = """
@jit
def bound(x):
    return max(-1000, min(1000, x))

@jit
def pair(x, y=4):
    if x > y:
        x, y = y, x
    return bound(x + y), bound(x - y)

@jit
def stepped(x, times: asc.ConstExpr[int]):
    for i in asc.static_range(times):
        x = bound(x * 2 - i)
    return x
"""
_PYTHON_HELPERS = _HELPERS.replace("@jit\n", "")
_ENDS = "    out.set_value(0, a)\n    out.set_value(1, b)\n    out.set_value(2, c)\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("programs")


def _program(folder, text):
    return loaded(folder / f"program_{next(_number)}.py", text)


class _Recorder:
    """Python's counterpart of the tensor that a kernel writes."""

    def __init__(self):
        self.written = {}

    def set_value(self, index, value):
        self.written[index] = value


class _Asc:
    """Replacement of asc for programs in plain Python."""

    static_range = range


@settings(deadline=None, max_examples=60)
@given(body=_BODIES, n=st.integers(-50, 50), m=st.integers(-50, 50))
def test_kernel_computes_what_python_computes(folder, body, n, m):
    lines = _indented(body)
    python = _program(folder, _TEXT.format(helpers=_PYTHON_HELPERS, body=lines, ends=_ENDS))
    python["asc"] = _Asc
    recorder = _Recorder()
    python["program"](recorder, n, m)

    tensor = "    z = asc.GlobalTensor()\n    z.set_global_buffer(out)\n"
    text = _TEXT.format(helpers=_HELPERS, body=tensor + lines, ends=_ENDS.replace("out.", "z."))
    kernel = _program(folder, text)["program"]
    evaluation = Evaluation(module_of(kernel, pointer("int32"), scalar(), scalar()))
    evaluation.run("program", None, n, m)
    assert evaluation.written == recorder.written


_COMPILED = """
import asc

{functions}

@asc.jit
def kernel(out: asc.GlobalAddress, n: int, m: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
{calls}
"""
_FUNCTION = """
@asc.jit
def program_{number}(out, n, m):
    a = 1
    b = n
    c = -2
{body}
    out.set_value({number} * 3, a)
    out.set_value({number} * 3 + 1, b)
    out.set_value({number} * 3 + 2, c)
"""


@settings(deadline=None, max_examples=1, derandomize=True, phases=[Phase.generate])
@given(bodies=st.lists(_BODIES, min_size=25, max_size=25))
def test_compiled_kernel_computes_what_python_computes(folder, bodies):
    programs = list(enumerate(_indented(body) for body in bodies))
    functions = "".join(_FUNCTION.format(number=k, body=body) for k, body in programs)
    calls = "".join(f"    program_{k}(z, n, m)\n" for k, _ in programs)
    helper = _HELPERS.replace("@jit", "@asc.jit")
    text = _COMPILED.format(functions=helper + functions, calls=calls)
    kernel = _program(folder, text)["kernel"]
    python = _program(
        folder,
        _COMPILED.format(functions=_PYTHON_HELPERS + functions, calls="").replace("@asc.jit", ""),
    )
    python["asc"] = _Asc
    for n, m in ((5, -7), (-50, 50), (0, 1)):
        recorder = _Recorder()
        for k, _ in programs:
            python[f"program_{k}"](recorder, n, m)
        written = np.zeros(3 * len(programs), np.int32)
        kernel[1](written, n, m)
        assert dict(enumerate(written.tolist())) == recorder.written
