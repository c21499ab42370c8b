"""Parsed output of op-plugin's examples."""

from __future__ import annotations

from pathlib import Path

from tests.corpus.op_plugin import examples, programs_of, results_of

_FAILED = """\
x.cpp:3:10: fatal error: ATen/Gone.h: No such file or directory
Traceback (most recent call last):
ModuleNotFoundError: No module named 'custom_ops'
[ERROR]: Run add_custom test failed!
[INFO]: Run add_custom test success!
Traceback (most recent call last):
ModuleNotFoundError: No module named 'torchair'
[ERROR]: Run add_custom_graph test failed!
[INFO]: Run add_custom_graph test success!
"""
_PROGRAMS = ["test_add_custom.py", "test_add_custom_graph.py"]


def _project(folder: Path, script: str, *programs: str) -> Path:
    for name in ("setup.py", *(f"test/{name}" for name in programs)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("")
    if script:
        (folder / "build_and_run.sh").write_text(script)
    return folder


def test_folders_and_programs(tmp_path: Path) -> None:
    """Programs in the order in which the example runs them; helpers of test/ are none."""
    root = tmp_path / "examples"
    script = "python3 setup.py bdist_wheel\ncd test\npython3 test_b.py\npython a_test.py\n"
    base = _project(root / "cpp_extension_base", script, "a_test.py", "test_b.py", "helper.py")
    pybind = _project(root / "kernel_extension_aclgraph" / "pybind", "", "trig_test.py")
    _project(root / "aclnn_extension", "")
    assert examples(tmp_path) == [base, pybind]
    assert programs_of(base) == ["test_b.py", "a_test.py"]
    assert programs_of(pybind) == ["trig_test.py"]


def test_a_failure_that_the_script_calls_success() -> None:
    rows = results_of("framwork", _PROGRAMS, _FAILED)
    expected = [(f"framwork/{name}", "wrong") for name in _PROGRAMS]
    assert [(row.case, row.verdict) for row in rows] == expected
    assert rows[0].reason == "x.cpp:3:10: fatal error: ATen/Gone.h: No such file or directory"
    assert rows[1].reason == "ModuleNotFoundError: No module named 'torchair'"


def test_each_program_has_its_own_verdict() -> None:
    log = """\
Successfully installed x
Ran 2 tests in 0.1s

OK
[INFO]: Run add_custom test success!
Ran 1 test in 0.1s

FAILED (errors=1)
[ERROR]: Run add_custom_graph test failed!
"""
    assert [row.verdict for row in results_of("x", _PROGRAMS, log)] == ["right", "wrong"]
    marked = (
        "OK\n=== test_add_custom.py\nRan 0 tests\n=== test_add_custom_graph.py\nOK (skipped=1)\n"
    )
    assert [row.verdict for row in results_of("x", _PROGRAMS, marked)] == ["wrong", "right"]


def test_nothing_was_reached() -> None:
    (first, second) = results_of("x", _PROGRAMS, "error: command 'bisheng' failed\n")
    assert first.reason == second.reason == "error: command 'bisheng' failed"
    assert first.verdict == second.verdict == "rejected"
