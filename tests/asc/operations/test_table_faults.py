"""Faults put into the table of operations are found by the tests of the operations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent


class Fault(NamedTuple):
    """A text of a module of the table, what it becomes, and the tests that should find it."""

    module: str
    old: str
    new: str
    file: str
    tests: str


FAULTS = {
    "another function": Fault(
        "vector_binary", '_binary("add", "Add")', '_binary("add", "Sub")', "elementwise", "add-"
    ),
    "a function that does not exist": Fault(
        "vector_unary", '_unary("abs", "Abs")', '_unary("abs", "Absolute")', "elementwise", "abs-"
    ),
    "swapped sources": Fault(
        "vector_binary", '"{dst}, {src0}, {src1}"', '"{dst}, {src1}, {src0}"', "elementwise", "sub-"
    ),
    "destination and source swapped": Fault(
        "vector_unary", "({{dst}}, {{src}}, ", "({{src}}, {{dst}}, ", "elementwise", "relu-"
    ),
    "a missing argument": Fault(
        "vector_scalar", "{{scalar}}, {{count}})", "{{scalar}})", "elementwise", "muls-"
    ),
    "arguments in another order": Fault(
        "vector_move",
        '{scalar}, {mask},"\n                " {repeat_times}',
        '{scalar}, {repeat_times},"\n                " {mask}',
        "move",
        "duplicate",
    ),
    "a count of eight bits": Fault(
        "vector_unary", "{_TENSORS}, count: i32", "{_TENSORS}, count: u8", "elementwise", "sqrt-"
    ),
    "a number of the wrong type": Fault(
        "vector_scalar", "scalar: num(src)", "scalar: i32", "elementwise", "adds-float32"
    ),
    "parameters of another structure": Fault(
        "vector_binary",
        "repeat_params: BinaryRepeatParams",
        "repeat_params: UnaryRepeatParams",
        "elementwise",
        "mul-",
    ),
    "members of a structure swapped": Fault(
        "structs",
        "dst_blk_stride: u16 = 1, src_blk_stride: u16 = 1, dst_rep_stride",
        "src_blk_stride: u16 = 1, dst_blk_stride: u16 = 1, dst_rep_stride",
        "elementwise",
        "exp-",
    ),
    "a member that is too narrow": Fault(
        "structs",
        "dst_rep_stride: u8 = 8, src0_rep_stride: u8 = 8",
        "dst_rep_stride: b = 8, src0_rep_stride: b = 8",
        "elementwise",
        "max-",
    ),
    "an enumeration of another type": Fault(
        "enums",
        '"CMPMODE", "LT GT EQ LE GE NE"',
        '"CMPMODE", "LT GT EQ LE GE NE", "AscendC::RoundMode"',
        "select",
        "a_bit_per_element",
    ),
    "a missing member of an enumeration": Fault(
        "enums", "CAST_TRUNC CAST_ODD", "CAST_TRUNC", "mixed", "round_as_asked"
    ),
    "types of a template swapped": Fault(
        "vector_binary", '"{dst.T}, {src0.T}"', '"{src0.T}, {dst.T}"', "mixed", "add_relu_cast"
    ),
    "a flag that does nothing": Fault(
        "vector_binary", "{types}, {{is_set_mask}}>", "{types}, true>", "elementwise", "min-"
    ),
    "a wrong default": Fault(
        "vector_reduce", "cal_index: b = False", "cal_index: b = True", "reduce", "of_a_count"
    ),
    "strides swapped": Fault(
        "vector_reduce",
        '"{dst_rep_stride}, {src_blk_stride}, {src_rep_stride}"',
        '"{src_rep_stride}, {src_blk_stride}, {dst_rep_stride}"',
        "reduce",
        "of_repeats",
    ),
    "an optional argument left out": Fault(
        "vector_reduce", "{_STRIDES_CALL}{{, order}})", "{_STRIDES_CALL})", "reduce", "of_repeats"
    ),
    "words of a mask swapped": Fault(
        "vector_mask", "({mask_high}, {mask_low})", "({mask_low}, {mask_high})", "move", "duplicate"
    ),
    "a result that nothing fills in": Fault(
        "vector_unary", " {params}, {result})", " {params})", "move", "gather_mask"
    ),
    "another constant of a template": Fault(
        "vector_sort", "<{dst.T}, {is_full_sort}>", "<{dst.T}, false>", "sort", "descending"
    ),
    "a mask of bits that is rejected": Fault(
        "vector_move", "src_base: u32, mask: mask", "src_base: u32, mask: u64",
        "move", "test_gather",
    ),
    "a type of a template from the wrong operand": Fault(
        "vector_cast", "AscendC::Axpy<{dst.T}, {src.T}>", "AscendC::Axpy<{src.T}, {dst.T}>",
        "mixed", "axpy",
    ),
    "the source chosen where the other should be": Fault(
        "vector_select", '{sel_mask}, {src0}, {src1}, {sel_mode}, {count})",',
        '{sel_mask}, {src1}, {src0}, {sel_mode}, {count})",', "select", "select_of_a_count",
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found(name: str, tmp_path: Path) -> None:
    fault = FAULTS[name]
    file = HERE / f"test_vector_{fault.file}.py"
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "tests.utils.table_fault"]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    environment["TABLE_FAULT"] = json.dumps([fault.module, fault.old, fault.new])
    environment["PYASC_CACHE_DIR"] = str(tmp_path)  # no kernel of the table without it
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-k", fault.tests, str(file)],
        capture_output=True, text=True, check=False, cwd=HERE.parents[2], env=environment,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert " failed" in done.stdout, done.stdout
