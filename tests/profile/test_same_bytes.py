"""msprof says the same of a program each time, to the byte, but for the time of day and process."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

# A kernel whose vector cores ask for products and work on them, on several groups of cores; the
# host memory is pinned, which lies at another address in each process.
_PROGRAM = """
#include "acl/acl.h"
#include "kernel_operator.h"
#include "lib/matmul_intf.h"

constexpr uint32_t M = 64, N = 64, K = 128, BLOCKS = 6;
using Operand = AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Result = AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;

constexpr MatmulApiStaticTiling MakeTiling() {
    MatmulConfig config = GetMMConfig<MatmulConfigMode::CONFIG_MDL>(
        MatmulShapeParams{M, N, K, 32, 32, 64});
    config.enableSetBias = false;
    return AscendC::GetMatmulApiTiling<Operand, Operand, Result, Result>(config);
}
constexpr MatmulApiStaticTiling TILING = MakeTiling();

__global__ __aicore__ void product(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR workspace) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    using namespace AscendC;
    TPipe pipe;
    Matmul<Operand, Operand, Result, Result, TILING> mm;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm, (TCubeTiling*)nullptr);
    const uint32_t part = GetBlockIdx();
    GlobalTensor<half> left, right;
    GlobalTensor<float> result;
    left.SetGlobalBuffer((__gm__ half*)a + part % 2 * M * K);
    right.SetGlobalBuffer((__gm__ half*)b);
    result.SetGlobalBuffer((__gm__ float*)c + part * M * N);
    mm.SetTensorA(left);
    mm.SetTensorB(right);
    mm.IterateAll(result);
    mm.End();
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, N * sizeof(float));
    LocalTensor<float> row = buffer.Get<float>();
    for (uint32_t i = 0; i < M; ++i) {
        DataCopy(row, result[i * N], N);
        PipeBarrier<PIPE_ALL>();
        Exp(row, row, N);
        PipeBarrier<PIPE_ALL>();
        DataCopy(result[i * N], row, N);
        PipeBarrier<PIPE_ALL>();
    }
}

int main() {
    void *host, *a, *b, *c, *workspace;
    aclrtStream stream;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMallocHost(&host, 1 << 20);
    aclrtMalloc(&a, 2 * M * K * 2, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&b, N * K * 2, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&c, 2 * BLOCKS * M * N * 4, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&workspace, 32 << 20, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(a, 2 * M * K * 2, 0, 2 * M * K * 2);
    aclrtMemset(b, N * K * 2, 0, N * K * 2);
    for (int i = 0; i < 2; ++i) {
        product<<<BLOCKS, nullptr, stream>>>((uint8_t*)a, (uint8_t*)b, (uint8_t*)c,
                                             (uint8_t*)workspace);
    }
    return aclrtSynchronizeStream(stream);
}
"""


@pytest.fixture(scope="module")
def program(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("same")
    (folder / "program.asc").write_text(_PROGRAM)
    command = [
        str(cann_home / "bin/bisheng"), "--sanitizer", "program.asc", "-o", str(folder / "demo"),
    ]  # fmt: skip
    subprocess.run(command, check=True, cwd=folder)
    return folder / "demo"


def _profile(cann_home: Path, program: Path, output: Path) -> dict[str, str]:
    """Return the output of a run of msprof; times of day and process numbers are masked."""
    done = subprocess.run(
        [cann_home / "bin/msprof", f"--output={output}", program],
        capture_output=True, text=True, check=False,
        env=os.environ | {"ASCENDC_SOC_VERSION": "Ascend910B1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    (lines,) = output.rglob("*.profile.jsonl")
    process = lines.name.partition(".")[0]
    files = {}
    for path in output.rglob("*"):
        if path.is_file():
            name = re.sub(r"PROF_\w+|_\d{8,}", "", str(path.relative_to(output)))
            text = path.read_text(encoding="utf-8")
            # Only where it is the process: times have such numbers, too.
            text = re.sub(rf'("pid":|"timeline":"){process}\b', r"\1PID", text)
            files[re.sub(rf"\b{process}\b", "PID", name)] = text
    return files


@pytest.mark.slow
def test_two_runs_write_the_same_bytes(cann_home: Path, program: Path, tmp_path: Path) -> None:
    first, second = (_profile(cann_home, program, tmp_path / name) for name in ("one", "two"))
    assert any("op_summary" in name for name in first)
    assert set(first) == set(second)
    assert [name for name, text in first.items() if text != second[name]] == []
