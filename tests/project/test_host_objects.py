"""Objects of op_host: one for all libraries where that is right; precompiling changes none."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.project import ProjectSpec
from custom_compiler.project.export import export_project
from tests.project.conftest import SCRIPTS, Sample
from tests.utils.sources import read_source

UNITS = ("ascend910b",)
SMALL = read_source(__file__, "sources/host_objects_small.cpp")


def compiles(project: Path, source: str) -> list[str]:
    """Commands of the build graph that compile `source`."""
    entries = json.loads((project / "build_out/compile_commands.json").read_text())
    return [
        entry.get("command") or shlex.join(entry["arguments"])
        for entry in entries
        if entry["file"].endswith(f"/{source}")
    ]


def test_sources_are_compiled_once_unless_they_ask_for_the_library(sample: Sample) -> None:
    (sample.op_host / "part.h").write_text(
        "#ifdef OP_TILING_LIB\n#define PART tiling_part\n#endif\n"
    )
    (sample.op_host / "part.cpp").write_text(
        '#include "part.h"\n#ifdef PART\nextern "C" __attribute__((visibility("default")))'
        " int PART() { return 1; }\n#endif\n"
    )
    sample.build(compute_units=UNITS)
    steps = " ".join(sample.steps())
    assert re.search(r"cust_optiling\.dir/\S*/part\.cpp\.o", steps)
    assert re.search(r"cust_op_proto\.dir/\S*/part\.cpp\.o", steps)
    assert "/add_custom.cpp.o" not in steps
    libraries = sample.project / "build_out/op_host"
    symbols = {
        path.name: subprocess.run(
            ["nm", "-D", path], capture_output=True, text=True, check=True
        ).stdout
        for path in libraries.glob("*.so")
    }
    assert "tiling_part" in symbols["libcust_opmaster_rt2.0.so"]
    assert "tiling_part" not in symbols["libcust_opsproto_rt2.0.so"]
    # Editors can read how each source is compiled.
    assert len(compiles(sample.project, "op_host/add_custom.cpp")) == 1
    assert len(compiles(sample.project, "op_host/part.cpp")) == 2


@pytest.mark.slow
def test_flags_of_the_project_reach_the_shared_objects(sample: Sample, tmp_path: Path) -> None:
    """In an exported project, whose CMake lists are the user's to edit."""
    spec = ProjectSpec(
        op_host=sample.op_host,
        op_kernel=sample.op_kernel,
        toolkit=sample.toolkit,  # type: ignore[arg-type]
        compute_units=UNITS,
    )
    project = export_project(spec, tmp_path / "exported", str(sample.toolkit.root)).folder
    lists = project / "op_host/CMakeLists.txt"
    text = lists.read_text()
    source = project / "op_host/add_custom.cpp"
    plain = source.read_text()

    def builds() -> bool:
        done = subprocess.run(["bash", "build.sh"], cwd=project, capture_output=True, check=False)
        return done.returncode == 0

    assert builds()
    source.write_text(f"{plain}\n#ifndef GIVEN\n#error not given\n#endif\n")
    assert not builds()
    lists.write_text(f"add_compile_definitions(GIVEN)\n{text}")
    assert builds()
    assert len(compiles(project, "op_host/add_custom.cpp")) == 1
    # Where flags are only known later, each library has its own objects.
    source.write_text(plain)
    lists.write_text(f"add_compile_definitions($<1:GIVEN>)\n{text}")
    assert builds()
    assert len(compiles(project, "op_host/add_custom.cpp")) == 2


def without_lines(object_file: Path) -> bytes:
    """An object without its line tables, which name the header too."""
    stripped = object_file.with_suffix(".stripped")
    subprocess.run(["objcopy", "--strip-debug", object_file, stripped], check=True)
    return stripped.read_bytes()


def code_and_names(object_file: Path) -> tuple[str, list[str]]:
    """The functions of an object but the one that makes its globals, and what it names."""
    words = ["objdump", "--disassemble", "--no-show-raw-insn", str(object_file)]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    sections = told.split("Disassembly of section ")[1:]
    code = "".join(section for section in sections if not section.startswith(".text.startup"))
    assert code
    symbols = subprocess.run(
        ["nm", "--format=posix", object_file], check=True, capture_output=True, text=True
    )
    return code, sorted(" ".join(line.split()[:2]) for line in symbols.stdout.splitlines())


