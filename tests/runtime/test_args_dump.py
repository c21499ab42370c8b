"""Information files: what operators were called with, written for op_compiler."""

from __future__ import annotations

import ctypes
import json
import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from custom_compiler.kernel.jobs.job import JobLimits
from custom_compiler.kernel.opc.operators import PackagePlace
from custom_compiler.kernel.static.host_tiling import HostTilings
from custom_compiler.kernel.static.information import find_information_files, read_information
from custom_compiler.kernel.static.static_key import key_text
from custom_compiler.kernel.toolchain.cache import KernelCache
from custom_compiler.kernel.toolchain.compiler import open_toolkit
from custom_compiler.kernel.toolchain.soc import find_soc
from tests.utils.aclnn import Client
from tests.utils.python_path import python_path
from tests.utils.status import Acl

AICORE_ARGS = 1
DUMP = "ASCENDC_DUMP_OP_ARGS"


def tensor(index: int, name: str) -> dict[str, Any]:
    return {
        "dtype": "int32",
        "format": "ND",
        "index": index,
        "is_view": False,
        "name": name,
        "origin_format": "ND",
        "origin_shape": [6, 5],
        "param_type": "required",
        "shape": [6, 5],
        "value_depend": False,
    }


ADD_PAIRS = {
    "attrs": [
        {"dtype": "int", "index": 0, "name": "key", "value": 1},
        {"dtype": "int", "index": 1, "name": "addend", "value": 0},
    ],
    "deterministic": "false",
    "deterministic_level": 0,
    "impl_mode": "",
    "inputs": [tensor(0, "x"), tensor(1, "y")],
    "op_type": "AddPairs",
    "outputs": [tensor(0, "z")],
    "platform_info": {"cube_core_cnt": 24, "vector_core_cnt": 48},
    "tune_mode": "all",
}


def call_hash(path: str, home: Path, vendor: Path, folder: Path) -> str:
    """Return the hash of a call in knowledge banks, from its information file."""
    info, toolkit = read_information(path), open_toolkit(str(home))
    place = PackagePlace(str(vendor), "", "", str(next(vendor.rglob("libcust_opmaster*"))), "")
    soc = find_soc("Ascend910B1", toolkit.config)
    tilings = HostTilings(soc, toolkit, KernelCache(str(folder / "cache")))
    return tilings.make(info, info.deterministic, place, JobLimits(60, 2 << 30)).call


def files(folder: Path) -> dict[str, Path]:
    """The files of one process by their names, less the process."""
    found = sorted(folder.rglob("*"))
    assert not [path for path in found if path.name.startswith(".")]
    return {
        str(path.relative_to(folder)).lstrip("0123456789"): path for path in found if path.is_file()
    }


