"""Projects judged side by side, verdicts as they come, and a journal to go on from."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from typing import TYPE_CHECKING

from custom_compiler.judge.judging import content, judge
from custom_compiler.judge.verdict import Verdict, from_json

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from custom_compiler.judge.judging import Settings
    from custom_compiler.judge.reference import Prepared
    from custom_compiler.judge.surroundings import Surroundings


def judge_all(  # noqa: PLR0913, PLR0917 - what a run is asked for
    projects: Sequence[Path], prepared: Prepared, settings: Settings,
    surroundings: Surroundings, jobs: int, journal: Path | None,
) -> Iterator[Verdict]:  # fmt: skip
    """Yield a verdict per project, as they are known.

    What a journal has of the same sources, reference and settings is not judged again; every
    verdict is written to it at once, so that a run that was killed goes on from there.
    """
    known = _known(journal)
    waiting = []
    for project in projects:
        kept = known.get(content(project, prepared, settings))
        if kept is None:
            waiting.append(project)
        else:
            yield kept
    with ThreadPoolExecutor(jobs) as pool:
        running = [
            pool.submit(judge, project, prepared, settings, surroundings) for project in waiting
        ]
        try:
            for done in as_completed(running):
                if journal is not None:
                    with journal.open("a", encoding="utf-8") as file:
                        file.write(f"{done.result().json()}\n")
                yield done.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _known(journal: Path | None) -> dict[str, Verdict]:
    """Verdicts by content; the last line may be half a one."""
    if journal is None or not journal.exists():
        return {}
    found = {}
    for line in journal.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError):
            verdict = from_json(line)
            found[verdict.content] = verdict
    return found
