"""Sources with direct launches: the search for kernels, rewritten launches, headers."""

from __future__ import annotations

import pytest

from custom_compiler.errors import BuildError
from custom_compiler.kernel.launch.host_launch import (
    GlobalFunction,
    LaunchBuild,
    find_kernels,
    launch_headers,
    marked_source,
    rewritten,
)
from custom_compiler.kernel.toolchain.targets import without_targets

BUILD = LaunchBuild("0")
GLOBAL = b"__attribute__((ascendc_global))"


def launch(callee: str, config: str, arguments: str, task_type: str) -> bytes:
    separator = ", " if arguments else ""
    name = callee.partition("<")[0].rpartition("::")[2]
    return (
        f'::AscendC::isa::HostLaunch(::ascendc_unit, "{name}", ",x,n", {task_type}, {config})'
        f".Run<1, 0>([](auto... ascendc_a) {{ {callee}(::AscendC::isa::Passed(ascendc_a)...); }}"
        f"{separator}{arguments})"
    ).encode()


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (
            b"k<<<8, nullptr, s>>>(x, y);",
            launch("k", "8, nullptr, s", "x, y", "::ascendc_inferred_types[0]") + b";",
        ),
        (
            b"return k<<<f(a > b), l2[0], s>>>();",
            b"return "
            + launch("k", "f(a > b), l2[0], s", "", "::ascendc_inferred_types[0]")
            + b";",
        ),
        (
            b'ns::k<half, V<2>><<<n >> 1, 0, s>>>((uint8_t*)x, g(1, ")"));',
            launch(
                "ns::k<half, V<2>>",
                "n >> 1, 0, s",
                '(uint8_t*)x, g(1, ")")',
                "::ascendc_inferred_types[0]",
            )
            + b";",
        ),
        (b"int a = b <<< c;", b"int a = b <<< c;"),
        (b"v<v<v<int>>> x(1);", b"v<v<v<int>>> x(1);"),
    ],
)
def test_launches_become_calls(call: bytes, expected: bytes) -> None:
    kernels = {
        "k": GlobalFunction("k", "float* x, int n = 2", "", is_template=False, is_defined=True)
    }
    assert rewritten(call, kernels, BUILD) == expected


def test_lines_stay() -> None:
    text = b"void f() {\n  k<<<1,\n 0, s>>>(\n x);\n}\nint last;\n"
    assert rewritten(text, {}, BUILD).count(b"\n") == text.count(b"\n")


@pytest.mark.parametrize(
    ("source", "name", "parameters", "task_type", "is_template"),
    [
        (
            'extern "C" __global__ __aicore__ void add(GM_ADDR x, uint32_t n) { a({}); }',
            "add",
            "uint8_t* x, uint32_t n",
            "",
            False,
        ),
        (
            "template <typename T, int N> __global__ __aicore__ void f(__gm__ T* x) {}",
            "f",
            "T* x",
            "",
            True,
        ),
        ("__aicore__ inline __global__ void g(/* none */) {}", "g", "", "", False),
    ],
)
def test_kernels_are_found(
    source: str, name: str, parameters: str, task_type: str, is_template: bool
) -> None:
    (kernel,) = find_kernels(marked_source(b"int before;\n" + source.encode())).values()
    found = kernel._replace(parameters=" ".join(kernel.parameters.split()))
    assert found == GlobalFunction(name, parameters, task_type, is_template, is_defined=True)


@pytest.mark.parametrize(
    ("mark", "body", "task_type"),
    [
        (b"__attribute__((ascendc_mix(1, 2)))", b"", "KERNEL_TYPE_MIX_AIC_1_2"),
        (b"__attribute__((ascendc_cube))", b"", "KERNEL_TYPE_AIC_ONLY"),
        (b"__attribute__((ascendc_vector))", b"", "KERNEL_TYPE_AIV_ONLY"),
        (b"", b"__attribute__((ascendc_task_type(KERNEL_TYPE_AICORE)));", "KERNEL_TYPE_AICORE"),
    ],
)
def test_stated_types(mark: bytes, body: bytes, task_type: str) -> None:
    text = GLOBAL + b" " + mark + b" void k() {" + body + b"}"
    kernels = find_kernels(text)
    assert kernels["k"].task_type == task_type
    assert b"ascendc_" not in rewritten(text, kernels, BUILD)


def test_declarations_do_not_hide_definitions() -> None:
    text = GLOBAL + b" void k(int a);" + GLOBAL + b" void k(int b) { }" + GLOBAL + b" void k(int);"
    assert find_kernels(text)["k"].parameters == "int b"


def test_what_functions_are_compiled_for_is_taken_out() -> None:
    text = b"inline [aicore] int f(); inline [ host,aicore ] int g(); int x = a[aicores];"
    assert (
        without_targets(text).split()
        == b"inline int f(); inline int g(); int x = a[aicores];".split()
    )


def test_unfinished_source_is_an_error() -> None:
    with pytest.raises(BuildError, match="bracket"):
        find_kernels(GLOBAL + b" void k(int a")


def test_headers_take_addresses_and_structures_by_address() -> None:
    source = b"__global__ __aicore__ void k(GM_ADDR x, float a, Tiling t, __gm__ half* y) {}"
    (header,) = launch_headers(find_kernels(marked_source(source))).items()
    assert header[0] == "aclrtlaunch_k.h"
    assert (
        "uint32_t aclrtlaunch_k(uint32_t ascendc_blocks, void* ascendc_stream,"
        " void* ascendc_p0, float ascendc_p1, Tiling* ascendc_p2, void* ascendc_p3);"
    ) in header[1]
