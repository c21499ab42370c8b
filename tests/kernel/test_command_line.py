"""The command line of `bisheng`: languages, options for one side, response files."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.launch.command_line import CommandLine, expand, parse


@pytest.fixture(scope="module")
def config(cann_home: Path) -> str:
    return str(cann_home / "data/platform_config")


def _languages(line: CommandLine) -> dict[str, str]:
    return {each.path: each.language for each in line.inputs}


@pytest.mark.parametrize(
    ("words", "languages"),
    [
        ("a.asc b.cce c.aicpu d.c e.cpp f.cc g.o", "asc asc aicpu c c++ c++ -"),
        ("-xasc a.cpp -x none b.cpp", "asc c++"),
        ("-x cce a.cpp b.o libc.so.1", "asc - -"),
        ("-xaicpu a.cpp -x c++ b.asc", "aicpu c++"),
        ("--npu-arch=dav-2201 a.cpp b.c", "asc c"),
        ("a.cpp --cce-aicore-arch=dav-c220", "asc"),
        ("--npu-arch=dav-2201 -x c++ a.cpp", "c++"),
        ("--launch g++ a.cpp", "asc"),
        ("--launch g++ -x c++ a.cpp -x c b.c", "asc c"),
        ("-E -", "c"),
        ("-x c++ -", "c++"),
    ],
)
def test_languages_of_inputs(config: str, words: str, languages: str) -> None:
    """-x, the suffix, and options that only kernels need; as clang's -x, in order."""
    found = _languages(parse(words.split(), config)).values()
    assert [language or "-" for language in found] == languages.split()


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("-Xaicore-start -O3 -DX -I i -mllvm -foo -Xaicore-end -O1 a.asc", "-DX -I i -O1"),
        ("-Xhost-start -O3 -Xhost-end a.asc", "-O3"),
        ("-shared --shared -lfoo -L l -Wl,-z,now -O2 a.asc", "-O2"),
        ("-MD -MF d -MT t -O2 a.asc", "-O2"),
    ],
)
def test_options_that_compile(config: str, words: str, options: str) -> None:
    assert parse(words.split(), config).options == options.split()


@pytest.mark.parametrize(
    ("words", "mode"),
    [("-c", "-c"), ("-c -E", "-E"), ("-M -c", "-M"), ("", ""), ("-S", "-S"), ("--lib", "-lib")],
)
def test_last_step(config: str, words: str, mode: str) -> None:
    assert parse([*words.split(), "a.c"], config).mode == mode


@pytest.mark.parametrize(
    ("word", "soc"),
    [
        ("--npu-arch=dav-2201", "Ascend910B3"),
        ("--cce-aicore-arch=dav-c220-vec", "Ascend910B3"),
        ("--cce-soc-version=Ascend910B3", "Ascend910B3"),
        ("--cce-soc-core-type=VecCore", "Ascend910B3"),
    ],
)
def test_soc(config: str, word: str, soc: str) -> None:
    assert parse([word, "a.asc"], config).soc == soc


def test_response_files(tmp_path: Path) -> None:
    (tmp_path / "inner").write_text('\'b c\'\n"d\\"e"')
    (tmp_path / "outer").write_text(f"-DA=1\n@{tmp_path}/inner f\\ g")
    words = expand([f"@{tmp_path}/outer", "@nothing"])
    assert words == ["-DA=1", "b c", 'd"e', "f g", "@nothing"]


@pytest.mark.parametrize(
    ("text", "message"), [("@{0}", "name each other"), ("'open", "not closed")]
)
def test_response_files_that_are_wrong(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "words"
    file.write_text(text.format(file))
    with pytest.raises(MisuseError, match=message):
        expand([f"@{file}"])
