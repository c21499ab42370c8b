"""From declarations to launches: fields of real tiling structures, found by the compiler."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.tuning.declaration import read_declaration
from custom_compiler.kernel.op_compiler.tuning.knobs import TunableLaunch, tunables_of
from custom_compiler.kernel.opc.observed import read_installed, rebuild_request
from custom_compiler.kernel.opc.tiling import NO_TILING

FACTS = {"vector_cores": 40, "x.itemsize": 4, "ub": 196608}
# AddCustomTilingData: length, blockLength, tileLength.
LAYOUT = struct.Struct("<QQI4x")
LAUNCH = TunableLaunch(4, 0, LAYOUT.pack(4096, 1024, 7648))
PLAIN = """
#define FIELD(type, name) type name
struct First { uint8_t skipped; FIELD(int16_t, n); struct { uint32_t a[3]; } inner; float real; };
namespace other { struct Second { int64_t n; }; }
"""


@pytest.fixture(scope="module")
def request_(installed_sample, tmp_path_factory):
    """Return the request of the sample's kernel, with a separate source."""
    folder = tmp_path_factory.mktemp("sources")
    (kernel, *_) = sorted(
        installed_sample.vendor.glob("op_impl/ai_core/tbe/kernel/ascend910b/*/*.o")
    )
    root = str(installed_sample.home)
    request = rebuild_request(root, read_installed(str(kernel), "Ascend910B3"), [])
    (source,) = installed_sample.vendor.glob("op_impl/ai_core/tbe/*/dynamic/add_custom.cpp")
    (folder / "dynamic").mkdir()
    shutil.copy(request.implementation, folder / "dynamic/add_custom.py")
    shutil.copy(source, folder / "dynamic/add_custom.cpp")
    return request._replace(implementation=str(folder / "dynamic/add_custom.py"))


@pytest.fixture
def declared(request_):
    source = Path(request_.implementation).with_suffix(".cpp")
    text = source.read_text()

    def tunables(lines: str, launch: TunableLaunch = LAUNCH, code: str = ""):
        source.write_text(
            f"{text}\n{code}\n" + "".join(f"// {line}\n" for line in lines.splitlines())
        )
        declaration = read_declaration(str(source), "AddCustom", "", NO_TILING)
        return tunables_of(declaration, request_, launch, FACTS)

    yield tunables
    source.write_text(text)


def test_a_setting_becomes_a_launch(declared) -> None:
    tunables = declared(
        "@tunable tileLength in 64..512 by *2\n"
        "@tunable block_dim in 1, 2, 4\n"
        "@tunable set blockLength = align(ceil_div(length, block_dim), 64 // x.itemsize)\n"
        "@tunable define BUFFERS in 2, 1\n"
        '@tunable options in "-DA -DB=1"\n'
    )
    assert {knob.name: knob.values for knob in tunables.space.knobs} == {
        "tileLength": (64, 128, 256, 512, 7648),
        "block_dim": (1, 2, 4),
        "BUFFERS": (1, 2),
        "options": ("", "-DA -DB=1"),
    }
    assert tunables.untuned == {"tileLength": 7648, "block_dim": 4, "BUFFERS": 2, "options": ""}
    assert tunables.launch(tunables.untuned) == LAUNCH
    setting = {"tileLength": 128, "block_dim": 2, "BUFFERS": 1, "options": "-DA -DB=1"}
    launch = tunables.launch(setting)
    assert launch == TunableLaunch(
        2, 0, LAYOUT.pack(4096, 2048, 128), ("-DBUFFERS=1", "-DA", "-DB=1")
    )


def test_conditions_leave_settings_out_but_never_the_untuned_one(declared) -> None:
    tunables = declared(
        "@tunable tileLength in 1024..8192 by 1024\n"
        "@tunable define BUFFERS in 2, 1, 4\n"
        "@tunable where 3 * BUFFERS * tileLength * x.itemsize <= ub // 2\n"
    )
    allowed = [tunables.space.setting(point) for point in tunables.space.points()]
    assert all(
        3 * s["BUFFERS"] * s["tileLength"] * 4 <= 98304 or s == tunables.untuned for s in allowed
    )
    assert tunables.untuned in allowed
    assert len(allowed) == 8 + 4 + 2 + 1 + 1  # and 7648 with one buffer


def test_values_that_do_not_fit_their_field_or_have_no_value_are_left_out(declared) -> None:
    tunables = declared(
        "@tunable block_dim in 0, 1, 70000\n"
        "@tunable tileLength in 1, 4294967295, 4294967296\n"
        "@tunable where 100 // (tileLength - 1) >= 0\n"
    )
    allowed = [tunables.space.setting(point) for point in tunables.space.points()]
    assert {s["block_dim"] for s in allowed} == {1, 4}
    assert {s["tileLength"] for s in allowed} == {4294967295, 7648}


def test_sources_that_launch_their_kernel_are_understood(declared) -> None:
    launcher = """
#ifndef ASCENDC_CPU_DEBUG
void start(uint32_t blocks, void* stream, uint8_t* x) {
    add_custom<<<blocks, nullptr, stream>>>(x, x, x, x, x);
}
#endif
"""
    tunables = declared("@tunable tileLength in 64", LAUNCH, launcher)
    assert tunables.space.knobs[0].values == (64, 7648)


def test_fields_of_plain_structures_are_found_through_macros(declared) -> None:
    data = struct.pack("<BxhIIIf", 1, -5, 10, 11, 12, 0.5)
    tunables = declared(
        "@tunable(First) n in -5..-3\n@tunable(First) inner.a[1] in 11, 13\n",
        TunableLaunch(1, 0, data),
        PLAIN,
    )
    launch = tunables.launch({"n": -3, "inner.a[1]": 13})
    assert struct.unpack("<BxhIIIf", launch.data) == (1, -3, 10, 13, 12, 0.5)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("@tunable tile in 1", "the operator's tiling structure has no tile"),
        ("@tunable(First) m in 1", "First has no m"),
        ("@tunable(Third) n in 1", "Third has no n"),
        ("@tunable(First) real in 1", "real is no whole number"),
        ("@tunable(First) inner in 1", "inner is no whole number"),
        ("@tunable(other::Second) n in 1", "n lies after the 4 bytes"),
        ("@tunable tileLength in 1\n@tunable where hight > 3", "structure has no hight"),
        ("@tunable tileLength in 1..9999", "more than 4096 values"),
        ("@tunable tileLength in 1..9 by 0", "there is no end"),
        ("@tunable tileLength in 0..9 by *2", "there is no end"),
    ],
)
def test_what_does_not_fit_the_operator_is_said(declared, lines: str, message: str) -> None:
    launch = TunableLaunch(1, 0, b"1234") if "Second" in lines else LAUNCH
    with pytest.raises(MisuseError, match=message) as raised:
        declared(lines, launch, PLAIN)
    assert "add_custom.cpp:" in raised.value.message
