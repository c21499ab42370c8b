"""Projects judged by a Dask cluster: sources and reference travel, verdicts return."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.judge import sandbox, verdict
from custom_compiler.judge.judging import JudgeSettings, identity_of, judge
from custom_compiler.judge.reference import Prepared, prepare, read_reference
from custom_compiler.judge.sandboxed import EndedError
from custom_compiler.judge.sources import PARTS, read_sources
from custom_compiler.judge.surroundings import Surroundings, surroundings
from custom_compiler.judge.verdict import Verdict, from_json
from custom_compiler.kernel.jobs.cluster import cluster_workers
from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.remote import remote
from custom_compiler.toolkit.home import ensure_home

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from custom_compiler.judge.report import Judges
    from custom_compiler.judge.sources import Files
    from custom_compiler.kernel.jobs.job import JobOutcome
    from custom_compiler.kernel.jobs.scheduler import SchedulerAddress

_SANDBOXES = 9  # of one project and of the canary, at most; each has all of its time
_SECONDS, _BYTES = 300.0, 2 << 30  # for the judge itself: a worker's first one makes its home


def judges_there(
    prepared: Prepared, settings: JudgeSettings, mode: str, scheduler: SchedulerAddress
) -> Judges:
    """Judge projects on the cluster of a Dask scheduler.

    Workers need the same version of this package, what the reference imports, and what can hold
    sandboxes; `mode` is what should, or "": the best that each worker has. A project whose worker
    is lost is judged by another one.

    Raises:
        MisuseError: The address is none, Dask is missing; when running: a worker is another
            machine or has no such sandboxes.
        BuildError: The scheduler does not answer or is lost.
    """
    seconds = settings.limits.seconds * _SANDBOXES + _SECONDS
    limits = JobLimits(seconds=seconds, memory=settings.limits.memory_bytes + _BYTES)
    workers = cluster_workers(scheduler, limits, str(ensure_home()))

    def run(projects: Sequence[Path]) -> Iterator[Verdict]:
        refused: list[Verdict] = []  # of projects that are not sent
        with workers:
            for outcome in workers.run(_jobs(projects, prepared, settings, mode, refused)):
                files: Files = outcome.job.arguments[0]
                yield _verdict(outcome, identity_of(files, "", prepared, settings))
        yield from refused

    return run


def _jobs(
    projects: Sequence[Path], prepared: Prepared, settings: JudgeSettings, mode: str,
    refused: list[Verdict],
) -> Iterator[Job]:  # fmt: skip
    for project in projects:
        try:
            files = read_sources(project)
        except EndedError as ended:
            identity = identity_of((), ended.reason, prepared, settings)
            refused.append(Verdict(str(project), ended.word, ended.reason, content=identity))
            continue
        except OSError as error:
            reason = f"{error.filename or project}: {error.strerror or error}"
            refused.append(Verdict(str(project), verdict.NOT_JUDGED, reason))
            continue
        arguments = (files, prepared.reference.text, prepared.seed, replace(settings, sandbox=mode))
        function = "custom_compiler.judge.cluster:judge_sources"
        yield Job(str(project), function, arguments)


@remote
def judge_sources(
    files: tuple[tuple[str, bytes], ...], text: str, seed: int, settings: JudgeSettings
) -> str:
    """Judge a project given as paths and contents; the verdict in a line. Runs on a worker."""
    settings = replace(settings, sandbox=sandbox.choose(settings.sandbox))
    with tempfile.TemporaryDirectory(prefix="custom-compiler-judge-sent-") as folder:
        for part in PARTS:
            Path(folder, part).mkdir()
        for name, data in files:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        around = _surroundings(settings.observed)
        return judge(Path(folder), _prepared(text, seed), settings, around).json()


@lru_cache(maxsize=4)
def _prepared(text: str, seed: int) -> Prepared:
    """Return the reference, read once by each worker."""
    with tempfile.TemporaryDirectory(prefix="custom-compiler-judge-sent-") as folder:
        path = Path(folder) / "reference.py"
        path.write_text(text, encoding="utf-8")
        return prepare(read_reference(path), seed)


@lru_cache(maxsize=2)
def _surroundings(observed: bool) -> Surroundings:  # noqa: FBT001  its key in the cache
    return surroundings(observed=observed)


def _verdict(outcome: JobOutcome, identity: str) -> Verdict:
    """Return the verdict on a project, with the identity that is known here.

    Raise MisuseError if a worker has another version, or no such sandboxes.
    """
    error, name = outcome.error, outcome.job.name
    if error is None:
        try:
            judgement = from_json(outcome.value)
        except ValueError as wrong:
            return Verdict(name, verdict.NOT_JUDGED, f"worker {outcome.worker}: {wrong}")
        content = "" if judgement.verdict == verdict.NOT_JUDGED else identity
        return replace(judgement, project=name, content=content)
    if error.kind == "misuse":
        raise MisuseError(error.message, error.hint)
    return Verdict(name, verdict.NOT_JUDGED, f"{error.kind}: {error.message}")
