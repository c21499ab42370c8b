"""The engine: what `opc` writes is what a request gives in any process."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.jobs.job import Job, JobLimits
from custom_compiler.kernel.jobs.local import local_workers
from custom_compiler.kernel.opc.engine import KernelRequest
from custom_compiler.kernel.opc.options import parse_options
from custom_compiler.kernel.opc.signature import read_signatures

COMPILE = "custom_compiler.kernel.opc.engine:compile_kernel_request"


def request_of(operator, *more: str, **changes) -> KernelRequest:
    words = [f"--input_param={operator.param}", "--soc_version=Ascend910B1"]
    words += [f"--output={operator.output}", "--main_func=copy_it", "--simplified_key_mode=0"]
    words += ["--impl_mode=high_performance,optional", *more]
    options = parse_options([str(operator.implementation), *words])
    assert options is not None
    (signature,) = read_signatures(str(operator.param))
    request = KernelRequest(
        toolkit=str(operator.home),
        implementation=str(operator.implementation),
        signature=signature,
        options=options,
        source=str(operator.source),
    )
    return request._replace(**changes)


def outcomes_of(operator, monkeypatch, requests: list[KernelRequest]):
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(operator.cache))
    with local_workers(1, JobLimits()) as workers:
        return list(workers.run([Job("copy_it", COMPILE, (each,)) for each in requests]))


def test_a_worker_makes_what_opc_makes(operator, monkeypatch) -> None:
    assert operator.compile().returncode == 0
    (outcome,) = outcomes_of(operator, monkeypatch, [request_of(operator)])
    assert outcome.error is None
    assert outcome.value.data == operator.binary
    assert json.loads(json.dumps(outcome.value.description)) == operator.record
    assert outcome.value.source == str(operator.source)


def test_only_the_first_of_equal_requests_is_compiled(operator, monkeypatch) -> None:
    operator.source.write_text(operator.source.read_text() + "// another kernel text\nint n = 7;\n")
    same = request_of(operator)
    first, second = outcomes_of(operator, monkeypatch, [same, same])
    assert (first.value.cached, second.value.cached) == (False, True)
    assert first.value.data == second.value.data
    assert first.value.description == second.value.description


def test_the_build_of_a_request_decides_and_errors_stay_their_own(operator, monkeypatch) -> None:
    broken = operator.folder / "broken.cpp"
    broken.write_text("#error nonsense")
    requests = [
        request_of(operator, source=str(broken)),
        request_of(operator, build=("-sanitizer",)),
        request_of(operator, "--op_debug_config=sanitizer"),
        request_of(operator),
        request_of(operator, signature=request_of(operator).signature._replace(op_type="Other")),
    ]
    bad, built, worded, release, other = outcomes_of(operator, monkeypatch, requests)
    assert bad.error.kind == "failed"
    assert "nonsense" in bad.error.details
    assert built.value.data == worded.value.data != release.value.data
    assert other.error.kind == "misuse"
    assert other.error.message == (
        f"{operator.param} is for operator Other, {operator.implementation} implements Copy"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("__builtin_trap();", "ends its process with signal 4"),
        ("_exit(3);", "ends its process with exit code 3"),
    ],
)
def test_a_tiling_library_that_crashes_is_named(operator, body, message) -> None:
    _write_crashing_library(operator.folder / "op_impl/ai_core/tbe/op_tiling", body)
    done = operator.compile()
    assert done.returncode == 1
    assert f"opc: error: the tiling library of operator Copy {message}" in done.stderr


def test_the_tiling_library_of_built_in_operators(operator, monkeypatch) -> None:
    opp = operator.folder / "opp"
    folder = opp / "op_impl/built-in/ai_core/tbe/op_tiling/lib/linux" / os.uname().machine
    library = _write_crashing_library(folder, "_exit(4);")
    monkeypatch.setenv("ASCEND_OPP_PATH", str(opp))
    done = operator.compile()
    assert done.returncode == 1
    assert f"opc: hint: {library} does so when it is loaded" in done.stderr


def _write_crashing_library(folder: Path, body: str) -> Path:
    folder.mkdir(parents=True)
    library = folder / "liboptiling.so"
    text = f'extern "C" void _exit(int); __attribute__((constructor)) void f() {{ {body} }}'
    command = ["g++", "-shared", "-fPIC", "-x", "c++", "-", "-o", str(library)]
    subprocess.run(command, input=text, text=True, check=True)
    return library
