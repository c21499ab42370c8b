"""A faulty operator called again and again, through the extension: after_a_fault.py acme.so.

Prints what each synchronisation raises, and "all right" last.
"""

from __future__ import annotations

import sys
import time

import torch
import torch_npu  # noqa: F401  makes "npu" a device

torch.ops.load_library(sys.argv[1])
add = torch.ops.acme.add_custom


def reported(function) -> str:
    """Return the error that the function raises."""
    try:
        function()
    except RuntimeError as error:
        return str(error)
    raise AssertionError("no error")


def call_twice() -> None:
    add(x, x)
    time.sleep(1)  # the fault is over
    add(x, x)
    torch.npu.synchronize()


x = torch.rand(64, 32768).npu()
for function in (call_twice, torch.npu.synchronize, call_twice, lambda: print(x.cpu())):
    text = reported(function)
    assert "507035" in text, text
    print(text)
print("all right", flush=True)
