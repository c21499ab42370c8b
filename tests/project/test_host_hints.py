"""The way out of what compilers say of host code that asks for what CANN has later."""

from __future__ import annotations

import pytest

from custom_compiler.project.foreign_names import host_name_hint


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
