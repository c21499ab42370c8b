"""The command `npu-smi` of the toolkit: lists the simulated devices in the driver's format.

Build scripts ask it which chip they compile for. The formats are those of Huawei's pages on
npu-smi (info, info -l, info -m, info -t board) and of outputs that users of 910B and A3 show; what
a simulated device has not (power, temperature, PCIe) is NA.
"""

from __future__ import annotations

import os
import sys
from ctypes import byref, c_int64, c_uint32
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.errors import CustomCompilerError, MisuseError, ToolkitError
from custom_compiler.support.acl_library import AclLibrary

if TYPE_CHECKING:
    from collections.abc import Callable

_TOTAL_MEMORY = 301  # ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE of acl/acl_rt.h
_OFFERED = "info, info -l, info -m, info -t board -i ID [-c CHIP]"
_USAGE = f"""Usage: npu-smi <-h|-v|info> [Options...]

       -h, --help                     Show this help text and exit
       -v                             Show the version
       info                           Show all devices: name, health, memory
       info -l                        Show the number of devices, and their ids
       info -m                        Show the ids of chips and their names
       info -t board -i ID [-c CHIP]  Show one device, or one chip of it

The devices are simulated by custom_compiler {__version__}. Each process has separate devices,
so that no other process is seen to use them.
"""


@dataclass(frozen=True)
class Devices:
    """The devices that programs find.

    Attributes:
        soc: Their SoC, as `aclrtGetSocName` names it: "Ascend910B3", "Ascend910_9392".
        megabytes: Memory of each device in MiB, in the order of their numbers.
    """

    soc: str
    megabytes: tuple[int, ...]

    @property
    def chip_type(self) -> str:
        """Return the first half of names such as Ascend910B3; "" if a number follows a `_`."""
        return "" if "_" in self.soc else "Ascend"

    @property
    def chip_name(self) -> str:
        """The value of `Chip Name`: 910B3, or Ascend910 of Ascend910_9392."""
        return self.soc.partition("_")[0].removeprefix(self.chip_type)

    @property
    def npu_name(self) -> str:
        """The value of `NPU Name`: the number after `_`, or ""."""
        return self.soc.partition("_")[2]


def main(root: str, words: list[str]) -> int:
    """Run `npu-smi`; `root` is the toolkit it belongs to. Return the exit status."""
    try:
        sys.stdout.write(answer(words, lambda: devices_of(Path(root))))
        sys.stdout.flush()
    except CustomCompilerError as error:
        hint = f"; {error.hint}" if error.hint else ""
        sys.stderr.write(f"npu-smi: error: {error.message}{hint}\n")
        return error.exit_code
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1
    return 0


def devices_of(root: Path) -> Devices:
    """Ask the toolkit's runtime, as programs do."""
    acl = AclLibrary(root, is_global=False)
    try:
        acl.load("ascendcl")
    except OSError as error:
        message = f"the runtime cannot be loaded: {error}"
        raise ToolkitError(message, "custom-compiler doctor examines the installation") from None
    acl.initialize()
    count, size = c_uint32(), c_int64()
    acl.call("aclrtGetDeviceCount", byref(count))
    megabytes = []
    for device in range(count.value):
        acl.call("aclrtGetDeviceInfo", device, _TOTAL_MEMORY, byref(size))
        megabytes.append(size.value >> 20)
    soc = acl.aclrtGetSocName().decode()
    acl.aclFinalize()
    return Devices(soc, tuple(megabytes))


def answer(words: list[str], find: Callable[[], Devices]) -> str:
    """Return the output of the command for `words`.

    Raises:
        MisuseError: What is asked is not offered, or there is no such device.
    """
    match words:
        case [] | ["-h" | "--help"] | ["info", "-h" | "--help"]:
            return _USAGE
        case ["-v"]:
            return f"npu-smi version: {__version__} (custom_compiler, simulated devices)\n"
        case ["info"]:
            return _overview(find())
        case ["info", "-l"]:
            return _list(find())
        case ["info", "-m"]:
            return _mapping(find())
        case ["info", "-t", "board", *options]:
            return _board(find(), options)
    request = " ".join(words)
    message = f"'{request}' is not offered: devices are simulated and do not have it"
    raise MisuseError(message, f"{_OFFERED} are")


