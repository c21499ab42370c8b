"""Build and run op-plugin's examples of extensions of torch_npu as their pages say, unmodified.

python tests/corpus/run_op_plugin.py --checkout PATH [--filter T] [--python PYTHON] [--output DIR]

Each of examples/{cpp_extension*,framwork_cpp_extension,kernel_extension_aclgraph} is copied, and
`build_and_run.sh`, or where there is none what its README.md says, is run in a shell that sourced
set_env.sh of an embedded home, in an environment over `--python` with `wheel` and `expecttest`,
which torch_npu's own class of tests imports. Nothing of the copy is changed. A program of `test/`
passes when unittest says OK. ``--output`` receives a log of each example; the table has a row per
program, and op_plugin_examples.csv what is known. Exit code 1 where one that passes there did not.
"""

from __future__ import annotations

import argparse
import csv
import re
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from judge_multikernelbench import environment
from report import markdown

_HERE = Path(__file__).resolve().parent
_TABLE = _HERE / "op_plugin_examples.csv"
_COLUMNS = ("example", "program", "passes", "reason")
_PATTERNS = ("cpp_extension*", "framwork_cpp_extension", "kernel_extension_aclgraph")
_RESULT = re.compile(r"^(OK|FAILED)\b", re.MULTILINE)
_CAUSE = re.compile(r"^.*(?:\berror:|Error\b).*$", re.MULTILINE)
_MARK = "=== "
_SECONDS = 3600
# What a README without a script says: build, install, and the programs of test/.
_README = """\
python setup.py bdist_wheel
pip install dist/*.whl --force-reinstall
cd test
"""


@dataclass(frozen=True)
class Row:
    """Result of one program of an example; the columns of the table."""

    example: str  # below examples
    program: str
    passes: str  # yes or no
    reason: str  # why not


def examples(checkout: Path) -> list[Path]:
    """The folders with a setup.py."""
    folders = []
    for pattern in _PATTERNS:
        for folder in sorted((checkout / "examples").glob(pattern)):
            folders += sorted(path.parent for path in folder.rglob("setup.py"))
    return folders


def layered(python: str, folder: Path) -> Path:
    """An environment over `python`, so that what examples install stays out of that one."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    below, here = (
        subprocess.check_output([one, "-c", place], text=True).strip() for one in (python, own)
    )
    (Path(here) / "below.pth").write_text(f"{below}\n")
    subprocess.run([own, "-m", "pip", "install", "-q", "wheel", "expecttest"], check=True)
    return own


def script_of(example: Path) -> str:
    """Return the commands of a user in the folder, each program after a line with its name."""
    programs = sorted(path.name for path in (example / "test").glob("*.py"))
    script = example / "build_and_run.sh"
    if script.is_file():
        # It runs its programs itself, one after the other.
        return "bash build_and_run.sh\n"
    runs = "".join(f"echo '{_MARK}{name}'\npython {name}\n" for name in programs)
    return _README + runs


def programs_of(example: Path) -> list[str]:
    """In the order in which they run."""
    script = example / "build_and_run.sh"
    if script.is_file():
        return re.findall(
            r"^python3? (test_\w+\.py|\w+_test\.py)$", script.read_text(), re.MULTILINE
        )
    return sorted(path.name for path in (example / "test").glob("*.py"))


def rows_of(name: str, programs: list[str], log: str) -> list[Row]:
    """A row per program from what was written: unittest ends each that started."""
    parts = _parts(log, programs)
    rows = []
    for program in programs:
        text = parts.get(program, log)
        verdicts = _RESULT.findall(text)
        passes = bool(verdicts) and verdicts[-1] == "OK" and program in parts
        causes = [] if passes else _CAUSE.findall(text) or ["no result"]
        reason = causes[0].strip() if causes else ""
        rows.append(Row(name, program, "yes" if passes else "no", reason[:300]))
    return rows


def _parts(log: str, programs: list[str]) -> dict[str, str]:
    """Return the output of each program, the build with the first; {} if none was reached."""
    marked = re.split(rf"^{_MARK}(\w+\.py)$", log, flags=re.MULTILINE)
    if len(marked) > 1:
        return dict(zip(marked[1::2], marked[2::2], strict=True))
    # build_and_run.sh says how each ended, some of a failure that it was a success, too.
    ends: dict[str, int] = {}
    for end in re.finditer(r"^\[(?:ERROR|INFO)\]: Run (\w+) test", log, re.MULTILINE):
        ends[end[1]] = end.end()
    starts = [0, *ends.values()]
    texts = [log[start:end] for start, end in zip(starts, ends.values(), strict=False)]
    return dict(zip(programs, texts, strict=False))


def run(example: Path, name: str, work: Path, python: str) -> str:
    """Run an example in a copy; what was written."""
    box = work / name.replace("/", "-")
    shutil.rmtree(box, ignore_errors=True)
    copy = box / "example"
    shutil.copytree(example, copy)
    own = layered(python, box / "python")
    variables = environment(work / "home" / "cann", own, box)
    log = work / f"{box.name}.log"
    died = ""
    with log.open("wb") as stream:
        try:
            subprocess.run(
                ["bash", "-c", script_of(copy)], cwd=copy, env=variables,
                stdout=stream, stderr=subprocess.STDOUT, check=False, timeout=_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            died = f"\nerror: no end after {_SECONDS} s\n"
    return log.read_text(errors="replace") + died


def read_table() -> dict[tuple[str, str], Row]:
    """Return the known result of each program."""
    with _TABLE.open(encoding="utf-8") as file:
        rows = [Row(**row) for row in csv.DictReader(file)]
    return {(row.example, row.program): row for row in rows}


def main() -> int:
    """Run the examples and print a table; 1 if one that is known to pass does not."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkout", type=Path, required=True, help="one of Ascend/op-plugin")
    parser.add_argument("--python", help="one with torch_npu; by default that of tests/clients")
    parser.add_argument("--filter", default="", help="a part of the folder's name")
    parser.add_argument("--output", type=Path, default=Path("op_plugin_examples"))
    options = parser.parse_args()
    root = options.checkout.resolve() / "examples"
    found = [(str(path.relative_to(root)), path) for path in examples(options.checkout.resolve())]
    todo = [(name, path) for name, path in found if options.filter in name]
    if not todo:
        parser.error(f"{root}: no example has '{options.filter}' in its name")
    python = options.python or _python_with_torch_npu()
    work = options.output.resolve()
    work.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, path in todo:
        log = run(path, name, work, python)
        for row in rows_of(name, programs_of(path), log):
            print(f"{row.passes:4}{row.example}/{row.program} {row.reason}", flush=True)
            rows.append(row)
    print("\n".join(markdown(_COLUMNS, [asdict(row) for row in rows])))
    known = read_table()
    lost = [
        row for row in rows if row.passes == "no" and _passes(known.get((row.example, row.program)))
    ]
    for row in lost:
        print(f"{row.example}/{row.program} passed before: {row.reason}", file=sys.stderr)
    return int(bool(lost))


def _passes(row: Row | None) -> bool:
    return row is not None and row.passes == "yes"


def _python_with_torch_npu() -> str:
    sys.path.append(str(_HERE.parent / "clients"))
    from venvs import python_with  # type: ignore[import-not-found]

    return str(python_with("torch_npu"))


if __name__ == "__main__":
    sys.exit(main())
