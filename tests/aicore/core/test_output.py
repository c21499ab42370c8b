"""Output of cores, in CANN's form.

The samples are those of CANN's documentation: DumpTensor (rows, addresses) and asc_time_stamp
(heads), and for CANN's version the text of its kernel headers.
"""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_2, Kernel
from tests.utils.sources import read_source

_HEAD = (
    r"opType=AddCustom, DumpHead: {core}, CoreType={kind}, block dim={blocks}, "
    r"total_block_num={total}, block_remain_len=(\d+), block_initial_space=1048576, rsv=0, "
    r"magic=5aa5bccd\nCANN Version: \S+, TimeStamp: \d+\n"
)


def _run(body, blocks=1, **options):
    source = (
        'using namespace AscendC; extern "C" __global__ __aicore__ void f(GM_ADDR x) {' + body + "}"
    )
    return Kernel(source, "f", 1).run(blocks, np.arange(64, dtype=np.float32), **options)


def test_heads_and_order_of_vector_cores():
    text = _run('printf("block %d\\n", int(GetBlockIdx()));', 8, op_type="AddCustom")
    parts = [
        _HEAD.format(core=f"AIV-{i}", kind="AIV", blocks=8, total=8) + f"block {i}\n"
        for i in range(8)
    ]
    found = re.fullmatch("".join(parts), text)
    assert found
    # Before it there were a head of 48 bytes and a record: its own head, the format's place and
    # the text with its zero, in words of 8 bytes.
    assert {int(left) for left in found.groups()} == {1048576 - 48 - 8 - 8 - 16}


def test_cores_of_groups():
    body = """
        KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
        if ASCEND_IS_AIC { printf("cube %d\\n", int(GetBlockIdx())); }
        if ASCEND_IS_AIV { printf("vector %d\\n", int(GetBlockIdx())); }
    """
    text = _run(body, 2, op_type="AddCustom", task_type=MIX_AIC_1_2)
    cores = [(f"AIV-{i}", f"vector {i}\n") for i in range(4)]
    cores += [(f"AIC-{i}", f"cube {i}\n") for i in range(2)]
    parts = [
        _HEAD.format(core=core, kind="MIX", blocks=2, total=6) + words for core, words in cores
    ]
    assert re.fullmatch("".join(parts), text)


@pytest.mark.parametrize("dump", [0, 1])
def test_ascendc_dump_turns_output_and_assertions_off(dump: int) -> None:
    """A definition before the source includes its headers, as the documentation has it."""
    source = read_source(__file__, "kernels/output_dump.cpp", ASCENDC_DUMP=dump)
    text = Kernel(source, "f", 1).run(1, np.arange(64, dtype=np.float32))
    assert ("one 1" in text, "two" in text, "DumpTensor: desc=3" in text) == (dump == 1,) * 3
    if dump == 0:
        assert text == ""


def test_cores_that_print_nothing_have_no_head():
    body = 'if (GetBlockIdx() == 1) { printf("here\\n"); }'
    text = _run(body, 3, op_type="AddCustom")
    assert text.startswith("opType=AddCustom, DumpHead: AIV-1, ")
    assert text.count("DumpHead") == 1


def test_flat_tensors_break_behind_31_elements_and_then_behind_30():
    body = """
        GlobalTensor<float> t; t.SetGlobalBuffer((__gm__ float*)x);
        DumpTensor(t, 5, 62);
    """
    lines = _run(body).splitlines(keepends=True)
    numbers = [f"{i}.000000" for i in range(62)]
    assert lines[1:] == [
        "[" + ", ".join(numbers[:31]) + ", \n",
        ", ".join(numbers[31:61]) + ", \n",
        numbers[61] + "]\n",
    ]


def test_addresses_are_bare_hexadecimal_numbers():
    body = """
        TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 1024);
        LocalTensor<half> t = buf.Get<half>();
        Duplicate(t, half(1), 256);
        DumpTensor(t[128], 5, 32);
    """
    first = _run(body).splitlines()[0]
    assert first == "DumpTensor: desc=5, addr=100, data_type=float16, position=UB, dump_size=32"


def test_what_is_beyond_a_megabyte_is_lost_and_said():
    body = 'for (int i = 0; i < 60000; ++i) { printf("%5d\\n", i); }'
    head, _, rest = _run(body, op_type="AddCustom").partition("DumpHead: ")
    assert head == (
        "opType=AddCustom, Remain block space is not enough, "
        "printing information may be incomplete!\n"
    )
    assert len(rest.splitlines()[2:]) == (1048576 - 48) // 24


@pytest.mark.parametrize("length", [4096, 5000, 30 * 1024, 30 * 1024 + 1])
def test_one_call_prints_30_kilobytes_or_nothing(length: int) -> None:
    """printf.md: what is more is not printed."""
    text = _run(
        f"""
        static char all[{length} + 1];
        for (int i = 0; i < {length}; ++i) {{ all[i] = 'a' + i % 26; }}
        printf("%s", all); printf("end\\n");
    """
    )
    letters = "".join(chr(ord("a") + i % 26) for i in range(length))
    assert text == (letters if length <= 30 * 1024 else "") + "end\n"


def test_integers_are_printed_with_64_bits():
    """printf.md: %d and %i take int64_t, %u uint64_t; %x prints 64 bits on the NPU."""
    body = r"""
        int64_t big = 5000000000; uint64_t huge = 18446744073709551615u;
        int32_t minus = -1; int8_t small = -2;
        enum Color { kRed = 3 };
        printf("%d %i %u %x %X|", big, -big, huge, big, minus);
        printf("%x %d %5d|%-4u|%04x ", small, small, 7, 8u, 9);
        printf("%lld %hhu %c%% %*d", big, uint8_t(5), 'A', 3, 6);
        printf(" %d %d %f %s %u\n", true, kRed, half(1.5), "text", uint32_t(4294967295u));
    """
    assert _run(body).splitlines()[-1] == (
        "5000000000 -5000000000 18446744073709551615 12a05f200 FFFFFFFFFFFFFFFF|"
        "fffffffffffffffe -2     7|8   |0009 5000000000 5 A%   6 1 3 1.500000 text 4294967295"
    )
