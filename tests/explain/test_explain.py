"""`custom-compiler explain` recognises the failures that tutorials and users report."""

from __future__ import annotations

import re
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_compiler.cli.main import main
from custom_compiler.explain import code_names, explain, explain_code, explain_name, is_name
from custom_compiler.explain.failures import CODES, FAILURES

NAMES = {507015: "ACL_ERROR_RT_AICORE_EXCEPTION"}

LOGS = {
    "op_host/a.h:6:10: fatal error: register/tilingdata_base.h: No such file or directory":
        "header register/tilingdata_base.h was not found",
    "a.cc:1:1: fatal error: 'custom_aot_extra.h' file not found":
        "custom_aot_extra.h is not next to",
    "main.cpp:3:10: fatal error: aclnn_add_custom.h: No such file or directory":
        "operator's header aclnn_add_custom.h",
    "AppendIrDefs: In the current running version, the order or type of operator[Default/op0][Add]"
    " inputs may have changed, ir_def.inputs[0] is [z, 0], ir_inputs_in_node[0] is [output, 0]":
        "Default/op0 differ: prototype [z, 0], registered [output, 0]",
    "No supported Ops kernel and engine are found for [a1], optype [AddCustom].":
        "no package knows an operator AddCustom",
    "EZ3003: 2024-06-26": "EZ3003: the operator is in no",
    "RuntimeError: Cannot find operator [LeakyCustom] in JSON files [/a/ops-info.json]":
        "no package with the operator LeakyCustom",
    "[100024] no installed package has the operator LRN for this SoC; searched: /a":
        "MindSpore called LRN by its type",
    "RuntimeError: DVM EXCEPTION. reason: reg vec binary failed": "machine code of NPUs",
    "aclnnAddCustomGetWorkspaceSize not in /lib64/libopapi.so, please check!":
        "aclnnAddCustom was found in no library",
    "OSError: libnnopbase.so: cannot open shared object file: No such file":
        "library libnnopbase.so was not found",
    "ImportError: x.so: undefined symbol: aclrtFoo": "symbol aclrtFoo was not found",
    "x.so: undefined symbol: _ZNK5x3__cxx1112basic_string": "other string ABI",
    "no installed package has kernels of AddCustom; searched":
        "no package with kernels of AddCustom",
    "AddCustom is not built for ascend310p, the unit of this device":
        "has no kernels for ascend310p",
    "aclrtSynchronizeStream failed, error code 507015": "507015 (ACL_ERROR_RT_AICORE_EXCEPTION)",
    "ret = 507015": "507015 (ACL_ERROR_RT_AICORE_EXCEPTION)",
    "x.o: compiled for kernel ABI 3, this toolkit has 4": "another version of the embedded toolkit",
    "opbuild run failed!": "op_build rejects",
}  # fmt: skip


@pytest.mark.parametrize(("log", "cause"), LOGS.items())
def test_known_failures(log: str, cause: str) -> None:
    (found,) = explain(["fine", log, log], NAMES)
    assert cause in found.cause
    assert found.remedy
    assert (found.line, found.count) == (2, 2)


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("EE1010: [PID: 1] 2024-06-26-10:00:00 Execution failed", "EE1010: a stream, an event or"),
        ("E40021: [PID: 1] Failed to compile Op [Add]", "E40021: an operator did not compile"),
        ("[ERROR] EZ9999: Inner Error!", "EZ9999: an operator or the run time failed inside"),
        ("EE1099: something new", "EE1099: an error of the run time"),
    ],
)
def test_codes_with_letters(line: str, cause: str) -> None:
    (found,) = explain([line], NAMES)
    assert found.cause.startswith(cause)
    assert found.remedy


@pytest.mark.parametrize(
    "line", ["x.EE1010: y", "E1010: y", "a1EE1010", "EE1010 bytes", "ED12345:"]
)
def test_words_that_are_no_codes(line: str) -> None:
    assert explain([line], NAMES) == []


