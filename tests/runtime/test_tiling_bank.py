"""The knowledge bank of tilings: taken where it was made for, ignored with a warning elsewhere."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest

from tests.utils.forks import run_command

pytestmark = pytest.mark.slow

X = np.arange(4096, dtype=np.float32)
# AddCustomTilingData: length, blockLength, tileLength.
LAYOUT = struct.Struct("<QQI4x")


class Client:
    """Calls AddCustom in separate programs."""

    def __init__(self, sample, folder):
        self._folder = folder
        self._environment = {**sample.environment(folder), "HOME": str(folder / "home")}
        np.save(folder / "x.npy", X)

    def call(self, **variables):
        """The tiling that a call has had, and what was said on standard error."""
        log = self._folder / "log"
        log.unlink(missing_ok=True)
        words = ("run", "AddCustom", "--input", "x.npy", "x.npy", "--output", "z.npy")
        variables = {**self._environment, "ASCENDC_TILING_LOG": str(log), **variables}
        done = run_command(self._folder, words, variables)
        done.check_returncode()
        np.testing.assert_array_equal(np.load(self._folder / "z.npy"), X + X)
        (line,) = log.read_text().splitlines()
        return json.loads(line), done.stderr


@pytest.fixture(scope="module")
def client(installed_sample, tmp_path_factory):
    return Client(installed_sample, tmp_path_factory.mktemp("bank"))


@pytest.fixture(scope="module")
def untuned(client):
    return client.call()[0]


def entry(untuned, **changes):
    """An entry with another tiling for the same call: tiles of 64 elements on two cores."""
    return {
        "key": untuned["key"],
        "kernel": untuned["kernel"],
        "tiling": untuned["tiling"],
        "block_dim": 2,
        "tiling_key": 0,
        "tiling_data": LAYOUT.pack(4096, 2048, 64).hex(),
        **changes,
    }


def write_bank(folder, text):
    file = folder / "Ascend910B3_20_AiCore_AddCustom_runtime_kb.json"
    folder.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def test_the_log_says_what_the_tiling_function_chose(untuned) -> None:
    length, block_length, _ = LAYOUT.unpack(bytes.fromhex(untuned["tiling_data"]))
    assert untuned["op"] == "AddCustom"
    assert (length, block_length, untuned["block_dim"]) == (4096, 1024, 4)
    assert (untuned["soc"], untuned["cube_cores"], untuned["vector_cores"]) == (
        "Ascend910B3",
        20,
        40,
    )


@pytest.mark.parametrize(
    ("place", "variables"),
    [
        ("bank/Ascend910B3", {"TUNE_BANK_PATH": "bank", "ASCEND_CACHE_PATH": "other"}),
        ("cache/aoe_data/Ascend910B3", {"ASCEND_CACHE_PATH": "cache", "HOME": "other"}),
        ("home/Ascend/latest/data/aoe/custom/op/Ascend910B3", {"HOME": "home"}),
    ],
)
def test_a_bank_is_found_in_each_place(client, untuned, tmp_path, place, variables) -> None:
    write_bank(tmp_path / place, json.dumps(entry(untuned)) + "\n")
    paths = {name: str(tmp_path / value) for name, value in variables.items()}
    tiling, said = client.call(**paths)
    assert (tiling["block_dim"], tiling["tiling_data"]) == (2, entry(untuned)["tiling_data"])
    assert said == ""


def test_other_calls_keep_their_tiling(client, untuned, tmp_path) -> None:
    other = entry(untuned, key=untuned["key"].replace("#", "#0"))
    write_bank(tmp_path / "Ascend910B3", json.dumps(other) + "\n")
    tiling, said = client.call(TUNE_BANK_PATH=str(tmp_path))
    assert tiling["tiling_data"] == untuned["tiling_data"]
    assert said == ""


def test_the_last_of_two_entries_counts(client, untuned, tmp_path) -> None:
    two = [
        entry(untuned),
        entry(untuned, block_dim=4, tiling_data=LAYOUT.pack(4096, 1024, 8).hex()),
    ]
    write_bank(tmp_path / "Ascend910B3", "".join(json.dumps(line) + "\n" for line in two))
    assert client.call(TUNE_BANK_PATH=str(tmp_path))[0]["block_dim"] == 4


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"kernel": "0" * 64}, "for another kernel"),
        ({"tiling": "1-0"}, "for other tiling functions"),
        ({"tiling_data": "00" * 32}, "a tiling structure of 32 bytes, the operator's has 24"),
        ({"tiling_key": 7}, "no tiling key 7"),
        ({"tiling_data": "0g" * 24}, "damaged"),
        ({"block_dim": 0}, "damaged"),
        ({"block_dim": 1 << 40}, "damaged"),
    ],
)
def test_an_entry_of_something_else_is_ignored(client, untuned, tmp_path, changes, reason) -> None:
    file = write_bank(tmp_path / "Ascend910B3", json.dumps(entry(untuned, **changes)) + "\n")
    tiling, said = client.call(TUNE_BANK_PATH=str(tmp_path))
    assert tiling["tiling_data"] == untuned["tiling_data"]
    assert tiling["block_dim"] == untuned["block_dim"]
    (warning,) = said.splitlines()
    assert warning.startswith("[WARN] AddCustom: ")
    assert reason in warning
    assert str(file) in warning


@pytest.mark.parametrize("text", ["nonsense\n[]\n", '{"key":1}\n', "[" * 5000])
def test_a_damaged_bank_is_ignored(client, untuned, tmp_path, text) -> None:
    file = write_bank(tmp_path / "Ascend910B3", text)
    tiling, said = client.call(TUNE_BANK_PATH=str(tmp_path))
    assert tiling["tiling_data"] == untuned["tiling_data"]
    assert said.startswith(f"[WARN] {file}:1: ")
    assert len(said.splitlines()) == 1
