"""A build's directory: nothing of the user's is overwritten or removed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.package.environment import write_environment
from custom_compiler.support.owned_files import BuiltFiles
from custom_compiler.workspace import Workspace


def finished_build(root: Path) -> Workspace:
    """Leave what a build leaves."""
    workspace = Workspace(root)
    workspace.claim()
    built = BuiltFiles(workspace.project, workspace.results)
    built.begin()
    workspace.results.mkdir(exist_ok=True)
    (workspace.results / "package.run").write_text("")
    built.end()
    (workspace.project / "CMakeLists.txt").write_text("")
    workspace.build_log.write_text("$ cmake -S CustomProject -B CustomProject/build_out\n")
    workspace.install_log.write_text("$ sh package.run\n")
    return workspace


def test_both_spellings_lead_to_the_results(tmp_path: Path) -> None:
    finished_build(tmp_path / "sub/dir")
    assert (tmp_path / "sub/dir/build_out/package.run").is_file()
    assert (tmp_path / "sub/dir/CustomProject/build_out/package.run").is_file()


def test_directory_can_be_moved(tmp_path: Path) -> None:
    finished_build(tmp_path / "a")
    (tmp_path / "a").rename(tmp_path / "b")
    assert (tmp_path / "b/build_out/package.run").is_file()


def test_clear_removes_what_the_tool_made_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "install.log").write_text("mine")
    (tmp_path / "notes.log").write_text("mine")
    workspace = finished_build(tmp_path)
    (workspace.project / "my notes.txt").write_text("mine")
    removed = {str(path.relative_to(tmp_path)) for path in workspace.clear()}
    assert removed == {
        *("CustomProject/build_out", "build_out", "build.log", "CustomProject/install.log"),
        "compile_commands.json",
    }
    assert (tmp_path / "install.log").read_text() == "mine"
    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert {"install.log", "notes.log", "CustomProject/my notes.txt"} <= left
    assert not (tmp_path / "build_out").is_symlink()
    finished_build(tmp_path)


def test_logs_of_the_user_are_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "build.log").write_text("mine")
    workspace = finished_build(tmp_path)
    assert workspace.build_log == workspace.project / "build.log"
    assert workspace.install_log == tmp_path / "install.log"
    # After the tool has cleared its own, a name is free for the user again.
    workspace.clear()
    (tmp_path / "install.log").write_text("mine, too")
    finished_build(tmp_path)
    assert (tmp_path / "build.log").read_text() == "mine"
    assert (tmp_path / "install.log").read_text() == "mine, too"


def test_a_log_whose_project_was_removed_by_hand_is_written_over(tmp_path: Path) -> None:
    workspace = finished_build(tmp_path)
    shutil.rmtree(workspace.project)
    assert finished_build(tmp_path).build_log == tmp_path / "build.log"


def test_editors_find_how_sources_are_compiled_unless_a_file_is_there(tmp_path: Path) -> None:
    workspace = finished_build(tmp_path)
    built = BuiltFiles(workspace.project, workspace.results)
    built.begin()
    (workspace.results / "compile_commands.json").write_text("[]")
    built.end()
    assert (tmp_path / "compile_commands.json").read_text() == "[]"
    workspace.clear()
    (tmp_path / "compile_commands.json").write_text("mine")
    finished_build(tmp_path).clear()
    assert (tmp_path / "compile_commands.json").read_text() == "mine"


def test_clear_without_a_build_removes_nothing(tmp_path: Path) -> None:
    (tmp_path / "build_out").mkdir()
    (tmp_path / "build.log").write_text("mine")
    (tmp_path / "CustomProject").mkdir()
    assert Workspace(tmp_path).clear() == []
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("name", ["build_out", "CustomProject"])
def test_what_is_in_the_way_stays(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "mine").write_text("")
    with pytest.raises(MisuseError, match=f"{name} exists and was not made by this tool"):
        Workspace(tmp_path).claim()
    assert (tmp_path / name / "mine").is_file()


def test_unwritable_place_is_misuse() -> None:
    with pytest.raises(MisuseError, match="cannot build in /proc/x") as caught:
        Workspace(Path("/proc/x")).claim()
    assert "--work-dir" in caught.value.hint


def test_environment_script_puts_the_package_first(tmp_path: Path) -> None:
    toolkit = tmp_path / "it's/cann"
    (toolkit / "bin").mkdir(parents=True)
    (toolkit / "bin/setenv.bash").write_text("export TOOLKIT=yes; echo noise")
    vendor = tmp_path / "ven dor"
    write_environment(tmp_path / "set_env.bash", vendor, toolkit)
    show = '. "$1"; printf "%s\\n" "$TOOLKIT" "$ASCEND_CUSTOM_OPP_PATH" "$LD_LIBRARY_PATH"'
    command: list[str | Path] = ["bash", "-euc", show, "bash", tmp_path / "set_env.bash"]
    env = {"PATH": "/usr/bin:/bin", "ASCEND_CUSTOM_OPP_PATH": "/old"}
    lines = subprocess.check_output(command, env=env, text=True).splitlines()
    assert lines == ["yes", f"{vendor}:/old", f"{vendor}/op_api/lib"]
