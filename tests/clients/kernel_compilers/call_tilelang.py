"""Calls the library of tilelang_add.cpp, sys.argv[1], as TileLang does; prints `right`."""

from __future__ import annotations

import ctypes
import sys

import acl
import numpy as np

SIZE = 4 * 2 * 2048
TO_DEVICE, TO_HOST = 1, 2

assert acl.init() == 0
assert acl.rt.set_device(0) == 0
stream, _ = acl.rt.create_stream()
a, b = np.random.default_rng(0).standard_normal((2, SIZE), dtype=np.float32)
out = np.zeros(SIZE, np.float32)
addresses = []
for array in (a, b, out):
    address, code = acl.rt.malloc(array.nbytes, 0)
    assert code == 0
    copied = acl.rt.memcpy(address, array.nbytes, array.ctypes.data, array.nbytes, TO_DEVICE)
    assert copied == 0
    addresses.append(ctypes.c_void_p(address))
ctypes.CDLL(sys.argv[1]).call(*addresses, ctypes.c_void_p(stream))
assert acl.rt.synchronize_stream(stream) == 0, acl.get_recent_err_msg()
assert acl.rt.memcpy(out.ctypes.data, out.nbytes, addresses[2].value, out.nbytes, TO_HOST) == 0
print("right" if np.array_equal(out, a + b) else "wrong")
