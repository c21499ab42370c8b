"""Functions that launch kernels, emptied before the host compiler sees them."""

from __future__ import annotations

import pytest

from custom_compiler.kernel.opc.launch_removal import without_launches


@pytest.mark.parametrize(
    "launch",
    [
        b"add<<<blockDim, l2ctrl, stream>>>(x, y, z);",
        b"add <half, 2> <<< 8, nullptr, s >>> ( x );",
        b"ns::add<<<\n8,\nnullptr, s>>>(\nx\n);",
        b"aclrtUnknown(s); if (a) { add<<<1, 0, s>>>(x); } undeclared(s);",
        b'log("}"); char c = \'{\'; add<<<n, 0, s>>>(f(x), "<<<");',
    ],
)
@pytest.mark.parametrize(
    ("head", "tail"),
    [
        (b"void f(void* s) {", b"}\nint after;"),
        (b'extern "C" int f() {', b"}"),
        (b'namespace a { extern "C" { struct S { void g() {', b"} }; } }"),
        (b"template <class T> void f() {", b"} int g() { return 1 << 2; }"),
    ],
)
def test_launching_function_is_emptied_and_lines_stay(
    head: bytes, tail: bytes, launch: bytes
) -> None:
    lines = b"\n" * launch.count(b"\n")
    assert without_launches(head + launch + tail) == head + lines + tail


def test_only_the_launching_functions_are_emptied() -> None:
    text = b"int a() { return 1; }\nvoid f() { k<<<1>>>(); }\nint b() { return 2; }\n"
    assert without_launches(text) == (
        b"int a() { return 1; }\nvoid f() {}\nint b() { return 2; }\n"
    )


def test_line_markers_inside_survive() -> None:
    text = b'void f() {\n k<<<1>>>();\n# 40 "k.cpp"\n g();\n}\n'
    assert without_launches(text) == b'void f() {\n\n# 40 "k.cpp"\n\n}\n'


def test_text_without_launches_is_returned_as_it_is() -> None:
    text = b"int f() { return a < b; }"
    assert without_launches(text) is text
