"""acl.rt: addresses, the memory that they are mapped to, and memory of other processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.utils.pyacl import Device, ok
from tests.utils.status import Rt

MIB = 1 << 20
PROP = {
    "handleType": 0,
    "allocationType": 0,
    "memAttr": 4,
    "location": {"id": 0, "type": 1},
    "reserve": 0,
}

# Adds up 64 bytes of memory that another process shares with it, and sets them to 9.
IMPORTER = """if True:
    import acl, os
    print(os.getpid(), flush=True)
    acl.rt.set_device(0)
    what, name = input().split()
    if what == "key":
        pointer, ret = acl.rt.ipc_mem_import_by_key(name, 0)
    else:
        handle, ret = acl.rt.mem_import_from_shareable_handle(int(name), 0)
        pointer, _ = acl.rt.reserve_mem_address(2 << 20, 0, 0, 0)
        ret = ret or acl.rt.map_mem(pointer, 2 << 20, 0, handle, 0)
    values = bytes(64)
    address = acl.util.bytes_to_ptr(values)
    acl.rt.memcpy(address, 64, pointer, 64, 2)
    acl.rt.memset(pointer, 64, 9, 64)
    print(ret, sum(acl.util.ptr_to_bytes(address, 64)))
"""


class Importer:
    """A process that runs IMPORTER."""

    def __init__(self, cann_home: Path) -> None:
        script = 'source "$0/set_env.sh"; exec "$1" -c "$2"'
        self.process = subprocess.Popen(
            ["bash", "-c", script, cann_home, sys.executable, IMPORTER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        self.pid = int(self.process.stdout.readline())

    def read(self, what: str, name: object) -> tuple[int, ...]:
        printed, _ = self.process.communicate(f"{what} {name}\n", timeout=120)
        return tuple(map(int, printed.split()))


def test_memory_at_two_addresses(acl, device: Device) -> None:
    handle = ok(acl.rt.malloc_physical(2 * MIB, PROP, 0))
    addresses = [ok(acl.rt.reserve_mem_address(2 * MIB, 0, 0, 0)) for _ in range(2)]
    for address in addresses:
        ok(acl.rt.map_mem(address, 2 * MIB, 0, handle, 0))
    ok(acl.rt.memset(addresses[0], 64, 5, 64))
    assert (device.download(addresses[1], 64, np.uint8) == 5).all()
    assert acl.rt.release_mem_address(addresses[0]) == Rt.PARAM_INVALID  # something is mapped there
    for address in addresses:
        ok(acl.rt.unmap_mem(address))
        ok(acl.rt.release_mem_address(address))
    ok(acl.rt.free_physical(handle))
    assert acl.rt.unmap_mem(addresses[0]) == Rt.PARAM_INVALID


def test_granularity(acl) -> None:
    assert ok(acl.rt.mem_get_allocation_granularity(PROP, 0)) == 2 * MIB
    for prop in (None, [], {}, {"location": 3}):
        with pytest.raises(TypeError, match='must be dict with a dict "location"'):
            acl.rt.malloc_physical(2 * MIB, prop, 0)


def test_physical_memory_of_another_process(acl, device: Device, cann_home: Path) -> None:
    handle = ok(acl.rt.malloc_physical(2 * MIB, PROP, 0))
    address = ok(acl.rt.reserve_mem_address(2 * MIB, 0, 0, 0))
    ok(acl.rt.map_mem(address, 2 * MIB, 0, handle, 0))
    ok(acl.rt.memset(address, 64, 3, 64))
    importer = Importer(cann_home)
    token = ok(acl.rt.mem_export_to_shareable_handle(handle, 0, 0))
    ok(acl.rt.mem_set_pid_to_shareable_handle(token, [importer.pid]))
    assert importer.read("handle", token) == (0, 64 * 3)
    assert (device.download(address, 64, np.uint8) == 9).all()
    assert acl.rt.mem_import_from_shareable_handle(token + 1, 0)[1] == Rt.PARAM_INVALID
    assert acl.rt.device_get_bare_tgid() == (os.getpid(), 0)


def test_buffers_of_another_process(acl, device: Device, cann_home: Path) -> None:
    buffer = device.empty(1000)
    ok(acl.rt.memset(buffer, 1000, 5, 1000))
    assert acl.rt.ipc_mem_get_export_key(buffer, 1000, 64, 0)[1] == Rt.PARAM_INVALID
    with pytest.raises(ValueError, match="less than 1024"):
        acl.rt.ipc_mem_get_export_key(buffer, 1000, 1024, 0)
    key = ok(acl.rt.ipc_mem_get_export_key(buffer, 1000, 65, 0))
    importer = Importer(cann_home)
    ok(acl.rt.ipc_mem_set_import_pid(key, [importer.pid]))
    assert importer.read("key", key) == (0, 64 * 5)
    values = device.download(buffer, 65, np.uint8)
    assert values.tolist() == [9] * 64 + [5]
    ok(acl.rt.ipc_mem_close(key))
    assert acl.rt.ipc_mem_import_by_key("nothing", 0)[1] != 0
