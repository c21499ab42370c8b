"""devkit.py: sources, messages of the compiler and of googletest, and the results of cases."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from tests.corpus.devkit import result_of
from tests.corpus.devkit_build import Surroundings, Verdict, run_cases
from tests.corpus.devkit_cases import cases_of, errors_by_case, outcomes_of, without
from tests.corpus.devkit_kernels import PRODUCTS, classed, sources_of

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = textwrap.dedent("""\
    #include <gtest/gtest.h>
    // TEST_F(Suite, InAComment) {}
    TEST_F(Suite, First)
    {
        const char* text = "}";  // }
        if (true) { Wrong(); }
    }
    TEST_P(Suite, Second) { EXPECT_EQ(1, 2); }
    """)


def test_cases_have_their_lines() -> None:
    cases = [(case.name, case.first, case.last) for case in cases_of(SOURCE)]
    assert cases == [("Suite.First", 3, 7), ("Suite.Second", 8, 8)]


def test_cases_taken_out_leave_the_lines_of_others() -> None:
    left = without(SOURCE, cases_of(SOURCE)[:1])
    assert [(case.name, case.first) for case in cases_of(left)] == [("Suite.Second", 8)]
    assert left.count("\n") == SOURCE.count("\n")


def test_errors_belong_to_the_case_that_leads_to_them() -> None:
    first, second = cases_of(SOURCE)
    messages = textwrap.dedent("""\
        a.cpp: In member function 'virtual void Suite_First_Test::TestBody()':
        a.cpp:6:17: error: 'Wrong' was not declared in this scope
        a.cpp:6:18: error: another one
        lib/x.h: In instantiation of 'void f() [with T = int]':
        a.cpp:8:30:   required from here
        lib/x.h:90:5: error: static assertion failed
        a.cpp:8:30: note: here
        """)
    errors = errors_by_case(messages, "a.cpp", [first, second])
    assert errors == {
        first: "'Wrong' was not declared in this scope",
        second: "static assertion failed",
    }


def test_an_error_outside_of_cases_is_nobodys() -> None:
    errors = errors_by_case(
        "a.cpp:1:10: fatal error: gtest/gtest.h: No such file\n", "a.cpp", cases_of(SOURCE)
    )
    assert errors == {None: "gtest/gtest.h: No such file"}


OUTPUT = textwrap.dedent("""\
    [ RUN      ] Suite.First
    [       OK ] Suite.First (0 ms)
    [ RUN      ] Suite.Second
    folder/a.cpp:8: Failure
    Expected equality of these values:
      1
      2

    [  FAILED  ] Suite.Second (0 ms)
    [ RUN      ] Suite.Third
    [ RUN      ] in a line of the case itself
    """)


def test_outcomes_say_why_and_what_was_running() -> None:
    ended, running = outcomes_of(OUTPUT.splitlines()[:-1])
    why = "line 8: Expected equality of these values:; 1; 2"
    assert ended == {"Suite.First": ("right", ""), "Suite.Second": ("wrong", why)}
    assert running == "Suite.Third"


PROGRAM = textwrap.dedent("""\
    #!/usr/bin/env python3
    import os, sys
    excluded = sys.argv[1].partition("=*-")[2].split(":")
    for name in ("S.A", "S.B", "S.C"):
        if name not in excluded:
            print(f"[ RUN      ] {name}", flush=True)
            if name == "S.B":
                os.abort()
            print(f"[       OK ] {name} (0 ms)", flush=True)
    """)


def test_a_crash_costs_one_case(tmp_path: Path) -> None:
    program = tmp_path / "tests"
    program.write_text(PROGRAM, encoding="utf-8")
    program.chmod(0o755)
    found = [(verdict.case, verdict.verdict, verdict.reason) for verdict in run_cases(program)]
    assert found == [("S.A", "right", ""), ("S.B", "crash", "ended with -6"), ("S.C", "right", "")]


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        ("right", ("right", "compiled ran")),
        ("wrong", ("wrong", "compiled ran")),
        ("zeros", ("wrong", "compiled ran zeros")),
        ("crash", ("wrong", "compiled")),
        ("not compiled", ("rejected", "")),
    ],
)
def test_results_of_cases(verdict: str, expected: tuple[str, str]) -> None:
    result = result_of("host/ascend910b/a.cpp", Verdict("S.A", verdict, "why"))
    assert result.case == "host/ascend910b/a.cpp::S.A"
    assert (result.verdict, result.steps) == expected


PATTERNS = """
file(GLOB ASCENDC_TEST_ascend910B1_AIV_CASE_SRC_FILES
    ${ASCENDC_TESTS_DIR}/math/*.cpp
    # ${ASCENDC_TESTS_DIR}/left_out.cpp
)
file(GLOB_RECURSE ASCENDC_TEST_ASCEND910B1_AIV_CASE_SRC_FILES_API_CHECK ${DIR}/check/*.cpp)
file(GLOB ASCENDC_TEST_ascend310p_CASE_SRC_FILES ${DIR}/other.cpp)
"""


def test_sources_are_those_of_the_product(tmp_path: Path) -> None:
    unit = tmp_path / "tests" / "unit"
    for name in ("math/a.cpp", "math/a.h", "left_out.cpp", "check/b.cpp", "other.cpp"):
        path = unit / "adv_api" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (unit / "adv_api" / "CMakeLists.txt").write_text(PATTERNS, encoding="utf-8")
    (unit / "basic_api" / "ut").mkdir(parents=True)
    (unit / "basic_api" / "ut" / "CMakeLists.txt").touch()
    at = Surroundings(tmp_path, tmp_path, tmp_path, tmp_path)
    found = [path.relative_to(unit).as_posix() for path in sources_of(PRODUCTS[0], at)]
    assert found == ["adv_api/check/b.cpp", "adv_api/math/a.cpp"]


def test_the_zeros_of_the_cpu_model_are_told_from_wrong_values() -> None:
    said = "line 3: Expected equality of these values:; out[i]; Which is: '/' (47, 0x2F); "
    assert classed(Verdict("S.A", "wrong", said + "0x00; Which is: 0")).verdict == "zeros"
    of_chars = r"static_cast<int8_t>(0); Which is: '\0'"
    assert classed(Verdict("S.A", "wrong", said + of_chars)).verdict == "zeros"
    assert classed(Verdict("S.A", "wrong", said + "0x10; Which is: 16")).verdict == "wrong"
    assert classed(Verdict("S.A", "crash", said + "0")).verdict == "crash"