def _overview(devices: Devices) -> str:
    thin, thick = _line("-", 27, 15, 52), _line("=", 27, 15, 52)
    version = f"npu-smi {__version__}".ljust(33) + "Version: simulated"
    lines = [
        _line("-", 96),
        f"| {version:95}|",
        thin,
        _row("NPU   Name", "Health", "Power(W)    Temp(C)           Hugepages-Usage(page)"),
        _row("Chip", "Bus-Id", "AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)"),
        thick,
    ]
    for number, megabytes in enumerate(devices.megabytes):
        memory = f"0    / {megabytes}"
        lines += [
            _row(f"{number:<6}{devices.chip_name}", "OK", f"{'NA':12}{'NA':18}0    / 0"),
            _row("0", "NA", f"{'0':12}{'0    / 0':18}{memory}"),
            thick,
        ]
    users = "Process name             | Process memory(MB)"
    lines += [thin, _row("NPU     Chip", "Process id", users), thick]
    for number in range(len(devices.megabytes)):
        lines += [f"| {f'No running processes found in NPU {number}':95}|", thick]
    return "\n".join(lines) + "\n"


def _line(stroke: str, *widths: int) -> str:
    return "+" + "".join(stroke * width + "+" for width in widths)


def _row(first: str, second: str, third: str) -> str:
    return f"| {first:26}| {second:14}| {third:51}|"


def _fields(*pairs: tuple[str, object]) -> str:
    return "".join(f"        {name:30} : {value}\n" for name, value in pairs)


def _list(devices: Devices) -> str:
    text = _fields(("Total Count", len(devices.megabytes)))
    for number in range(len(devices.megabytes)):
        text += "\n" + _fields(("NPU ID", number), ("Chip Count", 1))
    return text


def _mapping(devices: Devices) -> str:
    name = f"{devices.chip_type} {devices.chip_name}".strip()
    rows = [("NPU ID", "Chip ID", "Chip Logic ID", "Chip Name")]
    rows += [(str(number), "0", str(number), name) for number in range(len(devices.megabytes))]
    return "".join(f"        {a:30} {b:30} {c:30} {d}\n" for a, b, c, d in rows)


def _board(devices: Devices, options: list[str]) -> str:
    chosen = dict(zip(options[::2], options[1::2], strict=False))
    if len(options) % 2 or not set(chosen) <= {"-i", "-c"} or "-i" not in chosen:
        message = f"info -t board: '{' '.join(options)}' are not -i ID [-c CHIP]"
        raise MisuseError(message, "npu-smi info -l shows the ids")
    number = _number(chosen["-i"], len(devices.megabytes), "-i", "device")
    text = _fields(("NPU ID", number))
    with_name = "950" in devices.chip_name  # their board has the name itself
    if "-c" in chosen:
        text += _fields(("Chip ID", _number(chosen["-c"], 1, "-c", "chip")))
    else:
        text += _fields(("Product Name", "NA"), ("Serial Number", "NA"), ("Chip Count", 1))
    if "-c" in chosen or with_name:
        if devices.chip_type:
            text += _fields(("Chip Type", devices.chip_type))
        text += _fields(("Chip Name", devices.chip_name))
        if devices.npu_name:
            text += _fields(("NPU Name", devices.npu_name))
    return text


def _number(text: str, count: int, option: str, what: str) -> int:
    if not text.isdecimal() or int(text) >= count:
        some = f"there is {what} 0 only" if count == 1 else f"there are {what}s 0 to {count - 1}"
        message = f"info -t board: {option} {text} is no {what}"
        raise MisuseError(message, some)
    return int(text)
