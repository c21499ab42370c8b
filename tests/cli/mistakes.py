"""Seventy mistakes of the first days: what is said, the exit code, and no word that leads astray.

Each row is an edit of the sample's sources, or a call of the sample, and what the user reads: the
thing with its place, and the way out.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MISUSE, FAILED = 2, 1
KERNEL, HOST = "op_kernel/add_custom.cpp", "op_host/add_custom.cpp"
TILING = "op_host/add_custom_tiling.h"
ADD = "AscendC::Add(zLocal, xLocal, yLocal, static_cast<int32_t>(count));"

Edit = Callable[[Path], object]


@dataclass(frozen=True)
class Mistake:
    """Mistake, and the message about it."""

    name: str
    edit: Edit
    code: int
    says: tuple[str, ...]


def replace(file: str, old: str, new: str) -> Edit:
    """An edit that must find its place."""

    def edit(folder: Path) -> None:
        text = (folder / file).read_text()
        assert old in text
        (folder / file).write_text(text.replace(old, new))

    return edit


def before_add(statement: str) -> Edit:
    """A statement in the middle of the kernel."""
    return replace(KERNEL, ADD, f"{statement} {ADD}")


BUILDS = [
    Mistake(
        "a semicolon is missing in the kernel",
        replace(KERNEL, ADD, ADD.removesuffix(";")),
        FAILED,
        ("op_kernel/add_custom.cpp:51:9: error: expected ';'",),
    ),
    Mistake(
        "a function that Ascend C does not have",
        replace(KERNEL, "AscendC::Add(", "AscendC::Adds2("),
        FAILED,
        ("op_kernel/add_custom.cpp:50:18", "did you mean 'Adds'?"),
    ),
    Mistake(
        "a misspelt type",
        replace(KERNEL, "AscendC::TPipe", "AscendC::TPpie"),
        FAILED,
        ("op_kernel/add_custom.cpp:104:14", "did you mean 'TPipe'?"),
    ),
    Mistake(
        "a misspelt kernel function",
        replace(KERNEL, "void add_custom(", "void add_costum("),
        MISUSE,
        ("op_kernel/add_custom.cpp defines no kernel function add_custom",),
    ),
    Mistake(
        "a parameter of the kernel is missing",
        replace(
            KERNEL,
            "GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace",
            "GM_ADDR x, GM_ADDR z, GM_ADDR workspace",
        ),
        MISUSE,
        ("has 4 parameters, its operator has 5: x, y, z, workspace, tiling",),
    ),
    Mistake(
        "a function of the kernel without __aicore__",
        replace(KERNEL, "__aicore__ inline void Compute", "inline void Compute"),
        FAILED,
        ("op_kernel/add_custom.cpp:31:13: error: Compute: a function without __aicore__",),
    ),
    Mistake(
        "threads as in CUDA",
        before_add("int i = threadIdx.x;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:17", "AscendC::GetBlockIdx()"),
    ),
    Mistake(
        "a barrier as in CUDA",
        before_add("__syncthreads();"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:9", "AscendC::SyncAll()"),
    ),
    Mistake(
        "printing by a stream",
        before_add("std::cout << 1;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:14", "AscendC::printf"),
    ),
    Mistake(
        "memory from new",
        before_add("int* p = new int[4];"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:18: error: new: an AI core has no memory to allocate",),
    ),
    Mistake(
        "double",
        before_add("double q = 1.0;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:16: error: q: double: an AI core has no double",),
    ),
    Mistake(
        "a container of the host",
        before_add("std::vector<int> v;"),
        FAILED,
        ("op_kernel/add_custom.cpp:50:14", "AscendC::LocalTensor"),
    ),
    Mistake(
        "a header that is not there",
        lambda folder: (folder / "op_host/add_custom_tiling.h").unlink(),
        FAILED,
        ("op_host/add_custom.cpp:2:10", "put add_custom_tiling.h into the host sources"),
    ),
    Mistake(
        "a misspelt header of the toolkit",
        replace(KERNEL, "kernel_operator.h", "kernel_operater.h"),
        FAILED,
        ("op_kernel/add_custom.cpp:3:10", "did you mean kernel_operator.h?"),
    ),
    Mistake(
        "a semicolon is missing in the host code",
        replace(HOST, "*z = *x;", "*z = *x"),
        FAILED,
        ("op_host/add_custom.cpp:66:12: error: expected ';'",),
    ),
    Mistake(
        "a misspelt member in the host code",
        replace(
            HOST,
            "GetInputShape(0);\n    const gert::CompileTime",
            "GetInputShapes(0);\n    const gert::CompileTime",
        ),
        FAILED,
        ("op_host/add_custom.cpp:21:48", "did you mean 'GetInputShape'?"),
    ),
    Mistake(
        "another name of the tiling structure",
        replace(HOST, "AddCustomTilingData tiling", "AddTilingData tiling"),
        FAILED,
        ("op_host/add_custom.cpp:45:5: error: 'AddTilingData' was not declared",),
    ),
    Mistake(
        "no OP_ADD",
        replace(HOST, "OP_ADD(AddCustom);", ""),
        MISUSE,
        ("op_host registers no operator (OP_ADD)",),
    ),
    Mistake(
        "no AddConfig",
        replace(HOST, "this->AICore().AddConfig(unit);", "(void)unit;"),
        MISUSE,
        ("op_host registers no operator for any compute unit", "AICore().AddConfig"),
    ),
    Mistake(
        "a unit that does not exist",
        replace(HOST, '"ascend910b"', '"ascend910z"'),
        MISUSE,
        ('AddCustom: AddConfig("ascend910z")', "no such compute unit; did you mean ascend910?"),
    ),
    Mistake(
        "lists of different lengths",
        replace(HOST, ".Format({ge::FORMAT_ND, ", ".Format({ge::FORMAT_ND, ge::FORMAT_ND, "),
        MISUSE,
        ("AddCustom: x: Format has 4 entries but x has 3",),
    ),
    Mistake(
        "a kernel function without __aicore__",
        replace(KERNEL, "__global__ __aicore__", "__global__"),
        FAILED,
        ("op_kernel/add_custom.cpp:115:", "error: add_custom: a kernel function without __aicore"),
    ),
    Mistake(
        "the macro of a port that is not there",
        replace(KERNEL, "DTYPE_X", "DTYPE_Q"),
        FAILED,
        ("op_kernel/add_custom.cpp:118:15", "DTYPE_X is the macro of a port x"),
    ),
    Mistake(
        "a type without its namespace",
        replace(KERNEL, "AscendC::TPipe", "TPipe"),
        FAILED,
        ("op_kernel/add_custom.cpp:104:5", "did you mean AscendC::TPipe?"),
    ),
    Mistake(
        "a field that the tiling structure lacks",
        replace(KERNEL, "tilingData.length", "tilingData.total"),
        FAILED,
        ("op_kernel/add_custom.cpp:119:33", "has no member named 'total'"),
    ),
    Mistake(
        "a tiling structure that is not registered",
        replace(TILING, "REGISTER_TILING_DATA_CLASS(AddCustom, AddCustomTilingData)", ""),
        MISUSE,
        ("AddCustom registers no tiling structure", "add REGISTER_TILING_DATA_CLASS(AddCustom,"),
    ),
    Mistake(
        "a setter that the tiling structure lacks",
        replace(HOST, "set_length(", "set_len("),
        FAILED,
        ("op_host/add_custom.cpp:46:12", "did you mean 'set_length'?"),
    ),
    Mistake(
        "no header of the platform",
        replace(HOST, '#include "tiling/platform/platform_ascendc.h"', ""),
        FAILED,
        ("op_host/add_custom.cpp:30:21", '#include "tiling/platform/platform_ascendc.h"'),
    ),
    Mistake(
        "an operator renamed in the host code alone",
        replace(HOST, "AddCustom)", "SumCustom)"),
        FAILED,
        ("op_host/add_custom.cpp:", "'SumCustom' was not declared in this scope"),
    ),
    Mistake(
        "a kernel among the host's sources",
        lambda folder: shutil.copy(folder / KERNEL, folder / "op_host/kernel.cpp"),
        FAILED,
        ("op_host/kernel.cpp:3:10", "kernel_operator.h is for kernels", "move it to them"),
    ),
    Mistake(
        "a type that the instruction does not have",
        replace(HOST, "DT_INT32", "DT_INT64"),
        FAILED,
        ("op_kernel/add_custom.cpp", "has no Add<int64_t>", "Cast to a type that"),
    ),
]

# Built, and then run on 1024 rows of 4096 half numbers: the exit code is that of `run`.
RUNS = [
    Mistake(
        "tiles that do not fit into the unified buffer",
        replace(HOST, "ubSize / 16 * 15", "ubSize * 4"),
        FAILED,
        ("507035", "the buffers of InitBuffer end at byte", "of UB, which has 196608 bytes"),
    ),
    Mistake(
        "EnQue is missing",
        replace(KERNEL, "outQueueZ.EnQue<T>(zLocal);", ""),
        FAILED,
        ("507036", "DeQue: the queue is empty; EnQue is missing", "add_custom.cpp:57"),
    ),
    Mistake(
        "FreeTensor is missing",
        replace(KERNEL, "inQueueX.FreeTensor(xLocal);", ""),
        FAILED,
        ("507034", "AllocTensor: none of the 2 buffers of the queue is free", "call FreeTensor"),
    ),
    Mistake(
        "a loop that never ends",
        replace(KERNEL, "op.Process();", "while (true) { op.Process(); }"),
        FAILED,
        ("507034", "ran longer than its limit of 5 s", "--timeout SECONDS gives it more time"),
    ),
    Mistake(
        "SetBlockDim is missing",
        replace(HOST, "context->SetBlockDim(static_cast<uint32_t>(blocks));", "(void)blocks;"),
        FAILED,
        ("561002", "the tiling function of AddCustom did not call SetBlockDim"),
    ),
    Mistake(
        "a tiling function that fails",
        replace(HOST, "return ge::GRAPH_SUCCESS", "return ge::GRAPH_FAILED"),
        FAILED,
        ("561002", "returned GRAPH_FAILED for inputs x(FLOAT16, ND)[1024,4096]"),
    ),
    Mistake(
        "the shapes are inferred by nobody",
        replace(HOST, "SetInferShape(ge::InferShape).", ""),
        FAILED,
        ("AddCustom registers no InferShape", "--output-shape"),
    ),
    Mistake(
        "the kernel takes a wider type than the call's",
        replace(KERNEL, "KernelAdd<DTYPE_X>", "KernelAdd<int32_t>"),
        FAILED,
        ("507035", "failed on AIV block", "add_custom.cpp:"),
    ),
    Mistake(
        "another instruction than was meant",
        replace(KERNEL, "AscendC::Add(", "AscendC::Sub("),
        FAILED,
        ("z[0, 0] is 0.0, expected 2.0", "written by aiv block 0", "add_custom.cpp:"),
    ),
    Mistake(
        "built for another SoC than the device",
        replace(HOST, '"ascend910b"', '"ascend910"'),
        FAILED,
        ("161001", "not built for ascend910b, the unit of this device", "build it for ascend910b"),
    ),
]

# Words of `custom-compiler`, exit code, and what it says.
CALLS: list[tuple[str, int, tuple[str, ...]]] = [
    ("build -o op_host", MISUSE, ("--op_kernel_path is missing",)),
    ("build -o nowhere -k op_kernel", MISUSE, ("nowhere: there is no such folder",)),
    ("build -o op_kernel -k op_host", MISUSE, ("are the two folders swapped?",)),
    ("build", MISUSE, ("--op_host_path is missing", "build -o op_host -k op_kernel")),
    ("build -o . -k op_kernel", MISUSE, ("the kernels, ", ", are in it", "/op_host")),
    ("build -o op_host/add_custom.cpp -k op_kernel", MISUSE, ("this is a file",)),
    ("build -o op_host -k op_kernel --vender-name a", MISUSE, ("did you mean --vendor_name?",)),
    ("build -o op_host -k empty", MISUSE, ("empty: the folder is empty",)),
    (
        "build -o op_host -k op_kernel --vendor_name my-vendor",
        MISUSE,
        ("'my-vendor' is not a vendor name",),
    ),
    (
        "build -o op_host -k op_kernel --soc_version ascend910d",
        MISUSE,
        ("--soc_version: unknown SoC version 'ascend910d'", "did you mean ascend910"),
    ),
    ("biuld -o op_host -k op_kernel", MISUSE, ("biuld", "build")),
    (
        "run AddCustm --input x.npy x.npy --output z.npy",
        MISUSE,
        ("no installed package has an operator 'AddCustm'", "did you mean AddCustom?"),
    ),
    (
        "run AddCustom --input x.npy --output z.npy",
        MISUSE,
        ("AddCustom: input 'y' needs one array, got 0",),
    ),
    (
        "run AddCustom --input x.npy x.npy x.npy --output z.npy",
        MISUSE,
        ("AddCustom has no input left for x.npy", "inputs: x, y"),
    ),
    (
        "run AddCustom --input x.npy nope.npy --output z.npy",
        MISUSE,
        ("nope.npy: No such file or directory",),
    ),
    (
        "run AddCustom --input x.npy text.txt --output z.npy",
        MISUSE,
        ("text.txt: it is no .npy file", "numpy.save"),
    ),
    (
        "run AddCustom --input d.npy d.npy --output z.npy",
        MISUSE,
        (
            "these dtypes are not supported: x: double, y: double",
            "supported: x: float16, y: float16",
        ),
    ),
    (
        "run AddCustom --input x.npy f.npy --output z.npy",
        MISUSE,
        ("these dtypes are not supported: x: float16, y: float32",),
    ),
    (
        "run AddCustom --input x.npy x.npy --output no/z.npy",
        MISUSE,
        ("--output", "there is no folder"),
    ),
    (
        "run AddCustom --input a=x.npy y=x.npy --output z.npy",
        MISUSE,
        ("AddCustom has no input a", "inputs: x, y"),
    ),
    (
        "run AddCustom --input x.npy x.npy --attr alpha=1 --output z.npy",
        MISUSE,
        ("there is no attribute 'alpha'",),
    ),
    (
        "run AddCustom --input x.npy s.npy --output z.npy",
        FAILED,
        ("507035", "add_custom.cpp:69", "parameter 2 (y)"),
    ),
    ("run AddCustom x.npy x.npy", MISUSE, ("what is x.npy x.npy?", "--input x.npy x.npy")),
    ("run AddCustom -i x.npy x.npy", MISUSE, ("no option -i", "did you mean --input?")),
    ("run AddCustom --input x.npz x.npy", MISUSE, ("x.npz: it is no .npy file", "numpy.save")),
    ("run AddCustom --input big.npy x.npy", MISUSE, ("in the other byte order", "newbyteorder")),
    ("run AddCustom --input op_host x.npy", MISUSE, ("cannot read", "op_host: Is a directory")),
    ("run add_custom --input x.npy x.npy", MISUSE, ("did you mean AddCustom?",)),
    (
        "run AddCustom --input x.npy x.npy --expect s.npy",
        MISUSE,
        ("z: its shape is [8, 2048], that of the file [8, 1024]",),
    ),
    ("new 3d", MISUSE, ("'3d'", "a capital, then letters and digits")),
    ("new Leaky --input x:fp17", MISUSE, ("no type 'fp17'", "known: fp16, fp32")),
    ("test nowhere", MISUSE, ("nowhere: there is no such folder",)),
    ("judge . --reference nope.py", MISUSE, ("nope.py: it cannot be read: No such file",)),
    ("install op_host", MISUSE, ("op_host: Is a directory", "give the .run file of a build")),
    ("install nothing.run", MISUSE, ("no such package file: nothing.run",)),
    ("uninstall nobody", FAILED, ("vendor nobody is not installed",)),
    ("explain nofile.log", MISUSE, ("cannot read nofile.log: No such file or directory",)),
]