class TestOfTheUser:
    """ASCENDC_DUMP_OP_ARGS, with a client that knows nothing of it."""

    def test_files_of_a_call(self, client, tmp_path, vendor_package):
        folder = tmp_path / "made" / "dump"
        result = client("add", **{DUMP: str(folder)}, ASCENDC_SOC_VERSION="Ascend910B1")
        assert result.stderr == ""
        name = "AddPairs_int32_ND_6_5_0.json"
        found = files(folder)
        assert sorted(found) == [f"_debug/{name}", f"_opcompile/{name}"]
        text = found[f"_opcompile/{name}"].read_text()
        assert json.loads(text) == ADD_PAIRS
        assert text == json.dumps(ADD_PAIRS, indent=2, sort_keys=True)
        kernel = next(vendor_package.rglob("AddPairs_0123.o"))
        debug = {**ADD_PAIRS, "bin_info": str(kernel), "bin_type": 1}
        assert json.loads(found[f"_debug/{name}"].read_text()) == debug

    @pytest.mark.parametrize(
        ("text", "mode"),
        [
            ("[COMMON]\n# of CANN\n AddPairs = tune \nAddPairs=all\n", "tune"),
            ("[COMMON]\r\nAddPairs=static_kernel\r\n[OTHER]\r\nAddPairs=tune\r\n", "static_kernel"),
            ("AddPairs=tune\n[COMMON]\nOther=tune\n", "all"),
        ],
    )
    def test_modes_of_tuning_are_those_of_the_toolkit(self, client, tmp_path, text, mode):
        conf = tmp_path / f"{platform.machine()}-linux/conf"
        conf.mkdir(parents=True)
        (conf / "dump_tool_config.ini").write_bytes(text.encode())
        dump = tmp_path / "dump"
        result = client("add", **{DUMP: str(dump)}, ASCEND_HOME_PATH=str(tmp_path))
        assert result.stderr == ""
        for path in files(dump).values():
            assert json.loads(path.read_text())["tune_mode"] == mode

    def test_a_mode_that_there_is_not_is_told_once(self, client, tmp_path):
        conf = tmp_path / f"{platform.machine()}-linux/conf"
        conf.mkdir(parents=True)
        (conf / "dump_tool_config.ini").write_text("[COMMON]\nAddPairs=fast\nAddPairs\n")
        dump = tmp_path / "dump"
        result = client("repeat", **{DUMP: str(dump)}, ASCEND_HOME_PATH=str(tmp_path))
        said = [line.rpartition("dump_tool_config.ini:")[2] for line in result.stderr.splitlines()]
        words = "not <operator>=tune, static_kernel or all: passed over"
        assert said == [f"2: {words}", f"3: {words}"]
        assert {json.loads(p.read_text())["tune_mode"] for p in files(dump).values()} == {"all"}

    @pytest.mark.parametrize(("case", "count"), [("cache", 1), ("repeat", 1), ("empty", 0)])
    def test_equal_calls_are_one_file(self, client, tmp_path, case, count):
        client(case, **{DUMP: str(tmp_path / "dump")})
        assert len(files(tmp_path / "dump")) == 2 * count

    @pytest.mark.parametrize("case", ["key2", "small"])
    def test_programs_that_fail_leave_them(self, client, tmp_path, case):
        client(case, **{DUMP: str(tmp_path)})
        assert len(files(tmp_path)) == 2

    def test_keys_of_files_are_those_of_the_calls(self, client, tmp_path):
        log = tmp_path / "log.jsonl"
        for case in ("add", "strided", "key5", "deterministic"):
            client(case, **{DUMP: str(tmp_path / "dump")}, ASCENDC_KERNEL_LOG=str(log))
        calls = {json.loads(line)["key"] for line in log.read_text().splitlines()}
        infos = [
            read_information(path)
            for path in find_information_files(str(tmp_path / "dump"))
            if "_opcompile" in path
        ]
        assert {key_text(info, deterministic=info.deterministic) for info in infos} == calls
        assert len(calls) == 4

    def test_banks_know_them_by_the_files_too(self, client, tmp_path, cann_home, vendor_package):
        """The information file determines which calls differ for tuned tilings."""
        log = tmp_path / "log.jsonl"
        for case in ("add", "strided", "key5", "deterministic"):
            client(case, **{DUMP: str(tmp_path / "dump")}, ASCENDC_TILING_LOG=str(log))
        calls = {json.loads(line)["key"].partition("#")[2] for line in log.read_text().splitlines()}
        paths = find_information_files(str(tmp_path / "dump"))
        found = {call_hash(path, cann_home, vendor_package, tmp_path) for path in paths}
        assert found == calls
        assert len(calls) == 4

    def test_a_folder_that_cannot_be_made_is_told_once(self, client, tmp_path):
        (tmp_path / "file").touch()
        result = client("add", **{DUMP: str(tmp_path / "file/dump")})
        assert result.stdout.startswith("code 0")
        assert result.stderr.count("[WARN]") == 1
        assert "file/dump" in result.stderr


@pytest.fixture(scope="module")
def device(cann_home: Path, vendor_package: Path):
    client = Client(cann_home, vendor_package)
    client.acl("aclrtSetDevice", 0)
    yield client
    client.acl("aclrtResetDeviceForce", 0)


