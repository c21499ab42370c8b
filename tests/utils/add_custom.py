"""Runs aclnnAddCustom of a vendor package through a C++ client and checks it against NumPy."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np

ACL_DTYPE = {"float32": 0, "float16": 1, "int32": 3}


def build_client(cann_home: Path, vendor: Path, folder: Path, compiler: str = "g++") -> Path:
    """Compile the client as the public examples are: C++11, new ABI, C API only."""
    binary = folder / "add_custom_client"
    source = Path(__file__).with_name("add_custom_client.cpp")
    lib, api = cann_home / "lib64", vendor / "op_api"
    subprocess.run(
        [compiler, "-std=c++11", "-Wall", "-Werror", "-I", str(cann_home / "include"),
         "-I", str(api / "include"), str(source), "-o", str(binary), "-L", str(lib),
         "-L", str(api / "lib"), "-lascendcl", "-lcust_opapi", "-lacl_op_compiler", "-lnnopbase",
         f"-Wl,-rpath-link,{lib}"],
        check=True,
    )  # fmt: skip
    return binary


def run_client(
    client: Path, cann_home: Path, vendor: Path, shape: tuple[int, ...], dtype: str,
    *, custom_opp_path: bool, emulator: tuple[str, ...] = (),
    opp: Path | None = None,
) -> None:  # fmt: skip
    """Run the client on random data and require NumPy's result, bit for bit."""
    folder = client.parent
    generator = np.random.default_rng(7)
    values = generator.uniform(-100, 100, (2, *shape)).astype(dtype)
    for name, array in zip("xy", values, strict=True):
        array.tofile(folder / f"{name}.bin")
    env = os.environ | {
        "ASCEND_HOME_PATH": str(cann_home),
        "ASCEND_OPP_PATH": str(opp or cann_home / "opp"),
        "LD_LIBRARY_PATH": f"{cann_home}/lib64:{vendor}/op_api/lib",
    }
    env.pop("ASCEND_CUSTOM_OPP_PATH", None)
    if custom_opp_path:
        env["ASCEND_CUSTOM_OPP_PATH"] = str(vendor)
    files = [str(folder / f"{name}.bin") for name in "xyz"]
    command = [*emulator, str(client), str(ACL_DTYPE[dtype]), *files, *map(str, shape)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = np.fromfile(folder / "z.bin", dtype).reshape(shape)
    np.testing.assert_array_equal(result, values[0] + values[1])
