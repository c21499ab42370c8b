"""Gain of tuning for three public operators, by the cycle model.

    python benchmarks/tuning.py --corpus <checkout of cann-ops>/src [--trials N] [--keep FOLDER]

The operators are copied, declarations of tunables are appended to the copies, and a package is
built of them; then `op_compiler -m tune` runs. The page of the search is written to FOLDER.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

SOC = "Ascend910B3"


class Operator(NamedTuple):
    """One public operator, what is tunable in it, and a call.

    Attributes:
        folder: Its place in the corpus.
        op_type: Its type.
        declarations: What goes after its kernel source.
        replaced: Text of the kernel source, and what takes its place.
        inputs: Names of its inputs; the output is `output`.
        dtype: Of all tensors.
        shape: Of all tensors.
        attrs: The call's attributes.
    """

    folder: str
    op_type: str
    declarations: str
    replaced: tuple[tuple[str, str], ...]
    inputs: tuple[str, ...]
    output: str
    dtype: str
    shape: tuple[int, ...]
    attrs: tuple[dict[str, Any], ...] = ()


OPERATORS = (
    # As many cores as whole tiles of the unified buffer: 13 of 40, with one tile each.
    Operator(
        "math/fast_gelu",
        "FastGelu",
        """
// @tunable block_dim in 1..vector_cores
// @tunable block_size in 512..8192 by 256
// @tunable set core_size = totalLength // block_dim // (ALIGN_NUM * 8) * (ALIGN_NUM * 8)
// @tunable set core_remain = totalLength - block_dim * core_size
// @tunable where core_size > 0 && 5 * block_size * x.itemsize <= ub
""",
        (),
        ("x",),
        "y",
        "float",
        (64, 1024),
    ),
    # One core, and one buffer in each queue.
    Operator(
        "math/mse_loss",
        "MseLoss",
        """
// @tunable block_dim in 1..vector_cores
// @tunable tileLength in 1024..16384 by 1024
// @tunable define MSE_BUFFERS in 1, 2
// @tunable set blockLength = totalLength // block_dim
// @tunable set tileNum = blockLength // tileLength
// @tunable set lastTileLength = tileLength
// @tunable where mode == 3 && blockLength * block_dim == totalLength
// @tunable where tileNum * tileLength == blockLength && 3 * tileLength * predict.itemsize <= ub
""",
        (
            (
                "constexpr int32_t BUFFER_NUM = 1;",
                """\
#ifndef MSE_BUFFERS
#define MSE_BUFFERS 1
#endif
constexpr int32_t BUFFER_NUM = MSE_BUFFERS;""",
            ),
        ),
        ("predict", "label"),
        "y",
        "float16",
        (128, 1024),
        ({"name": "reduction", "dtype": "string", "value": "none", "index": 0},),
    ),
    # All 40 cores as soon as one tile does not hold it, though starting them takes longer.
    Operator(
        "math/add_custom",
        "AddCustom",
        """
// @tunable block_dim in 1..vector_cores
// @tunable ubPartDataNum in 512..16384 by 512
// @tunable set tailBlockNum = ceil_div(x.size * x.itemsize, 32) % block_dim
// @tunable set tiling_key = 1 if tailBlockNum > 0 else 0
// @tunable set smallCoreDataNum = x.size * x.itemsize // 32 // block_dim * 32 // x.itemsize
// @tunable set bigCoreDataNum = smallCoreDataNum + 32 // x.itemsize if tailBlockNum > 0 else 0
// @tunable set smallCoreLoopNum = ceil_div(smallCoreDataNum, ubPartDataNum)
// @tunable set bigCoreLoopNum = ceil_div(bigCoreDataNum, ubPartDataNum)
// @tunable set smallCoreTailDataNum = smallCoreDataNum - (smallCoreLoopNum - 1) * ubPartDataNum
// @tunable set bigCoreTailDataNum = bigCoreDataNum - max(bigCoreLoopNum - 1, 0) * ubPartDataNum
// @tunable where smallCoreDataNum > 0 && x.size * x.itemsize % 32 == 0
// @tunable where 6 * ubPartDataNum * x.itemsize <= ub
""",
        (),
        ("x", "y"),
        "z",
        "float16",
        (64, 1024),
    ),
)


def main() -> int:
    """Build, tune, and print a row for each operator; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--corpus", type=Path, required=True, help="<checkout of cann-ops>/src")
    parser.add_argument("--trials", type=int, default=200, help="settings tried for each")
    parser.add_argument(
        "--keep", type=Path, help="folder for the builds (default: a temporary one)"
    )
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        package = _build(options.corpus, folder)
        rows = _tune(folder, package, options.trials)
    print("| operator | shape | untuned | tuned | gain | static | trials | what changed |")
    print("|---|---|---|---|---|---|---|---|")
    for operator in OPERATORS:
        print(_line(operator, rows[operator.op_type]))
    return 0


