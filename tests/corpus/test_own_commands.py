"""Repositories by the commands of their authors: verdicts of their steps."""

from __future__ import annotations

import subprocess
from argparse import Namespace
from pathlib import Path

import pytest

from tests.corpus import operator_packages
from tests.corpus.extension_commands import run_of_test
from tests.corpus.operator_folders import operator_folders
from tests.corpus.ops_blas import ops_blas_cases
from tests.corpus.own_commands import Case, Step, failed_tests, run_case

BUILT = Step("built", 'echo "$TOOLKIT" > made.txt', makes=("*.txt",))


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a toolkit whose set_env.sh sets one variable."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "set_env.sh").write_text("export TOOLKIT=here\n")
    return home


@pytest.mark.parametrize(
    ("built", "tested", "expected"),
    [
        ((BUILT,), (Step("ran", "cat made.txt", "here"),), ("right", "built ran", "")),
        ((BUILT,), (), ("right", "built", "")),
        (
            (BUILT,),
            (Step("ran", "echo error: sum is 3; exit 1"), Step("more", "true")),
            ("wrong", "built", "ran: error: sum is 3"),
        ),
        ((BUILT,), (Step("ran", "true", "sum"),), ("wrong", "built", "ran: the output has no")),
        ((Step("built", "false"),), (BUILT,), ("rejected", "", "built: nothing printed")),
        ((Step("built", "true", makes=("*.so",)),), (), ("rejected", "", "built: it made no *.so")),
        ((Step("built", "sleep 9"),), (), ("rejected", "", "built: no end after 0 s")),
    ],
)
def test_verdicts(tmp_path: Path, home: Path, built, tested, expected) -> None:
    seconds = 0.2 if "sleep" in built[0].command else 20
    result = run_case(tmp_path, home, seconds, Case("case", built, tested))
    verdict, steps, reason = expected
    assert (result.verdict, result.steps) == (verdict, steps)
    assert result.reason.startswith(reason)
    assert bool(result.reason) == bool(reason)


def test_failed_tests_of_googletest(tmp_path: Path, home: Path) -> None:
    several = "ShareMemoryManagerTest.allocate_asymmetric_alloc_failed"
    lines = [f"[  FAILED  ] {several} (20 ms)", f"[  FAILED  ] {several}"]
    assert failed_tests("\n".join(lines)) == f"needs several ranks: {several}"
    both = failed_tests("\n".join([*lines, "[  FAILED  ] Team.Split/3, where x = 1"]))
    assert both == "2 tests fail, without those for several ranks: Team.Split/3"
    assert failed_tests("[07:00] [  FAILED  ] A.b (0 ms)") == "1 tests fail: A.b"  # ops-cv's build
    assert failed_tests("a\nerror: no memory") == "error: no memory"
    step = Step("ran", f"echo '{lines[0]}'; exit 1", explain=failed_tests)
    result = run_case(tmp_path, home, 20, Case("case", tested=(step,)))
    assert (result.verdict, result.reason) == ("skipped", f"ran: needs several ranks: {several}")


@pytest.mark.parametrize(("module", "verdict"), [("triton", "skipped"), ("torch", "wrong")])
def test_missing_modules(tmp_path: Path, home: Path, module: str, verdict: str) -> None:
    missing = f"No module named '{module}.language'"
    error = f"ModuleNotFoundError: {missing}"
    step = Step("ran", f'echo "{error}"; exit 1')
    result = run_case(tmp_path, home, 20, Case("case", tested=(step,), optional="triton"))
    reason = missing if verdict == "skipped" else error
    assert (result.verdict, result.reason) == (verdict, f"ran: {reason}")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("def test_one(): ...", "python3 -m pytest test_it.py -q -x"),
        ("def test_one(): ...\nif __name__ == '__main__': ...", "python3 test_it.py"),
        ("print(1)", "python3 test_it.py"),
    ],
)
def test_commands_of_tests(tmp_path: Path, text: str, command: str) -> None:
    """As scripts/run_kernel_tests.sh of sgl-kernel-npu chooses them."""
    test = tmp_path / "test_it.py"
    test.write_text(text)
    assert run_of_test(test) == command


