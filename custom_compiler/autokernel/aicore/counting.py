"""Numbers that are counted up in the unified buffer."""

from __future__ import annotations

import asc


@asc.jit
def count_up(numbers: asc.LocalTensor, first: int, count: int) -> None:
    """Fill a tensor of int32, of 8 elements at least, with `count` numbers from `first` on."""
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    for i in asc.static_range(8):
        numbers.set_value(i, first + i)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    done = 8
    while done < count:
        more = min(done, count - done)
        asc.adds(numbers[done:], numbers, done, more)
        done = done + more
