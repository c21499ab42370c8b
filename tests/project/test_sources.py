"""Sources on their way into the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.project.plain_paths import is_plain, plain_path
from custom_compiler.project.sources import (
    HOST_SUFFIXES,
    collect_files,
    kernel_option_calls,
    ordinary_name,
    read_source,
)
from custom_compiler.project.spec import check_source_folder


def test_folders_and_links_are_followed_once(tmp_path: Path) -> None:
    (tmp_path / "real/sub").mkdir(parents=True)
    (tmp_path / "real/a.cpp").write_text("a")
    (tmp_path / "real/sub/b.hpp").write_text("b")
    (tmp_path / "real/.hidden").write_text("h")
    (tmp_path / "real/sub/loop").symlink_to("..")
    (tmp_path / "link").symlink_to("real")
    found = collect_files("--op_host_path", tmp_path / "link", HOST_SUFFIXES)
    assert sorted(found) == ["a.cpp", "sub/b.hpp"]


def test_folder_without_sources(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("x")
    with pytest.raises(MisuseError, match=r"--op_host_path=.*no source file"):
        collect_files("--op_host_path", tmp_path, HOST_SUFFIXES)


def test_source_that_goes_away_is_named(tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    with pytest.raises(MisuseError, match=f"cannot read {source}: No such file"):
        read_source(source)


def test_odd_names_of_sources() -> None:
    assert ordinary_name("sub/add.cpp") == "sub/add.cpp"
    assert ordinary_name("we ird.h") == "we ird.h"
    names = {ordinary_name("a b.cpp"), ordinary_name("a\nb.cpp"), ordinary_name('a"b.cpp')}
    assert len(names) == 3
    assert all(is_plain(Path(name)) for name in names)


def test_own_kernel_options_are_kept() -> None:
    text = """
# add_ops_compile_options(ALL OPTIONS -DCOMMENTED)
if ("${CMAKE_BUILD_TYPE}x" STREQUAL "Debugx")
endif()
add_ops_compile_options(AddCustom
    COMPUTE_UNIT Ascend910B1
    OPTIONS -DTILE=4)
add_kernels_compile()
"""
    expected = ["add_ops_compile_options(AddCustom COMPUTE_UNIT Ascend910B1 OPTIONS -DTILE=4)"]
    assert kernel_option_calls(text) == expected


def test_source_folders_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    for name, text in (("none", "no such folder"), ("file", "is a file"), ("empty", "is empty")):
        with pytest.raises(MisuseError, match=text):
            check_source_folder("--op_kernel_path", tmp_path / name)


def test_plain_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "cache"))
    odd = tmp_path / 'o"d\n;$ é'
    odd.mkdir()
    (odd / "x").write_text("1")
    plain = plain_path(odd)
    assert is_plain(plain)
    assert (plain / "x").read_text() == "1"
    assert plain_path(odd) == plain
    assert plain_path(tmp_path) == tmp_path
