"""One project judged: built, called, its outputs held against the reference."""

from __future__ import annotations

import hashlib
import json
import tempfile
import time
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler import __version__
from custom_compiler.call.arrays import canonical, code_of, dtype_of
from custom_compiler.debug.compare import Difference, describe, first_difference
from custom_compiler.debug.trace import Writer
from custom_compiler.judge import sandbox, verdict
from custom_compiler.judge.inputs import AGAIN, RANDOM, Case, cases
from custom_compiler.judge.replaced import NoKernelError, empty_kernels
from custom_compiler.judge.verdict import Verdict
from custom_compiler.judge.work import ANSWER, VENDOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.judge.reference import Reference
    from custom_compiler.judge.surroundings import Surroundings

# Bytes that fill memory before it is used: what a kernel leaves out differs from run to run.
_PATTERNS = ("0xA5", "0x3C")
_LINES = 60  # of what compilers said
_IN, _OUT = "/in", "/job/out"


@dataclass(frozen=True)
class Settings:
    """How projects are judged.

    Attributes:
        limits: Of each of a project's sandboxes.
        timeout: Seconds for one call of the operator.
        seed: Of the random inputs.
        jobs: Parallel steps of a build.
        units: Compute units to build for; empty: those that the sources register.
    """

    limits: sandbox.Limits = field(default_factory=sandbox.Limits)
    timeout: float = 60.0
    seed: int = 1
    jobs: int = 1
    units: tuple[str, ...] = ()


class _EndedError(Exception):
    """The verdict is known."""

    def __init__(self, verdict_: Verdict) -> None:
        super().__init__(verdict_.reason)
        self.verdict = verdict_


def content(project: Path, reference: Reference, settings: Settings) -> str:
    """Identity of what a verdict depends on: sources, reference, settings and this program."""
    digest = hashlib.sha256(f"{__version__}\0{reference.text}\0{settings}".encode())
    for path in sorted(project.rglob("*")):
        if path.is_file() and not path.is_symlink():
            digest.update(f"\0{path.relative_to(project)}\0{path.stat().st_size}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def judge(
    project: Path, reference: Reference, settings: Settings, surroundings: Surroundings
) -> Verdict:
    """Judge a folder with op_host and op_kernel; never raises for what is in it."""
    start = time.monotonic()
    blank = Verdict(str(project), verdict.RIGHT, content=content(project, reference, settings))
    with tempfile.TemporaryDirectory(prefix="custom-compiler-judged-") as folder:
        one = _Judged(project, reference, settings, surroundings, Path(folder), blank)
        try:
            found = one.run()
        except _EndedError as ended:
            found = ended.verdict
        except sandbox.SandboxError as error:
            found = replace(blank, verdict=verdict.LIMIT, reason=error.message)
    return replace(found, seconds=round(time.monotonic() - start, 2))


