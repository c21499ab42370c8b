"""Methods of lists of tensors, the inputs and outputs whose number is not fixed."""

from __future__ import annotations

from custom_compiler.asc.table.model import Operation, overload

_GROUP = "basic / TensorDesc operations"
_DESCRIPTION = "data: GA, length: u32 = 4294967295, shape_size: u32 = 4294967295"


def _row(owner: str, name: str, signature: str, call: str, document: str) -> Operation:
    prefix = "tensor_desc" if owner == "TensorDesc" else "list_tensor_desc"
    form = overload(signature, f"{prefix}_{name}", f"{{self}}.{call}")
    return Operation(name, _GROUP, (form,), owner=owner, document=document)


OPERATIONS = (
    _row(
        "TensorDesc",
        "set_shape_addr",
        "shape_ptr: Array | u64",
        "SetShapeAddr(reinterpret_cast<uint64_t*>({shape_ptr}))",
        "Set the memory for the shape: an array of uint64.",
    ),
    _row("TensorDesc", "get_dim", "-> u64", "GetDim()", "Return the number of dimensions."),
    _row("TensorDesc", "get_index", "-> u64", "GetIndex()", "Return the position in the list."),
    _row(
        "TensorDesc",
        "get_shape",
        "offset: u32 -> i64",
        "GetShape({offset})",
        "Return the extent of a dimension.",
    ),
    _row(
        "TensorDesc",
        "get_data_ptr",
        "-> GA(self)",
        "GetDataPtr()",
        "Return the address of the data.",
    ),
    _row(
        "TensorDesc", "get_data_obj", "-> GT(self)", "GetDataObj()", "Return the data as a tensor."
    ),
    _row(
        "ListTensorDesc",
        "init",
        _DESCRIPTION,
        "Init({data}, {length}, {shape_size})",
        "Read the list from a kernel's argument.",
    ),
    _row(
        "ListTensorDesc",
        "get_desc",
        "desc: TensorDesc, index: u32",
        "GetDesc({desc}, {index})",
        "Write the description of a tensor of the list to `desc`.",
    ),
    _row(
        "ListTensorDesc",
        "get_data_ptr",
        "index: u32, dtype: dtype -> GA(dtype)",
        "GetDataPtr<{dtype.T}>({index})",
        "Return the address of a tensor's data.",
    ),
    _row("ListTensorDesc", "get_size", "-> u32", "GetSize()", "Return the number of tensors."),
)
