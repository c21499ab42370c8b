"""Folders that csrc.py finds in a made-up checkout, and their results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.__main__ import main
from tests.corpus.csrc import FolderSandbox, result_of
from tests.corpus.csrc_direct import SGL, VLLM, _failures, folders
from tests.corpus.csrc_operators import find_aclnn_folders
from tests.corpus.results import read_results
from tests.corpus.sandbox import Outcome, Settings

_DEFINITION = 'this->AICore().AddConfig("{}");\n// this->AICore().AddConfig("ascend910");\n'
_OPTIONS = """
get_filename_component(SIBLING ${CMAKE_CURRENT_SOURCE_DIR}/../shared ABSOLUTE)
# add_ops_compile_options(OP_NAME Scale OPTIONS --not-these)
add_ops_compile_options(
    OP_NAME Scale
    OPTIONS --cce-auto-sync=off
        -I${CMAKE_SOURCE_DIR}/third_party/some
        -I${SIBLING}
)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with an operator of two units, one of ascend950, one without kernels."""
    csrc = tmp_path / "checkout" / "csrc"
    folders = {
        "moe/scale": ("ascend950", "ascend910b"),
        "moe/newest": ("ascend950",),
        "moe/kernelless": ("ascend910b",),
        "scripts/opgen/template/add": ("ascend910b",),
    }
    for folder, units in folders.items():
        name = Path(folder).name
        host = csrc / folder / "op_host"
        host.mkdir(parents=True)
        (host / f"{name}_def.cpp").write_text("".join(map(_DEFINITION.format, units)))
        if name != "kernelless":
            (csrc / folder / "op_kernel").mkdir()
            (csrc / folder / "op_kernel" / f"{name}.cpp").write_text("")
    (csrc / "moe/scale/op_kernel/CMakeLists.txt").write_text("")
    (csrc / "moe/scale/CMakeLists.txt").write_text(_OPTIONS)
    (csrc / "common/src/tiling_base").mkdir(parents=True)
    (csrc / "common/src/tiling_base/base.cpp").write_text("")
    (csrc / "common/include").mkdir()
    (csrc / "common/include/cann_compat.h").write_text("")
    (csrc / "moe/launched/op_host").mkdir(parents=True)  # no definition: a direct launch
    (csrc / "moe/launched/op_kernel").mkdir()
    return csrc.parent


def test_folders_that_can_be_built_are_found(checkout: Path) -> None:
    (scale,) = find_aclnn_folders(checkout / "csrc")
    assert scale.name == "moe/scale"
    assert scale.unit() == "ascend910b"


def test_sources_and_options_are_those_of_the_repository(checkout: Path) -> None:
    csrc = checkout / "csrc"
    (scale,) = find_aclnn_folders(csrc)
    assert scale.kernel_options() == [
        "--cce-auto-sync=off",
        f"-I{csrc}/third_party/some",
        f"-I{csrc}/moe/scale/../shared",
        f"-include{csrc}/common/include/cann_compat.h",
    ]
    assert [path.name for path in scale.host_files()] == ["base.cpp", "scale_def.cpp"]
    assert [path.name for path in scale.kernel_files()] == ["scale.cpp"]
    assert csrc / "moe/scale/op_host" in scale.includes()


def test_kernels_are_staged_with_their_options(checkout: Path, tmp_path: Path) -> None:
    (scale,) = find_aclnn_folders(checkout / "csrc")
    box = FolderSandbox(scale, Settings(tmp_path / "work", Path("python3"), None))
    box._stage("op_kernel", scale.kernel_files())
    cmake = (box.root / "op_kernel/CMakeLists.txt").read_text()
    assert cmake.startswith('add_ops_compile_options(ALL OPTIONS "--cce-auto-sync=off" "-I')
    assert (box.root / "op_kernel/scale.cpp").is_file()
    assert box.corpus == checkout / "csrc"


def test_results_name_no_folders_of_the_machine(tmp_path: Path) -> None:
    outcome = Outcome("moe/scale", why_not=f"build: {tmp_path}/moe/scale/x.cpp:1: error: no")
    result = result_of("aclnn", outcome, [tmp_path])
    assert result.case == "aclnn/moe/scale"
    assert result.reason == "build: moe/scale/x.cpp:1: error: no"
    assert result.verdict == "rejected"
    good = result_of("aclnn", Outcome("moe/scale", built=True, why_not=""), [])
    assert (good.verdict, good.steps, good.reason) == ("right", "built", "")


@pytest.mark.parametrize("is_built", [True, False], ids=["still builds", "no longer"])
def test_the_exit_code_tells_whether_all_build(
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_built: bool,
) -> None:
    """The build itself is replaced."""
    outcome = Outcome("moe/scale", built=is_built, why_not="" if is_built else "why")
    monkeypatch.setattr(FolderSandbox, "run", lambda _: outcome)
    folders = ["--work", str(tmp_path / "work"), "--output", str(tmp_path / "output")]
    options = ["--checkout", str(checkout), "--kind", "aclnn", *folders]
    assert main(["run", "vllm-ascend", *options, "--names"]) == 0
    assert capsys.readouterr().out == "aclnn/moe/scale\n"
    assert main(["run", "vllm-ascend", *options]) == int(not is_built)
    (result,) = read_results(tmp_path / "output/results.csv")
    assert result.verdict == ("right" if is_built else "rejected")
    lost = "aclnn/moe/scale: rejected, recorded as right: why"
    assert (lost in capsys.readouterr().err) != is_built


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--checkout", "absent"], "--checkout absent: there is no such folder"),
        (["--checkout", "tests"], "no csrc with folders op_host and op_kernel"),
    ],
)
def test_checkouts_that_are_none(
    options: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").mkdir()
    with pytest.raises(SystemExit, match=message):
        main(["run", "vllm-ascend", *options])


def test_folders_of_direct_launches_and_why_objects_are_missing(checkout: Path) -> None:
    csrc = checkout / "csrc"
    (csrc / "deepep").mkdir()
    assert folders(SGL, csrc) == ["common", "moe", "scripts"]  # all but what is no kernel's
    assert "kernels" in folders(VLLM, csrc)
    log = (
        "[1/3] Building CXX object a.o\n"
        "[2/3] Building CXX object b.o\nFAILED: [code=1] b.o \nc++ b.cpp\nb.cpp:1: error: no\n"
        "[3/3] Building CXX object c.o\nFAILED: c.o\n"
    )
    assert dict(_failures(log)) == {"b.o": "b.cpp:1: error: no", "c.o": "it failed without a word"}
