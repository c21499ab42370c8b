"""Modules as text: what is printed is read back, and nothing else ends in a traceback."""

import shutil
import subprocess
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from custom_compiler.asc.emit import emit
from custom_compiler.asc.ir.text import IrError, parse_module, print_module
from custom_compiler.asc.transforms import TransformOptions, run
from custom_compiler.errors import MisuseError
from tests.asc.ir.kernels import KERNELS, module_of

NAMES = sorted(KERNELS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("generic", [False, True])
def test_text_is_read_back(name, generic):
    text = print_module(module_of(name), generic=generic)
    assert print_module(parse_module(text), generic=generic) == text


@pytest.mark.parametrize("name", NAMES)
def test_spellings_say_the_same(name):
    module = module_of(name)
    short = print_module(module)
    assert print_module(parse_module(print_module(module, generic=True))) == short


def test_generic_text_keeps_names_and_lines():
    module = module_of("queues")
    text = print_module(module, generic=True, locations=True)
    assert "%x_local = " in text
    read = print_module(parse_module(text), generic=True, locations=True)
    assert read == text
    assert 'kernels.py":' in read


def test_spellings_may_be_mixed():
    module = parse_module(
        """
        module {
          func.func @kernel(%0: !ascendc.global_tensor<*xf32>) attributes {ascendc.global} {
            %1 = ascendc.local_tensor : !ascendc.local_tensor<*xf32>
            %c8_i32 = arith.constant 8 : i32
            "ascendc.data_copy_l2"(%1, %0, %c8_i32) :
                (!ascendc.local_tensor<*xf32>, !ascendc.global_tensor<*xf32>, i32) -> ()
            ascendc.set_flag mte2_v, %c8_i32 : i32
            return
          }
        }
        """
    )
    assert "ascendc.data_copy_l2 %0, %arg0, %c8_i32 : " in print_module(module)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module {", r"^file:1:9: "),
        ("module {\n  ascendc.nothing %0 : i32\n}", r"^file:2:19: .*ascendc.nothing"),
        ("module {\n  ascendc.set_flag mte5_v, %0 : i32\n}", "HardEvent has no member mte5_v"),
        ("module {\n  ascendc.set_flag mte2_v, %0\n}", "1 operands have 0 types"),
        ("func.func @a(%0: !ascendc.nothing) { return }", "not registered"),
        ("a\x00b", "^file:"),
        ('module {\n  "a' + "b, " * 50000, "^file:2:3: the string has no end"),
    ],
)
def test_errors_name_the_place(text, message):
    with pytest.raises(IrError, match=message):
        parse_module(text, "file")


def read(text):
    """Parse a text to a module that can be printed, or an error of one line.

    The emitter and the passes accept the module or reject it.
    """
    with suppress(IrError):
        module = parse_module(text)
        print_module(module)
        with suppress(MisuseError):
            emit(module)
        with suppress(MisuseError):
            run(module, TransformOptions(insert_sync=True))


TEXT = print_module(module_of("queues"))
PIECES = [*sorted(set(TEXT.split())), *'}{)<>"%@:\n', "99999999999"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, len(TEXT)), st.integers(0, 40), st.lists(st.sampled_from(PIECES), max_size=4))
@example(0, 0, ["arith.constant", "4"])
def test_damaged_text_is_refused_or_read(start, length, pieces):
    read(TEXT[:start] + " ".join(pieces) + TEXT[start + length :])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_refused_or_read(text):
    read(text)


@pytest.mark.skipif(not shutil.which("mlir-opt-19"), reason="needs Debian's mlir-19-tools")
@pytest.mark.parametrize("name", NAMES)
def test_tools_of_mlir_take_the_generic_spelling(name):
    text = print_module(module_of(name), generic=True)
    command = ["mlir-opt-19", "--allow-unregistered-dialect", "--canonicalize"]
    done = subprocess.run(command, check=False, input=text, capture_output=True, text=True)
    assert done.stderr == ""
    assert "func.func @kernel" in done.stdout