def test_operator_folders(tmp_path: Path) -> None:
    for name, unit in (("a/one", "ascend910b"), ("a/two", "ascend950"), ("tests/x", "ascend910b")):
        (tmp_path / name / "op_host").mkdir(parents=True)
        (tmp_path / name / "op_kernel").mkdir()
        (tmp_path / name / "op_host/one_def.cpp").write_text(f'AddConfig("{unit}");')
    assert operator_folders(tmp_path) == ["a/one"]


@pytest.mark.parametrize(
    ("files", "steps"),
    [
        ((), []),
        (("examples/test_aclnn_one.cpp",), ["example"]),
        (("examples/test_geir_one.cpp", "tests/ut/op_host/arch22/test_one_tiling.cpp"), ["ophost"]),
        (("tests/ut/op_kernel/CMakeLists.txt",), ["opkernel"]),
    ],
)
def test_packages_of_operators(tmp_path: Path, files: tuple[str, ...], steps: list[str]) -> None:
    folder = tmp_path / "a/one"
    for file in ("op_host/one_def.cpp", "op_kernel/one.cpp", *files):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text('AddOpTestCase(one\n  "ascend910B1" "-DDTYPE_X=float")\n')
    (folder / "op_host/one_def.cpp").write_text('AddConfig("ascend910b");')
    options = Namespace(third_party=Path("/d d"), sample=0, seed=0)
    (case,) = operator_packages.cases("math", tmp_path, options)
    assert [step.name for step in case.built] == ["packaged", "installed"]
    assert [step.name for step in case.tested] == steps
    assert "--ops=one -j2 --cann_3rd_lib_path='/d d'" in case.built[0].command


def test_kernel_tests_that_are_commented_out(tmp_path: Path) -> None:
    """Those of is_finite are."""
    folder = tmp_path / "a/one"
    for file in ("op_host/one_def.cpp", "op_kernel/one.cpp", "tests/ut/op_kernel/CMakeLists.txt"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text('# AddOpTestCase(one "ascend910b" "")\n')
    options = Namespace(third_party=None, sample=0, seed=0)
    (case,) = operator_packages.cases("math", tmp_path, options)
    assert case.tested == ()


@pytest.fixture
def ops_blas(tmp_path: Path) -> Path:
    """Return a repository with the files of ops-blas that the suite reads."""
    for name in ("copy/scopy/arch22/scopy", "copy/scopy/arch35/scopy", "mul/mul/arch22/mul"):
        path = tmp_path / f"ops-blas/test/{name}_test.cpp"
        path.parent.mkdir(parents=True)
        path.touch()
    third_party = tmp_path / "ops-blas/cmake/third_party"
    third_party.mkdir(parents=True)
    (third_party / "ops-tensor.cmake").write_text(f"set(OPTENSOR_TAG_ID {'ab' * 20})\n")
    return tmp_path / "ops-blas"


def test_cases_of_ops_blas(ops_blas: Path) -> None:
    cases = list(ops_blas_cases(ops_blas, Namespace(ops_tensor=None)))
    assert [case.name for case in cases] == ["quickstart", "tests", "scopy"]
    assert cases[1].built[0].command.endswith("--ops=scopy")
    assert cases[2].tested[0].command == "build/test/copy/scopy/scopy_test build/test/copy/scopy"


def test_a_commit_that_the_mirror_of_ops_tensor_lacks(tmp_path: Path, ops_blas: Path) -> None:
    """As CMake's FetchContent, which clones the address and checks the commit out."""
    source = tmp_path / "source"
    subprocess.run(["git", "init", "--quiet", str(source)], check=True)
    (source / "tensor.h").write_text("// newest\n")
    for command in ("add .", "-c user.name=a -c user.email=a@b commit --quiet -m newest"):
        subprocess.run(["git", "-C", str(source), *command.split()], check=True)
    options = Namespace(ops_tensor=source, work=tmp_path / "work")
    variables = next(ops_blas_cases(ops_blas, options)).tested[0].command.partition(" bash ")[0]
    script = f"""
        export {variables}
        git clone --quiet --no-checkout https://gitcode.com/cann/ops-tensor.git cloned
        cd cloned && git checkout --quiet {"ab" * 20} -- && cat tensor.h
    """
    done = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "// newest\n"
