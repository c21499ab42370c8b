"""Call operators of vLLM's and SGLang's extensions from torch_npu and hold them against PyTorch.

python tests/corpus/run_csrc_calls.py [--sgl WORK] [--vllm WORK] [--packages FOLDER] [--filter T]
    [--output CSV]

`WORK` is the folder `<repository>-direct` that run_csrc.py built the extension's objects in, with
`--kind direct`. They are linked here as its CMake does, since a folder that does not build would
keep that from linking: its launches give an error. Operators with an aclnn interface are those of
packages that run_csrc.py installed below `--packages` (its --work): the extension looks for their
functions in the folders that ASCEND_CUSTOM_OPP_PATH names, and says that they are "not in
libopapi.so" where none has them. Each of the calls of csrc_calls.py is a process. Prints a table,
and puts its rows into the one of `--output`; csrc_calls.csv has what is known. Exit code 1 where a
call is wrong.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import subprocess
import sys
from pathlib import Path

from csrc_direct import SGL, VLLM, Repository
from judge_multikernelbench import environment
from report import markdown
from run_csrc import read_table

_HERE = Path(__file__).resolve().parent
_LIBRARIES = (
    *("torch_npu", "torch", "torch_cpu", "torch_python", "c10", "ascendcl", "ascendc_aicore"),
    *("tiling_api", "register", "platform", "ascendalog", "opapi", "nnopbase", "dl"),
)
_SECONDS = 600
_COLUMNS = ("folder", "operator", "kind", "right", "difference", "reason")
_FOLDERS = Path(__file__).with_name("csrc_folders.csv")


def link(repository: Repository, work: Path, packages: Path) -> Path:
    """The extension of the objects that were built; launches of others give 1."""
    objects = [path for path in sorted((work / "build").rglob("*.o")) if "deepep" not in path.parts]
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
    parser.add_argument("--output", type=Path, help="a table in the columns of csrc_calls.csv")
    options = parser.parse_args()
    rows: list[dict[str, str]] = []
    kinds = {"/".join(key): folder.kind for key, folder in read_table(_FOLDERS).items()}
    packages = installed(options.packages)
    for repository, work in ((SGL, options.sgl), (VLLM, options.vllm)):
        if work is None:
            continue
        work = work.resolve()  # noqa: PLW2901
        python = work.parent / "python" / "bin" / "python"
        variables = environment(work / "home" / "cann", python, work) | {"OMP_NUM_THREADS": "1"}
        variables["ASCEND_CUSTOM_OPP_PATH"] = os.pathsep.join(map(str, packages.values()))
        place = subprocess.run(
            [str(python), "-c", "import torch; print(torch.__path__[0])"],
            env=variables, capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
        library = link(repository, work, Path(place).parent)
        for name, folder in _cases(python, variables):
            if folder.partition("/")[0] == repository.name and options.filter in name:
                row = {"folder": folder, "operator": name, "kind": kinds[folder]}
                if kinds[folder] == "aclnn" and folder not in packages:
                    way_out = f"run_csrc.py --kind aclnn --filter {folder.partition('/')[2]}"
                    row |= _wrong(f"no package below --packages; {way_out} makes it")
                else:
                    row |= call(name, library, python, variables)
                rows.append(row)
                print(*row.values(), flush=True)
    print("\n".join(markdown(_COLUMNS, rows)))
    if options.output:
        merge(options.output, rows)
    return int(any(row["right"] != "yes" for row in rows))


def call(name: str, library: Path, python: Path, variables: dict[str, str]) -> dict[str, str]:
    """Return whether one operator gives what is right, and its difference or why it has none."""
    command = [str(python), str(_HERE / "csrc_calls.py"), name, str(library)]
    try:
        done = subprocess.run(
            command, env=variables, capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        return _wrong(f"no end after {_SECONDS} s")
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if last.startswith("difference "):
        right = {"right": "yes", "difference": last.split()[1], "reason": ""}
        return right | ({"right": "no", "reason": "it is too large"} if done.returncode else {})
    said = done.stderr.splitlines() or ["it ended without a word"]
    reasons = [
        [line for line in said if re.match(how, line)] for how in (r"\[\d+\] ", r"\w*Error: ")
    ]
    return _wrong([*reasons[0], *reasons[1], said[-1]][0][:200])


def installed(work: Path | None) -> dict[str, Path]:
    """Folders of the packages that run_csrc.py installed, by repository/folder below csrc."""
    suffix = Path("home/cann/opp/vendors/customize")
    depths = ("*", "*/*", "*/*/*", "*/*/*/*")  # k2q_csr's and SGLang's attentions lie deeper
    if work is None:
        return {}
    top = work.resolve()
    found = [path for depth in depths for path in top.glob(f"*/{depth}/{suffix}")]
    roots = ((path.parents[len(suffix.parts) - 1], path) for path in sorted(found))
    return {root.relative_to(top).as_posix(): path for root, path in roots}


def merge(table: Path, rows: list[dict[str, str]]) -> None:
    """Put rows into a table, in place of those of the same operators."""
    kept = []
    if table.is_file():
        with table.open(encoding="utf-8", newline="") as file:
            kept = list(csv.DictReader(file))
    by_operator = {(row["folder"], row["operator"]): row for row in [*kept, *rows]}
    with table.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for _, row in sorted(by_operator.items()))


def _wrong(reason: str) -> dict[str, str]:
    return {"right": "no", "difference": "", "reason": reason}


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


if __name__ == "__main__":
    sys.exit(main())
