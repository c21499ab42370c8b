"""acl: life cycle, versions, messages and numbers."""

from __future__ import annotations

import math
import subprocess
import sys
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.utils.pyacl import ok
from tests.utils.status import Acl

HALF_MAX = 65504.0


def in_new_process(cann_home: Path, code: str, *arguments: str | Path) -> str:
    """Return the output of Python with the toolkit's environment."""
    script = 'source "$1/set_env.sh"; shift; exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def test_life_cycle(cann_home: Path, tmp_path: Path) -> None:
    settings = tmp_path / "acl.json"
    settings.write_text("{}")
    code = """if True:
        import acl, sys
        print(acl.init(sys.argv[1]), acl.init(), acl.finalize(), acl.finalize())
        print(repr(acl.get_recent_err_msg()))
        print(acl.get_recent_err_msg())
        print(acl.init("/no/such/file.json"))"""
    codes, message, consumed, missing = in_new_process(cann_home, code, settings).splitlines()
    assert codes == f"0 {Acl.REPEAT_INITIALIZE} 0 {Acl.REPEAT_FINALIZE}"
    assert f"{Acl.REPEAT_FINALIZE}" in message
    assert consumed == "None"
    assert int(missing) != 0


def test_references(cann_home: Path) -> None:
    code = "import acl; acl.init(); acl.init(); print([acl.finalize_reference() for _ in range(3)])"
    assert in_new_process(cann_home, code) == f"[(1, 0), (0, 0), (0, {Acl.REPEAT_FINALIZE})]\n"


def test_log(cann_home: Path, monkeypatch) -> None:
    monkeypatch.setenv("ASCEND_GLOBAL_LOG_LEVEL", "1")
    code = "import acl; print([acl.app_log(level, f'text %d {level}') for level in range(4)])"
    output = in_new_process(cann_home, code)
    assert "[None, None, None, None]" in output
    assert [f"text %d {level}" in output for level in range(4)] == [False, True, True, True]


def test_identity(acl) -> None:
    major, minor, patch = ok(acl.get_version())
    assert (major, minor >= 0, patch >= 0) == (1, True, True)
    assert acl.get_soc_name().startswith("Ascend")


def test_versions_of_packages(acl, cann_home: Path) -> None:
    runtime = ok(acl.get_cann_version(1))
    text = (cann_home / "runtime/version.info").read_text()
    assert f"Version={runtime['version']}" in text.splitlines()
    assert runtime["version"].startswith(f"{runtime['major_version']}.")
    assert set(runtime) == {
        "version",
        "major_version",
        "minor_version",
        "release_version",
        "patch_version",
        "reserved",
    }
    assert acl.get_cann_version(77)[1] != 0
    assert acl.get_version_str("runtime") == (runtime["version"], 0)
    for unknown in ("nothing", "../opp", ""):
        text, ret = acl.get_version_str(unknown)
        assert (text, ret) == ("", Acl.INVALID_FILE)


def test_attributes_of_the_installation(acl) -> None:
    attributes, count = ok(acl.get_cann_attribute_list())
    assert len(attributes) == count > 0
    for attribute in attributes:
        assert ok(acl.get_cann_attribute(attribute)) in {0, 1}
    assert acl.get_cann_attribute(77)[1] != 0


def test_capability_of_the_device(acl) -> None:
    cores, vector_cores, l2_bytes = (ok(acl.get_device_capability(0, info)) for info in range(3))
    assert 0 < cores <= vector_cores
    assert l2_bytes > 1 << 20
    assert acl.get_device_capability(0, 77)[1] != 0


def test_sizes_of_data_types(acl) -> None:
    # dtype numbers of CANN: float, half, int8, int32, uint8, int16, int64, double, bool, bfloat16
    expected = {0: 4, 1: 2, 2: 1, 3: 4, 4: 1, 6: 2, 9: 8, 11: 8, 12: 1, 27: 2, -1: 0, 77: 0}
    assert {number: acl.data_type_size(number) for number in expected} == expected


@given(value=st.floats(width=16, allow_nan=False, allow_infinity=False))
def test_half_round_trip(acl, value: float) -> None:
    bits = acl.float_to_float16(value)
    assert bits == int(np.float16(value).view(np.uint16))
    assert acl.float16_to_float(bits) == value


@given(value=st.floats(width=32, allow_nan=False))
def test_half_saturates(acl, value: float) -> None:
    expected = np.float16(np.clip(value, -HALF_MAX, HALF_MAX))
    assert acl.float_to_float16(value) == int(expected.view(np.uint16))


def test_half_has_no_infinity(acl) -> None:
    assert [acl.float16_to_float(bits) for bits in (0x7C00, 0x7E00)] == [65536.0, 98304.0]
    assert acl.float_to_float16(math.nan) & 0x7FFF == 0x7BFF
