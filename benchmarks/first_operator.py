"""A new operator on NumPy, PyTorch and MindSpore, timed as a person types it.

python benchmarks/first_operator.py [--torch PYTHON] [--mindspore PYTHON] [--rate N]

The walk of docs/first_operator.md: `new`, test, the kernel's operation and the reference replaced,
test, build, and calls from each framework. A step takes what its characters take at `--rate` a
second (5: 60 words a minute) and what the machine takes; thinking is not counted. Results are held
against NumPy, and the command fails where one differs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

# custom_compiler is installed in this Python; the frameworks' own find it after their packages.
_START = (
    "import runpy, site, sys; site.addsitedir(sys.argv[1]); "
    'runpy.run_path("call.py", run_name="__main__")'
)
_NEW = "custom-compiler new LeakyRelu --input x:fp16,fp32 --attr negative_slope:float=0.1"
_BUILD = "custom-compiler build -o op_host -k op_kernel --vendor_name mine"
_OPERATION = "        AscendC::LeakyRelu(y, x, static_cast<Work>(attrNegativeSlope), count);\n"
_REFERENCE = """\
def reference(x, *, negative_slope=0.1):
    return np.where(x > 0, x, x.astype(np.float32) * np.float32(negative_slope))
"""
_NUMPY = """\
import numpy as np, custom_compiler
print(custom_compiler.run("LeakyRelu", np.float32([-2, 3]), negative_slope=0.5))
"""
_TORCH = """\
import torch, custom_compiler.torch
ops = custom_compiler.torch.load_package("{package}", namespace="mine")
print(ops.leaky_relu(torch.tensor([-2.0, 3.0]), negative_slope=0.5).numpy())
"""
_MINDSPORE = """\
import numpy as np, mindspore as ms
from custom_compiler.mindspore import custom_op
ms.set_device("CPU")
leaky_relu = custom_op("LeakyRelu", attributes={"negative_slope": 0.5})
print(leaky_relu(ms.Tensor(np.float32([-2, 3]))).asnumpy())
"""
_RIGHT = "[-1.  3.]"


@dataclass(frozen=True)
class Step:
    """Step with its number of typed characters and its seconds."""

    name: str
    typed: int
    seconds: float


class Walk:
    """The steps in an empty folder, by a user with a home of his own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.steps: list[Step] = []
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
        self.environment = inherited | {"PATH": path, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}

    def run(self, name: str, command: str, *, typed: int | None = None, **variables: str) -> str:
        """Run a command in a shell that knows the built package; its output."""
        sourced = "[ ! -f build_out/set_env.bash ] || source build_out/set_env.bash\n"
        begin = time.perf_counter()
        done = subprocess.run(
            ["bash", "-c", sourced + command],
            cwd=self.folder,
            env=self.environment | variables,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - begin
        if done.returncode:
            sys.exit(f"error: {name}: {command}\n{done.stdout}{done.stderr}")
        self.steps.append(Step(name, len(command) if typed is None else typed, seconds))
        return done.stdout

    def edit(self, name: str, file: str, old: str, new: str) -> None:
        """Replace a part of a file."""
        path = self.folder / file
        text, count = re.subn(old, lambda _: new, path.read_text(), flags=re.DOTALL)
        if count != 1:
            sys.exit(f"error: {name}: {file} does not have the place to edit")
        path.write_text(text)
        self.steps.append(Step(name, len(new.strip()), 0.0))

    def call(self, name: str, python: str, program: str) -> None:
        """Run a program that prints what LeakyRelu makes of [-2, 3]."""
        (self.folder / "call.py").write_text(program)
        output = self.run(
            name, f"{python} -c '{_START}' {sysconfig.get_path('purelib')}", typed=len(program)
        )
        if output.splitlines()[-1:] != [_RIGHT]:
            sys.exit(f"error: {name} printed {output!r} in place of {_RIGHT}")


def walk(folder: Path, torch: str | None, mindspore: str | None) -> list[Step]:
    """Do all steps; those of a framework without a Python are left out."""
    walked = Walk(folder)
    walked.run("new", _NEW)
    walked.folder = folder / "LeakyRelu"
    walked.run("test what it begins with", "custom-compiler test")
    walked.edit(
        "its operation", "op_kernel/leaky_relu.cpp", r" *AscendC::Muls\(y, x[^\n]*\n", _OPERATION
    )
    walked.edit(
        "its reference", "tests/test_leaky_relu.py", r"def reference.*?return \w+\n", _REFERENCE
    )
    walked.run("test", "custom-compiler test")
    walked.run("build", _BUILD)
    walked.call("NumPy", sys.executable, _NUMPY)
    if torch:
        package = next((walked.folder / "build_out").rglob("vendors/mine"))
        walked.call("PyTorch", torch, _TORCH.format(package=package))
    if mindspore:
        walked.call("MindSpore", mindspore, _MINDSPORE)
    return walked.steps


def main() -> None:
    """Walk, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--torch", metavar="PYTHON", help="a Python with torch")
    parser.add_argument("--mindspore", metavar="PYTHON", help="a Python with mindspore")
    parser.add_argument("--rate", type=float, default=5.0, metavar="N", help="characters a second")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        steps = walk(Path(folder), args.torch, args.mindspore)
    print("| step | characters | typing (s) | machine (s) |\n|---|---|---|---|")
    for step in steps:
        typing = step.typed / args.rate
        print(f"| {step.name} | {step.typed} | {typing:.0f} | {step.seconds:.1f} |")
    typing, machine = sum(s.typed for s in steps) / args.rate, sum(s.seconds for s in steps)
    print(
        f"right everywhere in {typing + machine:.0f} s: {typing:.0f} typing, {machine:.0f} machine"
    )


if __name__ == "__main__":
    main()