class TestOfTheProgram:
    """aclopStartDumpArgs and aclopStopDumpArgs."""

    @pytest.fixture
    def dump(self, device: Client, tmp_path: Path):
        device.acl("aclopStartDumpArgs", AICORE_ARGS, os.fsencode(tmp_path / "dump"))
        yield tmp_path / "dump"
        device.acl("aclopStopDumpArgs", AICORE_ARGS)

    @staticmethod
    def call(device: Client, *shape: int) -> None:
        x = device.tensor(np.ones(shape, np.int32))
        device.run("AddPairs", x, x, 1, 0, device.empty(shape, np.int32))

    def test_files_are_written_at_the_stop(self, device, dump):
        for _ in range(3):
            self.call(device, 3)
        self.call(device, 4)
        assert not files(dump)
        device.acl("aclopStopDumpArgs", AICORE_ARGS)
        names = [path.name.rpartition("_")[0] for path in files(dump).values()]
        assert sorted(names) == ["AddPairs_int32_ND_3"] * 2 + ["AddPairs_int32_ND_4"] * 2
        self.call(device, 5)
        device.acl("aclopStopDumpArgs", AICORE_ARGS)
        assert len(files(dump)) == 4

    def test_a_second_dump_adds_files(self, device, dump):
        for _ in range(2):
            self.call(device, 3)
            device.acl("aclopStopDumpArgs", AICORE_ARGS)
            device.acl("aclopStartDumpArgs", AICORE_ARGS, os.fsencode(dump))
        assert len(files(dump)) == 4

    def test_threads(self, device, dump):
        def calls(thread: int) -> None:
            device.acl("aclrtSetDevice", 0)
            for size in range(1, 20):
                self.call(device, size if thread % 2 else size + 10)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(calls, range(4)))
        device.acl("aclopStopDumpArgs", AICORE_ARGS)
        found = files(dump)
        shapes = sorted(
            json.loads(path.read_text())["inputs"][0]["shape"][0]
            for name, path in found.items()
            if name.startswith("_opcompile")
        )
        assert shapes == list(range(1, 30))

    @pytest.mark.parametrize(
        ("kind", "path", "text"),
        [
            (1, None, "EP0007: aclopStartDumpArgs failed because path cannot be a NULL pointer."),
            (2, "dump", "EP0006: aclopStartDumpArgs failed. Value 2 for parameter dumpType is inv"),
            (1, "", "for parameter path is invalid. Reason: The path is empty"),
            (1, "file", "The path is not a directory"),
            (1, "file/below", "The path fails to be created. Error: "),
        ],
    )
    def test_wrong_arguments(self, device, tmp_path, kind, path, text):
        (tmp_path / "file").touch()
        library = device._acl
        given = os.fsencode(tmp_path / path) if path else None if path is None else b""
        library.aclGetRecentErrMsg()
        assert library.aclopStartDumpArgs(kind, given) == Acl.FAILURE
        assert text in library.aclGetRecentErrMsg().decode()
        self.call(device, 3)

    def test_a_second_start(self, device, dump):
        library = device._acl
        assert library.aclopStartDumpArgs(AICORE_ARGS, os.fsencode(dump)) == Acl.FAILURE
        assert (
            "EP0008: aclopStartDumpArgs failed. Reason: " in library.aclGetRecentErrMsg().decode()
        )

    def test_the_library_that_frameworks_open(self, device, cann_home, dump):
        library = ctypes.CDLL(str(cann_home / "lib64/libascend_dump.so"))
        self.call(device, 7)
        assert library.aclopStopDumpArgs(AICORE_ARGS) == 0
        assert len(files(dump)) == 2


def test_processes_write_into_one_folder(cann_home, vendor_package, tmp_path):
    """A program that forks and ends without a stop: each process has a separate folder."""
    program = tmp_path / "program.py"
    program.write_text(
        "import os, sys, numpy as np\n"
        "from pathlib import Path\n"
        "from tests.utils.aclnn import Client\n"
        "def call(size):\n"
        "    device = Client(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "    device.acl('aclrtSetDevice', 0)\n"
        "    device.acl('aclopStartDumpArgs', 1, sys.argv[3].encode())\n"
        "    x = device.tensor(np.ones(size, np.int32))\n"
        "    device.prepare('AddPairs', x, x, 1, 0, device.empty((size,), np.int32))\n"
        "child = os.fork()\n"
        "call(5 if child else 6)\n"
        "child and os.waitpid(child, 0)\n"
    )
    done = subprocess.run(
        [sys.executable, program, cann_home, vendor_package, tmp_path / "dump"],
        env={**os.environ, **python_path(), "LD_LIBRARY_PATH": str(cann_home / "lib64")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folders = sorted((tmp_path / "dump").iterdir())
    assert len(folders) == 4
    assert len({folder.name.partition("_")[0] for folder in folders}) == 2
    assert len(list((tmp_path / "dump").rglob("*.json"))) == 4