@pytest.mark.parametrize(
    ("code", "says"), [("EZ3003", "ASCEND_CUSTOM_OPP_PATH"), ("507015", "faulted")]
)
def test_a_code_by_itself(code: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    assert says in capsys.readouterr().out
    assert main(["explain", "EQ0000"]) == 1


def test_the_tools_own_log_has_its_cause_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "build.log"
    lines = [
        "$ cmake -S CustomProject -B CustomProject/build_out",
        "-- done",
        "$ ninja -j 2",
        "[1/3] Building CXX object a.o",
        "FAILED: a.o ",
        "c++ -c a.cpp",
        "op_host/a.cpp:7:3: error: 'Shap' was not declared in this scope",
        "ninja: build stopped: subcommand failed.",
        "opbuild run failed!",
    ]
    log.write_text("\n".join(lines))
    assert main(["explain", str(log)]) == 0
    first, cause, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{log}:7: op_host/a.cpp:7:3: error: ")
    assert cause == "  this ended the build"
    log.write_text("\n".join(line for line in lines[:4]))
    assert main(["explain", str(log)]) == 1  # it did not fail


# Of the log of a training that succeeded: what MindSpore 2.8.0 looks for and can do without.
QUIET = """\
[WARNING] DEVICE(1,7f,python) [dlopen_macro.h:179] DlsymAscend] Dynamically load symbol aclprofX \
failed, result = /home/cann/lib64/libmsprofiler.so: undefined symbol: aclprofX
[ERROR] ME(1:2,MainProcess) [_check_version.py:350] CheckFailed: No module named 'te'
[CRITICAL] ME(1:2,MainProcess) MindSpore relies on whl package "te" in Ascend AI software package
[WARNING] DEVICE(1,7f,python) [ascend_vmm_adapter.h:176] CheckVmmDriverVersion] Open file failed.
[WARNING] PROFILER(1,7f,python) LoadMstxApiSymbol] Current cann does not support mstx.so!
""".splitlines()


def test_what_frameworks_write_while_all_is_well_is_skipped() -> None:
    assert explain(QUIET * 30, NAMES) == []
    cause = "aclnnAddCustomGetWorkspaceSize not in /lib64/libopapi.so, please check!"
    (found,) = explain([*QUIET * 30, cause, *QUIET], NAMES)
    assert found.text == cause
    # The same symbol is a failure where nothing optional was looked for.
    (found,) = explain(["x.so: undefined symbol: aclprofX"], NAMES)
    assert "aclprofX was not found" in found.cause


def test_numbers_that_are_no_codes() -> None:
    assert explain(["wrote 507015 bytes in 107002 ms", "error at 5070159"], NAMES) == []


def test_every_number_of_the_headers_is_known(cann_home: Path) -> None:
    for code, name in code_names(cann_home / "include").items():
        cause, remedy = explain_code(code, {})
        assert "without a known remedy" not in cause, name
        assert remedy


def test_every_code_with_letters_of_cann_is_known() -> None:
    """Those of error_code.json of CANN 8.1, and of newer ones that we have met."""
    codes = Path(__file__).with_name("canns_codes.txt").read_text().split()
    assert len(codes) > 500
    for code in codes:
        assert is_name(code), code
        meaning = explain_name(code)
        assert meaning is not None, code
        assert all(meaning)


# Where this project writes a code: a number of acl and its like, or letters before a message.
_WRITTEN = re.compile(r"\b(?:E[A-Z]\d{4}|(?:10|14|16|20|24|30|34|36|50|54|56)\d{4})\b")


def test_every_code_that_this_project_writes_is_known(cann_home: Path) -> None:
    root = Path(__file__).parents[2]
    names = code_names(cann_home / "include")
    found: set[str] = set()
    for folder, kinds in (("toolkit", ("*.h", "*.cpp")), ("custom_compiler", ("*.py",))):
        for path in (one for kind in kinds for one in (root / folder).rglob(kind)):
            text = path.read_text(encoding="utf-8")
            said = re.findall(r'"[^"\n]*"', text) if path.suffix != ".py" else [text]
            found |= {code for part in said for code in _WRITTEN.findall(part)}
    lettered = {code for code in found if code[0] == "E"}
    assert {"EZ9999", "EZ0008"} <= lettered
    for code in lettered:
        meaning = explain_name(code)
        assert meaning, code
    # Other numbers of six digits are sizes.
    for number in map(int, found - lettered):
        if number in names:
            assert "without a known remedy" not in explain_code(number, names)[0]


def test_names_come_from_the_headers(cann_home: Path) -> None:
    names = code_names(cann_home / "include")
    assert names[107002] == "ACL_ERROR_RT_CONTEXT_NULL"
    assert names[161002] == "ACLNN_ERR_PARAM_INVALID"
    assert set(CODES) <= set(names)


@given(st.lists(st.text()))
def test_any_text_is_read(lines: list[str]) -> None:
    explain(lines, NAMES)


@given(st.sampled_from(FAILURES), st.data())
def test_any_match_can_be_told(failure, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(failure.pattern))
    assert all(found.cause and found.remedy for found in explain(text.split("\n"), NAMES))


def test_a_log_without_errors_is_not_said_to_have_some(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "build.log"
    log.write_text("$ cmake --build build_out\n[1/1] Package custom_opp.run\n")
    assert main(["explain", str(log)]) == 1
    assert capsys.readouterr().out == "no known failure in this log, and no line with 'error'\n"
    log.write_text("error: it is Tuesday\n")
    assert main(["explain", str(log)]) == 1
    assert "the first line with 'error' is usually the cause" in capsys.readouterr().out


def test_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "build.log"
    log.write_text("begin\nOSError: libascendcl.so: cannot open shared object file\n")
    assert main(["explain", str(log)]) == 0
    assert f"{log}:2: OSError" in capsys.readouterr().out
    assert main(["explain", "107002"]) == 0
    assert "ACL_ERROR_RT_CONTEXT_NULL" in capsys.readouterr().out
    log.write_text("all is well\n")
    assert main(["explain", str(log)]) == 1
    assert main(["explain", str(tmp_path / "none")]) == 2


@given(st.sampled_from(FAILURES), st.data())
def test_every_match_has_a_sign(failure, data: st.DataObject) -> None:
    assert all(failure.signs)
    text = data.draw(st.from_regex(failure.pattern))
    assert any(sign in text for sign in failure.signs)


@pytest.mark.parametrize("code", ["507015", "EZ3003", "EE1001", "E20001"])
def test_codes_far_inside_a_log_are_found(code: str) -> None:
    lines = ["step 1 of 2000: all is well"] * 2500
    lines[2222] = f"error code {code}: no"
    (found,) = explain(lines, NAMES)
    assert (found.line, found.count) == (2223, 1)


HOSTILE = [
    *("error: " + text * 4000 for text in ("(", "_", "/", ".so", "a::", "error ", "aclnn", "0 ")),
    *(text * 9000 for text in ("operator[", "undefined symbol: ", "ret = 1 ", "fatal error: ")),
]


@pytest.mark.parametrize("line", HOSTILE, ids=lambda line: line[:12])
def test_no_line_takes_long(tmp_path: Path, line: str) -> None:
    """The time is that of the process: 100 lines took minutes where a pattern was quadratic."""
    log = tmp_path / "build.log"
    text = "$ ninja -j 2\nFAILED: k.o\nopc\n" + f"{line}\n" * 100 + "ninja: build stopped\n"
    log.write_text(text)
    begin = time.process_time()
    main(["explain", str(log)])
    assert time.process_time() - begin < 5


def test_a_log_is_not_held_in_memory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "build.log"
    with log.open("w") as file:
        file.write("$ ninja -j 2\n")
        for number in range(3000):
            file.write(f"step {number}\n")
        file.write("FAILED: k.o\nopc\nadd.cpp:3:1: error: no\n")
        file.write("x" * 20_000_000 + "\n")  # one line
        file.write("ninja: build stopped\n" + "after\n" * 50_000)
    tracemalloc.start()
    try:
        assert main(["explain", str(log)]) == 0
        assert tracemalloc.get_traced_memory()[1] < 15_000_000
    finally:
        tracemalloc.stop()
    assert f"{log}:3004: add.cpp:3:1: error: no" in capsys.readouterr().out


def test_different_failures_are_told_up_to_a_limit() -> None:
    lines = [f"undefined symbol: name_{number}" for number in range(3000)]
    assert len(explain(lines, NAMES)) == 1000
