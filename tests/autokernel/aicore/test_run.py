"""Launches in separate processes: what they give and cost, what the checker finds."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from custom_compiler.autokernel import classes
from custom_compiler.autokernel.aicore import body, kernels, run
from custom_compiler.autokernel.operators import softmax

PART = "Ascend910B3"


def launches(*settings: dict[str, int]) -> list[run.PortableLaunch]:
    """Softmax of 96 rows of 200 elements, by the formula and by other settings."""
    operator = softmax.operator(dtype="float32")
    found = classes.classify(operator)
    assert found is not None
    kind, match = found
    part = kernels.platform(PART)
    sizes = {"...": 96, "columns": 200}
    default = kind.core_default(match, sizes, part)
    x = np.random.default_rng(1).normal(size=(96, 200)).astype(np.float32)
    made = []
    for setting in ({}, *settings):
        whole = {**default, **setting}
        assert kind.core_space(match, sizes, part).allowed(whole)
        call = kind.core_call(match, sizes, whole, part)
        made.append(run.PortableLaunch(call, (x,), ((x.shape, "float32"),), (), PART))
    return made


@pytest.mark.slow
def test_cycles_are_the_same_in_any_process_and_differ_by_setting() -> None:
    one = run.time_launches(launches({"group": 1}), workers=2)
    other = run.time_launches(launches({"group": 1}))
    assert [each.cycles for each in one] == [each.cycles for each in other]
    assert one[0].cycles < one[1].cycles
    np.testing.assert_array_equal(one[0].outputs[0], one[1].outputs[0])
    np.testing.assert_allclose(one[0].outputs[0].sum(1), 1, rtol=1e-5)


def test_the_checker_is_silent_for_generated_kernels() -> None:
    assert run.check_launches(launches({"group": 1}, {"group": 0})) == [(), (), ()]


def test_the_checker_finds_what_a_wrong_setting_does() -> None:
    (launch,) = launches()
    arguments = dict(launch.call.arguments)
    arguments["numbers"] = arguments["numbers"]._replace(rows=97, share=49, group=49)
    call = kernels.CoreKernelCall(launch.call.kernel, 2, arguments)
    (found,) = run.check_launches(
        [run.PortableLaunch(call, launch.inputs, launch.outputs, (), PART)]
    )
    assert any("past the end" in finding for finding in found), found


def test_variants_are_told_apart_by_their_trees_in_any_process() -> None:
    same = [body.Variants((softmax.operator(dtype="float32"),)) for _ in range(2)]
    other = body.Variants((softmax.operator(dtype="float16"),))
    assert same[0] == same[1]
    assert repr(same[0]) == repr(same[1])
    assert repr(same[0]) != repr(other)
    code = (
        "from custom_compiler.autokernel.aicore.body import Variants\n"
        "from custom_compiler.autokernel.operators import softmax\n"
        "print(Variants((softmax.operator(dtype='float32'),)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == repr(same[0])
