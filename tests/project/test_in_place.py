"""Sources are built where they are: paths, changes between builds, folders that are only read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.project.source_states import SourceStates

from .conftest import REPOSITORY, Sample
from .test_build import BUILD_SCRIPT

UNIT = ("ascend910b",)


def state(folder: Path) -> dict[str, tuple[int, int, int]]:
    """What writing, removing or replacing anything in a folder changes."""
    return {
        str(path): (path.lstat().st_mtime_ns, path.lstat().st_ino, path.lstat().st_mode)
        for path in (folder, *folder.rglob("*"))
    }


def dynamic_sources(vendor: Path) -> Path:
    return vendor / f"op_impl/ai_core/tbe/{vendor.name}_impl/dynamic"


def compiles_of_kernels(sample: Sample) -> int:
    return sum(step.startswith("Kernel AddCustom_") for step in sample.steps())


def test_folders_are_only_read_and_messages_name_their_files(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = sample.op_host.parent
    (root / "src").mkdir()
    sample.op_host.rename(root / "src/host")
    sample.op_kernel.rename(root / "src/kernels")
    # An op_api folder around the sources is none in them; names and places are those of people.
    (root / "src/host/in ner").mkdir()
    (root / "src/host/in ner/a (b)#é.cpp").write_text("int odd() { return 1; }\n")
    (root / "src/host/plain.c").write_text("int plain(int x) { return x; }\n")
    (root / "src/kernels/part.h").write_text('#pragma once\n#include "../shared.h"\n')
    (root / "src/shared.h").write_text("constexpr int SHARED = 2;\n")
    kernel = root / "src/kernels/add_custom.cpp"
    kernel.write_text(f'{kernel.read_text()}#include "part.h"\nstatic_assert(SHARED == 2, "");\n')
    for path in (*(root / "src").rglob("*"), root / "src"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = state(root / "src")
    monkeypatch.chdir(root / "src")
    folders = {"op_host": Path("host"), "op_kernel": Path("../src/kernels")}
    result = sample.build(compute_units=UNIT, **folders)
    assert result.kernels == 3
    assert state(root / "src") == before
    assert (dynamic_sources(result.vendor) / "part.h").is_file()
    commands = json.loads((sample.project / "build_out/compile_commands.json").read_text())
    files = {entry["file"] for entry in commands}
    sources = ("host/add_custom.cpp", "host/in ner/a (b)#é.cpp", "host/plain.c")
    assert {str(root / "src" / name) for name in (*sources, "kernels/add_custom.cpp")} <= files

    sample.build(compute_units=UNIT, **folders)
    assert sample.steps() == []
    # What a kernel includes counts, wherever it is.
    (root / "src/shared.h").chmod(0o644)
    (root / "src/shared.h").write_text("constexpr int SHARED = 3;\n")
    with pytest.raises(BuildError) as caught:
        sample.build(compute_units=UNIT, **folders)
    assert caught.value.message.startswith(f"{kernel}:")
    assert "static assertion" in caught.value.message
    for path in (root / "src").rglob("*"):
        path.chmod(0o755)


@pytest.mark.slow
def test_headers_of_include_folders_make_kernels_again(sample: Sample, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    header = tmp_path / "shared/number.h"
    header.write_text("constexpr int SHARED = 2;\n")
    kernel = sample.op_kernel / "add_custom.cpp"
    kernel.write_text(f'{kernel.read_text()}#include "number.h"\nstatic_assert(SHARED == 2, "");\n')
    settings = {"compute_units": UNIT, "include_dirs": (tmp_path / "shared",)}
    sample.build(**settings)
    header.write_text("constexpr int SHARED = 3;\n")
    with pytest.raises(BuildError, match="static assertion"):
        sample.build(**settings)


@pytest.mark.slow
def test_a_source_that_comes_back_with_its_old_time_is_built(
    sample: Sample, tmp_path: Path
) -> None:
    """As `cp -p`, `rsync -a` and archives leave it; build tools compare times only."""
    old = sample.op_kernel / "add_custom.cpp"
    shutil.copy2(old, tmp_path / "old.cpp")
    text = old.read_text()
    old.write_text(text.replace("AscendC::Add(", "AscendC::Sub("))
    sample.build(compute_units=UNIT)
    shutil.copy2(tmp_path / "old.cpp", old)
    assert old.stat().st_mtime == (tmp_path / "old.cpp").stat().st_mtime
    result = sample.build(compute_units=UNIT)
    assert compiles_of_kernels(sample) == 3
    assert (dynamic_sources(result.vendor) / "add_custom.cpp").read_text() == text
    sample.build(compute_units=UNIT)
    assert sample.steps() == []


@pytest.mark.slow
def test_a_new_time_alone_makes_nothing_again(sample: Sample) -> None:
    """As a fresh checkout next to an old build folder has it."""
    sample.build(compute_units=UNIT)
    for path in (*sample.op_host.iterdir(), *sample.op_kernel.iterdir()):
        path.touch()
    sample.build(compute_units=UNIT)
    assert not [event for event in sample.events if event.text.startswith("Describing")]
    assert not any("libcust" in step for step in sample.steps())


@pytest.mark.slow
def test_sources_with_a_time_in_the_future_are_built(sample: Sample) -> None:
    """Of a computer whose clock is ahead; Ninja would run CMake a hundred times, and give up."""
    source = sample.op_host / "add_custom.cpp"
    later = source.stat().st_mtime_ns + 10**14
    os.utime(source, ns=(later, later))
    sample.build(compute_units=UNIT)
    sample.build(compute_units=UNIT)
    assert not any("libcust" in step for step in sample.steps())
    sample.edit("op_host/add_custom.cpp", "MIN_BLOCK_WORK = 4096", "MIN_BLOCK_WORK = 8192")
    os.utime(source, ns=(later + 1, later + 1))
    sample.build(compute_units=UNIT)
    assert any("libcust_opmaster" in step for step in sample.steps())


def test_changes_that_build_tools_miss(tmp_path: Path) -> None:
    project, source = tmp_path / "project", tmp_path / "a.cpp"
    source.write_text("1")
    build = SourceStates(project, [source])
    assert not build.begin()
    source.write_text("22")  # while the build runs
    build.end()
    assert SourceStates(project, [source]).begin()
    # That one was killed: how far it came is not known.
    source.write_text("333")
    build = SourceStates(project, [source])
    assert build.begin()
    build.end()
    build = SourceStates(project, [source])
    assert not build.begin()
    build.end()
    source.write_text("4444")
    now = source.stat().st_mtime_ns
    os.utime(source, ns=(now, now + 10**12))
    build = SourceStates(project, [source])
    assert not build.begin()
    build.end()
    source.write_text("5")  # not watched, for its time was in the future
    assert SourceStates(project, [source]).begin()


@pytest.mark.slow
def test_an_operator_whose_sources_are_removed_leaves_the_package(sample: Sample) -> None:
    for folder in (sample.op_host, sample.op_kernel):
        for path in folder.glob("add_custom*.*"):
            text = path.read_text().replace("AddCustom", "SubCustom").replace("add_cus", "sub_cus")
            (folder / path.name.replace("add_", "sub_")).write_text(
                text.replace("ADD_CUSTOM", "SUB_CUSTOM")
            )
    result = sample.build(compute_units=UNIT)
    assert result.operators == ("AddCustom", "SubCustom")
    for folder in (sample.op_host, sample.op_kernel):
        for path in folder.glob("sub_custom*"):
            path.unlink()
    result = sample.build(compute_units=UNIT)
    assert result.operators == ("AddCustom",)
    assert not [path for path in result.vendor.rglob("*") if "sub_custom" in path.name]


@pytest.mark.slow
def test_sources_in_the_project_are_built_there(sample: Sample) -> None:
    for folder in (sample.op_host, sample.op_kernel):
        shutil.copytree(folder, sample.project / folder.name)
    own = {"op_host": sample.project / "op_host", "op_kernel": sample.project / "op_kernel"}
    before = [state(folder) for folder in own.values()]
    assert sample.build(compute_units=UNIT, **own).kernels == 3
    assert [state(folder) for folder in own.values()] == before
    assert not [event for event in sample.events if event.stage == "note"]
    sample.build(compute_units=UNIT)
    notes = [event.text for event in sample.events if event.stage == "note"]
    assert notes == [
        f"note: {own[folder.name]} is not built: the sources are those in {folder}"
        for folder in (sample.op_host, sample.op_kernel)
    ]


@pytest.mark.slow
def test_two_vendors_are_built_from_the_same_sources_at_once(
    sample: Sample, tmp_path: Path
) -> None:
    script = BUILD_SCRIPT.replace("toolkit=Simple", "vendor_name=sys.argv[5], toolkit=Simple")
    assert "vendor_name" in script
    before = state(sample.op_host), state(sample.op_kernel)
    builds = []
    for vendor in ("one", "two"):
        folders = (sample.op_host, sample.op_kernel, sample.toolkit.root, tmp_path / vendor)
        words = [sys.executable, "-c", script, *map(str, folders), vendor]
        builds.append(subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.DEVNULL))
    assert [build.wait() for build in builds] == [0, 0]
    assert (state(sample.op_host), state(sample.op_kernel)) == before
    for vendor in ("one", "two"):
        kernels = f"build_out/_CPack_Packages/*/*/*/packages/vendors/{vendor}/op_impl/**/*.o"
        assert len(list((tmp_path / vendor).glob(kernels))) == 15


@pytest.mark.slow
@pytest.mark.parametrize("generator", ["Ninja", "Unix Makefiles"])
def test_an_exported_project_makes_the_same_package(
    sample: Sample, tmp_path: Path, generator: str
) -> None:
    from custom_compiler.project import ProjectSpec
    from custom_compiler.project.export import export_project

    result = sample.build(compute_units=UNIT)
    spec = ProjectSpec(
        op_host=sample.op_host,
        op_kernel=sample.op_kernel,
        toolkit=sample.toolkit,  # type: ignore[arg-type]
        compute_units=UNIT,
    )
    exported = export_project(spec, tmp_path / "exported", str(sample.toolkit.root)).folder
    environment = {**os.environ, "CMAKE_GENERATOR": generator}
    subprocess.run(
        ["bash", "build.sh"],
        cwd=exported,
        check=True,
        stdout=subprocess.DEVNULL,
        env=environment,
    )
    (vendor,) = exported.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/customize")
    names = {str(path.relative_to(result.vendor)) for path in result.vendor.rglob("*")}
    assert {str(path.relative_to(vendor)) for path in vendor.rglob("*")} == names
    for name in names:
        # Line tables of libraries name the folder that CMake ran in.
        if (vendor / name).is_file() and not name.endswith((".so", ".info")):
            assert (vendor / name).read_bytes() == (result.vendor / name).read_bytes(), name
