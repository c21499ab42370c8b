from __future__ import annotations

import pytest

from custom_compiler.kernel.launch import without_launches


@pytest.mark.parametrize(
    ("launch", "left"),
    [
        (b"add<<<n, l2, s>>>(x, y);", b";"),
        (b"add <half, 1> <<<n,\n l2, s>>> (f(x),\n y) ;", b";\n\n"),
        (b"if (a) k<<<1, nullptr, (void*)s>>>(x); else b();", b"if (a) ; else b();"),
        (b"a<<<1, 0, s>>>(x); b<<<1, 0, s>>>(y);", b"; ;"),
    ],
)
def test_launches_become_empty_statements_of_as_many_lines(launch: bytes, left: bytes) -> None:
    assert without_launches(b"void f() { " + launch + b" }") == b"void f() { " + left + b" }"


@pytest.mark.parametrize("text", [b"a = b << 3 >> 1;", b"vector<vector<pair<int, int>>> x(n);"])
def test_other_code_stays(text: bytes) -> None:
    assert without_launches(text) is text
