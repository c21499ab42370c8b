"""Errors show the line of the file, a caret, the reason, and what to write instead."""

import pytest

from custom_compiler.asc.codegen import PythonFunction, trace
from custom_compiler.asc.codegen.errors import CodegenError, UnsupportedSyntaxError
from custom_compiler.asc.ir import builder
from tests.asc.codegen.tracing import jit, loaded, module_of, pointer, scalar

_HEAD = """
import asc
from custom_compiler.asc.codegen import PythonFunction as jit

@jit
def helper(x, n: asc.ConstExpr[int]):
    return x + n

@jit
def endless(x):
    return endless(x)

def plain(x):
    return min(x, 3)

def kernel(x, n):
"""
_TENSORS = """
x_gm = asc.GlobalTensor()
x_gm.set_global_buffer(x)
t = asc.LocalTensor(asc.float32)
"""


def _indented(body):
    return "".join(f"    {line}\n" for line in body.strip().splitlines())


def _error(folder, body):
    """Return the error of tracing a kernel with this body."""
    kernel = loaded(folder / "kernels.py", _HEAD + _indented(body))["kernel"]
    with pytest.raises(CodegenError) as caught:
        module_of(kernel, pointer(), scalar())
    return caught.value


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("while n > 0:\n    break", "Break syntax is not supported in JIT function"),
        ("for i in range(n):\n    continue", "Continue syntax is not supported in JIT function"),
        ("f = lambda a: a", "Lambda syntax is not supported in JIT function"),
        ("a = [i for i in range(3)]", "ListComp syntax is not supported in JIT function"),
        ("a = {1: 2}", "Dict syntax is not supported in JIT function"),
        ("a = {1, 2}", "Set syntax is not supported in JIT function"),
        ("def inner():\n    pass", "FunctionDef syntax is not supported in JIT function"),
        ("class Inner:\n    pass", "ClassDef syntax is not supported in JIT function"),
        ("import os", "Import syntax is not supported in JIT function"),
        ("from os import path", "ImportFrom syntax is not supported in JIT function"),
        ("global y\ny = 1", "Global syntax is not supported in JIT function"),
        ("try:\n    pass\nexcept ValueError:\n    pass", "Try syntax is not supported"),
        ("raise ValueError", "Raise syntax is not supported in JIT function"),
        ("del n", "Delete syntax is not supported in JIT function"),
        ("helper(*[1, 2])", "Starred syntax is not supported in JIT function"),
        ("helper(**n)", "** in a call is not supported in JIT function"),
        ("if (m := n) > 0:\n    pass", "NamedExpr syntax is not supported in JIT function"),
        ("match n:\n    case 1:\n        pass", "Match syntax is not supported in JIT function"),
        ("yield n", "Yield syntax is not supported in JIT function"),
        ("for i in range(n):\n    pass\nelse:\n    pass", "else of a loop is not supported"),
        ("while n > 0:\n    n -= 1\nelse:\n    pass", "else of a loop is not supported"),
        ("for i in [1, 2]:\n    pass", "a loop goes through range(), asc.range()"),
        ("for i, j in range(n):\n    pass", "a loop has one name"),
        ("a = b = n", "an assignment has one target"),
        ("a, b = n, n, n", "2 targets for 3 values"),
        ("a, b = n", "run-time int32 cannot be taken apart"),
        ("if n > 0:\n    return", "return is not supported inside a block that runs or not"),
        ("for i in range(n):\n    return", "return is not supported inside a block"),
        ("return n", "a kernel returns nothing; kernel returns run-time int32"),
        ("assert n > 0", "assert is for conditions that are known when compiling"),
        ("assert 1 > 2, f'{1} is no more'", "AssertionError: 1 is no more"),
        ("asc.static_assert(1 > 2, 'less')", "AssertionError: less"),
        ("asc.static_assert(1 > 2)", "ValueError: static_assert: the condition does not hold"),
        ("while True:\n    pass", "this while never ends: its condition never changes"),
        ("print(n)", "NameError: print is not defined in a kernel; of Python's own functions"),
        ("unknown(n)", "NameError: unknown is not defined"),
        ("if n > 0:\n    a = 1\nb = a", "NameError: a is not defined here: it was first bound"),
        ("for i in range(n):\n    pass\nb = i", "NameError: i is not defined here"),
        ("if n > 0:\n    n = x\nm = n + 1", "'n' is re-assigned to an object with different type"),
        ("for i in range(n):\n    n = x\nm = n", "'n' is re-assigned to an object with different"),
        ("m = n ** 2", "NotImplementedError: ** is not for run-time values"),
        ("m = asc.number(1.0, asc.float32) % 2", "TypeError: % is for integers, not for run-time"),
        ("m = n + 3000000000", "OverflowError: 3000000000 does not fit int32"),
        ("m = n in (1, 2)", "`in` is for values that are known"),
        ("a = [1, 2]\nb = a[n]", "a list is indexed by a run-time number; use asc.array"),
        ("a = [1]\nif n > 0:\n    a.append(2)", "a list of Python cannot change inside a block"),
        ("a = [1]\nfor i in range(n):\n    a[0] = 2", "a list of Python cannot change inside a"),
        ("if x:\n    pass", "a condition is a number, not GlobalAddress of float32"),
        ("m = n()", "run-time int32 is not a function"),
        ("n.real = 1", "attributes of run-time int32 cannot be set"),
        ("x[0] = 1", "items of GlobalAddress of float32 cannot be set"),
        ("m = plain(n)", "a function of Python that depends on it needs @asc.jit"),
        ("m = sorted", "NameError: sorted is not defined in a kernel"),
        ("helper(n, n)", "TypeError: 'n' of helper is asc.ConstExpr, got run-time int32"),
        ("helper(n, 1.5)", "TypeError: 'n' of helper is asc.ConstExpr[int], got float"),
        ("helper(n)", "TypeError: helper() misses argument 'n'"),
        ("helper(n, 1, 2)", "TypeError: helper() takes 2 arguments, got 3"),
        ("helper(n, m=1)", "TypeError: helper() has no argument 'm'"),
        ("helper(n, 1, n=1)", "TypeError: helper() is given 'n' twice"),
        ("endless(n)", "RecursionError: endless calls itself; a kernel has no recursion"),
        ("for i in range(0, 3, 0):\n    pass", "ValueError: range() step must not be zero"),
        ("for i in range(1.5):\n    pass", "a bound of range is an int, not float"),
        ("for i in asc.static_range(n):\n    pass", "a bound of asc.static_range is a known int"),
        ("asc.TPipe()\nasc.TPipe()", "RuntimeError: a kernel has one TPipe"),
        ("asc.get_tpipe_ptr()", "RuntimeError: asc.get_tpipe_ptr(): the kernel has no TPipe yet"),
        ("asc.TQue(asc.TPosition.VECIN, n)", "a number of buffers is an int that is known"),
        ("asc.TQue(0, 1)", "'pos' argument must be TPosition, got int"),
        ("asc.array(asc.int32, n)", "a length is an int above 0 that is known, not run-time int32"),
        ("a = asc.array(asc.int32, 4)\nb = a[4]", "IndexError: index 4 is outside an array of 4"),
        ("asc.property('NOTHING')", "ValueError: asc.property: no constant 'NOTHING'"),
        ("t = asc.GlobalTensor()\nt[0:]", "a GlobalTensor is used before its set_global_buffer"),
    ],
)
def test_message(tmp_path, body, message):
    assert message in str(_error(tmp_path, body))


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "asc.add(t, t, x_gm, 8)",
            "'src1' argument must be LocalTensor, got GlobalTensor of float32",
        ),
        ("asc.add(t, t, t, 8, nothing=1)", "it has no argument 'nothing'"),
        ("asc.add(t, t)", "missing argument 'src1'"),
        ("asc.add(t, t, t, 1.5)", "'count' argument must be int, got float"),
        ("asc.add(t, t, t, 8, True, 1, 2, 3, 4)", "arguments, got 9"),
        ("asc.set_flag('MTE2_V')", "TypeError: asc.set_flag: 'event' argument must be HardEvent"),
        ("asc.set_flag(99)", "'event' argument must be HardEvent, got int"),
        ("asc.UnaryRepeatParams(1, 2, 3, 4, 5)", "it takes 4 arguments, got 5"),
        (
            "asc.BinaryRepeatParams(300)",
            "OverflowError: 'dst_blk_stride' of asc.BinaryRepeatParams",
        ),
        ("t[0:8]", "a tensor's slice has a start only, tensor[start:]"),
        ("t[0.5]", "a tensor's index is an integer, not float"),
        ("t[0] = 1", "items of LocalTensor of float32 cannot be set; use set_value"),
        (
            "asc.add(t, t, t, 8, is_set_mask=False)",
            "has no is_set_mask=False in Ascend C: another form has",
        ),
        ("t.nothing()", "AttributeError: LocalTensor has no attribute 'nothing'"),
        ("asc.printf('%d')", "asc.printf: the format has 1 conversions for 0 values"),
        ("asc.printf('%s', n)", "%s prints a text of Python, not run-time int32; use %d or %f"),
    ],
)
def test_message_of_functions(tmp_path, body, message):
    assert message in str(_error(tmp_path, _TENSORS + body))


