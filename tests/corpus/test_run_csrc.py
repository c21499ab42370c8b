"""Folders that run_csrc finds in a made-up checkout, and its handling of results."""

from __future__ import annotations

from pathlib import Path

import pytest
import run_csrc
from csrc_direct import SGL, VLLM, _failures, folders
from csrc_operators import find_aclnn_folders
from run_csrc import FolderSandbox, Result, judge, read_results, read_table, write_table
from sandbox import Outcome, Settings

_DEFINITION = 'this->AICore().AddConfig("{}");\n// this->AICore().AddConfig("ascend910");\n'
_OPTIONS = """
get_filename_component(BESIDE ${CMAKE_CURRENT_SOURCE_DIR}/../shared ABSOLUTE)
# add_ops_compile_options(OP_NAME Scale OPTIONS --not-these)
add_ops_compile_options(
    OP_NAME Scale
    OPTIONS --cce-auto-sync=off
        -I${CMAKE_SOURCE_DIR}/third_party/some
        -I${BESIDE}
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
    result = judge("vllm-ascend", "aclnn", outcome, [tmp_path])
    assert result.reason == "build: moe/scale/x.cpp:1: error: no"
    assert result.builds == "no"
    good = judge("vllm-ascend", "aclnn", Outcome("moe/scale", built=True, why_not=""), [])
    assert (good.builds, good.reason) == ("yes", "")


def test_tables_are_read_as_written(tmp_path: Path) -> None:
    rows = [
        Result("vllm-ascend", "moe/b", "aclnn", "no", 'error: "x", y'),
        Result("vllm-ascend", "moe/a", "aclnn", "yes", ""),
    ]
    write_table(tmp_path / "table.csv", rows)
    assert list(read_table(tmp_path / "table.csv").values()) == rows[::-1]


def test_a_run_cut_short_is_resumed(tmp_path: Path) -> None:
    log = tmp_path / "results.jsonl"
    row = Result("vllm-ascend", "moe/a", "aclnn", "yes", "")
    log.write_text(run_csrc._line(row) + '{"repository": "vllm-asc')
    assert read_results(log) == {row.key: row}
    assert read_results(tmp_path / "none.jsonl") == {}


@pytest.mark.parametrize(
    ("seen", "code"), [("yes", 0), ("no", 1)], ids=["still builds", "no longer"]
)
def test_the_exit_code_tells_what_no_longer_builds(
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seen: str,
    code: int,
) -> None:
    """A folder that the table has as building decides it; the build itself is replaced."""
    table = tmp_path / "known.csv"
    write_table(table, [Result("vllm-ascend", "moe/scale", "aclnn", "yes", "")])
    monkeypatch.setattr(run_csrc, "_TABLE", table)
    outcome = Outcome("moe/scale", built=seen == "yes", why_not="" if seen == "yes" else "why")
    monkeypatch.setattr(FolderSandbox, "run", lambda _: outcome)
    folders = ["--work", str(tmp_path / "work"), "--output", str(tmp_path / "output")]
    assert run_csrc.main(["--vllm", str(checkout), "--kind", "aclnn", *folders]) == code
    (result,) = read_table(tmp_path / "output/table.csv").values()
    assert result.builds == seen
    assert ("moe/scale built before: why" in capsys.readouterr().err) == bool(code)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "no operator folder is chosen"),
        (["--vllm", "absent"], "--vllm: absent has no csrc"),
    ],
)
def test_what_cannot_be_meant_is_said(options: list[str], message: str) -> None:
    with pytest.raises(SystemExit, match=message):
        run_csrc.main(options)


def test_the_table_is_in_order_and_says_why_not() -> None:
    rows = list(read_table(run_csrc._TABLE).values())
    assert [row.key for row in rows] == sorted(row.key for row in rows)
    assert {row.builds for row in rows} == {"yes", "no", "not tried"}
    assert {row.repository for row in rows} == set(run_csrc._OPTION)
    assert all((row.reason == "") == (row.builds == "yes") for row in rows)


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
