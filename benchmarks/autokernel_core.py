"""Generated operators on AI cores against those of cann-ops, in cycles of the model.

    python benchmarks/autokernel_core.py --corpus <checkout of cann-ops>/src

Both are built as packages for ascend910b and called through aclnn with the same arrays; cycles are
those of the whole launch, and the same in each run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from custom_compiler.autokernel import operators
from custom_compiler.autokernel.aicore import package
from custom_compiler.errors import BuildError
from custom_compiler.kernel.op_compiler.tuning.observed import modelled_cycles

ROOT = Path(__file__).resolve().parents[1]
TYPES = ("float16", "float32")
PUBLIC = ("gelu", "swi_glu", "rms_norm")
SHAPES = ((1024, 1024), (64, 8192), (256, 4096), (1024, 2048), (4096, 128))


class Case(NamedTuple):
    """One operator in both worlds.

    Attributes:
        ours: Name in our package, and of the inputs.
        theirs: The same of cann-ops; a doubled last axis for both inputs of a gated unit.
    """

    ours: str
    our_inputs: tuple[str, ...]
    theirs: str
    their_inputs: tuple[str, ...]
    attributes: tuple[str, ...] = ()


CASES = (
    Case("GeluTanh", ("x",), "Gelu", ("x",)),
    Case("Swiglu", ("x", "other"), "SwiGlu", ("both",), ("dim=-1",)),
    Case("RmsNorm", ("x", "weight"), "RmsNorm", ("x", "weight"), ("epsilon=1e-6",)),
)


def main() -> None:
    """Build both, measure all cases, print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--work", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        work = (given.work or Path(temporary)).resolve()
        work.mkdir(parents=True, exist_ok=True)
        ours = build_ours(work / "ours")
        theirs = build_theirs(given.corpus.resolve(), work / "theirs")
        print("| operator | type | shape | ours | cann-ops | ratio |\n|---|---|---|---|---|---|")
        for case in CASES:
            for dtype in TYPES:
                for shape in SHAPES:
                    print(row(case, dtype, shape, (ours, theirs), work), flush=True)


def build_ours(folder: Path) -> Path:
    """The package of the generated operators."""
    for name in ("gelu_tanh", "swiglu", "rms_norm"):
        described = getattr(operators, name)
        package.write([described.operator(dtype=dtype) for dtype in TYPES], folder)
    command = ["build", "-o", "op_host", "-k", "op_kernel", "--soc_version", "ascend910b"]
    run([sys.executable, "-m", "custom_compiler", *command, "--vendor_name", "ours"], folder)
    return next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/ours"))


def build_theirs(corpus: Path, folder: Path) -> list[Path]:
    """The packages of the public operators."""
    words = [word for name in PUBLIC for word in ("--op", name)]
    command = [sys.executable, str(ROOT / "tests/corpus/run.py"), "--corpus", str(corpus), *words]
    run([*command, "--build-only", "--work", str(folder)], ROOT)
    pattern = "*/*/CustomProject/build_out/_CPack_Packages/*/*/*/packages/vendors/*"
    return sorted(folder.glob(pattern))


def run(command: list[str], folder: Path, **variables: str) -> str:
    """Run a program; SystemExit with its words if it fails."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def row(
    case: Case,
    dtype: str,
    shape: tuple[int, int],
    packages: tuple[Path, list[Path]],
    work: Path,
) -> str:
    """One line of the table."""
    generator = np.random.default_rng(1)
    both = generator.normal(size=(shape[0], 2 * shape[1])).astype(dtype)
    arrays = {
        "both": both,
        "x": np.ascontiguousarray(both[:, : shape[1]]),
        "other": np.ascontiguousarray(both[:, shape[1] :]),
        "weight": generator.normal(size=shape[1]).astype(dtype),
    }
    for name, array in arrays.items():
        np.save(work / f"{name}.npy", array)
    own, public = packages
    ours = cycles(case.ours, case.our_inputs, (), [own], work)
    theirs = cycles(case.theirs, case.their_inputs, case.attributes, public, work)
    ratio = "" if ours is None or theirs is None else f"{ours / theirs:.2f}"
    made, wanted = ("fails" if each is None else f"{each:.0f}" for each in (ours, theirs))
    size = " x ".join(map(str, shape))
    return f"| {case.ours} | {dtype} | {size} | {made} | {wanted} | {ratio} |"


def cycles(
    name: str,
    inputs: tuple[str, ...],
    attributes: tuple[str, ...],
    packages: list[Path],
    work: Path,
) -> float | None:
    """What a call costs; None if it fails."""
    with tempfile.TemporaryDirectory() as folder:
        variables = {
            "ASCENDC_OBSERVE": "profile",
            "ASCENDC_OBSERVE_OUTPUT": folder,
            "ASCENDC_OBSERVE_OPTIONS": "timeline=off,results=0",
            "ASCEND_CUSTOM_OPP_PATH": ":".join(map(str, packages)),
        }
        files = [str(work / f"{each}.npy") for each in inputs]
        command = [sys.executable, "-m", "custom_compiler", "run", name, "--input", *files]
        command += ["--attr", *attributes] if attributes else []
        done = subprocess.run(
            command,
            env={**os.environ, **variables},
            cwd=work,
            capture_output=True,
            text=True,
            check=False,
        )
        try:
            return None if done.returncode else modelled_cycles(folder)
        except BuildError:
            return None


if __name__ == "__main__":
    main()
