"""Methods of tensors in global and local memory, and of what allocates without a pipe."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, Overload, overload

_GLOBAL = "core / GlobalTensor"
_LOCAL = "core / LocalTensor"
_ALLOCATOR = "core / LocalMemAllocator"
_SHAPE = "core / ShapeInfo"


def _method(owner: str, group: str, name: str, document: str, *forms: Overload) -> Operation:
    return Operation(name, group, forms, owner=owner, document=document)


def _global(name: str, document: str, *forms: Overload) -> Operation:
    return _method("GlobalTensor", _GLOBAL, name, document, *forms)


def _local(name: str, document: str, *forms: Overload) -> Operation:
    return _method("LocalTensor", _LOCAL, name, document, *forms)


_GLOBAL_TENSOR = (
    _global(
        "__getitem__",
        "Return the tensor from element `index` on.",
        overload("index: u64 -> GT(self)", "global_tensor.subindex", "{self}[{index}]", pure=True),
    ),
    _global(
        "__call__",
        "Return the tensor from element `index` on.",
        overload("index: u64 -> GT(self)", "global_tensor.bracket", "{self}[{index}]", pure=True),
    ),
    _global(
        "set_global_buffer",
        "Set the memory of the tensor, with its number of elements if it is known.",
        overload(
            "buffer: GA, buffer_size: u64?",
            "global_tensor.set_global_buffer",
            "{self}.SetGlobalBuffer({buffer}{, buffer_size})",
        ),
    ),
    _global(
        "get_phy_addr",
        "Return the address of element `offset`.",
        overload(
            "offset: u64 = 0 -> GA(self)",
            "global_tensor.get_phy_addr",
            "{self}.GetPhyAddr({offset})",
        ),
    ),
    _global(
        "get_value",
        "Read one element by the scalar unit.",
        overload(
            "offset: u64 -> num(self)",
            "global_tensor.get_value",
            "{self}.GetValue({offset})",
            pipe="S",
        ),
    ),
    _global(
        "set_value",
        "Write one element by the scalar unit.",
        overload(
            "offset: u64, value: num(self)",
            "global_tensor.set_value",
            "{self}.SetValue({offset}, {value})",
            pipe="S",
            writes="self",
        ),
    ),
    _global(
        "get_size",
        "Return the number of elements from set_global_buffer.",
        overload("-> u64", "global_tensor.get_size", "{self}.GetSize()"),
    ),
    _global(
        "get_shape_info",
        "Return the shape from set_shape_info.",
        overload("-> ShapeInfo", "global_tensor.get_shape_info", "{self}.GetShapeInfo()"),
    ),
    _global(
        "set_shape_info",
        "Set the shape of the tensor.",
        overload(
            "shape_info: ShapeInfo",
            "global_tensor.set_shape_info",
            "{self}.SetShapeInfo({shape_info})",
        ),
    ),
    _global(
        "set_l2_cache_hint",
        "Set whether and how accesses of the tensor use the L2 cache.",
        overload(
            "mode: CacheMode = CacheMode.CACHE_MODE_NORMAL, rw_mode: CacheRwMode = CacheRwMode.RW",
            "global_tensor.set_l2_cache_hint",
            "{self}.SetL2CacheHint<{rw_mode}>({mode})",
        ),
    ),
)

_LOCAL_TENSOR = (
    _local(
        "__getitem__",
        "Return the tensor from element `index` on.",
        overload("index: u32 -> LT(self)", "local_tensor.subindex", "{self}[{index}]", pure=True),
    ),
    _local(
        "__call__",
        "Return the tensor from element `index` on.",
        overload("index: u32 -> LT(self)", "local_tensor.bracket", "{self}[{index}]", pure=True),
    ),
    _local(
        "get_value",
        "Read one element by the scalar unit.",
        overload(
            "index: u32 -> num(self)",
            "local_tensor.get_value",
            "{self}.GetValue({index})",
            pipe="S",
        ),
    ),
    _local(
        "set_value",
        "Write one element by the scalar unit.",
        overload(
            "index: u32, value: num(self)",
            "local_tensor.set_value",
            "{self}.SetValue({index}, {value})",
            pipe="S",
            writes="self",
        ),
    ),
    _local(
        "reinterpret_cast",
        "Return the same memory with elements of another type.",
        overload(
            "dtype: dtype -> LT(dtype)",
            "reinterpret_cast",
            "{self}.ReinterpretCast<{dtype.T}>()",
            pure=True,
        ),
    ),
    _local(
        "get_phy_addr",
        "Return the address of element `offset` within its memory, in bytes.",
        overload(
            "offset: u32 = 0 -> u64",
            "local_tensor.get_phy_addr",
            "reinterpret_cast<uint64_t>({self}.GetPhyAddr({offset}))",
        ),
    ),
    _local(
        "get_position",
        "Return the logical position, a value of TPosition.",
        overload("-> i32", "local_tensor.get_position", "{self}.GetPosition()"),
    ),
    _local(
        "get_size",
        "Return the number of elements.",
        overload("-> u32", "local_tensor.get_size", "{self}.GetSize()"),
    ),
    _local(
        "set_size",
        "Set the number of elements.",
        overload("size: u32 = 0", "local_tensor.set_size", "{self}.SetSize({size})"),
    ),
    _local(
        "get_length",
        "Return the size in bytes.",
        overload("-> u32", "local_tensor.get_length", "{self}.GetLength()"),
    ),
    _local(
        "set_buffer_len",
        "Set the size in bytes.",
        overload("data_len: u32", "local_tensor.set_buffer_len", "{self}.SetBufferLen({data_len})"),
    ),
    _local(
        "get_user_tag",
        "Return the number from set_user_tag.",
        overload("-> i32", "local_tensor.get_user_tag", "{self}.GetUserTag()"),
    ),
    _local(
        "set_user_tag",
        "Set a number for the tensor, which queues pass on.",
        overload("tag: i32 = 0", "local_tensor.set_user_tag", "{self}.SetUserTag({tag})"),
    ),
    _local(
        "get_shape_info",
        "Return the shape from set_shape_info.",
        overload("-> ShapeInfo", "local_tensor.get_shape_info", "{self}.GetShapeInfo()"),
    ),
    _local(
        "set_shape_info",
        "Set the shape of the tensor.",
        overload(
            "shape_info: ShapeInfo",
            "local_tensor.set_shape_info",
            "{self}.SetShapeInfo({shape_info})",
        ),
    ),
    _local(
        "set_addr_with_offset",
        "Let this tensor be the part of `src` from element `offset` on.",
        overload(
            "src: LT, offset: u32",
            "local_tensor.set_addr_with_offset",
            "{self}.SetAddrWithOffset({src}, {offset})",
        ),
    ),
    _local(
        "print",
        "Print the first elements.",
        overload("data_len: u32?", "local_tensor.print", "{self}.Print({data_len})", pipe="S"),
    ),
)

_ALLOCATORS = (
    # CANN 8.1 has no allocator: the emitter keeps the next free address in a variable.
    _method(
        "LocalMemAllocator",
        _ALLOCATOR,
        "alloc",
        "Return a tensor after those allocated before, for kernels without a pipe.",
        overload(
            "pos: TPosition, data_type: dtype, tile_size: u32 -> LT(data_type)",
            "local_mem_allocator.alloc",
        ),
    ),
    _method(
        "LocalMemAllocator",
        _ALLOCATOR,
        "get_cur_addr",
        "Return the next free address, in bytes.",
        overload("-> u32", "local_mem_allocator.get_cur_addr"),
    ),
)

_SHAPES = (
    _method(
        "ShapeInfo",
        _SHAPE,
        "shape",
        "Return the extent of a dimension.",
        overload("dim: u32 -> u32", "shape_info.shape", "{self}.shape[{dim}]"),
    ),
    _method(
        "ShapeInfo",
        _SHAPE,
        "original_shape",
        "Return the extent of a dimension before it was padded.",
        overload("dim: u32 -> u32", "shape_info.original_shape", "{self}.originalShape[{dim}]"),
    ),
    Operation(
        "get_shape_size",
        _SHAPE,
        (
            overload(
                "shape_info: ShapeInfo -> i32",
                "get_shape_size",
                "AscendC::GetShapeSize({shape_info})",
            ),
        ),
        document="Return the product of all extents.",
    ),
)

OPERATIONS = (*_GLOBAL_TENSOR, *_LOCAL_TENSOR, *_ALLOCATORS, *_SHAPES)
