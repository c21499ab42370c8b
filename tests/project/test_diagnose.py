"""The first failure is found in outputs of real tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.project.compiler_hints import missing_header_hint
from custom_compiler.project.diagnose import Diagnosis, diagnose
from custom_compiler.project.full_disk import full_place, says_full

NINJA = """\
[1/9] Building CXX object a.o
FAILED: b.o
/usr/bin/c++ -c /p/b.cpp
In file included from /p/b.cpp:3:
/p/b.h:7:5: error: 'x' was not declared in this scope
    7 |     x = 1;
      |     ^
[2/9] Kernel A_1 (ascend910b)
FAILED: k.o
python compile_kernel.py
/p/k.cpp:1:1: error: second
ninja: build stopped: subcommand failed.
"""
CONFIGURE = """\
Preset CMake variables:

  A:STRING="error"

-- Detecting CXX compile features
Describing add.cpp
/p/add.cpp:3:1: error: expected unqualified-id
    3 | bad
      | ^~~
CMake Error at cmake/describe.cmake:55 (message):
  The operators of /p cannot be described, see above
"""
CMAKE_ONLY = """\
-- Something
CMake Error at cmake/config.cmake:20 (message):
  vendor_name=a/b: use letters, digits,
  _ and -
Call Stack (most recent call first):
  CMakeLists.txt:9 (include)

-- Configuring incomplete, errors occurred!
"""


def test_first_failed_step_of_ninja() -> None:
    found = diagnose(NINJA)
    assert found.message == "/p/b.h:7:5: error: 'x' was not declared in this scope"
    assert found.details.startswith("In file included from")
    assert "second" not in found.details
    assert not found.misuse


def test_what_opc_puts_around_a_kernel_is_not_told() -> None:
    said = NINJA.replace(
        "In file included from /p/b.cpp:3:",
        "In file included from ascendc.wrapper.cpp:23:\n"
        "/p/b.h: In function 'void add_custom_ascendc_user(uint8_t*)':",
    )
    assert diagnose(said).details.startswith("/p/b.h: In function 'void add_custom(uint8_t*)':")


def test_failure_while_configuring() -> None:
    found = diagnose(CONFIGURE)
    assert found.message == "/p/add.cpp:3:1: error: expected unqualified-id"
    assert found.details.splitlines()[0] == found.message


def test_message_of_cmake_itself() -> None:
    assert diagnose(CMAKE_ONLY).message == "vendor_name=a/b: use letters, digits, _ and -"


def test_registration_mistakes_are_the_users() -> None:
    text = "Describing a.cpp\n/p/b.cpp:4: error: operator A is registered twice (OP_ADD)\n"
    assert not diagnose(f"{text}CMake Error at x\n").misuse  # words alone say nothing
    found = diagnose(f"{text}failure: misuse\nCMake Error at x\n")
    assert found.misuse
    assert found.message == "/p/b.cpp:4: operator A is registered twice (OP_ADD)"


def test_definition_refused_by_op_build() -> None:
    text = "op_build: error: A: x: two dtypes\nfailure: misuse\nCMake Error at x\n"
    found = diagnose(text)
    assert (found.misuse, found.message) == (True, "A: x: two dtypes")


def test_refused_kernel_is_the_users() -> None:
    found = diagnose(
        "FAILED: k.o\npython compile_kernel.py\n/p/k.cpp:3:1: error: static assertion failed\n"
        "opc: error: operator A: the kernel has 2 parameters\nopc: hint: declare 3\n"
        "error: kernel A_1 of operator A for ascend910b was not compiled\nfailure: misuse\n"
    )
    assert found == Diagnosis("operator A: the kernel has 2 parameters", "", "declare 3", True)


def test_linker_and_disk() -> None:
    full = (
        "FAILED: a.o\nc++ -c\ncc1plus: fatal error: a.o: No space left on device\nninja: stopped\n"
    )
    assert "No space left on device" in diagnose(full).message
    link = "FAILED: a.so\nc++\n/usr/bin/ld: cannot find -lregister: No such file\nninja: stopped\n"
    assert "cannot find -lregister" in diagnose(link).message


def test_silence() -> None:
    assert diagnose("").message == "the build tool failed and said nothing"


def test_what_is_said_once_is_not_repeated() -> None:
    found = diagnose("error: no such thing\nCMake Error at x\n")
    assert (found.message, found.details, found.in_source) == ("no such thing", "", False)
    assert diagnose(NINJA).in_source


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("/h/a.cpp:1:9: fatal error: register/x.h: No such file or directory", "toolkit /c has no"),
        ("/h/a.cpp:1:9: fatal error: 'tiling/x.h' file not found", "--ascend_cann_package_path"),
        ("/k/a.cpp:1:9: fatal error: kernel_new.h: No such file or directory", "ASCEND_HOME_PATH"),
        ("/h/a.cpp:1:9: fatal error: sub/mine.h: No such file or directory", "--include"),
        ("/k/a.cpp:1:9: fatal error: 'mine.h' file not found", "next to the kernel source"),
        ("/h/a.cpp:1:9: error: 'x' was not declared", ""),
    ],
)
def test_way_out_for_a_missing_header(message: str, says: str) -> None:
    hint = missing_header_hint(message, Path("/c"), Path("/k"))
    assert says in hint
    assert bool(hint) == bool(says)


def test_full_disks(tmp_path: Path) -> None:
    assert says_full("cc1plus: fatal error: a.o: No space left on device")
    assert says_full("OSError: [Errno 28]")
    assert not says_full("No space for you")
    assert full_place([tmp_path / "missing", Path("/proc")], is_reported=False) == Path("/proc")
