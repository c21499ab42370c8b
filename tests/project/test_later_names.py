"""The way out of what compilers say of code that asks for what CANN has later."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from custom_compiler.project.compiler_hints import foreign_name_hint, host_name_hint

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (
            "a.cpp:9:15: error: \u2018class ops::A\u2019 has no member named \u2018AICPU\u2019",
            "this->AICore()",
        ),
        ("a.cpp:9:15: error: no member named 'HostCPU' in 'ops::AddCustom'", "host CPUs"),
        ("a.cpp:9:15: error: 'class ops::OpMC2Def' has no member named 'HcclServerType'", "rank"),
        ("a.cpp:9:15: error: 'class ops::AddCustom' has no member named 'AIcore'", ""),
        ("a.cpp:9:15: error: 'gert' has not been declared", "register/op_def_registry.h"),
    ],
)
def test_members_of_later_definitions(message: str, words: str) -> None:
    hint = host_name_hint(message)
    assert words in hint
    assert bool(hint) == bool(words)


@pytest.mark.parametrize(
    "message",
    [
        "op_kernel/a.cpp:2:21: error: \u2018AscendC::Mutex\u2019 has not been declared",
        "op_kernel/a.cpp:2:62: error: 'AllocMutexID' is not a member of 'AscendC'",
        "op_kernel/a.cpp:2:21: error: no member named 'Mutex' in namespace 'AscendC'",
    ],
)
def test_locks_of_kernels(message: str, tmp_path: Path) -> None:
    assert "SetFlag and WaitFlag" in foreign_name_hint(message, tmp_path)


def test_macros_of_headers_that_kernels_lack(tmp_path: Path) -> None:
    message = "op_kernel/a.cpp:2:20: error: \u2018FLT_MAX\u2019 was not declared in this scope"
    assert "#include <cfloat>" in foreign_name_hint(message, tmp_path)
