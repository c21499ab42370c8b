"""Candidates in worker processes: each ends in a library or in a message."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes.host_candidates import (
    Purpose,
    Setting,
    build_candidates,
    default_setting,
)
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.host.autoschedulers import AUTOSCHEDULERS, Autoscheduler, adams
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import HostLibrary
from custom_compiler.autokernel.host.timing import interleaved
from custom_compiler.kernel.jobs.job import Job, JobError, JobLimits
from custom_compiler.kernel.jobs.local import local_workers

SOFTMAX = ak.operators.softmax.operator(dtype="float32")
PURPOSE = Purpose(SOFTMAX, {"...": 16, "columns": 200})
POOL = Purpose(
    ak.operators.average_pool.operator(dtype="float32", kernel=(3, 3), pads=(1, 1, 1, 1)),
    {"n": 1, "c": 16, "h": 56, "w": 56},
)


@pytest.fixture(scope="module")
def workers():
    with local_workers(1, JobLimits(120.0, 4 << 30)) as found:
        yield found


def outcomes(purpose, candidates, folder, workers):
    found = dict(build_candidates(purpose, candidates, folder, workers))
    return [found[one] for one in candidates]


def test_the_class_and_all_autoschedulers_compute_the_same(tmp_path, workers):
    default = default_setting(PURPOSE)
    assert default is not None
    candidates = (default, *AUTOSCHEDULERS, adams(1, seed=4))
    libraries = outcomes(PURPOSE, candidates, tmp_path, workers)
    assert all(isinstance(one, HostLibrary) for one in libraries)
    x = np.random.default_rng(0).normal(size=(16, 200)).astype(np.float32)
    function = "custom_compiler.autokernel.classes.host_candidates:call_one"
    jobs = [Job(one.name, function, (one, (x,), {})) for one in libraries]
    expected = evaluate(SOFTMAX, {"x": x}, wide=True)[0]
    for outcome in workers.run(jobs):
        np.testing.assert_allclose(outcome.value[0], expected, rtol=1e-5)
    calls = [HostKernel(one).prepared(x) for one in libraries]
    assert [len(samples) for samples in interleaved(calls, 3)] == [3] * len(libraries)


def test_what_cannot_be_scheduled_is_a_message(tmp_path, workers):
    candidates = (
        Autoscheduler("Nobody2030"),
        Autoscheduler("Adams2019", (("beam", "3"),)),
        Setting((("vectors", 3), ("task", 4))),
        Setting((("vectors", 4),)),
    )
    errors = outcomes(PURPOSE, candidates, tmp_path, workers)
    assert [(one.kind, one.message) for one in errors] == [
        ("misuse", "Halide has no autoscheduler Nobody2030"),
        ("misuse", "Adams2019 has no option beam"),
        ("misuse", "softmax: vectors=3 task=4 is not legal for normalise"),
        ("misuse", "softmax: vectors=4 is not legal for normalise"),
    ]


def test_a_crash_is_a_candidates_own(tmp_path, workers):
    candidates = (Autoscheduler("Adams2019", (("beam_size", "wide"),)), adams(1))
    crashed, built = outcomes(PURPOSE, candidates, tmp_path, workers)
    assert (crashed.kind, crashed.message) == ("crashed", "killed by SIGABRT")
    assert isinstance(built, HostLibrary)


@pytest.mark.parametrize(
    ("limits", "kind"),
    [(JobLimits(0.3, 4 << 30), "timed out"), (JobLimits(60.0, 60 << 20), "out of memory")],
)
def test_a_search_that_takes_too_much_ends(tmp_path, limits, kind):
    with local_workers(1, limits) as few:
        (error,) = outcomes(POOL, (adams(64),), tmp_path, few)
    assert isinstance(error, JobError)
    assert error.kind == kind
