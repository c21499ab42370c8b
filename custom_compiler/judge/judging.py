"""One project judged: built, called, its outputs held against the reference."""

from __future__ import annotations

import errno
import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler import __version__
from custom_compiler.debug.compare import Difference, describe, first_difference
from custom_compiler.judge import sandbox, verdict
from custom_compiler.judge.answers import (
    AnswerError,
    cases_of,
    launches_of,
    number_of,
    read_output,
    text_of,
    texts_of,
    writers_of,
)
from custom_compiler.judge.inputs import RANDOM, JudgedCase
from custom_compiler.judge.inside import NAMESPACES
from custom_compiler.judge.replaced import NoKernelError, empty_kernels
from custom_compiler.judge.sandboxed import (
    VENDOR,
    EndedError,
    Sandboxed,
    inside,
    is_of_the_machine,
)
from custom_compiler.judge.sources import PARTS, read_sources
from custom_compiler.judge.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.debug.trace import WritingInstruction
    from custom_compiler.judge.reference import Prepared
    from custom_compiler.judge.sources import Files
    from custom_compiler.judge.surroundings import Surroundings

# Bytes that fill memory before it is used: what a kernel leaves out differs from run to run.
_PATTERNS = ("0xA5", "0x3C")
_LINES = 60  # of what compilers said
_MOST_ANSWER, _MOST_PACKAGE = 16 << 20, 512 << 20  # bytes of what is taken from a sandbox
_ERROR = "error: "  # how the sanitizer's errors begin; other reports are warnings
_CANARY_UNIT = "ascend910b"
_FULL = os.strerror(errno.ENOSPC)


@dataclass(frozen=True)
class JudgeSettings:
    """Settings of an evaluation.

    Attributes:
        limits: Of each of a project's sandboxes.
        timeout: Seconds for one call of the operator.
        units: Compute units to build for; empty: those that the sources register.
        observed: Whether sanitizer and cycle model observe a call, too.
        jobs: Parallel steps of a build.
        sandbox: Kind of isolation, of `sandbox.modes`.
    """

    limits: sandbox.SandboxLimits = field(default_factory=sandbox.SandboxLimits)
    timeout: float = 60.0
    units: tuple[str, ...] = ()
    observed: bool = True
    jobs: int = 1
    sandbox: str = field(default_factory=lambda: sandbox.choose(""))

    def identity(self) -> str:
        """Return the settings that a verdict depends on."""
        return str((self.limits, self.timeout, self.units, self.observed))


def content(project: Path, prepared: Prepared, settings: JudgeSettings) -> str:
    """Return the identity of what a verdict depends on.

    That is sources, reference, settings and this program.

    Raises:
        OSError: This machine cannot read the sources now.
    """
    try:
        return identity_of(read_sources(project), "", prepared, settings)
    except EndedError as ended:
        return identity_of((), ended.reason, prepared, settings)


