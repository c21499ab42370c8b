"""Allocators that programs register for streams (acl_rt_allocator.h)."""

from __future__ import annotations

import ctypes
from ctypes import c_size_t, c_void_p

from tests.utils.status import Acl, Rt

ALLOCATE = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_size_t)
FREE = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)
ADDRESS = ctypes.CFUNCTYPE(c_void_p, c_void_p)
FUNCTIONS = {
    "SetAllocFunc": ALLOCATE(lambda _allocator, _size: None),
    "SetFreeFunc": FREE(lambda _allocator, _block: None),
    "SetGetAddrFromBlockFunc": ADDRESS(lambda block: block),
}


def describe(acl) -> c_void_p:
    acl.library.aclrtAllocatorCreateDesc.restype = c_void_p
    desc = c_void_p(acl.library.aclrtAllocatorCreateDesc())
    assert desc.value
    return desc


def test_descriptors_that_lack_something_are_not_registered(device) -> None:
    stream, desc = device.handle("aclrtCreateStream"), describe(device)
    assert device("aclrtAllocatorRegister", stream, desc) == Acl.INVALID_PARAM
    assert "has no object, or lacks the function" in device.message()
    assert device("aclrtAllocatorSetObjToDesc", desc, c_void_p(1)) == 0
    for name, function in FUNCTIONS.items():
        assert device("aclrtAllocatorRegister", stream, desc) == Acl.INVALID_PARAM
        assert device(f"aclrtAllocator{name}ToDesc", desc, function) == 0
    assert device("aclrtAllocatorRegister", stream, desc) == 0
    assert device("aclrtAllocatorRegister", None, desc) == Acl.INVALID_PARAM
    assert device("aclrtAllocatorSetFreeFuncToDesc", desc, None) == Acl.INVALID_PARAM
    assert device("aclrtAllocatorDestroyDesc", desc) == 0
    assert device("aclrtAllocatorDestroyDesc", desc) == Acl.INVALID_PARAM
    assert device("aclrtAllocatorRegister", stream, desc) == Acl.INVALID_PARAM
    # As often as wanted, and also of a stream that is gone.
    assert device("aclrtAllocatorUnregister", stream) == 0
    assert device("aclrtDestroyStream", stream) == 0
    assert device("aclrtAllocatorUnregister", stream) == 0
    assert device("aclrtAllocatorRegister", stream, describe(device)) == Rt.INVALID_HANDLE
