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
    odd_character,
)
from custom_compiler.project.spec import check_source_folder

SCRIPTS = Path(__file__).parents[2] / "custom_compiler/project/template/customize/cmake/util"


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


ODD = ("${ENV}x", "a;b", 'a"b', "a'b", "a\nb", "a\\b", "a|b", "`b`", "a[b", " a", "a\udcff")
PLAIN = ("a b", "-x", "é中🙂", "a,b=c~d", "a(b)#%!:+@*?")


@pytest.mark.parametrize("name", [f"{name}/x.h" for name in ODD] + [f"{name}.cpp" for name in ODD])
def test_names_that_build_tools_cannot_take(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    (tmp_path / "x.cpp").write_text("")
    with pytest.raises(MisuseError, match="the build takes no name with") as caught:
        collect_files("--op_host_path", tmp_path, HOST_SUFFIXES)
    assert "\n" not in caught.value.message
    assert repr(name) in caught.value.message


@pytest.mark.parametrize("name", PLAIN)
def test_other_names_are_taken(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    (tmp_path / name / "x.cpp").write_text("")
    assert list(collect_files("--op_kernel_path", tmp_path, HOST_SUFFIXES)) == [f"{name}/x.cpp"]


def test_projects_driven_by_cmake_refuse_the_same_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import failures
    import source_files

    for name in (*ODD, *PLAIN):
        assert source_files.odd_character(name) == odd_character(name)
    sources = tmp_path / "sources"
    for name in PLAIN:
        (sources / name).mkdir(parents=True)
    lists, words = str(tmp_path / "lists.cmake"), ["HOST", str(sources)]
    assert source_files.main(lists, words) == 0
    (sources / "-x/${ENV}x").mkdir()
    with pytest.raises(failures.SourceError, match=r"-x/\$\{ENV\}x.*no name with '\$'"):
        source_files.main(lists, words)


def test_projects_driven_by_cmake_read_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import source_files

    root = tmp_path / "sources"
    for name in (
        *("a.cpp", "in ner/b.hpp", "in ner/op_api/c.cpp", "op_api.cpp", "notes.txt", ".hidden"),
        *("build.log", ".git/d.cpp", "build_out/e.cpp", "CustomProject/f.cpp", "__pycache__/g.cpp"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("")
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared/h.cpp").write_text("")
    (root / "more").symlink_to("../shared")
    (root / "in ner/loop").symlink_to("..")
    (root / "compile_commands.json").symlink_to("build_out/compile_commands.json")
    expected = {"a.cpp", "in ner/b.hpp", "in ner/op_api/c.cpp", "op_api.cpp", "notes.txt"}
    expected |= {"more/h.cpp"}
    assert set(collect_files("--op_host_path", root, HOST_SUFFIXES)) == expected
    assert set(source_files.source_files(str(root))) == expected
    source_files.main(str(tmp_path / "lists.cmake"), ["HOST", str(root)])
    lists = (tmp_path / "lists.cmake").read_text()
    api_files = lists.partition("set(HOST_API_FILES")[2].partition("set(")[0]
    assert f"[=[{root}/in ner/op_api/c.cpp]=]" in api_files
    assert "op_api.cpp" not in api_files


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
