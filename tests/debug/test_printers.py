"""gdb's printers on objects of every kind, in a program without a kernel: programs/printed.cpp."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from custom_compiler.debug.session import gdb_command

PROGRAM = Path(__file__).parent / "programs/printed.cpp"

pytestmark = pytest.mark.debugger


def _built(home: Path, folder: Path, *options: str) -> Path:
    libraries = home / "lib64"
    subprocess.run(
        ["g++", "-std=c++17", "-g", "-w", "-D_GLIBCXX_USE_CXX11_ABI=0", "-D__CCE_AICORE__=220",
         *options, f"-I{home / 'tikcpp/tikcfw'}", f"-I{home / 'include'}", PROGRAM,
         "-o", folder / "printed", f"-L{libraries}", "-lascendc_aicore",
         f"-Wl,-rpath,{libraries}"],
        check=True,
    )  # fmt: skip
    return folder / "printed"


def _session(program: Path, folder: Path) -> dict[str, dict[str, str]]:
    """All variables at each stop, by the name of the stop: variable -> what gdb prints."""
    lines = enumerate(PROGRAM.read_text().splitlines(), 1)
    stops = {
        number: stop[1] for number, line in lines if (stop := re.search("// stop: (.*)", line))
    }
    commands = ["set width 0", *(f"break printed.cpp:{number}" for number in stops), "run"]
    for name in stops.values():
        commands += [f"echo \\n== {name}\\n", "info args", "info locals", "continue"]
    script = folder / "session.gdb"
    script.write_text("\n".join(commands) + "\n")
    done = subprocess.run(
        [*gdb_command([script], [], batch=True), program],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert "Python Exception" not in done.stdout + done.stderr
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"^== ", done.stdout, flags=re.MULTILINE)[1:]:
        name, _, text = part.partition("\n")
        found[name] = dict(re.findall(r"^(\w+) = (.*)$", text, re.MULTILINE))
    return found


@pytest.fixture(scope="module")
def printed(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    folder = tmp_path_factory.mktemp("printed")
    return _session(_built(cann_home, folder, "-O0"), folder)


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "f32": "LocalTensor<float> VECCALC at 0x0, 3 elements {1.5, -2, 3}",
        "f64": "LocalTensor<double> VECCALC at 0x40, 2 elements {0.25, 1000000}",
        "f16": "LocalTensor<half> VECCALC at 0x80, 2 elements {0.5, 65504}",
        "bf16": "LocalTensor<bfloat16_t> VECCALC at 0xc0, 2 elements {-1, 256}",
        "i4": "LocalTensor<int4b_t> VECCALC at 0x100, 4 elements {-8, 7, -1, 0}",
        "i8": "LocalTensor<int8_t> VECCALC at 0x140, 2 elements {-128, 127}",
        "u8": "LocalTensor<uint8_t> VECCALC at 0x180, 2 elements {0, 255}",
        "i16": "LocalTensor<int16_t> VECCALC at 0x1c0, 2 elements {-32768, 2}",
        "u16": "LocalTensor<uint16_t> VECCALC at 0x200, 2 elements {65535, 2}",
        "i32": "LocalTensor<int32_t> VECCALC at 0x240, 2 elements {-7, 8}",
        "u32": "LocalTensor<uint32_t> VECCALC at 0x280, 2 elements {7, 8}",
        "i64": "LocalTensor<int64_t> VECCALC at 0x2c0, 2 elements {-9, 10}",
        "u64": "LocalTensor<uint64_t> VECCALC at 0x300, 2 elements {9, 10}",
        "longs": "LocalTensor<long long> VECCALC at 0x340, 2 elements {-11, 12}",
        "bools": "LocalTensor<bool> VECCALC at 0x380, 2 elements {true, false}",
        "pairs": "LocalTensor<(anonymous namespace)::Pair> VECCALC at 0x3c0, 2 elements "
        "{{first = 1, second = 2}, {first = 3, second = 4}}",
        "trait": "LocalTensor<float> VECIN at 0x0, 2 elements {1.5, -2}",
        "derived_trait": "LocalTensor<half> VECIN at 0x80, 2 elements {0.5, 65504}",
        "many": "LocalTensor<float> VECOUT at 0x0, 16 elements {1.5, -2, 3, 0, 0, 0, 0, 0, ...}",
        "one_half": "0.5",
        "one_bfloat16": "-1",
        "one_int4": "-3",
    }.items(),
)
def test_elements(printed: dict[str, dict[str, str]], name: str, text: str) -> None:
    assert printed["element types"][name] == text


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "sized": r"GlobalTensor<float> at 0x\w+, 2 elements {4\.5, 5\.5}",
        "open": r"GlobalTensor<float> at 0x\w+, of unknown size {4\.5, 5\.5, (0, ){5}0}",
        "empty": "GlobalTensor<float> without memory",
        # The halves of 4.5f: 0, and 0x4090, which is 2.28125.
        "trait": r"GlobalTensor<half> at 0x\w+, 1 elements {2\.28125}",
        "nibbles": r"GlobalTensor<int4b_t> at 0x\w+, 2 elements {0, 4}",  # its last byte
        "unmapped": "GlobalTensor<float> at 0x10, 4 elements {not accessible}",
    }.items(),
)
def test_global_memory(printed: dict[str, dict[str, str]], name: str, text: str) -> None:
    assert re.fullmatch(text, printed["global tensors"][name])


_TENSOR = r"LocalTensor<float> VECIN at 0x0, 16 elements {6\.5, -2, 3, 0, 0, 0, 0, 0, \.\.\.}"
_QUEUE = r"TQueBind<GM, VECIN>, depth 2, 1 enqueued, 2 buffers of 64 bytes "
_QUEUE += r"{0x0 dequeued, 0x40 enqueued}"
_BUFFER = "TBuf<VECCALC> of 96 bytes at 0xa0"
_PIPE = r"TPipe, 4 of 64 buffers {VECIN 0x0 dequeued, VECIN 0x40 enqueued, VECOUT 0x80 free, "
_PIPE += "VECCALC 0xa0 free}"


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "tensor": _TENSOR,  # a reference to const, in a template
        "moved": _TENSOR,  # a reference to a temporary
        "queue": _QUEUE,
        "pointer": rf"0x\w+: {_TENSOR}",
        "queue_pointer": rf"0x\w+: {_QUEUE}",
        "null": "0x0",
        "buffer": _BUFFER,
        "view": r"GlobalTensor<float> at 0x\w+, 2 elements {4\.5, 5\.5}",
        "pipe": rf"0x\w+: {_PIPE}",
    }.items(),
)
def test_references_and_pointers(printed: dict[str, dict[str, str]], name: str, text: str) -> None:
    assert re.fullmatch(text, printed["references"][name])


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "pipe": _PIPE,
        "in": _QUEUE,
        "bind": "TQueBind<VECIN, VECOUT>, depth 1, 0 enqueued, 1 buffers of 32 bytes {0x80 free}",
        "without": "TQueBind<VECOUT, GM> without buffers",
        "buffer": _BUFFER,
        "bare": r"TBuf<VECCALC> without a buffer",
        "pool": "TBufPool<VECCALC> of 128 bytes at 0x100, 1 of 4 buffers {VECCALC 0x100 free}",
        "pooled": "TBuf<VECCALC> of 32 bytes at 0x100",
        "constant": _TENSOR,
        "empty": "LocalTensor<float> without memory",
    }.items(),
)
def test_objects(printed: dict[str, dict[str, str]], name: str, text: str) -> None:
    assert re.fullmatch(text, printed["queues"][name])


@pytest.mark.parametrize(
    ("name", "text"),
    {
        "garbage_queue": r"TQueBind <error: Cannot access memory at address 0x\w+>",
        "garbage_buffer": r"TBuf <error: Cannot access memory at address 0x\w+>",
        "garbage_tensor": r"LocalTensor<half> 165 at 0xa5a5a5a5, \d+ elements {not accessible}",
    }.items(),
)
def test_memory_before_a_constructor(
    printed: dict[str, dict[str, str]], name: str, text: str
) -> None:
    assert re.fullmatch(text, printed["queues"][name])


def test_optimized_code(cann_home: Path, tmp_path: Path) -> None:
    """No printer fails on objects that the compiler has taken apart."""
    found = _session(_built(cann_home, tmp_path, "-O2"), tmp_path)
    assert found  # _session finds failures of printers
    texts = [text for variables in found.values() for text in variables.values()]
    assert any("<optimized out>" in text for text in texts)
    assert not any("no member" in text for text in texts)
