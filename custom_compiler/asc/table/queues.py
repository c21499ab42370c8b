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
        "Gives a pool `len` bytes, or the memory of another pool.",
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
        "Gives a buffer `num` bytes, or a queue `num` buffers of `len` bytes.",
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
        "An event of this kind that is free until release_event_id.",
        overload(f"{_EVENT} -> i32", "pipe.alloc_event_id", "{self}.AllocEventID<{event}>()"),
    ),
    _method(
        "TPipe",
        "release_event_id",
        "Gives an event back.",
        overload(
            f"id: i32, {_EVENT}", "pipe.release_event_id", "{self}.ReleaseEventID<{event}>({id})"
        ),
    ),
    _method(
        "TPipe",
        "fetch_event_id",
        "An event of this kind for use at once.",
        overload(f"{_EVENT} -> i32", "pipe.fetch_event_id", "{self}.FetchEventID<{event}>()"),
    ),
    _method(
        "TPipe",
        "get_base_addr",
        "Where the memory of a position begins, in bytes.",
        overload(
            "logic_pos: TPosition -> u64",
            "pipe.get_base_addr",
            "reinterpret_cast<uint64_t>({self}.GetBaseAddr(static_cast<int8_t>({logic_pos})))",
        ),
    ),
    _method("TPipe", "init", "Makes the pipe as new.", overload("", "pipe.init", "{self}.Init()")),
    _method(
        "TPipe",
        "destroy",
        "Gives all that the pipe holds back.",
        overload("", "pipe.destroy", "{self}.Destroy()"),
    ),
    _method(
        "TPipe",
        "reset",
        "Gives all memory back; queues and buffers can be initialised again.",
        overload("", "pipe.reset", "{self}.Reset()"),
    ),
)

_POOL = (
    # PyAsc documents `num`, and takes `len`.
    _method(
        "TBufPool",
        "init_buffer",
        "Gives a buffer `len` bytes, or a queue `num` buffers of `len` bytes.",
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
        "Gives all memory of the pool back.",
        overload("", "tbuf_pool.reset", "{self}.Reset()"),
    ),
)

_QUEUE = (
    _method(
        "TQueBind",
        "alloc_tensor",
        "A free tensor of the queue.",
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
        "Hands a tensor on; users of positions say which copy it waits for.",
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
        "The tensor that was handed on first, when what fills it has come to its end.",
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
        "Gives a tensor back to its queue.",
        overload("tensor: LT", "que_bind.free_tensor", "{self}.FreeTensor({tensor})"),
    ),
    _method(
        "TQueBind",
        "free_all_event",
        "Waits for and gives back all events of the queue.",
        overload("", "que_bind.free_all_event", "{self}.FreeAllEvent()"),
    ),
    _method(
        "TQueBind",
        "get_tensor_count_in_que",
        "How many tensors were handed on and not taken.",
        overload("-> i32", "que_bind.get_tensor_count_in_que", "{self}.GetTensorCountInQue()"),
    ),
    _method(
        "TQueBind",
        "has_idle_buffer",
        "Whether alloc_tensor finds a free tensor.",
        overload("-> b", "que_bind.has_idle_buffer", "{self}.HasIdleBuffer()"),
    ),
    _method(
        "TQueBind",
        "has_tensor_in_que",
        "Whether a tensor was handed on and not taken.",
        overload("-> b", "que_bind.has_tensor_in_que", "{self}.HasTensorInQue()"),
    ),
    _method(
        "TQueBind",
        "vacant_in_que",
        "Whether enque has room.",
        overload("-> b", "que_bind.vacant_in_que", "{self}.VacantInQue()"),
    ),
)

_BUFFER = (
    _method(
        "TBuf",
        "get",
        "A tensor in the buffer's memory, of `len` elements or of all.",
        overload(
            "dtype: dtype, len: u32? -> LT(dtype)",
            "tbuf.get_tensor",
            "{self}.Get<{dtype.T}>({len})",
        ),
    ),
    _method(
        "TBuf",
        "get_with_offset",
        "A tensor of `size` elements from byte `buf_offset` of the buffer on.",
        overload(
            "size: u32, buf_offset: u32, dtype: dtype -> LT(dtype)",
            "tbuf.get_with_offset",
            "{self}.GetWithOffset<{dtype.T}>({size}, {buf_offset})",
        ),
    ),
)

OPERATIONS = (*_PIPE, *_POOL, *_QUEUE, *_BUFFER)
