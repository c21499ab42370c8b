"""Reports of failed launches say which block, what it executed, and where in its source."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.aicore.harness import (
    FAULT_DEADLOCK,
    FAULT_MEMORY,
    FAULT_TIMEOUT,
    FAULT_TRAP,
    MIX_AIC_1_2,
    Kernel,
    KernelFaultError,
)
from tests.utils.sources import read_source

# Of the user's own function, and of its call.
PLACE = r"Work, (/\S+/)?kernel\.cpp:10, called by f, (/\S+/)?kernel\.cpp:19$"


def _source(statement: str, condition: str = "GetBlockIdx() == 1") -> str:
    return read_source(__file__, "kernels/places.cpp", STATEMENT=statement, CONDITION=condition)


def failure(statement: str, timeout_us: int = 60_000_000) -> KernelFaultError:
    with pytest.raises(KernelFaultError) as caught:
        Kernel(_source(statement), "f", 1).run(2, np.zeros(100, np.float32), timeout_us=timeout_us)
    assert caught.value.block_idx == 1
    assert caught.value.core_type == 2
    return caught.value


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("d.t.SetValue(50000 + zero, 1.0f);", r"UB offset 200000 .*; at LocalTensor::SetValue in "),
        (
            "d.t.SetValue(0, d.t.GetValue(50000 + zero));",
            r"UB offset 200000 .*; at LocalTensor::GetValue in ",
        ),
        ("d.t(50000 + zero) = 1.0f;", r"UB offset 200000 .*; at "),
        (
            "d.g.SetValue(-(1ull << 40), 1.0f);",
            r"no allocated memory, at .*\.so\+0x[0-9a-f]+; at GlobalTensor::SetValue in ",
        ),
        (
            "DataCopy(d.t[48000], d.g, 4096);",
            (
                r"UB offset 1966\d\d \(its size is 196608 bytes\) in "
                r"DataCopy\(dst UB\+192000, src GM 0x[0-9a-f]+, count 1, bytes 16384, .*; "
                "at DataCopy in "
            ),
        ),
        (
            "DataCopy(d.g[-(1ull << 40)], d.t, 64);",
            (
                r"no allocated memory, .* in DataCopy\(dst GM 0x[0-9a-f]+, src UB\+0, count 1, "
                r"bytes 256, .*; at DataCopy in "
            ),
        ),
        (
            "Adds(d.t[49096], d.t, 1.0f, 256);",
            r"UB offset \d+ .* in Adds\(dst UB\+196384, src UB\+0, count 256\); at Adds in ",
        ),
        (
            "Duplicate(d.t[49096], 1.0f, 256);",
            r"UB offset \d+ .* in Duplicate\(dst UB\+196384, count 256\); at Duplicate in ",
        ),
        ("assert(zero == 1);", "Assertion `zero == 1' failed.*; at "),
    ],
)
def test_faults_name_instruction_and_line(statement: str, says: str) -> None:
    error = failure(statement)
    assert error.kind in {FAULT_MEMORY, FAULT_TRAP}
    assert_matches(error.message, says + ("" if "assert" in statement else PLACE))


def test_division_by_zero_names_its_line(capfd: pytest.CaptureFixture[str]) -> None:
    kernel = Kernel(_source("d.t.SetValue(0, static_cast<float>(7 / zero));"), "f", 1)
    kernel.run(2, np.zeros(100, np.float32))
    says = r"warning: kernel f divided an integer by zero on AIV block 1; at "
    assert_matches(capfd.readouterr().err.splitlines()[0], says + PLACE)


def assert_matches(text: str, pattern: str) -> None:

    assert re.search(pattern, text), text


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ('while (true) { zero = zero + 1; asm volatile(""); }', "AIV block 1 was at work; at "),
        ("while (true) { Duplicate(d.t, 1.0f, 256); }", "AIV block 1 was at work.*; at .*"),
        ("while (d.g.GetValue(0) == 0) {}", "AIV block 1 was at work; at .*"),
        (
            "while (true) { DataCopy(d.g, d.t, 16); PipeBarrier<PIPE_ALL>(); }",
            "AIV block 1 was at work.*; at .*",
        ),
    ],
)
def test_endless_loops_name_block_and_line(statement: str, says: str) -> None:
    """A loop is stopped at any of its instructions.

    An optimised loop contains an instruction or two that its line table gives to other lines, such
    as an address that the end of the function needs, too.
    """
    for _ in range(4):
        error = failure(statement, timeout_us=200_000)
        assert error.kind == FAULT_TIMEOUT
        limit = "kernel f ran longer than its limit of 0.2 s: 1 of 2 blocks had "
        assert_matches(error.message, limit)
        if re.search(says + PLACE, error.message):
            break
    assert_matches(error.message, says + PLACE)


def test_the_looping_block_is_named_and_not_those_that_wait_for_it() -> None:
    body = 'if (GetBlockIdx() == 1) { while (true) { asm volatile(""); } } SyncAll();'
    with pytest.raises(KernelFaultError) as caught:
        Kernel(_source(body, "true"), "f", 1).run(4, np.zeros(100, np.float32), timeout_us=200_000)
    assert caught.value.kind == FAULT_TIMEOUT
    assert_matches(caught.value.message, "4 of 4 blocks had not ended, AIV block 1 was at work")


def test_waits_name_what_they_wait_for() -> None:
    body = "CrossCoreWaitFlag(5);"
    with pytest.raises(KernelFaultError) as caught:
        Kernel(_source(body), "f", 1).run(1, np.zeros(100, np.float32), task_type=MIX_AIC_1_2)
    assert caught.value.kind == FAULT_DEADLOCK
    assert_matches(
        caught.value.message,
        "AIV block 0.1 waits for CrossCoreSetFlag of flag 5; at CrossCoreWaitFlag in " + PLACE,
    )
