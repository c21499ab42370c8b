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
        "The tensor from element `index` on.",
        overload("index: u64 -> GT(self)", "global_tensor.subindex", "{self}[{index}]", pure=True),
    ),
    _global(
        "__call__",
        "The tensor from element `index` on.",
        overload("index: u64 -> GT(self)", "global_tensor.bracket", "{self}[{index}]", pure=True),
    ),
    _global(
        "set_global_buffer",
        "The memory of the tensor, with its number of elements where it is known.",
        overload(
            "buffer: GA, buffer_size: u64?",
            "global_tensor.set_global_buffer",
            "{self}.SetGlobalBuffer({buffer}{, buffer_size})",
        ),
    ),
    _global(
        "get_phy_addr",
        "The address of element `offset`.",
        overload(
            "offset: u64 = 0 -> GA(self)",
            "global_tensor.get_phy_addr",
            "{self}.GetPhyAddr({offset})",
        ),
    ),
    _global(
        "get_value",
        "One element, read by the scalar unit.",
        overload(
            "offset: u64 -> num(self)",
            "global_tensor.get_value",
            "{self}.GetValue({offset})",
            pipe="S",
        ),
    ),
    _global(
        "set_value",
        "Writes one element by the scalar unit.",
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
        "The number of elements, as set_global_buffer was told.",
        overload("-> u64", "global_tensor.get_size", "{self}.GetSize()"),
    ),
    _global(
        "get_shape_info",
        "The shape that set_shape_info gave.",
        overload("-> ShapeInfo", "global_tensor.get_shape_info", "{self}.GetShapeInfo()"),
    ),
    _global(
        "set_shape_info",
        "Gives the tensor a shape.",
        overload(
            "shape_info: ShapeInfo",
            "global_tensor.set_shape_info",
            "{self}.SetShapeInfo({shape_info})",
        ),
    ),
    _global(
        "set_l2_cache_hint",
        "Whether and how accesses of the tensor use the L2 cache.",
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
        "The tensor from element `index` on.",
        overload("index: u32 -> LT(self)", "local_tensor.subindex", "{self}[{index}]", pure=True),
    ),
    _local(
        "__call__",
        "The tensor from element `index` on.",
        overload("index: u32 -> LT(self)", "local_tensor.bracket", "{self}[{index}]", pure=True),
    ),
    _local(
        "get_value",
        "One element, read by the scalar unit.",
        overload(
            "index: u32 -> num(self)",
            "local_tensor.get_value",
            "{self}.GetValue({index})",
            pipe="S",
        ),
    ),
    _local(
        "set_value",
        "Writes one element by the scalar unit.",
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
        "The same memory with elements of another type.",
        overload(
            "dtype: dtype -> LT(dtype)",
            "reinterpret_cast",
            "{self}.ReinterpretCast<{dtype.T}>()",
            pure=True,
        ),
    ),
    _local(
        "get_phy_addr",
        "The address of element `offset` within its memory, in bytes.",
        overload(
            "offset: u32 = 0 -> u64",
            "local_tensor.get_phy_addr",
            "reinterpret_cast<uint64_t>({self}.GetPhyAddr({offset}))",
        ),
    ),
    _local(
        "get_position",
        "The logical position, a value of TPosition.",
        overload("-> i32", "local_tensor.get_position", "{self}.GetPosition()"),
    ),
    _local(
        "get_size",
        "The number of elements.",
        overload("-> u32", "local_tensor.get_size", "{self}.GetSize()"),
    ),
    _local(
        "set_size",
        "Sets the number of elements.",
        overload("size: u32 = 0", "local_tensor.set_size", "{self}.SetSize({size})"),
    ),
    _local(
        "get_length",
        "The size in bytes.",
        overload("-> u32", "local_tensor.get_length", "{self}.GetLength()"),
    ),
    _local(
        "set_buffer_len",
        "Sets the size in bytes.",
        overload("data_len: u32", "local_tensor.set_buffer_len", "{self}.SetBufferLen({data_len})"),
    ),
    _local(
        "get_user_tag",
        "The number that set_user_tag gave.",
        overload("-> i32", "local_tensor.get_user_tag", "{self}.GetUserTag()"),
    ),
    _local(
        "set_user_tag",
        "Gives the tensor a number, which queues pass on.",
        overload("tag: i32 = 0", "local_tensor.set_user_tag", "{self}.SetUserTag({tag})"),
    ),
    _local(
        "get_shape_info",
        "The shape that set_shape_info gave.",
        overload("-> ShapeInfo", "local_tensor.get_shape_info", "{self}.GetShapeInfo()"),
    ),
    _local(
        "set_shape_info",
        "Gives the tensor a shape.",
        overload(
            "shape_info: ShapeInfo",
            "local_tensor.set_shape_info",
            "{self}.SetShapeInfo({shape_info})",
        ),
    ),
    _local(
        "set_addr_with_offset",
        "Makes this tensor the part of `src` from element `offset` on.",
        overload(
            "src: LT, offset: u32",
            "local_tensor.set_addr_with_offset",
            "{self}.SetAddrWithOffset({src}, {offset})",
        ),
    ),
    _local(
        "print",
        "Prints the first elements.",
        overload("data_len: u32?", "local_tensor.print", "{self}.Print({data_len})", pipe="S"),
    ),
)

_ALLOCATORS = (
    # CANN 8.1 has no allocator: the emitter keeps the next free address in a variable.
    _method(
        "LocalMemAllocator",
        _ALLOCATOR,
        "alloc",
        "A tensor behind those allocated before, for kernels without a pipe.",
        overload(
            "pos: TPosition, data_type: dtype, tile_size: u32 -> LT(data_type)",
            "local_mem_allocator.alloc",
        ),
    ),
    _method(
        "LocalMemAllocator",
        _ALLOCATOR,
        "get_cur_addr",
        "The next free address, in bytes.",
        overload("-> u32", "local_mem_allocator.get_cur_addr"),
    ),
)

_SHAPES = (
    _method(
        "ShapeInfo",
        _SHAPE,
        "shape",
        "The extent of a dimension.",
        overload("dim: u32 -> u32", "shape_info.shape", "{self}.shape[{dim}]"),
    ),
    _method(
        "ShapeInfo",
        _SHAPE,
        "original_shape",
        "The extent of a dimension before it was padded.",
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
        document="The product of all extents.",
    ),
)

OPERATIONS = (*_GLOBAL_TENSOR, *_LOCAL_TENSOR, *_ALLOCATORS, *_SHAPES)
