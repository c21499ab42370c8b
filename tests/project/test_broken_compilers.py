"""A compiler that is none is named, and the next build with another one works as if nothing was."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from tests.project.conftest import Sample

UNITS = ("ascend910b",)


@pytest.fixture(autouse=True)
def _builds_as_users_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Build without the precompiled host headers that builds of other tests share."""
    monkeypatch.delenv("CUSTOM_COMPILER_HOST_HEADERS", raising=False)


def failing(folder: Path) -> str:
    path = folder / "failing"
    path.write_text("#!/bin/sh\nexit 1\n")
    path.chmod(0o755)
    return str(path)


def test_broken_compiler_leaves_nothing_behind(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    for value in ("/no/such/g++", str(tmp_path), failing(tmp_path)):
        monkeypatch.setenv("CXX", value)
        with pytest.raises(MisuseError, match=re.escape(f"CXX={value}: ")) as caught:
            sample.build(compute_units=UNITS)
        assert "CXX" in caught.value.hint
    monkeypatch.setenv("CXX", "g++")
    assert sample.build(compute_units=UNITS).kernels == 3
    monkeypatch.setenv("CXX", "/no/such/g++")
    with pytest.raises(MisuseError, match="CXX=/no/such/g"):
        sample.build(compute_units=UNITS)
    monkeypatch.setenv("CXX", "g++")
    sample.build(compute_units=UNITS)
    assert sample.steps() == []
    assert "Traceback" not in "".join(capfd.readouterr())


def test_compiler_that_breaks_while_cmake_looks_at_it(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CMake's conclusions about a compiler are not cached after a failure."""
    path = tmp_path / "my-c++"
    path.write_text(
        '#!/bin/sh\ncase $1 in -dumpmachine | --version) exec g++ "$@" ;; esac\nexit 1\n'
    )
    path.chmod(0o755)
    monkeypatch.setenv("CXX", str(path))
    with pytest.raises(Exception, match="my-c\\+\\+"):
        sample.build(compute_units=UNITS)
    path.write_text('#!/bin/sh\nexec g++ "$@"\n')
    assert sample.build(compute_units=UNITS).kernels == 3


def test_launcher_and_options_in_cxx(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher = tmp_path / "launcher"
    launcher.write_text('#!/bin/sh\nexec "$@"\n')
    launcher.chmod(0o755)
    check = "#ifndef GIVEN\n#error the options of CXX are lost\n#endif\n"
    sample.edit("op_host/add_custom.cpp", "OP_ADD(AddCustom);", f"OP_ADD(AddCustom);\n{check}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CXX", "./launcher g++ -DGIVEN")
    assert sample.build(compute_units=UNITS).kernels == 3


def test_broken_launcher_is_named(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
) -> None:
    variable = "CMAKE_CXX_COMPILER_LAUNCHER"
    for value in ("/no/such/ccache", failing(tmp_path)):
        monkeypatch.setenv(variable, value)
        with pytest.raises(MisuseError, match=re.escape(f"{variable}={value}: ")):
            sample.build(compute_units=UNITS)
    assert "Traceback" not in "".join(capfd.readouterr())


@pytest.mark.slow
def test_c_compiler_counts_where_there_is_c(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "/no/such/gcc")
    assert sample.build(compute_units=UNITS).kernels == 3
    (sample.op_host / "part.c").write_text("int part(void) { return 1; }\n")
    with pytest.raises(MisuseError, match="CC=/no/such/gcc: no such program"):
        sample.build(compute_units=UNITS)
    monkeypatch.setenv("CC", shutil.which("gcc") or "cc")
    assert sample.build(compute_units=UNITS).kernels == 3


def test_no_thread_of_the_description_prints_a_traceback(script, cann_home, tmp_path: Path) -> None:
    source = tmp_path / "a.cpp"
    source.write_text("")
    lines = {
        "output": tmp_path, "toolkit": cann_home, "op_build": "", "opc": "/no/such/opc",
        "source_dir": tmp_path, "kernel_dir": tmp_path, "standard": 17, "flags": "",
        "precompile_kernels": "TRUE", "cxx_of_kernels": "", "compiler": "/no/such/g++",
        "compiler_id": "GNU",
        "source": source,
    }  # fmt: skip
    (tmp_path / "settings").write_text("".join(f"{k}={v}\n" for k, v in lines.items()))
    done = script("describe.py", tmp_path / "settings")
    assert done.returncode == 1
    assert done.stderr == "error: /no/such/g++: No such file or directory\n"