def _build(corpus: Path, folder: Path) -> Path:
    """Return the installed package of the operators, with their declarations."""
    for operator in OPERATORS:
        source = corpus / operator.folder
        for name in ("op_host", "op_kernel"):
            shutil.copytree(source / name, folder / name, dirs_exist_ok=True)
        kernel = folder / "op_kernel" / f"{source.name}.cpp"
        text = kernel.read_text(encoding="utf-8")
        for old, new in operator.replaced:
            if old not in text:
                sys.exit(f"{kernel}: {old} is not there: another version of the corpus")
            text = text.replace(old, new)
        kernel.write_text(text + "\n" + operator.declarations, encoding="utf-8")
    command = ["custom-compiler", "build", "-o", "op_host", "-k", "op_kernel"]
    command += ["--soc_version", "ascend910b", "--vendor_name", "tuned"]
    command += ["--install_path", str(folder / "opp"), "-i"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return folder / "opp/vendors/tuned"


def _tune(folder: Path, package: Path, trials: int) -> dict[str, dict[str, Any]]:
    """Return the report's rows, by operator type."""
    from custom_compiler.toolkit import ensure_home

    (folder / "calls").mkdir(exist_ok=True)
    for operator in OPERATORS:
        call = json.dumps(_call(operator), indent=2)
        (folder / f"calls/{operator.op_type}.json").write_text(call, encoding="utf-8")
    bank = folder / "bank"
    bank.mkdir(exist_ok=True)
    variables = {"ASCEND_CUSTOM_OPP_PATH": str(package), "TUNE_BANK_PATH": str(bank)}
    command = [str(ensure_home(os.environ) / "bin/op_compiler"), "-p", "calls", "-f", "-v", SOC]
    command += ["-m", "tune", "--tune-trials", str(trials), "-o", "./tuned", "--verify"]
    subprocess.run(
        [*command, "--report", "report.json"],
        cwd=folder,
        env={**os.environ, **variables},
        check=True,
    )
    rows = json.loads((folder / "report.json").read_text(encoding="utf-8"))["tune"]
    return {row["op_type"]: row for row in rows}


def _call(operator: Operator) -> dict[str, Any]:
    def tensor(name: str, index: int) -> dict[str, Any]:
        return {
            "name": name,
            "index": index,
            "param_type": "required",
            "dtype": operator.dtype,
            "format": "ND",
            "shape": list(operator.shape),
            "origin_format": "ND",
            "origin_shape": list(operator.shape),
            "value_depend": False,
            "is_view": False,
        }

    return {
        "op_type": operator.op_type,
        "deterministic": "false",
        "inputs": [tensor(name, index) for index, name in enumerate(operator.inputs)],
        "outputs": [tensor(operator.output, 0)],
        "attrs": list(operator.attrs),
    }


def _line(operator: Operator, row: dict[str, Any]) -> str:
    before, after = row["untuned"], row["tuned"]
    changed = ", ".join(
        f"{name} {before['setting'][name]} → {value}"
        for name, value in after["setting"].items()
        if value != before["setting"][name]
    )
    shape = " x ".join(map(str, operator.shape))
    gain = 100 * (1 - after["cost"] / before["cost"])
    static = " → ".join(f"{cost:.0f}" for cost in row["static"] or ()) or "as it was"
    return (
        f"| {row['op_type']} | {operator.dtype} {shape} | {before['cost']:.0f} | "
        f"{after['cost']:.0f} | {gain:.1f} % | {static} | {row['trials']} | {changed} |"
    )


if __name__ == "__main__":
    sys.exit(main())