def test_wrong_element_type_is_named_with_those_that_there_are(tmp_path):
    body = "t = asc.LocalTensor(asc.int8)\nasc.add(t, t, t, 8)"
    message = "TypeError: asc.add is not for int8_t; for half int16_t int32_t float"
    assert message in str(_error(tmp_path, body))


def test_all_forms_are_listed_where_none_fits(tmp_path):
    lines = str(_error(tmp_path, _TENSORS + "asc.add(t, t, 1, 8)")).splitlines()
    position = next(i for i, line in enumerate(lines) if "no form of asc.add takes" in line)
    assert lines[position].endswith(
        "(LocalTensor of float32, LocalTensor of float32, int, int); there are"
    )
    assert len(lines[position + 1 :]) == 2
    assert all("'src1' argument must be LocalTensor, got int" in x for x in lines[position + 1 :])


def test_place_is_the_line_of_the_file_with_a_caret(tmp_path):
    error = _error(tmp_path, "a = 1\nb = 2\nc = a + unknown\nd = 3")
    file = tmp_path / "kernels.py"
    line = file.read_text().splitlines().index("    c = a + unknown") + 1
    assert str(error).splitlines() == [
        f"at {file}:{line}:13:",
        "    a = 1",
        "    b = 2",
        "    c = a + unknown",
        "            ^",
        "    d = 3",
        "NameError: unknown is not defined",
    ]
    assert error.error_message == "NameError: unknown is not defined"
    assert error.message == str(error)
    assert error.node.lineno == line


