"""Names that the builds of public repositories look for: the toolkit has each, or says why not.

`python -m tests.corpus names CHECKOUT... --record` extracts `repository_names.csv`. A row of
`repository_gaps.csv` is a pattern of missing names with the reason.
"""

from __future__ import annotations

import csv
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.corpus.layout import RECORDED_NAMES, Toolkit, names_of

GAPS = Path(__file__).with_name("repository_gaps.csv")


def _rows(path: Path) -> list[tuple[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return [(row[0], row[1]) for row in list(csv.reader(file))[1:]]


@pytest.fixture(scope="module")
def missing(cann_home: Path) -> list[tuple[str, str]]:
    """Return the recorded names that the toolkit lacks."""
    toolkit = Toolkit(cann_home)
    return [row for row in _rows(RECORDED_NAMES) if not toolkit.serves(*row)]


def _is_match(gap: tuple[str, str], row: tuple[str, str]) -> bool:
    return gap[0] == row[0] and fnmatchcase(row[1], gap[1])


def test_every_name_exists_or_is_a_known_gap(missing: list[tuple[str, str]]) -> None:
    gaps = _rows(GAPS)
    assert [row for row in missing if not any(_is_match(gap, row) for gap in gaps)] == []


def test_every_known_gap_is_still_open(missing: list[tuple[str, str]]) -> None:
    served = set(_rows(RECORDED_NAMES)) - set(missing)
    for gap in _rows(GAPS):
        assert any(_is_match(gap, row) for row in missing), f"{gap}: no such name is missing"
        assert [row for row in served if _is_match(gap, row)] == [], f"{gap}: the toolkit has it"


CMAKE = """
find_path(ACL_INCLUDE NAMES acl/acl.h HINTS ${ASCEND_DIR}/include)
find_library(SHARED NAMES libplatform.so PATHS ${ASCEND_DIR}/${SYSTEM_PREFIX}/lib64)
find_package(ASC REQUIRED)
find_package(own MODULE)
add_library(kernels SHARED a.cpp)
target_link_libraries(kernels PRIVATE tiling_api kernels -lascendcl)
npu_op_package(name)
own_function(name)
# find_package(Commented)
set(COMPILER ${ASCEND_DIR}/${CMAKE_SYSTEM_PROCESSOR}-linux/ccec_compiler/bin/bisheng)
set(PACKAGE $ENV{ASCEND_OPP_PATH}/vendors/custom_math)
"""
MODULE = "function(own_function)\nendfunction()\n"
SOURCE = """
#include <vector>
#include "acl/acl.h"
#include "../op_kernel/shared.h"
#include "aclnnop/aclnn_add.h"
#include "gtest/gtest.h"
#include "hccl/hccl.h"
"""
SCRIPT = """
source ${ASCEND_HOME_PATH}/bin/setenv.bash
g++ main.cpp -L${ASCEND_HOME_PATH}/lib64 -lnnopbase -lm
which npu-smi
"""


def test_names_of_a_checkout(tmp_path: Path) -> None:
    """Each kind is found; what the checkout, the system or another project has is not."""
    for name, text in {
        "CMakeLists.txt": CMAKE,
        "cmake/Findown.cmake": MODULE,
        "add/op_host/add.cpp": SOURCE,
        "add/op_kernel/shared.h": "",
        "build.sh": SCRIPT,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert names_of(tmp_path) == {
        ("command", "npu_op_package"),
        ("header", "acl/acl.h"),
        ("header", "hccl/hccl.h"),
        *(("library", name) for name in ("ascendcl", "nnopbase", "platform", "tiling_api")),
        ("package", "ASC"),
        ("path", "bin/setenv.bash"),
        ("path", "lib64"),
        ("path", "include"),
        ("path", "{arch}-linux/ccec_compiler/bin/bisheng"),
        ("path", "{arch}-linux/lib64"),
        ("program", "bisheng"),
        ("program", "npu-smi"),
    }
