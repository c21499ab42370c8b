"""Values between machines: they come back equal, and damaged or other ones do not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import ml_dtypes
import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.tree import Constant, Unary
from custom_compiler.errors import BuildError
from custom_compiler.kernel.jobs.codec import (
    Encoded,
    class_name,
    classes_of,
    conforms,
    decode,
    encode,
)
from custom_compiler.kernel.jobs.parcel import ParcelError, pack, unpack
from custom_compiler.kernel.jobs.remote import argument_class, check_remote


class Pair(NamedTuple):
    left: int
    right: list[str]


@dataclass(frozen=True)
class Named:
    name: str
    pair: Pair | None = None


KINDS = {class_name(kind): kind for kind in (Pair, Named)}
MODULE = "custom_compiler.kernel.opc.engine"


def back(value: Any, find: Any = KINDS.__getitem__) -> Any:
    encoded = encode(value)
    fields, blobs = unpack(pack(encoded.plain, encoded.blobs))
    return decode(Encoded(fields, blobs), find)


@pytest.mark.parametrize(
    "value",
    [
        None,
        [True, 1, 2**80, -0.5, 1e300, float("inf"), "text\n\udc80", ""],
        ((), (1,), {"a": {1: b"bytes"}, (1, 2): []}, {3}, frozenset({"x"})),
        Path("/a/b"),
        Named("x", Pair(1, ["y"])),
        [Pair(1, []), {"pairs": (Pair(2, []),)}],
    ],
)
def test_values_come_back(value: Any) -> None:
    assert back(value) == value
    assert type(back(value)) is type(value)


@pytest.mark.parametrize(
    "dtype", [np.float16, np.int64, np.bool_, np.complex64, ml_dtypes.bfloat16]
)
def test_arrays_come_back(dtype: Any) -> None:
    array = np.arange(6).reshape(2, 3).astype(dtype)
    found = back([array])[0]
    assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, (2, 3), array.tobytes())


def test_trees_deeper_than_the_stack_come_back_as_they_are() -> None:
    node: Any = Constant(1.0, "float32")
    for _ in range(5000):
        node = Unary("exp", node)
    assert back(node, lambda name: argument_class(f"{MODULE}:f", name)) is node
    operator = ak.operators.softmax.operator(dtype="float16")
    assert back(operator, lambda name: argument_class(f"{MODULE}:f", name)) == operator


@pytest.mark.parametrize("value", [object(), lambda: 1, np.array([None]), Exception("x"), 1j])
def test_other_values_do_not_travel(value: Any) -> None:
    with pytest.raises(TypeError, match="cannot travel"):
        encode([value])


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"value": {"object": 0}, "objects": [["os:system", ["x"]]]},
        {"value": {"object": 0}, "objects": [[class_name(Pair), [1]]]},
        {"value": {"object": -1}, "objects": [[class_name(Pair), [1, []]]]},
        {"value": {"bytes": 0}, "objects": []},
        {"value": {"bytes": True}, "objects": []},
        {"value": {"eval": "1"}, "objects": []},
        {"value": {"set": [[]]}, "objects": []},
        {"value": {"array": ["object", [1], 0]}, "objects": []},
        {"value": {"array": ["<f4", [10**12], 0]}, "objects": []},
    ],
)
def test_what_is_no_value_is_told(plain: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(Encoded(plain, []), KINDS.__getitem__)


@pytest.mark.parametrize(
    ("value", "hint", "expected"),
    [
        (1, int, True),
        (True, int, False),
        (1, float, True),
        ("1", float, False),
        (None, float | None, True),
        ([1], list[int], True),
        ([1, "2"], list[int], False),
        ((1, "2"), tuple[int, str], True),
        ((1,), tuple[int, str], False),
        ((1, 2, 3), tuple[int, ...], True),
        ({"a": [1]}, dict[str, Any], True),
        ({1: 2}, dict[str, int], False),
        (Pair(1, ["x"]), Pair, True),
        (Pair(1, [2]), Pair, False),  # type: ignore[list-item]
        (Named("x", Pair(1, [])), Named, True),
        (Named("x", Pair("1", [])), Named, False),  # type: ignore[arg-type]
        (Pair(1, []), Named, False),
        ("a", Literal["a", "b"], True),
        ("c", Literal["a", "b"], False),
    ],
)
def test_types_are_checked(value: Any, hint: Any, *, expected: bool) -> None:
    assert conforms(value, hint) is expected


def test_classes_are_those_of_the_type() -> None:
    assert classes_of(list[Named | None]) == KINDS


@pytest.mark.parametrize(
    "name",
    ["os:system", "subprocess:Popen", "custom_compiler.errors:BuildError", "x", ":", "a b:c"],
)
def test_arguments_have_records_of_this_package_only(name: str) -> None:
    with pytest.raises(ValueError, match="is no class of arguments"):
        argument_class(f"{MODULE}:compile_kernel_request", name)


@pytest.mark.parametrize("name", ["os:system", f"{MODULE}:find_part", "custom_compiler.errors:x"])
def test_machines_ask_for_functions_that_say_so(name: str) -> None:
    with pytest.raises(BuildError, match="is no function for other machines"):
        check_remote(name)


def test_every_byte_of_a_parcel_is_checked() -> None:
    whole = pack({"a": [1, None]}, [b"one", b"", b"two"])
    assert unpack(whole) == ({"a": [1, None]}, [b"one", b"", b"two"])
    for place in range(len(whole)):
        for changed in (
            whole[:place],
            whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :],
        ):
            with pytest.raises(ParcelError):
                unpack(changed)
