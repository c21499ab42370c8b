"""`custom-compiler new`, and `test` on what it writes: passing unmodified, failing when broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from custom_compiler.testing.pytest_process import pytest_words

Run = Callable[..., subprocess.CompletedProcess[str]]

FP = "fp16,fp32,bf16"
KINDS = {
    "elementwise": ("--input", f"x:{FP}", "--attr", "negative_slope:float=0.1"),
    "sum": ("--input", "a:int32,fp16", "b:int32,fp16", "c:int32,fp16", "--output", "total_of_all",
            "--attr", "axis:int=2", "mode:str=x", "flags:list_bool=[true]", "scale:float"),
    "rows": ("--template", "rows", "--input", f"x:{FP}", f"y:{FP}", "--output", "z"),
    "reduce": ("--template", "reduce", "--input", f"x:{FP}", "--attr", "scale:float=0.5"),
    "matmul": ("--template", "matmul", "--input", "a:fp16,bf16,fp32", "b:fp16,bf16,fp32",
               "--output", "c:fp32,fp32,fp32"),
}  # fmt: skip


_BY_DEFAULT = {"elementwise"}


@pytest.mark.parametrize(
    "kind",
    [kind if kind in _BY_DEFAULT else pytest.param(kind, marks=pytest.mark.slow) for kind in KINDS],
)
def test_every_template_passes_at_once(run: Run, tmp_path: Path, kind: str) -> None:
    name = f"My{kind.title()}"
    done = run(tmp_path, "new", name, *KINDS[kind])
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(f"next: cd {name} && custom-compiler test\n")
    done = run(tmp_path, "test", name, "--checked")
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed in " in done.stdout
    assert f"no fault found: {name}" in done.stdout


PYTHON = ("--python", "--input", "a:fp16", "b:fp16", "--output", "out", "--attr", "scale:float=2")


@pytest.mark.slow
def test_a_kernel_in_python_passes_at_once_and_is_exported_after_a_change(
    run: Run, tmp_path: Path
) -> None:
    done = run(tmp_path, "new", "MySum", *PYTHON, "flag:bool=true", "axis:int", "--wheel")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(
        "written from MySum/my_sum.py: op_host, op_kernel, infer_file\n"
        "next: cd MySum && custom-compiler test\n"
    )
    assert "void my_sum(" in (tmp_path / "MySum/op_kernel/my_sum.cpp").read_text()
    done = run(tmp_path, "test", "MySum", "--checked")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault found: MySum" in done.stdout
    source = tmp_path / "MySum/my_sum.py"
    right = source.read_text()
    source.write_text(right.replace("asc.add(out, a, b, count)", "asc.sub(out, a, b, count)"))
    # The table's test and the one of the kernel alone, both on what is in the Python file now.
    done = run(tmp_path, "test", "MySum", "--json", "-k", "alone or (31-fp16-random and not scale)")
    assert done.returncode == 1, done.stdout + done.stderr
    (ran,) = json.loads(done.stdout)["runs"]
    assert (ran["failed"], ran["passed"]) == (2, 0), done.stdout
    source.write_text(right.replace("asc.add(out, a, b, count)", "asc.add(out, a, d, count)"))
    done = run(tmp_path, "test", "MySum")
    assert done.returncode == 1
    line = 1 + right[: right.index("asc.add(out, a, b")].count("\n")
    assert f"at {source}:{line}:" in done.stderr
    assert "export.py: NameError: d is not defined" in done.stderr


@pytest.fixture(scope="module")
def project(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("projects")
    words = ("--input", "x:fp32", "--attr", "slope:float=0.5")
    assert run(folder, "new", "LeakyRelu", *words).returncode == 0
    return folder / "LeakyRelu"


def test_a_wrong_kernel_is_found_with_block_and_tile(run: Run, project: Path) -> None:
    source = project / "op_kernel/leaky_relu.cpp"
    right = source.read_text()
    # The last tile of a block is one element short.
    wrong = right.replace("Store(yGm[offset], yLocal, count);", "Store(yGm[offset], yLocal, 1000);")
    assert wrong != right
    source.write_text(wrong)
    try:
        done = run(project / "tests", "test", "--json", "-k", "8x2048-fp32-random-slope:-2.0")
    finally:
        source.write_text(right)
    assert done.returncode == 1
    (ran,) = json.loads(done.stdout)["runs"]
    assert (ran["failed"], ran["passed"], ran["error"]) == (1, 0, 0), done.stderr
    (one,) = ran["tests"]
    assert one["outcome"] == "failed"
    assert one["message"].startswith("y[0, 1000] is ")  # 16 cores, 1024 elements each
    assert "; no instruction of the kernel wrote it" in one["message"]


def test_a_wrong_value_names_who_wrote_it(run: Run, project: Path) -> None:
    source = project / "op_kernel/leaky_relu.cpp"
    right = source.read_text()
    wrong = right.replace(
        "Operation(yLocal, xLocal, count);",
        "Operation(yLocal, xLocal, count); if (AscendC::GetBlockIdx() == 3) { "
        "AscendC::Adds(yLocal, yLocal, static_cast<T>(1), count); }",
    )
    assert wrong != right
    source.write_text(wrong)
    try:
        done = run(project, "test", "-k", "8x2048-fp32-random-slope:-2.0")
    finally:
        source.write_text(right)
    assert done.returncode == 1
    assert "y[1, 1024] is " in done.stdout  # element 3 * 1024
    assert "(1024 of 16384 elements differ); written by aiv block 3, " in done.stdout
    assert "tile of elements 3072 to 4095" in done.stdout


@contextmanager
def changed(source: Path, old: str, new: str) -> Iterator[None]:
    """A source with another text in it."""
    right = source.read_text()
    assert old in right
    source.write_text(right.replace(old, new))
    try:
        yield
    finally:
        source.write_text(right)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("outQueueY.EnQue(yLocal);", "", "DeQue: the queue is empty; EnQue is missing"),
        ("offset += tileLength", "offset += 0", "ran longer than its limit of 1 s"),
    ],
)
def test_a_fault_of_the_kernel_is_told_without_python(
    run: Run, project: Path, old: str, new: str, says: str
) -> None:
    with changed(project / "op_kernel/leaky_relu.cpp", old, new):
        done = run(project, "test", "--timeout", "1", "-k", "31-")
    assert done.returncode == 1
    assert f"\naclnnLeakyRelu failed with 50703{'6' if 'EnQue' in says else '4'}: " in done.stdout
    assert says in done.stdout
    assert "leaky_relu.cpp:" in done.stdout
    assert ".py:" not in done.stdout.partition("short test summary")[0]


@pytest.mark.slow
def test_findings_name_the_projects_own_file_from_anywhere(run: Run, project: Path) -> None:
    late = "outQueueY.EnQue(yLocal); AscendC::Adds(yLocal, yLocal, static_cast<T>(1), count);"
    with changed(project / "op_kernel/leaky_relu.cpp", "outQueueY.EnQue(yLocal);", late):
        done = run(project.parent, "test", "LeakyRelu", "--checked", "-k", "31-")
    assert done.returncode == 1
    assert "MTE3 reads UB" in done.stdout
    assert "--> LeakyRelu/op_kernel/leaky_relu.cpp:" in done.stdout


@pytest.mark.slow
def test_watching_tries_again_and_a_crash_of_tests_ends_nothing(
    environment: dict[str, str], project: Path
) -> None:
    test = project / "tests/test_leaky_relu.py"
    right = test.read_text()
    log = project.parent / "watched.txt"
    words = [sys.executable, "-m", "custom_compiler", "test", "--watch", "-k", "31-fp32-random"]
    with log.open("w") as output:
        watching = subprocess.Popen(
            words, cwd=project, env=environment, stdout=output, stderr=output
        )
    try:
        _wait_for(log, "waiting for changes", 1)
        assert "1 passed" in log.read_text()
        test.write_text(right.replace("return total", "return total + 1"))
        _wait_for(log, "waiting for changes", 2)
        assert "1 failed" in log.read_text()
        test.write_text("import os\nos.abort()\n")
        _wait_for(log, "waiting for changes", 3)
        test.write_text(right)
        _wait_for(log, "waiting for changes", 4)
        assert log.read_text().count("1 passed") == 2
    finally:
        watching.kill()
        watching.wait()
        test.write_text(right)


def _wait_for(log: Path, text: str, times: int) -> None:
    end = time.monotonic() + 240
    while log.read_text().count(text) < times:
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)


@pytest.mark.slow
def test_the_projects_page_can_be_typed(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    words = ("--input", "x:bf16", "--attr", "slope:float", "axes:list_int", "--attr", "how:string")
    assert run(tmp_path, "new", "Scale", *words).returncode == 0
    page = (tmp_path / "Scale/README.md").read_text()
    commands = [line.strip() for line in page.splitlines() if line.startswith("    ")]
    typed = [command for command in commands if not command.startswith("custom-compiler test")]
    assert len(typed) == 5
    path = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "-ec", "\n".join(typed)], cwd=tmp_path / "Scale", capture_output=True,
        text=True, env=environment | {"PATH": path}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "[[0.5 0.5 0.5" in done.stdout
    assert "y: bfloat16 [8, 2048]" in done.stdout
    assert "(a model's time, not hardware's)" in done.stdout


def test_plugins_that_no_test_names_stay_out(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_a.py").write_text("")
    assert "no:hypothesispytest" in pytest_words(tmp_path)
    (tmp_path / "tests/test_a.py").write_text("from hypothesis import given\n")
    assert "no:hypothesispytest" not in pytest_words(tmp_path)


@pytest.mark.slow
def test_plain_pytest_and_other_socs(run: Run, project: Path) -> None:
    done = run(
        project, "test", "--soc", "Ascend910B3", "--soc", "Ascend910B4", "--json", "-k", "31-"
    )
    assert done.returncode == 0, done.stderr
    runs = json.loads(done.stdout)["runs"]
    assert [(one["soc"], one["passed"]) for one in runs] == [("Ascend910B3", 1), ("Ascend910B4", 1)]


def test_a_description_of_msopgen(run: Run, tmp_path: Path) -> None:
    port = {"param_type": "required", "format": ["ND"], "type": ["float16"]}
    entry = {
        "op": "AddTwo",
        "input_desc": [{"name": "x", **port}, {"name": "y", **port}],
        "output_desc": [{"name": "z", **port}],
        "attr": [{"name": "alpha", "param_type": "optional", "type": "float", "default_value": 2}],
    }
    (tmp_path / "op.json").write_text(json.dumps([entry]))
    done = run(tmp_path, "new", "AddTwo", "--from", "op.json", "--path", "here")
    assert done.returncode == 0, done.stderr
    assert "AddConfig" in (tmp_path / "here/op_host/add_two.cpp").read_text()
    assert (
        'Attr("alpha").AttrType(OPTIONAL).Float(2.0)'
        in (tmp_path / "here/op_host/add_two.cpp").read_text()
    )
    assert (
        "def reference(x, y, *, alpha=2.0):"
        in (tmp_path / "here/tests/test_add_two.py").read_text()
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "leaky"), "an operator cannot be called 'leaky'"),
        (("new", "A", "--input", "x:fp61"), "no type 'fp61'"),
        (("new", "A", "--input", "x:int8"), "does not compute int8"),
        (("new", "A", "--input", "1x"), "--input 1x: no name"),
        (("new", "A", "--input", "x", "x"), "are called x"),
        (("new", "A", "--input", "for"), "nothing can be called for in a kernel"),
        (("new", "A", "--input", "x:fp16", "y:fp32"), "one type for all tensors"),
        (("new", "A", "--output", "y", "z"), "one output, A has 1 and 2"),
        (("new", "A", "--attr", "slope"), "--attr slope: no attribute"),
        (("new", "A", "--attr", "slope:float=x"), "--attr slope:float=x: "),
        (("new", "A", "--template", "matmul"), "two inputs, A has 1"),
        (("new", "A", "--from", "none.json"), "none.json: Failed to open json file"),
        (("new", "A", "--from", "none.json", "--input", "x"), "leave out --input"),
        (("new", "A", "--path", "full"), "not empty"),
        (("new", "A", "--python", "--template", "rows"), "--python has no template rows"),
        (("new", "A", "--python", "--input", "x_tile"), "called x_tile in a kernel in Python"),
        (("new", "A", "--python", "--attr", "m:str=x"), "kernels in Python are bool, int or float"),
        (("new", "Load", "--python"), "load has a meaning"),
        (("test", "LeakyRelu", "--soc", "Ascend9"), "--soc: unknown SoC version 'Ascend9'"),
        (("test", "nowhere"), "there is no such folder"),
        (("test", "full"), "no op_host and op_kernel"),
        (("test", "bare"), "has no folder tests"),
        (("test", "LeakyRelu", "-k", "a=b"), "-k takes words of tests' names"),
        (("test", "LeakyRelu", "-k", "nothing_of_it"), "-k takes words of tests' names"),
        (("test", "--json", "--checked"), "--checked prints its reports"),
    ],
)
def test_misuse(run: Run, project: Path, tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    for kind in ("op_host", "op_kernel"):
        (tmp_path / "bare" / kind).mkdir(parents=True)
        for source in (project / kind).iterdir():
            (tmp_path / "bare" / kind / source.name).write_bytes(source.read_bytes())
    done = run(project.parent if "LeakyRelu" in words else tmp_path, *words)
    assert done.returncode == 2, done.stdout
    assert says in done.stderr
    assert "Traceback" not in done.stderr
