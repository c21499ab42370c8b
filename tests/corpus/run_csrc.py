"""Build the operator folders of vllm-ascend and sgl-kernel-npu, as their csrc is written.

python tests/corpus/run_csrc.py --vllm PATH [--sgl PATH] [--filter T] [--resume] [--output DIR]
    [--kind aclnn|direct] [--python PYTHON]

Checkouts need their submodules (catlass, pto-isa). Of each folder with a definition (`*_def.cpp`),
`custom-compiler build` makes a package: host library, kernels and aclnn interface, with the folders
and options of the repository's own CMake (`csrc_operators.py`). Folders of direct launches are
built by that CMake itself (`csrc_direct.py`), with `--python` or the one of tests/clients, which
has torch_npu. ``--output`` receives results.jsonl, a line as each folder ends, and table.csv in the
columns of csrc_folders.csv, which has what is known of every folder. Exit code 1 where one that
builds there did not.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from csrc_direct import SGL, VLLM, DirectBuild, Repository, folders
from csrc_operators import AclnnFolder, find_aclnn_folders
from run_op_plugin import layered
from sandbox import Outcome, Sandbox, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TextIO

_TABLE = Path(__file__).with_name("csrc_folders.csv")
_COLUMNS = ("repository", "folder", "kind", "builds", "reason")
_OPTION = {VLLM.name: "vllm", SGL.name: "sgl"}


@dataclass(frozen=True)
class Result:
    """Result of one folder; the columns of the table, all text."""

    repository: str
    folder: str  # below csrc
    kind: str  # aclnn: a definition and kernels; direct: kernels for <<<>>>
    builds: str  # yes, no, or not tried
    reason: str  # why not

    @property
    def key(self) -> tuple[str, str]:
        """Key of the row."""
        return self.repository, self.folder


class FolderSandbox(Sandbox):
    """Builds an operator with the options that its repository gives its kernels."""

    @property
    def corpus(self) -> Path:
        """The folder csrc of the checkout."""
        return self.operator.root.parents[len(Path(self.operator.name).parts) - 1]

    def _stage(self, folder: str, files: list[Path]) -> None:
        super()._stage(folder, files)
        if folder == "op_kernel" and isinstance(self.operator, AclnnFolder):
            options = " ".join(f'"{option}"' for option in self.operator.kernel_options())
            cmake = self.root / "op_kernel" / "CMakeLists.txt"
            cmake.write_text(f"add_ops_compile_options(ALL OPTIONS {options})\n")


def main(argv: list[str] | None = None) -> int:
    """Run the script; returns its exit code."""
    args = _parse(argv)
    aclnn, direct = _select(args)
    args.output.mkdir(parents=True, exist_ok=True)
    log = args.output / "results.jsonl"
    results = read_results(log) if args.resume else {}
    log.write_text("".join(_line(result) for result in results.values()), encoding="utf-8")
    boxes = [
        (repository, FolderSandbox(operator, _settings(args, repository)))
        for repository, operator in aclnn
        if (repository, operator.name) not in results
    ]
    asked_for = [(name, operator.name) for name, operator in aclnn]
    asked_for += [(repository.name, folder) for repository, folder in direct]
    with log.open("a", encoding="utf-8") as file:
        for result in _aclnn(boxes, args.jobs):
            _tell(result, results, file)
        left = [(repo, folder) for repo, folder in direct if (repo.name, folder) not in results]
        for result in _direct(left, args):
            _tell(result, results, file)
    asked = [results[key] for key in asked_for]
    write_table(args.output / "table.csv", asked)
    known = read_table(_TABLE)
    lost = [r for r in asked if r.builds == "no" and builds(known.get(r.key))]
    for result in lost:
        print(f"{'/'.join(result.key)} built before: {result.reason}", file=sys.stderr)
    print(f"{sum(map(builds, asked))} of {len(asked)} folders build")
    return 1 if lost else 0


def _tell(result: Result, results: dict[tuple[str, str], Result], log: TextIO) -> None:
    results[result.key] = result
    log.write(_line(result))
    log.flush()
    print(f"{result.builds:4} {'/'.join(result.key)} {result.reason}", flush=True)


def _aclnn(boxes: list[tuple[str, FolderSandbox]], jobs: int) -> Iterator[Result]:
    """Build operators with an aclnn interface."""
    with ThreadPoolExecutor(jobs) as pool:
        runs = {pool.submit(box.run): (repository, box) for repository, box in boxes}
        for run in as_completed(runs):
            repository, box = runs[run]
            yield judge(repository, "aclnn", run.result(), (box.settings.work, box.corpus))


def _direct(left: list[tuple[Repository, str]], args: argparse.Namespace) -> Iterator[Result]:
    """Build folders of direct launches, each repository's together."""
    for repository in dict.fromkeys(repository for repository, _ in left):
        work = args.work.resolve() / f"{repository.name}-direct"
        python = layered(args.python or _python_with_torch_npu(), work.parent / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", "pybind11"], check=True)
        checkout = getattr(args, _OPTION[repository.name]).resolve()
        build = DirectBuild(repository, checkout, work, python)
        wanted = {folder for repo, folder in left if repo == repository}
        for outcome in build.run(args.timeout, wanted):
            yield judge(repository.name, "direct", outcome, (build.source / "csrc", work))


def builds(result: Result | None) -> bool:
    """Return whether a folder was seen to build."""
    return result is not None and result.builds == "yes"


def judge(repository: str, kind: str, outcome: Outcome, places: Iterable[Path]) -> Result:
    """The row of a folder that was built; what is in ``places`` is named from there."""
    reason = "" if outcome.built else outcome.why_not
    for folder in places:
        reason = reason.replace(f"{folder}/", "")
    verdict = "yes" if outcome.built else "no"
    return Result(repository, outcome.operator, kind, verdict, reason)


def read_results(log: Path) -> dict[tuple[str, str], Result]:
    """Results of a run before, by repository and folder; a line cut short is left out."""
    lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
    results = [Result(**json.loads(line)) for line in lines if line.endswith("}")]
    return {result.key: result for result in results}


def read_table(path: Path) -> dict[tuple[str, str], Result]:
    """Rows of a table by repository and folder."""
    with path.open(encoding="utf-8", newline="") as file:
        results = [Result(**row) for row in csv.DictReader(file)]
    return {result.key: result for result in results}


def write_table(path: Path, results: Iterable[Result]) -> None:
    """Write results in the order of repository and folder."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(result) for result in sorted(results, key=lambda r: r.key))


def _line(result: Result) -> str:
    return json.dumps(asdict(result)) + "\n"


def _parse(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    add = parser.add_argument
    add("--vllm", type=Path, help="a checkout of vllm-project/vllm-ascend with its submodules")
    add("--sgl", type=Path, help="a checkout of sgl-project/sgl-kernel-npu with its submodules")
    add("--filter", default="", help="only folders with this in their path")
    add("--resume", action="store_true", help="keep the results of the run before")
    add("--work", type=Path, default=Path("csrc_work"), help="where to build")
    add("--output", type=Path, default=Path("csrc_results"), help="folder of the results")
    add("--jobs", type=int, default=1)
    add("--timeout", type=float, default=3600.0, help="seconds for one build")
    add("--kind", choices=("aclnn", "direct"), default="", help="only folders of this kind")
    add("--python", help="one with torch_npu; by default that of tests/clients")
    return parser.parse_args(argv)


def _select(
    args: argparse.Namespace,
) -> tuple[list[tuple[str, AclnnFolder]], list[tuple[Repository, str]]]:
    """Operators with an aclnn interface and folders of direct launches that are asked for."""
    aclnn: list[tuple[str, AclnnFolder]] = []
    direct: list[tuple[Repository, str]] = []
    for repository in (VLLM, SGL):
        option = _OPTION[repository.name]
        checkout = getattr(args, option)
        if checkout is None:
            continue
        csrc = checkout.resolve() / "csrc"
        found = list(find_aclnn_folders(csrc))
        if not found:
            sys.exit(f"--{option}: {checkout} has no csrc with folders op_host and op_kernel")
        if args.kind in {"", "aclnn"}:
            aclnn += [(repository.name, one) for one in found if args.filter in one.name]
        if args.kind in {"", "direct"}:
            direct += [(repository, f) for f in folders(repository, csrc) if args.filter in f]
    if not aclnn and not direct:
        sys.exit("--vllm, --sgl, --filter: no operator folder is chosen by these options")
    return aclnn, direct


def _python_with_torch_npu() -> str:
    sys.path.append(str(Path(__file__).resolve().parents[1] / "clients"))
    from venvs import python_with  # type: ignore[import-not-found]

    return str(python_with("torch_npu"))


def _settings(args: argparse.Namespace, repository: str) -> Settings:
    return Settings(
        work=args.work.resolve() / repository,
        python=Path(sys.executable),
        soc=None,
        timeout=args.timeout,
        build_only=True,
    )


if __name__ == "__main__":
    sys.exit(main())
