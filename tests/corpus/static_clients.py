"""The example client of an operator run with static kernels for the shapes of its run.

The unmodified client runs with ``ASCENDC_DUMP_OP_ARGS``, ``op_compiler`` makes a package of the
files that this left, ``--verify`` compares its kernels with the dynamic ones bit for bit, the
package is installed, and the client runs again: ``ASCENDC_KERNEL_LOG`` says what its calls took.
"""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

from custom_compiler.support.platform_config import standing_for
from tests.corpus.sandbox import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.corpus.sandbox import Sandbox

_BLACK_LIST = "no information file: CANN leaves this operator out"


@dataclass
class StaticRun:
    """Result of one client.

    `why_dynamic` has the reasons of the calls that took no static kernel, each once.
    """

    operator: str
    files: int = 0
    kernels: int = 0
    verified: bool = False
    calls: int = 0
    static_calls: int = 0
    why_dynamic: list[str] = field(default_factory=list)
    right: bool = False
    why_not: str = ""

    @property
    def is_good(self) -> bool:
        """Tell whether every call took a static kernel, and the values are right."""
        return self.right and self.calls == self.static_calls


def run_static(box: Sandbox) -> StaticRun:
    """Dump, compile, verify, install, run again, uninstall; the client was right before."""
    result = StaticRun(box.operator.name)
    box.renew_home()
    result.why_not = _steps(box, result)
    return result


def _steps(box: Sandbox, result: StaticRun) -> str:
    """Fill in `result`; why the client could not run with static kernels, or ""."""
    folders = {name: box.root / name for name in ("dump", "information")}
    for folder in folders.values():
        shutil.rmtree(folder, ignore_errors=True)
    package, log = box.root / "static.run", box.root / "kernel_log.jsonl"
    for path in (package, log):
        path.unlink(missing_ok=True)
    why_not = box.run_again("dump", {"ASCENDC_DUMP_OP_ARGS": str(folders["dump"])})
    if why_not:
        return why_not
    result.files = _gather(folders["dump"], folders["information"])
    if not result.files:
        return _BLACK_LIST
    soc = _soc(box)
    (box.root / "soc").write_text(soc, encoding="utf-8")  # for benchmarks/static.py
    op_compiler = [str(box.home / "bin/op_compiler"), "-p", str(folders["information"])]
    op_compiler += ["-v", soc, "-j", "1"]
    why_not = box.call("compile", [*op_compiler, "-o", str(package), "--verify"])
    if why_not:
        return why_not
    result.verified = True
    why_not = box.call("install", ["bash", str(package), "--quiet"])
    if why_not:
        return why_not
    index = next(box.home.glob("opp/static_kernel/ai_core/config/*/binary_info_config.json"))
    entries = json.loads(index.read_text(encoding="utf-8")).values()
    result.kernels = len({item["binPath"] for entry in entries for item in entry["staticList"]})
    try:
        why_not = box.run_again("static", {"ASCENDC_KERNEL_LOG": str(log)})
    finally:
        uninstall = box.home / "opp/static_kernel/ai_core/uninstall.sh"
        box.call("uninstall", ["bash", str(uninstall)])
    _read_log(log, result)
    if why_not:
        return why_not
    again = Outcome(result.operator)
    box.judge(again, "static")
    result.right = again.right
    return again.why_not


def _soc(box: Sandbox) -> str:
    """The SoC that the toolkit takes for the operator's unit."""
    unit = box.operator.unit() if box.settings.soc is None else box.settings.soc
    table = standing_for("device", str(box.home / "data/platform_config"))
    return next(
        (soc for soc, facts in table.items() if facts["Short_SoC_version"].lower() == unit), unit
    )


def _gather(dump: Path, target: Path) -> int:
    """Copy the files for static compiles, of all processes of the client; how many."""
    files = sorted(dump.glob("*_opcompile/*.json"))
    target.mkdir()
    for number, path in enumerate(files):
        shutil.copyfile(path, target / f"{number}_{path.name}")
    return len(files)


def _read_log(log: Path, result: StaticRun) -> None:
    lines = log.read_text(encoding="utf-8").splitlines() if log.is_file() else []
    calls = [json.loads(line) for line in lines]
    result.calls = len(calls)
    result.static_calls = sum(call["taken"] == "static" for call in calls)
    result.why_dynamic = sorted({call["why"] for call in calls if call["taken"] != "static"})


def write_static(folder: Path, runs: Sequence[StaticRun]) -> str:
    """Write static.jsonl; return a line per run."""
    lines = [json.dumps(asdict(run)) + "\n" for run in runs]
    (folder / "static.jsonl").write_text("".join(lines), encoding="utf-8")
    return "\n".join(map(_line, runs))


def _line(run: StaticRun) -> str:
    counts = f"{run.files:3} files {run.kernels:3} kernels, static {run.static_calls}/{run.calls}"
    words = ["verified" if run.verified else "", "right" if run.right else "", run.why_not]
    return f"{run.operator:45} {counts} {'; '.join(filter(None, [*words, *run.why_dynamic]))}"
