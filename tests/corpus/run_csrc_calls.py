"""Call operators of vLLM's and SGLang's extensions from torch_npu and hold them against PyTorch.

python tests/corpus/run_csrc_calls.py [--sgl WORK] [--vllm WORK] [--packages FOLDER] [--filter T]

`WORK` is the folder `<repository>-direct` that run_csrc.py built the extension's objects in, with
`--kind direct`. They are linked here as its CMake does, since a folder that does not build would
keep that from linking: its launches give an error. Operators with an aclnn interface are those of
packages that run_csrc.py installed below `--packages` (its --work). Each of the calls of
csrc_calls.py is a process. Prints a table; exit code 1 where a call is wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

from csrc_direct import SGL, VLLM, Repository
from judge_multikernelbench import environment
from report import markdown

_HERE = Path(__file__).resolve().parent
_LIBRARIES = (
    *("torch_npu", "torch", "torch_cpu", "torch_python", "c10", "ascendcl", "ascendc_aicore"),
    *("tiling_api", "register", "platform", "ascendalog", "opapi", "nnopbase", "dl"),
)
_SECONDS = 600


def link(repository: Repository, work: Path, packages: Path) -> Path:
    """The extension of the objects that were built; launches of others give 1."""
    objects = [
        path for path in sorted((work / "build").rglob("*.o")) if "deep_ep_cpp" not in path.parts
    ]
    if not objects:
        sys.exit(f"{work}: no objects are there; run_csrc.py --kind direct makes them")
    asked, defined = (_launches(objects, option) for option in ("-u", "--defined-only"))
    stubs = work / "left_out.c"
    stubs.write_text("".join(f"int {name}() {{ return 1; }}\n" for name in sorted(asked - defined)))
    library = work / f"lib{repository.target}_linked.so"
    folders = [packages / "torch/lib", packages / "torch_npu/lib", work / "home/cann/lib64"]
    command = ["g++", "-shared", "-fPIC", "-fopenmp", *map(str, objects), "-o", str(library)]
    command += ["-x", "c", str(stubs)]
    command += [f"-L{folder}" for folder in folders] + [f"-l{name}" for name in _LIBRARIES]
    subprocess.run([*command, f"-Wl,-rpath,{':'.join(map(str, folders))}"], check=True)
    return library


def _launches(objects: list[Path], option: str) -> set[str]:
    """Names of functions that launch, undefined or defined in objects."""
    command = ["nm", option, *map(str, objects)]
    text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    words = (line.split()[-1] for line in text.splitlines() if " " in line)
    return {word for word in words if word.startswith("aclrtlaunch_")}


def main() -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sgl", type=Path, help="run_csrc.py's <work>/sgl-kernel-npu-direct")
    parser.add_argument("--vllm", type=Path, help="run_csrc.py's <work>/vllm-ascend-direct")
    parser.add_argument("--packages", type=Path, help="run_csrc.py's --work")
    parser.add_argument("--filter", default="", help="a part of the operator's name")
    options = parser.parse_args()
    wrong, rows = 0, []
    for repository, work in ((SGL, options.sgl), (VLLM, options.vllm)):
        if work is None:
            continue
        work = work.resolve()  # noqa: PLW2901
        python = work.parent / "python" / "bin" / "python"
        variables = environment(work / "home" / "cann", python, work) | {"OMP_NUM_THREADS": "1"}
        variables["ASCEND_CUSTOM_OPP_PATH"] = os.pathsep.join(_vendors(options.packages))
        place = subprocess.run(
            [str(python), "-c", "import torch; print(torch.__path__[0])"],
            env=variables, capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
        library = link(repository, work, Path(place).parent)
        for name, folder in _cases(python, variables):
            if folder.partition("/")[0] == repository.name and options.filter in name:
                row = call(name, library, python, variables)
                rows.append({"folder": folder, "operator": name, **row})
                wrong += row["right"] != "yes"
                print(*rows[-1].values(), flush=True)
    print("\n".join(markdown(("folder", "operator", "right", "seen"), rows)))
    return int(bool(wrong))


def call(name: str, library: Path, python: Path, variables: dict[str, str]) -> dict[str, str]:
    """Whether one operator gives what is right, and the last line that its process wrote."""
    command = [str(python), str(_HERE / "csrc_calls.py"), name, str(library)]
    try:
        done = subprocess.run(
            command, env=variables, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return {"right": "no", "seen": f"no end after {_SECONDS} s"}
    lines = (done.stdout.strip() or done.stderr.strip() or "nothing").splitlines()
    return {"right": "no" if done.returncode else "yes", "seen": lines[-1][:200]}


def _cases(python: Path, variables: dict[str, str]) -> list[tuple[str, str]]:
    """Names of the calls, and their folders."""
    program = (
        "import runpy\n"
        f"cases = runpy.run_path({str(_HERE / 'csrc_calls.py')!r})['CASES']\n"
        "print(*(f'{name}\\t{case.folder}' for name, case in cases.items()), sep='\\n')"
    )
    command = [str(python), "-c", program]
    done = subprocess.run(command, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    pairs = (line.split("\t") for line in done.stdout.splitlines() if "\t" in line)
    return [(name, folder) for name, folder in pairs]


def _vendors(work: Path | None) -> list[str]:
    """Folders of the operators that run_csrc.py installed."""
    found = work.resolve().glob("*/*/*/home/cann/opp/vendors/*") if work else []
    return sorted(str(path) for path in found if path.is_dir())


if __name__ == "__main__":
    sys.exit(main())
