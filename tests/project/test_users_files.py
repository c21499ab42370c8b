"""No file that the tool did not write is replaced or removed by a build."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.project import ProjectSpec, build
from custom_compiler.project.instantiate import instantiate

REPOSITORY = Path(__file__).parents[2]


class Folder:
    """The sample's sources and a project of them, which is written and not built."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "CustomProject"
        for name in ("op_host", "op_kernel"):
            shutil.copytree(REPOSITORY / name, root / name)

    def spec(self, op_host: str = "op_host", op_kernel: str = "op_kernel") -> ProjectSpec:
        toolkit: Any = SimpleNamespace(root=Path("/toolkit"))
        return ProjectSpec(
            op_host=self.root / op_host, op_kernel=self.root / op_kernel, toolkit=toolkit
        )

    def write(self) -> bool:
        return instantiate(self.spec(), self.project, Path("/toolkit"), "python3")

    def contents(self) -> dict[str, bytes]:
        return {str(path): path.read_bytes() for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    made = Folder(tmp_path)
    made.write()
    for name in (".git/config", ".clang-format", "op_host/.clang-format", "op_host/build_out/x"):
        path = made.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("mine")
    (tmp_path / "link").symlink_to("CustomProject/op_host")
    (tmp_path / "outside").mkdir()
    shutil.copy(tmp_path / "op_host/add_custom.cpp", tmp_path / "outside")
    (tmp_path / "outside/more").symlink_to(made.project / "op_host")
    return made


@pytest.mark.parametrize(
    ("op_host", "op_kernel", "reason"),
    [
        ("CustomProject/op_host", "CustomProject/op_kernel", "--op_host_path=.*: it is in"),
        ("op_host", "CustomProject/op_kernel", "--op_kernel_path=.*: it is in"),
        ("CustomProject/../CustomProject/op_host", "op_kernel", "--op_host_path=.*: it is in"),
        ("link", "op_kernel", "--op_host_path=.*link: it is in"),
        ("outside", "op_kernel", "--op_host_path=.*: more/.* leads into"),
    ],
)
def test_sources_in_the_folder_that_is_written_are_refused_and_stay(
    folder: Folder, op_host: str, op_kernel: str, reason: str
) -> None:
    before = folder.contents()
    with pytest.raises(MisuseError, match=reason) as caught:
        build(folder.spec(op_host, op_kernel), folder.project)
    assert "--work-dir" in caught.value.hint
    assert "leads" in reason or "cmake --preset default" in caught.value.hint
    assert folder.contents() == before


def test_a_project_inside_a_source_folder_is_refused(folder: Folder) -> None:
    with pytest.raises(MisuseError, match=r"--op_host_path=.*: it holds .*op_host/made"):
        build(folder.spec(), folder.root / "op_host/made")
    assert not (folder.root / "op_host/made").exists()


def test_files_of_the_user_stay_in_the_project(folder: Folder) -> None:
    own = folder.project / "op_host/own.cpp"
    own.write_text("// mine")
    (folder.root / "op_host/add_custom.cpp").write_text("// OP_ADD(X)")
    (folder.root / "op_host/add_custom_tiling.h").unlink()
    before = {name for name in folder.contents() if not name.endswith("custom_tiling.h")}
    assert not folder.write()
    assert before <= folder.contents().keys()
    assert own.read_text() == "// mine"
    assert (folder.project / "op_host/add_custom.cpp").read_text() == "// OP_ADD(X)"
    assert not (folder.project / "op_host/add_custom_tiling.h").exists()


def edit_copy(folder: Folder) -> Path:
    return folder.project / "op_kernel/add_custom.cpp"


def edit_settings(folder: Folder) -> Path:
    return folder.project / "CMakePresets.json"


def edit_copy_without_source(folder: Folder) -> Path:
    (folder.root / "op_host/add_custom_tiling.h").unlink()
    return folder.project / "op_host/add_custom_tiling.h"


@pytest.mark.parametrize("edit", [edit_copy, edit_settings, edit_copy_without_source])
def test_edits_of_generated_files_are_reported_and_stay(
    folder: Folder, edit: Callable[[Folder], Path]
) -> None:
    path = edit(folder)
    path.write_text(path.read_text() + "\n// edited\n")
    (folder.root / "op_host/add_custom.cpp").write_text("// OP_ADD(X)")
    before = folder.contents()
    with pytest.raises(MisuseError, match=f"{path} was changed since this tool wrote it"):
        folder.write()
    assert folder.contents() == before
    path.unlink()
    folder.write()


def test_an_edit_that_moved_into_the_source_is_no_conflict(folder: Folder) -> None:
    for path in (
        folder.project / "op_kernel/add_custom.cpp",
        folder.root / "op_kernel/add_custom.cpp",
    ):
        path.write_text("// the same edit")
    folder.write()
    assert not any(path.name.endswith(".part") for path in folder.root.rglob("*"))


def test_the_generated_project_can_be_built_in_another_place(
    folder: Folder, tmp_path: Path
) -> None:
    (folder.root / "op_kernel/CMakeLists.txt").write_text(
        "add_ops_compile_options(AddCustom OPTIONS -DTILE=4)\nadd_kernels_compile()\n"
    )
    folder.write()
    spec = folder.spec("CustomProject/op_host", "CustomProject/op_kernel")
    instantiate(spec, tmp_path / "other", Path("/toolkit"), "python3")
    options = (tmp_path / "other/op_kernel/options.cmake").read_text()
    assert options == "add_ops_compile_options(AddCustom OPTIONS -DTILE=4)\n"
