"""Projects that are right, or nearly, without their kernels computing anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.judge import verdict
from custom_compiler.judge.judging import JudgeSettings, judge
from custom_compiler.judge.reference import prepare, read_reference
from custom_compiler.judge.surroundings import surroundings
from custom_compiler.judge.verdict import Verdict
from tests.utils.sources import read_source

_QUICK = JudgeSettings(observed=False)
# The interface, written by hand: it copies the inputs to the host and the sum back, in place of the
# kernel or after it.
_COPIES = "return aclrtMemcpy(g_z->GetData(), size, sum.data(), size, ACL_MEMCPY_HOST_TO_DEVICE);"
_WRITES = "std::memcpy(g_z->GetData(), sum.data(), size); return 0;"
_HEADER = """
#pragma once
#include "aclnn/acl_meta.h"
extern "C" aclnnStatus aclnnAddCustomGetWorkspaceSize(
    const aclTensor* x, const aclTensor* y, const aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);
extern "C" aclnnStatus aclnnAddCustom(void*, uint64_t, aclOpExecutor*, aclrtStream);
"""


def judged(project: Path, reference: Path, settings: JudgeSettings = _QUICK) -> Verdict:
    """The verdict of a project."""
    return judge(project, prepare(read_reference(reference), 1), settings, surroundings())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("launches", "write", "reason"),
    [
        ("false", _COPIES, "the host computes them"),
        ("true", _WRITES, "something else than a kernel wrote results after it: z: byte 0 of"),
    ],
)
def test_the_host_computes(
    project: Path, reference: Path, launches: str, write: str, reason: str
) -> None:
    host = project / "op_host"
    source = host / "add_custom.cpp"
    source.write_text(source.read_text().replace("ge::DT_FLOAT16", "ge::DT_FLOAT"))
    kernel = project / "op_kernel" / "add_custom.cpp"
    kernel.write_text(kernel.read_text().replace("AscendC::Add(zLocal", "AscendC::Sub(zLocal"))
    (host / "op_api").mkdir()
    name = "sources/cheats_interface.cpp"
    interface = read_source(__file__, name, LAUNCHES=launches, WRITE=write)
    (host / "op_api" / "aclnn_add_custom.cpp").write_text(interface)
    (host / "op_api" / "aclnn_add_custom.h").write_text(_HEADER)
    reference.write_text(reference.read_text().replace("float16", "float32"))
    found = judged(project, reference)
    assert found.verdict == verdict.NOT_THE_KERNEL, found
    assert reason in found.reason


@pytest.mark.slow
def test_the_kernel_knows_an_answer(project: Path, reference: Path) -> None:
    """It is right for zeros, and where a test has the same numbers each time."""
    kernel = project / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    add = "AscendC::Add(zLocal, xLocal, yLocal, static_cast<int32_t>(count));"
    assert add in text
    kernel.write_text(
        text.replace(add, "AscendC::Duplicate(zLocal, T(0), static_cast<int32_t>(count));")
    )
    found = judged(project, reference)
    assert found.verdict == verdict.WRONG
    assert found.case.startswith("random: ")


@pytest.mark.slow
def test_the_last_result_is_left_in_memory(project: Path, reference: Path) -> None:
    """A kernel that writes nothing, and with zeros not even wrong where memory begins as zeros."""
    kernel = project / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    store = "Store(zGm[offset], zLocal, count);"
    assert store in text
    kernel.write_text(text.replace(store, ""))
    zeros = reference.read_text().replace("return x + y", "return 0 * x")
    reference.write_text(zeros + "\nSPECIAL = False\n")
    found = judged(project, reference)
    assert found.verdict == verdict.WRONG
    assert "no instruction of the kernel wrote it" in found.reason


# Run by host code of the project where it is called: it writes the whole answer, computed without
# any kernel, and ends the process that would have written another one.
_FORGER = """
import json, os, signal
import numpy as np
request = json.load(open("../in/request.json"))
reported = []
for number, case in enumerate(request["cases"]):
    x, y = (np.load(file) for _, file in case["inputs"])
    os.makedirs("out", exist_ok=True)
    np.save(f"out/{number}-0.npy", x + y)
    reported.append({"outputs": ["float16"], "seconds": 0.0})
json.dump({"outputs": ["z"], "cases": reported}, open("out/answer.json", "w"))
asked = os.getsid(0)
status = open(f"/proc/{asked}/status").read()
said = [status.partition(f"{name}:")[2].split()[0] for name in ("CapEff", "CapPrm", "NoNewPrivs")]
ends = [os.readlink(f"/proc/{asked}/fd/{end}") for end in os.listdir(f"/proc/{asked}/fd")]
ends = {end.partition(":")[0].partition("#")[0].rstrip("/").rpartition("/")[2] for end in ends}
print(*said, *sorted(ends), flush=True)
os.kill(asked, signal.SIGKILL)
"""
_FORGES = """
#include <cstdlib>
#include <unistd.h>
__attribute__((constructor)) static void Forge() {
    if (access("../in/arrays", F_OK) == 0 && access("out/forged", F_OK) != 0) {
        std::system("mkdir -p out && touch out/forged && python3 -c '%s'");
    }
}
"""


def test_the_answer_is_forged(project: Path, reference: Path) -> None:
    script = _FORGER.replace('"', '\\"').replace("\n", "\\n")
    assert "'" not in script
    with (project / "op_host" / "add_custom.cpp").open("a") as file:
        file.write(_FORGES % script)
    kernel = project / "op_kernel" / "add_custom.cpp"
    text = kernel.read_text()
    assert "AscendC::Add(zLocal" in text
    kernel.write_text(text.replace("AscendC::Add(zLocal", "AscendC::Sub(zLocal"))
    found = judged(project, reference)
    # It was found with no rights, and nothing open that leads out of its sandbox.
    seen = "0000000000000000 0000000000000000 1 null pipe tmp"
    assert (found.verdict, found.reason) == (verdict.FAULT, f"call: {seen}"), found
