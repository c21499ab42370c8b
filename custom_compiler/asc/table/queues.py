"""Methods of pipes, queues, buffers and pools of buffers."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_EVENT = "event: HardEvent = HardEvent.V_S"


def _method(owner: str, name: str, document: str, *forms: Overload) -> Operation:
    return Operation(name, f"fwk / {owner}", forms, owner=owner, document=document)


def _init_buf_pool(owner: str, ir: str) -> Operation:
    return _method(
        owner,
        "init_buf_pool",
        "Allocate `len` bytes for a pool, or share the memory of another pool.",
        overload(
            "buf_pool: TBufPool, len: u32 = 0, share_buf: TBufPool?",
            f"{ir}.init_buf_pool",
            "{self}.InitBufPool({buf_pool}, {len}{, share_buf})",
        ),
    )


_PIPE = (
    _method(
        "TPipe",
        "init_buffer",
        "Allocate `num` bytes for a buffer, or `num` buffers of `len` bytes for a queue.",
        overload("buf: TBuf, num: u32 = 0", "pipe.init_buffer", "{self}.InitBuffer({buf}, {num})"),
        overload("buf: TBuf, len: u32 = 0", "pipe.init_buffer", "{self}.InitBuffer({buf}, {len})"),
        overload(
            "que: Queue, num: u8 = 0, len: u32 = 0",
            "pipe.init_queue",
            "{self}.InitBuffer({que}, {num}, {len})",
        ),
    ),
    _init_buf_pool("TPipe", "pipe"),
    _method(
        "TPipe",
        "alloc_event_id",
        "Allocate an event of this kind until release_event_id.",
        overload(f"{_EVENT} -> i32", "pipe.alloc_event_id", "{self}.AllocEventID<{event}>()"),
    ),
    _method(
        "TPipe",
        "release_event_id",
        "Release an event.",
        overload(
            f"id: i32, {_EVENT}", "pipe.release_event_id", "{self}.ReleaseEventID<{event}>({id})"
        ),
    ),
    _method(
        "TPipe",
        "fetch_event_id",
        "Return an event of this kind for immediate use.",
        overload(f"{_EVENT} -> i32", "pipe.fetch_event_id", "{self}.FetchEventID<{event}>()"),
    ),
    _method(
        "TPipe",
        "get_base_addr",
        "Return the first address of a position's memory, in bytes.",
        overload(
            "logic_pos: TPosition -> u64",
            "pipe.get_base_addr",
            "reinterpret_cast<uint64_t>({self}.GetBaseAddr(static_cast<int8_t>({logic_pos})))",
        ),
    ),
    _method(
        "TPipe", "init", "Initialise the pipe again.", overload("", "pipe.init", "{self}.Init()")
    ),
    _method(
        "TPipe",
        "destroy",
        "Release everything that the pipe has allocated.",
        overload("", "pipe.destroy", "{self}.Destroy()"),
    ),
    _method(
        "TPipe",
        "reset",
        "Release all memory; queues and buffers can be initialised again.",
        overload("", "pipe.reset", "{self}.Reset()"),
    ),
)

_POOL = (
    # PyAsc documents `num`, and takes `len`.
    _method(
        "TBufPool",
        "init_buffer",
        "Allocate `len` bytes for a buffer, or `num` buffers of `len` bytes for a queue.",
        overload(
            "buf: TBuf, len: u32 = 0", "tbuf_pool.init_buffer", "{self}.InitBuffer({buf}, {len})"
        ),
        overload(
            "buf: TBuf, num: u32 = 0", "tbuf_pool.init_buffer", "{self}.InitBuffer({buf}, {num})"
        ),
        overload(
            "que: Queue, num: u8 = 0, len: u32 = 0",
            "tbuf_pool.init_queue",
            "{self}.InitBuffer({que}, {num}, {len})",
        ),
    ),
    _init_buf_pool("TBufPool", "tbuf_pool"),
    _method(
        "TBufPool",
        "reset",
        "Release all memory of the pool.",
        overload("", "tbuf_pool.reset", "{self}.Reset()"),
    ),
)

_QUEUE = (
    _method(
        "TQueBind",
        "alloc_tensor",
        "Return a free tensor of the queue.",
        overload(
            "dtype: dtype -> LT(dtype)",
            "que_bind.alloc_tensor",
            "{self}.AllocTensor<{dtype.T}>()",
        ),
        overload(
            "tensor: LT",
            "que_bind.alloc_tensor_in_place",
            "{tensor} = {self}.AllocTensor<{tensor.T}>()",
        ),
    ),
    _method(
        "TQueBind",
        "enque",
        "Append a tensor to the queue; with positions, they determine the copy that it waits for.",
        overload("tensor: LT", "que_bind.enque_tensor", "{self}.EnQue({tensor})"),
        overload(
            "tensor: LT, src_user_pos: TPosition, dst_user_pos: TPosition",
            "que_bind.enque_tensor_pos",
            "{self}.EnQue<{src_user_pos}, {dst_user_pos}, {tensor.T}>({tensor})",
        ),
    ),
    _method(
        "TQueBind",
        "deque",
        "Return the first tensor of the queue, after the operation that fills it has ended.",
        overload("dtype: dtype -> LT(dtype)", "que_bind.deque_tensor", "{self}.DeQue<{dtype.T}>()"),
        overload(
            "tensor: LT",
            "que_bind.deque_tensor_in_place",
            "{tensor} = {self}.DeQue<{tensor.T}>()",
        ),
        overload(
            "dtype: dtype, src_user_pos: TPosition, dst_user_pos: TPosition -> LT(dtype)",
            "que_bind.deque_tensor_pos",
            "{self}.DeQue<{src_user_pos}, {dst_user_pos}, {dtype.T}>()",
        ),
    ),
    _method(
        "TQueBind",
        "free_tensor",
        "Return a tensor to its queue.",
        overload("tensor: LT", "que_bind.free_tensor", "{self}.FreeTensor({tensor})"),
    ),
    _method(
        "TQueBind",
        "free_all_event",
        "Wait for all events of the queue, and release them.",
        overload("", "que_bind.free_all_event", "{self}.FreeAllEvent()"),
    ),
    _method(
        "TQueBind",
        "get_tensor_count_in_que",
        "Return the number of tensors in the queue.",
        overload("-> i32", "que_bind.get_tensor_count_in_que", "{self}.GetTensorCountInQue()"),
    ),
    _method(
        "TQueBind",
        "has_idle_buffer",
        "Return whether alloc_tensor would find a free tensor.",
        overload("-> b", "que_bind.has_idle_buffer", "{self}.HasIdleBuffer()"),
    ),
    _method(
        "TQueBind",
        "has_tensor_in_que",
        "Return whether the queue contains a tensor.",
        overload("-> b", "que_bind.has_tensor_in_que", "{self}.HasTensorInQue()"),
    ),
    _method(
        "TQueBind",
        "vacant_in_que",
        "Return whether the queue has space for enque.",
        overload("-> b", "que_bind.vacant_in_que", "{self}.VacantInQue()"),
    ),
)

_BUFFER = (
    _method(
        "TBuf",
        "get",
        "Return a tensor in the buffer's memory, of `len` elements or of all.",
        overload(
            "dtype: dtype, len: u32? -> LT(dtype)",
            "tbuf.get_tensor",
            "{self}.Get<{dtype.T}>({len})",
        ),
    ),
    _method(
        "TBuf",
        "get_with_offset",
        "Return a tensor of `size` elements from byte `buf_offset` of the buffer on.",
        overload(
            "size: u32, buf_offset: u32, dtype: dtype -> LT(dtype)",
            "tbuf.get_with_offset",
            "{self}.GetWithOffset<{dtype.T}>({size}, {buf_offset})",
        ),
    ),
)

OPERATIONS = (*_PIPE, *_POOL, *_QUEUE, *_BUFFER)
