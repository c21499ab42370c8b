"""Requests that another machine compiles: complete without this one's files, equal kernels."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.kernel.jobs.cluster import cluster_workers
from custom_compiler.kernel.jobs.cluster_task import TaskResult, pack_result, unpack_result
from custom_compiler.kernel.jobs.job import Cacheable, Job, JobLimits, Movable, Portable
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.jobs.remote import result_type
from custom_compiler.kernel.jobs.scheduler import SchedulerAddress
from custom_compiler.kernel.opc.cluster_compile import Shipment
from custom_compiler.kernel.opc.engine import KernelRequest
from custom_compiler.kernel.opc.includes import included_files
from custom_compiler.kernel.opc.static_tiling import StaticTiling
from tests.kernel.test_engine import COMPILE, request_of
from tests.utils.caches import cache_with_headers
from tests.utils.dask_cluster import dask_cluster

HEADERS = '#include "../common/half.h"\n#include <numbers.h>\n#include "sub/deep.h"\n'


@pytest.fixture
def spread(operator):
    """An operator whose source includes files in several folders, one through a link."""
    folder = operator.folder
    for name, text in {
        "common/half.h": "#define HALF 2\n",
        "real/numbers.h": "__aicore__ inline int Number() { return __LINE__; }\n",
        "src/sub/deep.h": '#include "../part.h"\n#ifdef NEVER\n#include "nowhere.h"\n#endif\n',
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "numbers").symlink_to(folder / "real")
    operator.write_implementation({"__ALLSOC__": [f"-I{folder}/numbers", "-DMORE=1"]})
    text = operator.source.read_text()
    operator.source.write_text(HEADERS + text.replace("PART;", "PART * HALF * Number() + MORE;"))
    return operator


def compiled(request: KernelRequest):
    with local_workers(1, JobLimits()) as workers:
        (outcome,) = workers.run([Job("copy_it", COMPILE, (request,))])
    assert outcome.error is None, outcome.error
    return outcome.value


def test_included_files_are_found_without_a_compiler(spread) -> None:
    folder = spread.folder
    names = ["common/half.h", "numbers/numbers.h", "src/copy_it.cpp", "src/part.h"]
    expected = [str(folder / name) for name in (*names, "src/sub/deep.h")]
    options = [f"-I{folder}/numbers", "-DX"]
    found = included_files(str(spread.source), options)
    assert sorted(map(os.path.normpath, found)) == expected
    words = ["-isystem", f"{folder}/numbers", "-include", f"{folder}/src/part.h"]
    assert included_files(str(spread.source), words) == found


def test_clusters_know_what_a_request_offers(operator) -> None:
    """Jobs whose arguments lack these would be sent although they are cached, or as they are."""
    request = request_of(operator)
    for sent in (request, Shipment(*request.packed())):
        assert isinstance(sent, Portable)
        assert isinstance(sent, Cacheable)
    assert isinstance(request, Movable)
    assert not isinstance("text", (Portable, Movable, Cacheable))


def test_a_packed_request_needs_no_file_of_its_machine(spread, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    request = request_of(spread)
    packed, files = request.packed()
    tree = tmp_path / "elsewhere"
    for path in files:
        place = tree / os.path.normpath(path)[1:]
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, place)
    here = compiled(request)
    hidden = [spread.source.parent, spread.folder / "common", spread.folder / "real"]
    for folder in hidden:
        folder.rename(f"{folder}.away")
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", cache_with_headers(tmp_path / "cache_there"))
    there = compiled(packed.moved(str(spread.home), str(tree)))
    for folder in hidden:
        Path(f"{folder}.away").rename(folder)
    assert there.data == here.data
    assert there.description == here.description
    sent = pack_result(TaskResult(there, None, 0.0, "worker", None), b"task")
    read = unpack_result(sent, hashlib.sha256(b"task").hexdigest(), result_type(COMPILE))
    assert read.value == there
    # What came back is found here the next time, also by opc, until a file changes.
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "fresh"))
    assert request.find_cached() is None
    received = request.received(there)
    assert (received.data, received.source) == (here.data, str(spread.source))
    known = request.find_cached()
    assert known is not None
    assert known.data == here.data
    (spread.folder / "real/numbers.h").write_text("__aicore__ inline int Number() { return 1; }\n")
    assert request.find_cached() is None


def test_who_compiles_elsewhere_has_a_say_in_this_kernel_only(
    spread, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    request, other = request_of(spread), request_of(spread, build=("-DMORE=2",))
    honest, mine = compiled(request), compiled(other)
    key = mine.compiled.manifest.key
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    before = sorted(tmp_path.rglob("*"))
    for number, (named, files) in enumerate(
        [(key, []), ("../../../outside", []), (key, [(str(fifo), "0" * 64)])]
    ):
        manifest = honest.compiled.manifest._replace(key=named, files=files)
        data = honest.compiled.data + b"forged %d" % number
        there = honest._replace(compiled=honest.compiled._replace(data=data, manifest=manifest))
        assert request.received(there).data == data
    broken = honest._replace(compiled=honest.compiled._replace(data=b"no object"))
    with pytest.raises(BuildError, match="a worker sent a broken object"):
        request.received(broken)
    known = other.find_cached()
    assert known is not None
    assert known.data == mine.data
    assert sorted(tmp_path.rglob("*")) == before
    assert not (spread.cache.parent / "outside").exists()


def test_changes_that_size_and_time_do_not_tell_are_seen(spread, monkeypatch) -> None:
    """In a source, in files that it includes, and in the options of its operator."""
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    request = request_of(spread)
    made = compiled(request)
    for path, old, new in (
        (spread.source, "z[0] = ", "z[1] = "),
        (spread.source.parent / "part.h", "4", "5"),
        (spread.folder / "common/half.h", "2", "3"),
        (spread.implementation, "-DMORE=1", "-DMORE=2"),
    ):
        before, text = path.stat(), path.read_text()
        for changed in (text.replace(old, new), text):
            path.write_text(changed)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
            now = path.stat()
            assert (now.st_ino, now.st_size) == (before.st_ino, before.st_size)
            known = request.find_cached()
            assert (known and known.data) == (made.data if changed == text else None), path
    assert request._replace(build=("-DMORE=2",)).find_cached() is None


def test_what_tells_the_type_of_a_static_kernel_comes_back_too(
    spread, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    tiling = StaticTiling(3, 1, (), 0, 0, clear_atomic=False, tiling_cond=0, data=b"")
    request = request_of(spread, static=tiling)
    compiled(request)
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "fresh"))
    packed, _ = request.packed()
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    there = compiled(packed)  # which knew all of it before
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "fresh"))
    assert request.received(there).data == there.data
    known = request.find_cached()
    assert known is not None
    assert known.data == there.data
    assert not request.packed()[0].with_plain


def test_intermediate_files_are_kept_here_only(operator, monkeypatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(operator.cache))
    with pytest.raises(MisuseError, match="dump_cce"):
        request_of(operator, "--op_debug_config=dump_cce").packed()


@pytest.mark.slow
def test_a_cluster_makes_what_opc_makes(spread, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(spread.cache))
    library = tmp_path / "liboptiling.so"
    subprocess.run(["g++", "-shared", "-x", "c++", "/dev/null", "-o", library], check=True)
    requests = [
        request_of(spread, build=build, tiling_library=str(library))
        for build in ((), ("-DMORE=2",), ("-sanitizer",), ("-DMORE=(",))
    ]
    requests.append(requests[0]._replace(implementation=str(tmp_path / "missing.py")))
    requests.append(request_of(spread, "--tiling_key=5", tiling_library=str(library)))
    here = [compiled(each) for each in requests[:3]]
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "fresh"))
    jobs = [Job(str(number), COMPILE, (each,)) for number, each in enumerate(requests)]
    with (
        dask_cluster(tmp_path / "cluster", workers=1) as cluster,
        cluster_workers(
            SchedulerAddress(cluster.address), JobLimits(), str(spread.home)
        ) as workers,
    ):
        first = {int(each.job.name): each for each in workers.run(jobs)}
        second = {int(each.job.name): each for each in workers.run(jobs[:3])}
        assert len(list((tmp_path / "cluster/worker0/cache/shipped").iterdir())) == 1
    assert [first[number].value.data for number in range(3)] == [each.data for each in here]
    assert not first[1].value.cached
    assert not first[2].value.cached
    errors = {number: each.error for number, each in first.items() if each.error}
    kinds = {number: error.kind for number, error in errors.items()}
    assert kinds == {3: "failed", 4: "misuse", 5: "failed"}
    assert "expected" in errors[3].details
    assert "are in the supported list: [3, 70]" in errors[5].message
    assert {second[number].worker for number in range(3)} == {"local"}
    assert [second[number].value.data for number in range(3)] == [each.data for each in here]
