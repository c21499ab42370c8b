"""No file that the tool did not write is replaced or removed by a build or an export."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.project import ProjectSpec, build
from custom_compiler.project.export import ExportedProject, export_project
from custom_compiler.project.instantiate import ProjectSettings, instantiate

REPOSITORY = Path(__file__).parents[2]
SETTINGS = ProjectSettings("/toolkit", "python3")


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

    def write(self, *folders: str) -> bool:
        return instantiate(self.spec(*folders), self.project, SETTINGS)

    def export(self, name: str = "exported") -> ExportedProject:
        return export_project(self.spec(), self.root / name)

    def contents(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in self.root.rglob("*")
            if path.is_file()
        }


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_the_project_refers_to_the_sources(folder: Folder) -> None:
    sources = folder.contents()
    assert folder.write()
    assert not folder.write()
    made = folder.contents()
    assert sources.items() <= made.items()
    copied = {Path(name).name for name in sources} & {
        Path(name).name for name in made if name.startswith("CustomProject/")
    }
    assert copied <= {"CMakeLists.txt"}
    preset = json.loads((folder.project / "CMakePresets.json").read_text())
    assert preset["configurePresets"][0]["name"] == "default"


@pytest.mark.parametrize("side", ["op_host", "op_kernel"])
@pytest.mark.parametrize("is_linked", [False, True])
def test_sources_among_the_results_are_refused_and_stay(
    folder: Folder, side: str, is_linked: bool
) -> None:
    """Results are removed, for example for another compiler."""
    results = folder.project / "build_out"
    shutil.copytree(folder.root / side, results / "mine")
    name = "CustomProject/build_out/mine"
    if is_linked:
        (folder.root / side / "more").symlink_to(results / "mine")
        name = side
    before = folder.contents()
    with pytest.raises(MisuseError, match=rf"--{side}_path=.*: (it is in|more/\S+ leads into) .*b"):
        build(folder.spec(**{side: name}), folder.project)
    assert folder.contents() == before


def test_a_project_inside_a_source_folder_is_refused(folder: Folder) -> None:
    with pytest.raises(MisuseError, match=r"--op_host_path=.*: it holds .*op_host/made"):
        build(folder.spec(), folder.root / "op_host/made")
    assert not (folder.root / "op_host/made").exists()


def test_sources_in_the_project_are_the_users(folder: Folder) -> None:
    """Also those that an earlier version copied there, and people edited."""
    folder.export("CustomProject")
    edited = folder.project / "op_kernel/add_custom.cpp"
    edited.write_text("// edited\n" + edited.read_text())
    (folder.project / "op_host/add_custom_tiling.h").write_text("// edited, too")
    before = {name: text for name, text in folder.contents().items() if "/op_" in name}
    folder.write("CustomProject/op_host", "CustomProject/op_kernel")
    assert before.items() <= folder.contents().items()


def test_copies_of_an_earlier_version_go_and_files_of_the_user_stay(folder: Folder) -> None:
    folder.export("CustomProject")
    own = folder.project / "op_host/own.cpp"
    own.write_text("// mine")
    folder.write()
    left = {path.name for path in folder.project.glob("op_*/*")}
    assert left == {"own.cpp"}
    assert own.read_text() == "// mine"


def test_an_edited_copy_of_an_earlier_version_is_reported_and_stays(folder: Folder) -> None:
    folder.export("CustomProject")
    copy = folder.project / "op_kernel/add_custom.cpp"
    copy.write_text("// edited")
    before = folder.contents()
    with pytest.raises(MisuseError, match=f"{copy} was changed since this tool wrote it") as caught:
        folder.write()
    assert f"move the change into {folder.root}/op_kernel/add_custom.cpp" in caught.value.hint
    assert "--work-dir" in caught.value.hint
    assert folder.contents() == before


def test_edits_of_settings_are_reported_and_stay(folder: Folder) -> None:
    folder.write()
    path = folder.project / "CMakePresets.json"
    path.write_text(path.read_text() + "\n")
    before = folder.contents()
    with pytest.raises(MisuseError, match=f"{path} was changed since this tool wrote it"):
        folder.write()
    assert folder.contents() == before
    path.unlink()
    folder.write()


def test_an_export_has_copies_and_is_brought_up_to_date(folder: Folder) -> None:
    lists = "add_ops_compile_options(AddCustom OPTIONS -DTILE=4)\nadd_kernels_compile()\n"
    (folder.root / "op_kernel/CMakeLists.txt").write_text(lists)
    exported = folder.export()
    assert exported.outside == ()
    made = exported.folder
    for name in ("op_host/add_custom.cpp", "op_kernel/add_custom.cpp"):
        assert (made / name).read_bytes() == (folder.root / name).read_bytes()
    options = (made / "op_kernel/options.cmake").read_text()
    assert options == "add_ops_compile_options(AddCustom OPTIONS -DTILE=4)\n"
    settings = (made / "CMakePresets.json").read_text()
    assert "/usr/local/Ascend/latest" in settings
    # Nothing in it leads back here.
    assert not any(str(folder.root).encode() in path.read_bytes() for path in _files(made))
    (folder.root / "op_host/add_custom_tiling.h").unlink()
    (folder.root / "op_host/more.cpp").write_text("")
    (made / "README.md").write_text("mine")
    folder.export()
    names = {str(path.relative_to(made)) for path in _files(made)}
    assert {"op_host/more.cpp", "README.md"} <= names
    assert "op_host/add_custom_tiling.h" not in names
    # The options that it has are those of what is built from it.
    folder.write("exported/op_host", "exported/op_kernel")
    assert (folder.project / "lists/op_kernel/options.cmake").read_text() == options


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_an_export_names_what_it_lacks(folder: Folder) -> None:
    (folder.root / "shared").mkdir()
    (folder.root / "shared/base.h").write_text("")
    source = folder.root / "op_host/add_custom.cpp"
    source.write_text(f'#include "../shared/base.h"\n{source.read_text()}')
    assert folder.export().outside == (folder.root / "op_host",)


def edit_export(folder: Folder) -> str:
    folder.export()
    (folder.root / "exported/op_host/add_custom.cpp").write_text("// edited")
    return r"exported/op_host/add_custom\.cpp was changed since this tool wrote it"


def take_a_name(folder: Folder) -> str:
    (folder.root / "exported/op_host").mkdir(parents=True)
    (folder.root / "exported/op_host/add_custom.cpp").write_text("// mine")
    return r"exported/op_host/add_custom\.cpp was not made by this tool"


def export_where_builds_write(folder: Folder) -> str:
    folder.write()
    folder.project.rename(folder.root / "exported")
    return "--export=.*exported: builds write this folder"


def export_above_the_sources(folder: Folder) -> str:
    (folder.root / "exported").mkdir()
    for name in ("op_host", "op_kernel"):
        (folder.root / name).rename(folder.root / "exported" / name)
        (folder.root / name).symlink_to(f"exported/{name}")
    return "--op_host_path=.*: it is in --export=.*exported"


@pytest.mark.parametrize(
    "prepare", [edit_export, take_a_name, export_where_builds_write, export_above_the_sources]
)
def test_an_export_that_would_replace_files_of_the_user_is_refused(
    folder: Folder, prepare: Callable[[Folder], str]
) -> None:
    message = prepare(folder)
    before = folder.contents()
    with pytest.raises(MisuseError, match=message) as caught:
        folder.export()
    assert "export to another folder" in caught.value.hint
    assert folder.contents() == before


def test_a_source_that_goes_away_while_it_is_exported_is_named(folder: Folder) -> None:
    spec = folder.spec()
    path = folder.root / "op_host/add_custom_tiling.h"
    path.unlink()
    with pytest.raises(MisuseError, match=f"cannot read {path}: No such file"):
        export_project(spec, folder.root / "exported")
    assert not (folder.root / "exported").exists()
