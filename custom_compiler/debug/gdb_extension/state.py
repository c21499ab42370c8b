"""The launch that runs, as the debug observer keeps it (observe/debug/debug_state.h)."""

import struct
from collections import namedtuple

import gdb
import members

_VERSION = 1
_LAUNCH = struct.Struct("<IIQQQQ")
_BLOCK = struct.Struct("<IIiIQQQII")
_FLAG = struct.Struct("<BBHii")
_MOST_FLAGS = 64
_BLOCK_BYTES = _BLOCK.size + _MOST_FLAGS * _FLAG.size

TYPES = ("mix", "aic", "aiv")
PIPES = ("S", "V", "M", "MTE1", "MTE2", "MTE3", "ALL", "MTE4", "MTE5", "V2", "FIX")
MEMORIES = ("GM", "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB")

Flag = namedtuple("Flag", "source target event count")
Launch = namedtuple("Launch", "index kernel blocks current")
Block = namedtuple("Block", "unit number core_type state core records last flags")


def _read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def _text(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string() if address else ""


def _block(address):
    data = _read(address, _BLOCK_BYTES)
    unit, number, core_type, state, core, records, last, count, _ = _BLOCK.unpack_from(data)
    flags = []
    for i in range(min(count, _MOST_FLAGS)):
        source, target, _, event, raised = _FLAG.unpack_from(data, _BLOCK.size + i * _FLAG.size)
        if raised:
            flags.append(Flag(PIPES[source], PIPES[target], event, raised))
    return Block(unit, number, core_type, state, core, records, _text(last), flags)


def launch():
    """Return the active launch, or None."""
    try:
        address = int(gdb.parse_and_eval("(unsigned long)&ascendc_debug_launch"))
        version, count, index, kernel, blocks, current = _LAUNCH.unpack(
            _read(address, _LAUNCH.size)
        )
    except gdb.error:
        return None
    if version != _VERSION or not blocks:
        return None
    all_blocks = [_block(blocks + i * _BLOCK_BYTES) for i in range(count)]
    position = (current - blocks) // _BLOCK_BYTES if current else -1
    now = all_blocks[position] if 0 <= position < len(all_blocks) else None
    return Launch(index, _text(kernel), [block for block in all_blocks if block.state], now)


def current_block():
    """Return the active block; None outside of kernels."""
    now = launch()
    return now.current if now else None


def core():
    """Return the active core as AscendC::isa::Core; raise a gdb error outside of kernels."""
    block = current_block()
    if block is None:
        raise gdb.GdbError("no kernel is at work")
    return core_at(block.core)


def core_at(address):
    """Return the core at an address."""
    kind = gdb.lookup_type("AscendC::isa::Core")
    return gdb.Value(address).cast(kind.pointer()).dereference()


def memory(name):
    """Return the address and size in bytes of an on-chip memory of the core at work."""
    if name not in MEMORIES[1:]:
        raise gdb.GdbError("no memory {}: one of {}".format(name, " ".join(MEMORIES[1:])))
    arenas = members.read(core(), "AscendC::isa::Core", "arenas")
    arena = arenas[MEMORIES.index(name)]
    base, size = (members.read(arena, "AscendC::isa::Arena", part) for part in ("base", "size"))
    return int(base), size