@pytest.mark.slow
def test_precompiled_header_changes_no_object(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CUSTOM_COMPILER_HOST_HEADERS")  # the header is the project's
    for i in range(6):
        text = SMALL.replace("OpN", f"Op{i}").replace("N", str(i), 1)
        (sample.op_host / f"small{i}.cpp").write_text(text)
    sample.build(compute_units=UNITS)
    objects = sample.project / "build_out/autogen/objects"
    assert (objects / "registration.h.gch").exists() or (objects / "registration.h.pch").exists()
    found = sorted(objects.glob("small*.o.json"))
    assert len(found) == 6
    for state in found:
        other = objects / "other.o"
        command = json.loads(state.read_text())["command"]
        subprocess.run([*command, "-o", other], check=True)
        assert without_lines(other) == without_lines(state.with_suffix(""))
        subprocess.run([*command, "-o", other, "-include", objects / "registration.h"], check=True)
        assert without_lines(other) == without_lines(state.with_suffix(""))


@pytest.mark.slow
def test_headers_that_projects_share_change_no_code_and_no_verdict(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    monkeypatch.setenv("CUSTOM_COMPILER_HOST_HEADERS", str(shared))
    sample.build(compute_units=UNITS)
    stubs = {path.stem.partition(".")[0] for path in shared.iterdir() if path.suffix != ".h"}
    assert stubs == {"registration", "tiling"}
    (proto,) = compiles(sample.project, "op_proto.cc")
    assert f"-include {shared}/registration." in proto
    (state,) = (sample.project / "build_out/autogen/objects").glob("*.o.json")
    command = json.loads(state.read_text())["command"]
    other = tmp_path / "other.o"
    subprocess.run([*command, "-o", other], check=True)
    # Globals of headers may be made in another order.
    assert code_and_names(other) == code_and_names(state.with_suffix(""))
    # What does not compile by itself does not with them: the header is needed before it.
    tiling = sample.op_host / "add_custom_tiling.h"
    needed = '#include "register/tilingdata_base.h"\n'
    assert needed in tiling.read_text()
    tiling.write_text(tiling.read_text().replace(needed, ""))
    with pytest.raises(BuildError, match=r"add_custom_tiling\.h"):
        sample.build(compute_units=UNITS)


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ('#include "register/op_def_registry.h"\n', "registration"),
        ("// what\n/* it\n is */\n#include <register/op_def_registry.h>\n", "registration"),
        ('#include "own.h"\n#include "register/op_def_registry.h"\n', "registration"),
        ('#include "guarded.h"\n', "tiling"),
        ('#include <map>\n#include "register/op_def_registry.h"\n', "registration"),
        ('#include "plain.h"\n#include "register/op_def_registry.h"\n', "registration"),
        ('#include "own.h"\nint x;\n#include "register/op_def_registry.h"\n', "tiling"),
        ('#include "more.h"\n#include "register/op_def_registry.h"\n', "tiling"),
        ('#include "bare.h"\n#include "register/op_def_registry.h"\n', ""),
        ('#define private public\n#include "register/op_def_registry.h"\n', ""),
        ('#include "late.h"\n#include "register/op_def_registry.h"\n', ""),
        ('#include "self.h"\n', ""),
        ("int x;\n", ""),
    ],
)
def test_only_what_comes_first_is_taken_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, begins: str
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.setenv("CUSTOM_COMPILER_HOST_HEADERS", str(tmp_path / "shared"))
    (tmp_path / "shared").mkdir()
    first = '#include "register/tilingdata_base.h"\n'
    structure = (
        "namespace optiling {\nBEGIN_TILING_DATA_DEF(D)\nTILING_DATA_FIELD_DEF(uint32_t, n);\n"
        "END_TILING_DATA_DEF;\nREGISTER_TILING_DATA_CLASS(Op, D)\n}  // namespace optiling\n"
    )
    files = {
        "plain.h": f"#ifndef A_H\n#define A_H\n#include <cstdint>\n{first}{structure}#endif\n",
        "more.h": f"{first}{structure}inline OpDef* g_more;\n",
        "bare.h": structure,
        "own.h": f"#pragma once\n{first}",
        "guarded.h": f"#ifndef A_H\n#define A_H\n\n{first}#endif\n",
        "late.h": f"#ifndef A\n#define A 1\n#endif\n{first}",
        "self.h": '#include "self.h"\n',
        "source.cpp": text,
    }
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    folder = str(tmp_path)
    settings = SimpleNamespace(
        compiler=["g++"], source_dir=folder, kernel_dir=folder, include_dirs=[],
        toolkit="cann", standard="17", flags=[], library_flags=["-O2", f"-I{folder}"],
    )  # fmt: skip
    headers = importlib.import_module("shared_headers")
    for name in ("register/op_def_registry.h", "register/tilingdata_base.h"):
        Path(headers.target_of(headers.path_of(name, settings), settings)).touch()
    found = headers.needed_header(str(tmp_path / "source.cpp"), settings)
    assert Path(found).name.partition(".")[0] == begins
    # They are those of one set of flags; where headers are searched is none of them.
    settings.library_flags = ["-O2", "-I/elsewhere"]
    assert headers.needed_header(str(tmp_path / "source.cpp"), settings) == found
    settings.library_flags = ["-O0"]
    assert not headers.needed_header(str(tmp_path / "source.cpp"), settings)
