"""The first failure is found in outputs of real tools."""

from __future__ import annotations

from custom_compiler.project.diagnose import diagnose

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


def test_failure_while_configuring() -> None:
    found = diagnose(CONFIGURE)
    assert found.message == "/p/add.cpp:3:1: error: expected unqualified-id"
    assert found.details.splitlines()[0] == found.message


def test_message_of_cmake_itself() -> None:
    assert diagnose(CMAKE_ONLY).message == "vendor_name=a/b: use letters, digits, _ and -"


def test_registration_mistakes_are_the_users() -> None:
    text = "Describing a.cpp\n/p/b.cpp:4: error: operator A is registered twice (OP_ADD)\n"
    text += "CMake Error at x\n"
    found = diagnose(text)
    assert found.misuse
    assert found.message == "/p/b.cpp:4: operator A is registered twice (OP_ADD)"


def test_definition_refused_by_op_build() -> None:
    found = diagnose("op_build: error: A: x: two dtypes\nCMake Error at x\n")
    assert (found.misuse, found.message) == (True, "A: x: two dtypes")


def test_linker_and_disk() -> None:
    full = (
        "FAILED: a.o\nc++ -c\ncc1plus: fatal error: a.o: No space left on device\nninja: stopped\n"
    )
    assert "No space left on device" in diagnose(full).message
    link = "FAILED: a.so\nc++\n/usr/bin/ld: cannot find -lregister: No such file\nninja: stopped\n"
    assert "cannot find -lregister" in diagnose(link).message


def test_silence() -> None:
    assert diagnose("").message == "the build tool failed and said nothing"
