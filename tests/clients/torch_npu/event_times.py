"""Times between events around a kernel that is launched outside torch_npu's queue.

event_times.py LIBRARY   (`launch` of event_times.asc)
"""

import ctypes
import sys
import time

import torch
import torch_npu  # noqa: F401

TRIALS = 100
ROUNDS = 2000

launch = ctypes.CDLL(sys.argv[1]).launch
launch.argtypes = [ctypes.c_uint32, ctypes.c_void_p]


def seconds_of_a_launch() -> float:
    """The least of five, from the call to the end of the kernel."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        launch(ROUNDS, stream)
        torch.npu.synchronize()
        times.append(time.perf_counter() - start)
    return min(times)


# As c10_npu::getCurrentNPUStream().stream(false): later uses let nothing end first.
stream = torch.npu.current_stream().npu_stream
launch(ROUNDS, stream)
least = seconds_of_a_launch() * 1e3
for _ in range(TRIALS):
    start, end = (torch.npu.Event(enable_timing=True) for _ in range(2))
    start.record()
    launch(ROUNDS, stream)
    end.record()
    torch.npu.synchronize()
    elapsed = start.elapsed_time(end)
    assert elapsed > least / 2, f"{elapsed} ms for a kernel of {least} ms"
print("all right")