class _Judged:
    """One project on its way."""

    def __init__(  # noqa: PLR0913, PLR0917
        self, project: Path, reference: Reference, settings: Settings, around: Surroundings,
        folder: Path, blank: Verdict,
    ) -> None:  # fmt: skip
        self._project = project
        self._reference = reference
        self._settings = settings
        self._around = around
        self._folder = folder
        self._verdict = blank

    def run(self) -> Verdict:
        """Return the verdict."""
        parts = [self._project / name for name in ("op_host", "op_kernel")]
        missing = [part.name for part in parts if not part.is_dir()]
        if missing:
            self._end(verdict.REFUSED, f"there is no folder {missing[0]}")
        self._build()
        made = list(
            cases(self._reference.inputs, self._settings.seed, special=self._reference.special)
        )
        self._check_results(made)
        self._check_origin([case for case in made if case.kind in {RANDOM, AGAIN}])
        return self._verdict

    def _end(self, word: str, reason: str, **more: Any) -> None:
        reason = " ".join(reason.split())[:2000]
        raise _EndedError(replace(self._verdict, verdict=word, reason=reason, **more))

    def _work(self, request: dict[str, Any], shown: dict[str, str]) -> tuple[dict[str, Any], Path]:
        """Have something done in a sandbox; its answer, and the folder with what it left."""
        place = Path(tempfile.mkdtemp(dir=self._folder))
        asked = place / "request.json"
        asked.write_text(json.dumps({**request, "out": _OUT}), encoding="utf-8")
        asked.chmod(0o644)
        own = {str(asked): f"{_IN}/request.json", **shown}
        ended = sandbox.run(
            sandbox.Task(
                command=[_python(), "-m", "custom_compiler.judge.work", f"{_IN}/request.json"],
                shown={**self._around.shown, **own},
                writable=self._around.writable,
                environment=self._around.environment,
                collect=_OUT,
                limits=self._settings.limits,
            )
        )
        if ended.limit:
            self._end(verdict.LIMIT, f"{request['task']}: over its limit of {ended.limit}")
        out = place / "out"
        try:
            ended.extract(out)
            answer = json.loads((out / ANSWER).read_text(encoding="utf-8"))
        except (OSError, ValueError, EOFError):
            answer = None
        if not isinstance(answer, dict):
            answer = {}
            lines = ended.output.strip().splitlines() or [f"exit code {ended.code}"]
            self._end(verdict.FAULT, f"{request['task']}: {lines[-1]}", details=tuple(lines[-20:]))
        return answer, out

    def _build(self) -> None:
        request = {
            "task": "build", "op_host": f"{_IN}/project/op_host", "units": self._settings.units,
            "op_kernel": f"{_IN}/project/op_kernel", "jobs": self._settings.jobs,
        }  # fmt: skip
        answer, out = self._work(request, {str(self._project.resolve()): f"{_IN}/project"})
        if "error" in answer:
            lines = [*str(answer["error"]).splitlines(), *map(str, answer.get("log", []))]
            self._end(verdict.NO_BUILD, lines[0] if lines else "", details=tuple(lines[:_LINES]))
        self._vendor = out / VENDOR
        operators = [str(one) for one in answer.get("operators", [])]
        operator = self._reference.operator or (operators[0] if len(operators) == 1 else "")
        if operator not in operators:
            what = f"no operator {operator}" if operator else "several operators"
            self._end(verdict.REFUSED, f"it has {what}, but {', '.join(operators) or 'none'}")
        seconds = round(float(answer.get("seconds", 0)), 2)
        self._verdict = replace(self._verdict, operator=operator, build_seconds=seconds)

    def _call(self, made: Sequence[tuple[Case, str]], vendor: Path) -> tuple[dict[str, Any], Path]:
        """Call the operator with each case's arrays in memory filled with a pattern."""
        inputs = Path(tempfile.mkdtemp(dir=self._folder))
        inputs.chmod(0o755)
        asked = []
        for number, (case, pattern) in enumerate(made):
            files = {}
            for name, array in case.arrays.items():
                file = f"{number}-{name}.npy"
                np.save(inputs / file, array, allow_pickle=False)
                files[name] = f"{_IN}/arrays/{file}"
            asked.append({"inputs": files, "variables": {"ASCENDC_MEMORY_PATTERN": pattern}})
        request = {
            "task": "call", "operator": self._verdict.operator, "vendor": f"{_IN}/vendors/judged",
            "attributes": _texts(self._reference.attributes), "timeout": self._settings.timeout,
            "cases": asked,
        }  # fmt: skip
        shown = {str(inputs): f"{_IN}/arrays", str(vendor): f"{_IN}/vendors/judged"}
        answer, out = self._work(request, shown)
        if "error" in answer:
            self._end(verdict.FAULT, str(answer["error"]))
        return answer, out

    def _check_results(self, made: Sequence[Case]) -> None:
        """Every case is right; the first one also with other bytes in memory before the call."""
        twice = [(case, _PATTERNS[0]) for case in made] + [(made[0], _PATTERNS[1])]
        answer, out = self._call(twice, self._vendor)
        names = [str(name) for name in answer.get("outputs", [])]
        outputs = []
        for number, (case, _) in enumerate(twice):
            arrays = self._outputs(answer, out, number, case)
            wanted = self._reference.expected(case.arrays)
            self._compare(case, names, arrays, wanted)
            outputs.append(arrays)
        again = zip(names, outputs[0], outputs[-1], strict=False)
        for name, first, second in again:
            if first.tobytes() != second.tobytes():
                reason = f"{name} depends on what memory held before the call"
                self._end(verdict.UNSTEADY, reason, case=made[0].name)
        self._verdict = replace(self._verdict, cases=len(twice))

    def _outputs(
        self, answer: dict[str, Any], out: Path, number: int, case: Case
    ) -> list[np.ndarray[Any, Any]]:
        """What a call gave, read as what it may be: the work of others."""
        try:
            told = answer["cases"][number]
            if "error" in told:
                self._end(verdict.FAULT, str(told["error"]), case=case.name)
            arrays = []
            for place, dtype in enumerate(told["outputs"]):
                content_ = BytesIO((out / f"{number}-{place}.npy").read_bytes())
                array = np.load(content_, allow_pickle=False)
                arrays.append(array.view(dtype_of(code_of(canonical(dtype)))))
        except (OSError, LookupError, ValueError, TypeError) as error:
            self._end(verdict.FAULT, f"its outputs cannot be read: {error}", case=case.name)
        return arrays

    def _compare(
        self, case: Case, names: Sequence[str], arrays: Sequence[np.ndarray[Any, Any]],
        wanted: Sequence[np.ndarray[Any, Any]],
    ) -> None:  # fmt: skip
        if len(arrays) != len(wanted):
            reason = f"it has {len(arrays)} outputs, the reference {len(wanted)}"
            self._end(verdict.WRONG, reason, case=case.name)
        for name, array, one in zip(names, arrays, wanted, strict=False):
            if array.shape != one.shape:
                reason = f"{name} has the shape {list(array.shape)}, expected {list(one.shape)}"
                self._end(verdict.WRONG, reason, case=case.name)
            found = self._difference(array, one)
            if found is not None:
                reason = describe(
                    name, found, self._writers(case, name, array, found), array.itemsize
                )
                self._end(verdict.WRONG, reason, case=case.name)

    def _difference(
        self, array: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]
    ) -> Difference | None:
        with np.errstate(all="ignore"):
            wanted = wanted.astype(array.dtype)
        return first_difference(array, wanted, *(self._reference.tolerance or ()))

    def _writers(
        self, case: Case, name: str, array: np.ndarray[Any, Any], found: Difference
    ) -> list[Writer]:
        """Who wrote the element that differs; nobody if that cannot be found out."""
        inputs = Path(tempfile.mkdtemp(dir=self._folder))
        inputs.chmod(0o755)
        for key, one in case.arrays.items():
            np.save(inputs / f"{key}.npy", one, allow_pickle=False)
        size = array.dtype.itemsize
        request = {
            "task": "writers", "operator": self._verdict.operator,
            "vendor": f"{_IN}/vendors/judged", "timeout": self._settings.timeout,
            "attributes": _texts(self._reference.attributes),
            "inputs": {key: f"{_IN}/arrays/{key}.npy" for key in case.arrays},
            "watch": f"{name}:{found.element * size}:{size}",
        }  # fmt: skip
        shown = {str(inputs): f"{_IN}/arrays", str(self._vendor): f"{_IN}/vendors/judged"}
        try:
            answer, _ = self._work(request, shown)
            return [Writer(*map(_known, one)) for one in answer["writers"][:100]]
        except (_EndedError, LookupError, TypeError):
            return []

    def _check_origin(self, made: Sequence[Case]) -> None:
        """Without its kernels the operator must not be right: its results come from them."""
        vendor = self._folder / "emptied"
        self._vendor.rename(vendor)
        try:
            count = empty_kernels(vendor)
        except NoKernelError as error:
            self._end(verdict.NOT_THE_KERNEL, str(error))
        if count == 0:
            self._end(verdict.NOT_THE_KERNEL, "the package has no kernel")
        answer, out = self._call([(case, _PATTERNS[0]) for case in made], vendor)
        for number, case in enumerate(made):
            if "error" in answer["cases"][number]:
                continue
            arrays = self._outputs(answer, out, number, case)
            wanted = self._reference.expected(case.arrays)
            same = [
                one.size > 0 and array.shape == one.shape and self._difference(array, one) is None
                for array, one in zip(arrays, wanted, strict=False)
            ]
            if any(same):
                reason = "results are right with kernels that do nothing: the host computes them"
                self._end(verdict.NOT_THE_KERNEL, reason, case=case.name)


def _known(value: Any) -> Any:
    return " ".join(value.split())[:300] if isinstance(value, str) else value


def _python() -> str:
    import sys

    return sys.executable


def _texts(attributes: Any) -> dict[str, str]:
    """Attributes as `custom-compiler run --attr` takes them."""
    texts = {}
    for name, value in attributes.items():
        several = isinstance(value, list | tuple)
        texts[name] = ",".join(map(str, value)) if several else str(value)
    return texts
