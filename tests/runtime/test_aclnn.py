"""A C client calls an operator of a hand-made package."""

from __future__ import annotations

import shutil

import pytest

from tests.utils.status import Aclnn, Rt

X = list(range(30))
SUMS = [1001 * i for i in X]


def numbers(line: str) -> list[int]:
    return [int(word) for word in line.split()]


def code_of(result) -> int:
    assert result.returncode == 0, result.stderr
    return int(result.stdout.split("code ", 1)[1].split("\n", 1)[0])


def test_adds(client):
    lines = client("add").stdout.splitlines()
    assert lines[:2] == ["code 0", "workspace 0"]
    assert numbers(lines[2]) == SUMS


def test_non_contiguous_inputs_are_repacked(client):
    lines = client("strided").stdout.splitlines()
    assert lines[:2] == ["code 0", "workspace 1024"]
    assert numbers(lines[2]) == [SUMS[row * 5 + column] for column in range(5) for row in range(6)]


def test_one_tiling_serves_equal_calls(client):
    # The tiling function adds the number of its calls: three runs, one call.
    assert numbers(client("cache").stdout.splitlines()[2]) == [value + 1 for value in SUMS]


def test_outputs_with_initial_values(client):
    lines = client("key5").stdout.splitlines()
    assert lines[:2] == ["code 0", "workspace 1024"]
    assert numbers(lines[2]) == [7 + X[i] if i < 4 else 7 for i in X]


def test_keys_of_deterministic_calls(client):
    lines = client("deterministic6").stdout.splitlines()
    assert lines[0] == "code 0", lines
    assert numbers(lines[2]) == SUMS


def test_empty_outputs_launch_nothing(client):
    lines = client("empty").stdout.splitlines()
    assert lines[:2] == ["code 0", "workspace 0"]
    assert numbers(lines[2]) == [-1] * 30


def test_repeatable_executor(client):
    lines = client("repeat").stdout.splitlines()
    assert lines[0] == f"0 0 {Aclnn.PARAM_INVALID}"
    assert lines[1] == "0 0"
    assert numbers(lines[2]) == [2000 * i for i in X]
    assert lines[3] == "0"
    assert numbers(lines[6]) == SUMS


@pytest.mark.parametrize(
    ("case", "code", "words"),
    [
        ("null", Aclnn.PARAM_NULLPTR, ""),
        ("half", Aclnn.PARAM_INVALID, "FLOAT16"),
        ("float", Aclnn.INNER_FIND_KERNEL_ERROR, "AddPairs/d=0,p=0/0,2/0,2/0,2"),
        ("key-1", Aclnn.INNER_TILING_ERROR, "tiling function of AddPairs"),
        ("key0", Aclnn.INNER_TILING_ERROR, "SetBlockDim"),
        ("key9", Aclnn.INNER_TILING_ERROR, "tiling key 9"),
        ("twice", Aclnn.PARAM_NULLPTR, "executor"),
        ("host", Aclnn.PARAM_INVALID, "aclrtMemcpy"),
        ("key6", Aclnn.INNER_TILING_ERROR, "key 6, which is for deterministic calls only"),
        ("key2", Rt.VECTOR_CORE_EXCEPTION, "AddPairs_0123_2"),
    ],
)
def test_errors(client, case, code, words):
    result = client(case)
    assert code_of(result) == code
    assert words in result.stdout


def test_too_small_workspace(client):
    assert code_of(client("small")) == 0  # nothing is needed for tiling key 1


def test_a_missing_package_is_named(client, tmp_path):
    result = client("add", ASCEND_CUSTOM_OPP_PATH=str(tmp_path))
    assert code_of(result) == Aclnn.PARAM_NULLPTR
    assert "no installed package has kernels of AddPairs" in result.stdout
    assert f"searched: {tmp_path}, " in result.stdout
    assert "set ASCEND_CUSTOM_OPP_PATH" in result.stdout
    result = client("add", ASCEND_CUSTOM_OPP_PATH="/no/such/vendor")
    assert code_of(result) == Aclnn.PARAM_NULLPTR
    assert "no directory: /no/such/vendor" in result.stdout


def test_wrong_types_are_named_with_the_right_ones(client):
    result = client("half")
    assert code_of(result) == Aclnn.PARAM_INVALID
    given, supported = result.stdout.split(". Supported: ")
    assert "AddPairs does not support these types and formats: inputs" in given
    assert "(FLOAT16, ND)" in given
    assert "(INT32, ND) (INT32, ND) -> (INT32, ND)" in supported


def test_a_damaged_table_is_named(client, vendor_package, tmp_path):
    table = tmp_path / "op_impl/ai_core/tbe/kernel/config/ascend910b/binary_info_config.json"
    table.parent.mkdir(parents=True)
    table.write_text('{"AddPairs": [1, 2')
    result = client("add", ASCEND_CUSTOM_OPP_PATH=str(tmp_path))
    assert code_of(result) == Aclnn.PARAM_NULLPTR
    assert "line 1" in result.stdout
    # A broken package does not hide the next one.
    both = client("add", ASCEND_CUSTOM_OPP_PATH=f"{tmp_path}:{vendor_package}")
    assert code_of(both) == 0


KERNEL = "op_impl/ai_core/tbe/kernel/ascend910b/add_pairs/AddPairs_0123"


@pytest.mark.parametrize(
    ("suffix", "content", "code", "words"),
    [
        ("json", "", Aclnn.PARAM_INVALID, "AddPairs_0123.json: "),
        ("json", None, Aclnn.PARAM_INVALID, "its description (.json) is missing"),
        ("json", '{"opParaSize": 99999999999}', Aclnn.PARAM_INVALID, "opParaSize"),
        ("o", "no ELF", Aclnn.RUNTIME_ERROR, "AddPairs_0123.o: "),
        ("o", None, Aclnn.PARAM_NULLPTR, "the kernels of AddPairs for ascend910b are missing"),
    ],
)
def test_codes_of_damaged_kernels(client, vendor_package, tmp_path, suffix, content, code, words):
    """As in CANN's open opbase (individual_op): by file, and what reads it."""
    root = shutil.copytree(vendor_package, tmp_path / "damaged")
    kernel = root / f"{KERNEL}.{suffix}"
    kernel.unlink()
    if content is not None:
        kernel.write_text(content)
    result = client("add", ASCEND_CUSTOM_OPP_PATH=str(root))
    assert code_of(result) == code
    assert words in result.stdout


def test_another_soc_has_no_kernel(client, vendor_package):
    result = client("add", ASCENDC_SOC_VERSION="Ascend310P1")
    assert code_of(result) == Aclnn.PARAM_NULLPTR
    assert "AddPairs is not built for ascend310p" in result.stdout
    assert "but for ascend910b; " in result.stdout
    for way_out in (f"searched: {vendor_package}", "--soc_version", "ASCENDC_SOC_VERSION"):
        assert way_out in result.stdout


def test_an_unknown_soc_is_refused(client):
    result = client("add", ASCENDC_SOC_VERSION="Ascend9000")
    assert result.returncode == 1
    assert "ASCENDC_SOC_VERSION=Ascend9000: unknown SoC" in result.stderr


def test_hccl_has_one_rank(client):
    lines = client("hccl").stdout.splitlines()
    assert lines[0] == "code 5"
    assert "rank" in lines[1]
    assert lines[2] == "0 0 0"
    assert lines[3] == "hccl_world_group_0 1 0 1"