def test_error_in_a_function_says_where_it_is_called(tmp_path):
    error = _error(tmp_path, "a = 1\nhelper(n, 10 ** 10)")
    assert "return x + n" in str(error)
    file = tmp_path / "kernels.py"
    line = file.read_text().splitlines().index("    helper(n, 10 ** 10)") + 1
    assert str(error).endswith(f"called at {file}:{line}")


def test_unsupported_syntax_is_an_error_of_its_own(tmp_path):
    assert isinstance(_error(tmp_path, "del n"), UnsupportedSyntaxError)


def test_errors_can_be_left_as_they_are(tmp_path):
    names = loaded(tmp_path / "kernels.py", _HEAD + "    a = unknown\n")
    function = PythonFunction(names["kernel"])
    with pytest.raises(NameError, match="unknown is not defined"):
        trace(function, (pointer(), scalar()), capture_exceptions=False)


def test_function_without_a_file():
    names: dict = {}
    exec("def kernel():\n    pass\n", names)
    with pytest.raises(CodegenError, match="kernel has no source: a kernel is read from its file"):
        module_of(names["kernel"])


def test_file_that_was_edited_since(tmp_path):
    path = tmp_path / "kernels.py"
    kernel = PythonFunction(loaded(path, _HEAD + "    a = n + 1\n")["kernel"])
    path.write_text(_HEAD.replace("x, n)", "x, n)") + "    a = n + 2\n")
    with pytest.raises(CodegenError, match="kernel: its file was edited since it was imported"):
        module_of(kernel, pointer(), scalar())


def test_file_that_was_edited_elsewhere(tmp_path):
    path = tmp_path / "kernels.py"
    text = _HEAD + "    a = n + 1\n"
    kernel = PythonFunction(loaded(path, text)["kernel"])
    path.write_text(text + "\n\ndef other():\n    pass\n")
    module_of(kernel, pointer(), scalar())


def test_parameters_with_stars():
    def kernel(*arguments):
        pass

    with pytest.raises(CodegenError, match=r"a kernel's parameters are named, without \* and \*\*"):
        jit(kernel)


def test_nothing_of_the_language_works_outside_of_kernels():
    import asc

    text = "'asc.add' cannot be called without initialization of global builder"
    with pytest.raises(RuntimeError, match=text):
        asc.add(1, 2, 3, 4)  # type: ignore[call-overload]
    assert not builder.is_active()


def test_two_functions_of_one_name(tmp_path):
    first = loaded(tmp_path / "first.py", _HEAD.replace("x + n", "x * n") + "    pass\n")
    text = _HEAD + "    a = helper(n, 2)\n    b = other(n, 2)\n"
    names = loaded(tmp_path / "kernels.py", text)
    names["other"] = first["helper"]
    module = module_of(names["kernel"], pointer(), scalar())
    found = [op.name for op in module.walk() if op.name in {"arith.addi", "arith.muli"}]
    assert found == ["arith.addi", "arith.muli"]
