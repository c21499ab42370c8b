"""PyTorch's part of benchmarks/launch.py: AddCustom on the CPU, and a hand-written extension."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from statistics import median

import torch
from torch.utils import cpp_extension

from custom_compiler.torch import load_package

_BATCHES, _CALLS = 30, 100
_SHAPE = (16,)


def build_peer(folder: str, vendor: Path) -> None:
    """Compile and load the extension."""
    root = Path(os.environ["ASCEND_HOME_PATH"])
    folders = [root / "lib64", vendor / "op_api/lib"]
    cpp_extension.load(
        "launch_peer",
        str(Path(__file__).parent / "kernels/launch_torch_peer.cpp"),
        extra_cflags=["-O2", "-w"],
        extra_include_paths=[str(root / "include"), str(vendor / "op_api/include")],
        extra_ldflags=[
            *(f"-L{folder} -Wl,-rpath,{folder}" for folder in folders),
            *("-lcust_opapi", "-lnnopbase", "-lascendcl"),
        ],
        build_directory=folder,
        is_python_module=False,
    )


def main() -> None:
    """Print the rows."""
    torch.set_num_threads(1)
    vendor = Path(os.environ["ASCEND_CUSTOM_OPP_PATH"])
    ours = load_package(vendor, "AddCustom", namespace="launch").add_custom
    with tempfile.TemporaryDirectory() as folder:
        build_peer(folder, vendor)
    x, y = torch.randn(2, *_SHAPE)
    calls = {
        "PyTorch, custom_compiler.torch": ours,
        "PyTorch, hand-written C++ extension": torch.ops.launch_peer.add_custom,
        "PyTorch x + y": torch.add,
    }
    times: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(_BATCHES + 1):
        for name, call in calls.items():
            if not torch.equal(call(x, y), x + y):
                raise SystemExit(f"{name}: wrong result")
            start = time.perf_counter()
            for _ in range(_CALLS):
                call(x, y)
            if turn:
                times[name].append((time.perf_counter() - start) / _CALLS)
    for name, seconds in times.items():
        print(name, median(seconds), sep="\t")


if __name__ == "__main__":
    main()