def identity_of(files: Files, refused: str, prepared: Prepared, settings: JudgeSettings) -> str:
    """Return the result of `content` for readable sources, or for the reason of rejected ones."""
    identity = f"{__version__}\0{prepared.reference.text}\0{prepared.seed}\0{settings.identity()}"
    digest = hashlib.sha256(identity.encode())
    for name, data in files:
        digest.update(f"\0{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
        digest.update(data)
    digest.update(refused.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def judge(
    project: Path, prepared: Prepared, settings: JudgeSettings, surroundings: Surroundings
) -> Verdict:
    """Judge a folder with op_host and op_kernel; never raises for what is in it."""
    judgement = _judged_alone(project, prepared, settings, surroundings)
    if judgement.verdict not in {verdict.NO_BUILD, verdict.FAULT}:
        return judgement
    # Only in namespaces a project has a separate disk.
    if settings.sandbox != NAMESPACES and _FULL in "\n".join(
        [judgement.reason, *judgement.details]
    ):
        return _not_judged(judgement, f"the disk of temporary files was full: {judgement.reason}")
    # A tool may be missing, a disk full: then ours fails, too.
    limits = sandbox.SandboxLimits()
    plain = replace(settings, limits=limits, observed=False, units=(_CANARY_UNIT,))

    def judging(own: Path, reference: Prepared) -> Verdict:
        return _judged_alone(own, reference, plain, surroundings)

    problem = surroundings.canary.problem(judging)
    return _not_judged(judgement, problem) if problem else judgement


def _judged_alone(
    project: Path, prepared: Prepared, settings: JudgeSettings, surroundings: Surroundings
) -> Verdict:
    """Judge a project, whatever the machine is like."""
    start = time.monotonic()
    blank = Verdict(str(project), verdict.RIGHT, sandbox=settings.sandbox)
    try:
        judgement = _verdict(project, prepared, settings, surroundings, blank)
    except sandbox.SandboxError as error:
        judgement = _not_judged(blank, error.message)
    except OSError as error:
        prefix = f"{error.filename}: " if error.filename else ""
        judgement = _not_judged(blank, f"{prefix}{error.strerror or error}")
    except Exception as error:  # noqa: BLE001 - one project says nothing of the others
        judgement = _not_judged(blank, f"the judge failed: {type(error).__name__}: {error}")
    return replace(judgement, seconds=round(time.monotonic() - start, 2))


def _verdict(
    project: Path, prepared: Prepared, settings: JudgeSettings, surroundings: Surroundings,
    blank: Verdict,
) -> Verdict:  # fmt: skip
    try:
        files = read_sources(project)
    except EndedError as ended:
        identity = identity_of((), ended.reason, prepared, settings)
        return replace(blank, verdict=ended.word, reason=ended.reason, content=identity)
    blank = replace(blank, content=identity_of(files, "", prepared, settings))
    with sandbox.own_folder() as folder:
        boxes = Sandboxed(surroundings, settings.limits, settings.sandbox, Path(folder))
        judged = _Judged(files, prepared, settings, boxes, blank)
        try:
            judged.run()
        except EndedError as ended:
            judgement = replace(
                judged.verdict, verdict=ended.word, reason=ended.reason, **ended.more
            )
            return judged.explained(judgement)
    return judged.verdict


def _not_judged(judgement: Verdict, reason: str) -> Verdict:
    """Return a verdict without a statement about the project, which will be evaluated again."""
    line = " ".join(reason.split())
    blank = Verdict(judgement.project, verdict.NOT_JUDGED, reason=line, sandbox=judgement.sandbox)
    return replace(blank, seconds=judgement.seconds)


class _Judged:
    """One project on its way; `verdict` is what is known of it."""

    def __init__(
        self, files: Files, prepared: Prepared, settings: JudgeSettings, boxes: Sandboxed,
        blank: Verdict,
    ) -> None:  # fmt: skip
        self._files = files
        self._reference = prepared.reference
        self._cases = prepared.cases
        self._settings = settings
        self._boxes = boxes
        self._case: JudgedCase | None = None  # the one at work
        self._vendor = Path()
        self.verdict = blank

    def run(self) -> None:
        """Do all there is to do; EndedError where the project is not right."""
        cases = self._cases
        self._build()
        self._check_results(cases)
        self._observe(cases[0], timed=True)
        self._check_origin([case for case in cases if case.kind == RANDOM])
        errors = [finding for finding in self.verdict.findings if finding.startswith(_ERROR)]
        if errors:
            raise EndedError(verdict.FAULTY, errors[0].removeprefix(_ERROR), case=cases[0].name)

    def explained(self, judgement: Verdict) -> Verdict:
        """Return a verdict with the sanitizer's reports on the failed case."""
        if judgement.verdict in {verdict.WRONG, verdict.FAULT, verdict.UNSTEADY} and self._case:
            with suppress(sandbox.SandboxError, OSError):  # the verdict is known without that
                self._observe(self._case, timed=False)
            seen = self.verdict
            judgement = replace(judgement, findings=seen.findings, unchecked=seen.unchecked)
        return judgement

    def _build(self) -> None:
        copy = self._boxes.new_folder()
        for part in PARTS:
            (copy / part).mkdir()
        for name, data in self._files:
            path = copy / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        request = {
            "task": "build", "op_host": inside("project/op_host"), "units": self._settings.units,
            "op_kernel": inside("project/op_kernel"), "jobs": self._settings.jobs,
        }  # fmt: skip
        answer, out = self._boxes.ask(request, {copy: "project"}, most=_MOST_PACKAGE)
        if "error" in answer:
            log = answer.get("log")
            messages = [*str(answer["error"]).splitlines(), *(log if isinstance(log, list) else [])]
            lines = list(dict.fromkeys(map(str, messages)))
            reason = lines[0] if lines else ""
            raise EndedError(verdict.NO_BUILD, reason, details=tuple(lines[:_LINES]))
        self._vendor = out / VENDOR
        operators = texts_of(answer.get("operators"))
        operator = self._reference.operator or (operators[0] if len(operators) == 1 else "")
        if operator not in operators:
            what = f"no operator {operator}" if operator else "several operators"
            reason = f"it has {what}, but {', '.join(operators) or 'none'}"
            raise EndedError(verdict.REFUSED, reason)
        seconds = round(number_of(answer.get("seconds")), 2)
        self.verdict = replace(self.verdict, operator=operator, build_seconds=seconds)

    def _request(self, task: str) -> dict[str, Any]:
        """Return the common fields of all requests about the operator."""
        return {
            "task": task, "operator": self.verdict.operator, "vendor": inside("vendors/judged"),
            "attributes": _texts(self._reference.attributes), "timeout": self._settings.timeout,
            "positional": self._reference.positional,
        }  # fmt: skip

    def _call(
        self, calls: Sequence[tuple[JudgedCase, str]], vendor: Path
    ) -> tuple[dict[str, Any], Path]:
        """Call the operator with each case's arrays in memory filled with a pattern."""
        folder = self._boxes.new_folder()
        requests = []
        for case, pattern in calls:
            variables = {"ASCENDC_MEMORY_PATTERN": pattern}
            requests.append({**self._arrays(case, folder), "variables": variables})
        request = {**self._request("call"), "cases": requests}
        shown = {folder: "arrays", vendor: "vendors/judged"}
        # Outputs of other types and shapes than they should have are to be seen, too.
        wanted = sum(array.nbytes for case, _ in calls for array in case.wanted)
        answer, out = self._boxes.ask(request, shown, most=4 * wanted + _MOST_ANSWER)
        if "error" in answer:
            raise EndedError(verdict.FAULT, str(answer["error"]))
        try:
            return {**answer, "cases": cases_of(answer, len(calls))}, out
        except AnswerError as error:
            raise EndedError(verdict.FAULT, f"its answer cannot be read: {error}") from None

    def _ask_of(self, case: JudgedCase, task: str, **more: Any) -> dict[str, Any]:
        """Have something else done with a case's arrays; an empty answer if that fails."""
        folder = self._boxes.new_folder()
        request = {**self._request(task), **self._arrays(case, folder), **more}
        try:
            shown = {folder: "arrays", self._vendor: "vendors/judged"}
            return self._boxes.ask(request, shown, most=_MOST_ANSWER)[0]
        except EndedError as ended:
            return {"unchecked": [ended.reason]}

    def _arrays(self, case: JudgedCase, folder: Path) -> dict[str, Any]:
        """Return a request's fields for a case, after saving its inputs to a folder."""
        files = self._boxes.save(case.arrays, folder)
        return {"inputs": files, "shapes": [list(output.shape) for output in case.wanted]}

    def _check_results(self, cases: Sequence[JudgedCase]) -> None:
        """Check every case, and the first one also with other bytes in memory before the call."""
        twice = [(case, _PATTERNS[0]) for case in cases] + [(cases[0], _PATTERNS[1])]
        answer, out = self._call(twice, self._vendor)
        names = texts_of(answer.get("outputs"))
        self.verdict = replace(self.verdict, infer_shape=text_of(answer.get("infer_shape")))
        outputs = []
        for number, (case, _) in enumerate(twice):
            self._case = case
            arrays = self._outputs(answer, out, number, case)
            self._compare(case, names, arrays)
            changed = texts_of(answer["cases"][number].get("changed"))
            if changed:
                reason = f"something else than a kernel wrote results after it: {changed[0]}"
                raise EndedError(verdict.NOT_THE_KERNEL, reason, case=case.name)
            outputs.append(arrays)
        self._case = cases[0]
        again = zip(names, outputs[0], outputs[-1], strict=False)
        for name, first, second in again:
            if first.tobytes() != second.tobytes():
                reason = f"{name} depends on what memory held before the call"
                raise EndedError(verdict.UNSTEADY, reason, case=cases[0].name)
        self.verdict = replace(self.verdict, cases=len(twice))
        self._case = None

    def _observe(self, case: JudgedCase, *, timed: bool) -> None:
        """Add what the checker and the cycle model say of a case."""
        if not self._settings.observed:
            return
        answer = self._ask_of(case, "observe", timed=timed)
        unchecked = " ".join(texts_of(answer.get("unchecked", answer.get("error"))))
        self.verdict = replace(
            self.verdict,
            findings=tuple(texts_of(answer.get("findings"))),
            unchecked=unchecked,
            model=launches_of(answer.get("model")),
        )

    def _outputs(
        self, answer: dict[str, Any], out: Path, number: int, case: JudgedCase
    ) -> list[np.ndarray[Any, Any]]:
        """Return the outputs of a call, read as untrusted data."""
        case_answer = answer["cases"][number]
        if "error" in case_answer:
            raise EndedError(verdict.FAULT, str(case_answer["error"]), case=case.name)
        try:
            dtypes = texts_of(case_answer.get("outputs"))
            files = [out / f"{number}-{index}.npy" for index in range(len(dtypes))]
            pairs = zip(files, dtypes, strict=True)
            return [read_output(file.read_bytes(), dtype) for file, dtype in pairs]
        except (OSError, AnswerError) as error:
            if isinstance(error, OSError) and is_of_the_machine(error):
                raise
            reason = f"its outputs cannot be read: {error}"
            raise EndedError(verdict.FAULT, reason, case=case.name) from None

    def _compare(
        self, case: JudgedCase, names: Sequence[str], arrays: Sequence[np.ndarray[Any, Any]]
    ) -> None:
        wanted = case.wanted
        if len(arrays) != len(wanted):
            reason = f"it has {len(arrays)} outputs, the reference {len(wanted)}"
            raise EndedError(verdict.WRONG, reason, case=case.name)
        for name, array, expected in zip(names, arrays, wanted, strict=False):
            if array.shape != expected.shape:
                reason = (
                    f"{name} has the shape {list(array.shape)}, expected {list(expected.shape)}"
                )
                raise EndedError(verdict.WRONG, reason, case=case.name)
            difference = self._difference(array, expected)
            if difference is not None:
                writers = self._writers(case, name, array, difference)
                reason = describe(name, difference, writers, array.itemsize)
                raise EndedError(verdict.WRONG, reason, case=case.name)

    def _difference(
        self, array: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]
    ) -> Difference | None:
        with np.errstate(all="ignore"):
            wanted = wanted.astype(array.dtype)
        return first_difference(array, wanted, *(self._reference.tolerance or ()))

    def _writers(
        self, case: JudgedCase, name: str, array: np.ndarray[Any, Any], difference: Difference
    ) -> list[WritingInstruction]:
        """Return the writers of the element that differs; empty if they are unknown."""
        size = array.dtype.itemsize
        watch = f"{name}:{difference.element * size}:{size}"
        with suppress(sandbox.SandboxError, OSError):
            return writers_of(self._ask_of(case, "writers", watch=watch))
        return []

    def _check_origin(self, cases: Sequence[JudgedCase]) -> None:
        """Require that the operator is wrong without its kernels: they make its results."""
        vendor = self._vendor.with_name("emptied")
        self._vendor.rename(vendor)
        try:
            count = empty_kernels(vendor)
        except NoKernelError as error:
            raise EndedError(verdict.NOT_THE_KERNEL, str(error)) from None
        if count == 0:
            raise EndedError(verdict.NOT_THE_KERNEL, "the package has no kernel")
        answer, out = self._call([(case, _PATTERNS[0]) for case in cases], vendor)
        for number, case in enumerate(cases):
            if "error" in answer["cases"][number]:
                continue
            arrays = self._outputs(answer, out, number, case)
            same = [
                expected.size > 0
                and array.shape == expected.shape
                and self._difference(array, expected) is None
                for array, expected in zip(arrays, case.wanted, strict=False)
            ]
            if any(same):
                reason = "results are right with kernels that do nothing: the host computes them"
                raise EndedError(verdict.NOT_THE_KERNEL, reason, case=case.name)


def _texts(attributes: Any) -> dict[str, str]:
    """Return attributes as `custom-compiler run --attr` takes them."""
    texts = {}
    for name, value in attributes.items():
        several = isinstance(value, list | tuple)
        texts[name] = ",".join(map(str, value)) if several else str(value)
    return texts
