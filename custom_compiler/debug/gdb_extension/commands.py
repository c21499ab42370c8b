"""`info ascend cores|queues|flags`, and msdebug's spellings: `ascend info ...`, `ascend memory`."""

import elements
import gdb
import members
import state


def _table(rows) -> None:
    widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        words = (str(word).ljust(width) for word, width in zip(row, widths, strict=True))
        gdb.write("  ".join(words).rstrip() + "\n")


def _launch():
    launch = state.launch()
    if launch is None:
        raise gdb.GdbError("no kernel is at work")
    return launch


class _Command(gdb.Command):
    """A command under several names; the docstring of a sub-class is its help."""

    def __init__(self, name) -> None:
        super().__init__(name, gdb.COMMAND_STATUS)


class Cores(_Command):
    """The cores of the launch at work: `*` is the one that executes."""

    def invoke(self, _arguments, _from_tty) -> None:
        launch = _launch()
        gdb.write(f"kernel {launch.kernel}, launch {launch.index}\n")
        rows = [("", "CoreId", "Type", "Block", "Records", "State")]
        for block in launch.blocks:
            here = block == launch.current
            what = "ended" if block.state == 2 else "running" if here else "waits in " + block.last
            rows.append(
                (
                    "*" if here else "",
                    block.unit,
                    state.TYPES[block.core_type],
                    block.number,
                    block.records,
                    what,
                )
            )
        _table(rows)


class Queues(_Command):
    """The buffers that the TPipe of the core at work has handed out."""

    def invoke(self, _arguments, _from_tty) -> None:
        pipe = members.read(state.core(), "AscendC::isa::Core", "pipe")
        if int(pipe) == 0:
            gdb.write("no TPipe\n")
            return
        pipe = pipe.dereference()
        buffers = members.read(pipe, "AscendC::TPipe", "buffers_")
        rows = [("Buffer", "Position", "Address", "Bytes", "State")]
        for i in range(members.read(pipe, "AscendC::TPipe", "used_")):
            position, address, bytes_, buffer_state = (
                members.read(buffers[i], "AscendC::TBufType", member)
                for member in ("position", "address", "dataLen", "state")
            )
            rows.append(
                (
                    i,
                    members.position(position),
                    f"{address:#x}",
                    bytes_,
                    members.state(buffer_state),
                )
            )
        _table(rows)


class Flags(_Command):
    """Flags of the core at work that were set and not waited for."""

    def invoke(self, _arguments, _from_tty) -> None:
        block = _launch().current
        if block is None or not block.flags:
            gdb.write("no flag is raised\n")
            return
        _table(
            [("From", "To", "Event", "Raised")]
            + [(flag.source, flag.target, flag.event, flag.count) for flag in block.flags]
        )


class Summary(_Command):
    """All of it."""

    def invoke(self, arguments, from_tty) -> None:
        for command in (Cores, Queues, Flags):
            command.invoke(self, arguments, from_tty)


class Memory(_Command):
    """ascend memory MEMORY OFFSET TYPE COUNT: elements at a byte offset of UB, L1, L0A ..."""

    def invoke(self, arguments, _from_tty) -> None:
        words = gdb.string_to_argv(arguments)
        if len(words) != 4 or elements.bits_of(words[2]) is None:
            raise gdb.GdbError("ascend memory MEMORY OFFSET TYPE COUNT, as in: UB 0x40 float 16")
        base, size = state.memory(words[0])
        offset, count = int(words[1], 0), int(words[3], 0)
        if offset < 0 or count < 1 or offset * 8 + count * elements.bits_of(words[2]) > size * 8:
            raise gdb.GdbError(f"{words[0]} has {size} bytes")
        gdb.write(elements.texts(words[2], base + offset, count, most=count) + "\n")


class _Block(gdb.Function):
    """The block at work, as the kernel counts; -1 outside kernels."""

    def __init__(self) -> None:
        super().__init__("ascend_block")

    def invoke(self):
        block = state.current_block()
        return -1 if block is None else block.number


def register() -> None:
    """Make gdb know them."""
    for prefix in ("info ascend", "ascend", "ascend info"):
        type("Prefix", (gdb.Command,), {"__doc__": "Simulated AI cores."})(
            prefix, gdb.COMMAND_STATUS, prefix=True
        )
    for prefix in ("info ascend", "ascend info"):
        for name, command in (
            ("cores", Cores),
            ("queues", Queues),
            ("flags", Flags),
            ("summary", Summary),
        ):
            command(f"{prefix} {name}")
    Memory("ascend memory")
    _Block()
