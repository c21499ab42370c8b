"""Build the operator folders of vllm-ascend and sgl-kernel-npu, as their csrc is written.

python tests/corpus/run_csrc.py --vllm PATH [--sgl PATH] [--filter T] [--resume] [--output DIR]

Checkouts need their submodules below csrc/third_party (catlass). Of each folder with a definition
(`*_def.cpp`), `custom-compiler build` makes a package: host library, kernels and aclnn interface,
with the folders and options of the repository's own CMake (`csrc_operators.py`); folders for
ascend950 only are left out. Folders of direct launches are not built here. ``--output`` receives
results.jsonl, a line as each folder ends, and table.csv in the columns of csrc_folders.csv, which
has what is known of every folder. Exit code 1 where one that builds there did not.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from csrc_operators import AclnnFolder, find_aclnn_folders
from sandbox import Outcome, Sandbox, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable

_TABLE = Path(__file__).with_name("csrc_folders.csv")
_COLUMNS = ("repository", "folder", "kind", "builds", "reason")
_REPOSITORIES = {"vllm": "vllm-ascend", "sgl": "sgl-kernel-npu"}


@dataclass(frozen=True)
class Result:
    """What one folder came to; the columns of the table, all text."""

    repository: str
    folder: str  # below csrc
    kind: str  # aclnn: a definition and kernels; direct: kernels for <<<>>>
    builds: str  # yes, no, or not tried
    reason: str  # why not

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by."""
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
    todo = _select(args)
    args.output.mkdir(parents=True, exist_ok=True)
    log = args.output / "results.jsonl"
    results = read_results(log) if args.resume else {}
    log.write_text("".join(_line(result) for result in results.values()), encoding="utf-8")
    boxes = [
        (repository, FolderSandbox(operator, _settings(args, repository)))
        for repository, operator in todo
        if (repository, operator.name) not in results
    ]
    with ThreadPoolExecutor(args.jobs) as pool, log.open("a", encoding="utf-8") as file:
        runs = {pool.submit(box.run): (repository, box) for repository, box in boxes}
        for run in as_completed(runs):
            repository, box = runs[run]
            places = (box.settings.work, box.corpus)
            result = judge(repository, run.result(), places)
            results[result.key] = result
            file.write(_line(result))
            file.flush()
            print(f"{result.builds:4} {'/'.join(result.key)} {result.reason}", flush=True)
    asked = [results[repository, operator.name] for repository, operator in todo]
    write_table(args.output / "table.csv", asked)
    known = read_table(_TABLE)
    lost = [r for r in asked if r.builds == "no" and builds(known.get(r.key))]
    for result in lost:
        print(f"{'/'.join(result.key)} built before: {result.reason}", file=sys.stderr)
    print(f"{sum(map(builds, asked))} of {len(asked)} folders build")
    return 1 if lost else 0


def builds(result: Result | None) -> bool:
    """Whether a folder was seen to build."""
    return result is not None and result.builds == "yes"


def judge(repository: str, outcome: Outcome, folders: Iterable[Path]) -> Result:
    """The row of a folder that was built; what is in ``folders`` is named from there."""
    reason = "" if outcome.built else outcome.why_not
    for folder in folders:
        reason = reason.replace(f"{folder}/", "")
    verdict = "yes" if outcome.built else "no"
    return Result(repository, outcome.operator, "aclnn", verdict, reason)


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
    add("--timeout", type=float, default=900.0, help="seconds for one folder")
    return parser.parse_args(argv)


def _select(args: argparse.Namespace) -> list[tuple[str, AclnnFolder]]:
    found = []
    for option, repository in _REPOSITORIES.items():
        checkout = getattr(args, option)
        if checkout is None:
            continue
        folders = list(find_aclnn_folders(checkout.resolve() / "csrc"))
        if not folders:
            sys.exit(f"--{option}: {checkout} has no csrc with folders op_host and op_kernel")
        found += [(repository, operator) for operator in folders if args.filter in operator.name]
    if not found:
        sys.exit("--vllm, --sgl, --filter: no operator folder is chosen by these options")
    return found


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
