"""The configuration file of -d: CANN's forms, and what CANN rejects without need."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.debug_config import DebugConfig, read_debug_config
from custom_compiler.kernel.toolchain.build import build_of, options_of_debug_config


def read(folder: Path, content: str | bytes) -> DebugConfig:
    path = folder / "debug.cfg"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_debug_config(str(path))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("op_debug_config=ccec_g,oom", ("ccec_g", "oom")),
        ("op_debug_config = oom , ccec_g \n", ("ccec_g", "oom")),
        ("oom", ("oom",)),
        ("a=b=dump_cce\n", ("dump_cce",)),  # what is after the last = counts
        ("# what I look for\n\n// twice\n; here\nop_debug_config=sanitizer\r\n", ("sanitizer",)),
        ("ccec_g\nccec_O0\n", ("ccec_g", "ccec_O0")),
        ("oom,oom,,", ("oom",)),
        (
            "dump_cce,dump_bin,dump_loc,check_flag",
            ("check_flag", "dump_cce", "dump_bin", "dump_loc"),
        ),
    ],
)
def test_forms(tmp_path: Path, content: str, words: tuple[str, ...]) -> None:
    assert read(tmp_path, content).words == words


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "it says nothing"),
        ("# nothing\n", "it says nothing"),
        ("op_debug_config=\n", "it says nothing"),
        ("op_debug_config=oom,fast\n", "there is no 'fast'"),
        ("op_debug_config=ccec_g oom\n", "there is no 'ccec_g oom'"),
        (b"\x7fELF\0\0", "no configuration file"),
        ("oom\n" * 20_000, "no configuration file"),
        ("op_debug_config=\xff\xfe", "there is no"),
    ],
)
def test_what_says_nothing_is_refused(tmp_path: Path, content: str | bytes, says: str) -> None:
    with pytest.raises(MisuseError, match=says) as caught:
        read(tmp_path, content)
    assert "op_debug_config=<words>" in caught.value.hint


def test_oom_cannot_be_had_while_data_is_collected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NPU_COLLECT_PATH", "here")
    with pytest.raises(MisuseError, match="NPU_COLLECT_PATH"):
        read(tmp_path, "oom")
    assert read(tmp_path, "ccec_g").words == ("ccec_g",)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("ccec_g", ["-g"]),
        ("dump_bin", ["-g"]),
        ("ccec_O0", ["-O0", "-g"]),
        ("ccec_O0,oom", ["-sanitizer", "-g"]),  # as in CANN
        ("sanitizer", ["-sanitizer", "-g"]),
    ],
)
def test_all_builds_show_lines_and_can_be_observed(
    tmp_path: Path, words: str, options: list[str]
) -> None:
    config = read(tmp_path, words)
    given = [*options_of_debug_config(frozenset(config.words)), *config.build]
    assert given == options
    assert build_of(given).observed
    assert build_of(given).debugged


def test_what_needs_mssanitizer_says_so(tmp_path: Path) -> None:
    assert read(tmp_path, "ccec_g,dump_cce,oom,check_flag").notes == ()
    (note,) = read(tmp_path, "sanitizer,oom").notes
    assert note.startswith("sanitizer: run the program with mssanitizer")
