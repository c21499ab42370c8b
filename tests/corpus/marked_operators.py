"""Public operators of cann-ops with marks, and the call each is tuned for."""

from __future__ import annotations

from typing import NamedTuple


class Marked(NamedTuple):
    """One operator.

    Attributes:
        folder: Its place in `src` of cann-ops.
        op_type: Its type.
        edits: Lines of its sources by file, and what takes their place: what is marked.
        inputs: dtype and shape of each input.
        words: More of the command.
    """

    folder: str
    op_type: str
    edits: tuple[tuple[str, str, str], ...]
    inputs: tuple[tuple[str, tuple[int, ...]], ...]
    words: tuple[str, ...] = ()


_LEAKY = "op_host/matmul_leakyrelu.cpp"
_GELU = "op_host/fast_gelu.cpp"
_MSE = "op_host/mse_loss.cpp"

OPERATORS = (
    # Its tiling is for two vector cores, and so for one cube core.
    Marked(
        "math/matmul_leakyrelu",
        "MatmulLeakyrelu",
        (
            (
                _LEAKY,
                "    int32_t M = 1024;",
                """\
    int32_t cores = 1;  // tunable in 1, 2, 4, 5, 8, 10, 16, 20
    int32_t M = 1024;""",
            ),
            (_LEAKY, "int32_t baseM = 128;", "int32_t baseM = 128;  // tunable in 64, 128, 256"),
            (_LEAKY, "int32_t baseN = 128;", "int32_t baseN = 128;  // tunable in 64, 128, 256"),
            (_LEAKY, "cubeTiling.SetDim(2);", "cubeTiling.SetDim(2 * cores);"),
            (_LEAKY, "context->SetBlockDim(1);", "context->SetBlockDim(cores);"),
        ),
        (("float16", (1024, 256)), ("float16", (256, 640)), ("float32", (640,))),
        ("--output-shape", "1024,640"),
    ),
    # As many cores as whole tiles of the unified buffer: 13 of 40, with one tile each.
    Marked(
        "math/fast_gelu",
        "FastGelu",
        (
            (
                _GELU,
                "constexpr int32_t NUM = 5;",
                "constexpr int32_t NUM = 5;  // tunable in 3, 4, 5, 6, 8",
            ),
            (
                _GELU,
                "auto aivNum = ascendcPlatform.GetCoreNum();",
                "auto aivNum = ascendcPlatform.GetCoreNum();  // tunable in 4, 8, 10, 16, 20",
            ),
            (
                "op_kernel/fast_gelu.cpp",
                "constexpr int32_t BUFFER_NUM = 2;",
                "constexpr int32_t BUFFER_NUM = 2;  // tunable in 1, 2\n",
            ),
        ),
        (("float32", (64, 1024)),),
    ),
    # One core, and one buffer in each queue.
    Marked(
        "math/mse_loss",
        "MseLoss",
        (
            (
                _MSE,
                "    context->SetBlockDim(1);",
                """\
    uint32_t cores = 1;  // tunable in 1, 2, 4, 8, 16, 20, 32, 40
    context->SetBlockDim(cores);""",
            ),
            (
                _MSE,
                "uint32_t ub_block_num = (1024 % 2 != 0) ? 1023 : 1024;",
                "uint32_t ub_block_num = 1024;  // tunable in 128, 256, 512, 1024",
            ),
            (
                "op_kernel/mse_loss.cpp",
                "constexpr int32_t BUFFER_NUM = 1;",
                "constexpr int32_t BUFFER_NUM = 1;  // tunable in 1, 2",
            ),
        ),
        (("float16", (128, 1024)), ("float16", (128, 1024))),
        ("--attr", "reduction=none"),
    ),
)
