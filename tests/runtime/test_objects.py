"""Objects that programs hold by address: destroyed twice, out of turn, foreign, used when gone."""

from __future__ import annotations

import ctypes
import random
from ctypes import byref, c_char_p, c_int64, c_uint64, c_void_p

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.utils.status import Acl, Aclnn

INVALID = Aclnn.PARAM_INVALID
NULL = Aclnn.PARAM_NULLPTR
ACL_INVALID = Acl.INVALID_PARAM


class AclnnLibrary:
    """Libnnopbase: makes and destroys objects of every kind."""

    def __init__(self, acl, library):
        self.acl = acl
        self.library = library

    def call(self, name, *arguments):
        function = getattr(self.library, name)
        function.restype = ctypes.c_int32
        return function(*arguments)

    def create(self, name, *arguments):
        function = getattr(self.library, name)
        function.restype = c_void_p
        return function(*arguments)

    def make(self, kind):
        dims = (c_int64 * 2)(3, 4)
        value = (ctypes.c_uint8 * 16)()
        if kind == "Tensor":
            return self.create(
                "aclCreateTensor",
                dims,
                c_uint64(2),
                0,
                None,
                c_int64(0),
                2,
                dims,
                c_uint64(2),
                None,
            )
        if kind == "Scalar":
            return self.create("aclCreateScalar", value, 0)
        if kind.endswith("List"):
            return self.make_list(kind, [self.make(kind.removesuffix("List")) for _ in range(2)])
        return self.create(f"aclCreate{kind}", value, c_uint64(2))

    def make_list(self, kind, members):
        return self.create(
            f"aclCreate{kind}", (c_void_p * len(members))(*members), c_uint64(len(members))
        )

    def destroy(self, kind, handle):
        return self.call(f"aclDestroy{kind}", c_void_p(handle))


KINDS = ["Tensor", "Scalar", "IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList"]


@pytest.fixture(scope="module")
def aclnn(acl, cann_home):
    return AclnnLibrary(acl, ctypes.CDLL(str(cann_home / "lib64/libnnopbase.so")))


@pytest.mark.parametrize("kind", KINDS)
def test_objects_are_destroyed_once(aclnn, kind):
    handle = aclnn.make(kind)
    assert handle
    assert aclnn.destroy(kind, None) == 0
    assert aclnn.destroy(kind, handle) == 0
    aclnn.acl.message()
    assert aclnn.destroy(kind, handle) == INVALID
    assert f"aclDestroy{kind}" in aclnn.acl.message()


@pytest.mark.parametrize("kind", KINDS)
def test_objects_of_another_kind_and_foreign_addresses_are_refused(aclnn, kind):
    foreign = ctypes.create_string_buffer(256)
    assert aclnn.destroy(kind, ctypes.addressof(foreign)) == INVALID
    assert aclnn.destroy(kind, 0x40) == INVALID
    other = KINDS[KINDS.index(kind) - 1]
    handle = aclnn.make(other)
    assert aclnn.destroy(kind, handle) == INVALID
    assert aclnn.destroy(other, handle) == 0


@pytest.mark.parametrize("kind", ["Tensor", "Scalar"])
def test_members_destroyed_before_their_list(aclnn, kind):
    first, second = aclnn.make(kind), aclnn.make(kind)
    whole = aclnn.make_list(f"{kind}List", [first, None, second])
    assert aclnn.destroy(kind, second) == 0
    # What takes the address of the member meanwhile is not the list's.
    newer = [aclnn.make(kind) for _ in range(50)]
    aclnn.acl.message()
    assert aclnn.destroy(f"{kind}List", whole) == INVALID
    assert "member 2" in aclnn.acl.message()
    assert [aclnn.destroy(kind, handle) for handle in newer] == [0] * 50
    assert aclnn.destroy(kind, first) == INVALID


@pytest.mark.parametrize("kind", ["Tensor", "Scalar"])
def test_members_destroyed_after_their_list(aclnn, kind):
    member = aclnn.make(kind)
    whole = aclnn.make_list(f"{kind}List", [member])
    assert aclnn.destroy(f"{kind}List", whole) == 0
    assert aclnn.destroy(kind, member) == INVALID
    assert aclnn.make_list(f"{kind}List", [member]) is None


def test_getters_refuse_what_is_gone(aclnn):
    dims, count, number = c_void_p(), c_uint64(), c_int64()
    results: dict[str, list[tuple]] = {
        "Tensor": [
            ("aclGetViewShape", byref(dims), byref(count)),
            ("aclGetStorageShape", byref(dims), byref(count)),
            ("aclGetViewStrides", byref(dims), byref(count)),
            ("aclGetViewOffset", byref(number)),
            ("aclGetFormat", byref(number)),
            ("aclGetDataType", byref(number)),
            ("aclSetRawTensorAddr", None),
            ("aclGetRawTensorAddr", byref(dims)),
        ],
        **{kind: [(f"aclGet{kind}Size", byref(count))] for kind in KINDS[2:]},
    }
    for kind, getters in results.items():
        handle = aclnn.make(kind)
        for name, *out in getters:
            assert aclnn.call(name, c_void_p(handle), *out) == 0
            assert aclnn.call(name, None, *out) == NULL
        aclnn.destroy(kind, handle)
        for name, *out in getters:
            assert aclnn.call(name, c_void_p(handle), *out) == INVALID, name


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_any_order_of_destroying(aclnn, seed):
    """Lists share members and are destroyed in any order: codes as in a model, and no crash."""
    choose = random.Random(seed)
    live, lists = {}, []  # handle -> identity; (handle, [(member, identity)])
    made = 0
    for _ in range(60):
        step = choose.randrange(4)
        if step <= 1 or not live:
            handle = aclnn.make("Tensor")
            made += 1
            live[handle] = made
        elif step == 2:
            members = choose.sample(sorted(live), min(len(live), 3))
            lists.append((aclnn.make_list("TensorList", members), [(m, live[m]) for m in members]))
        elif choose.random() < 0.5 or not lists:
            handle = choose.choice(sorted(live))
            del live[handle]
            assert aclnn.destroy("Tensor", handle) == 0
        else:
            whole, members = lists.pop(choose.randrange(len(lists)))
            gone = [live.get(member) != identity for member, identity in members]
            assert aclnn.destroy("TensorList", whole) == (INVALID if any(gone) else 0)
            for (member, _), missing in zip(members, gone, strict=True):
                if not missing:
                    del live[member]
    for whole, _ in lists:
        aclnn.destroy("TensorList", whole)
    for handle in live:
        aclnn.destroy("Tensor", handle)


@pytest.mark.parametrize("name", ["aclSetAclOpExecutorRepeatable", "aclDestroyAclOpExecutor"])
def test_executors_that_do_not_exist(aclnn, name):
    foreign = ctypes.create_string_buffer(64)
    assert aclnn.call(name, None) == Aclnn.INNER_NULLPTR
    assert aclnn.call(name, c_void_p(ctypes.addressof(foreign))) == Aclnn.INNER_NULLPTR


@pytest.mark.parametrize(
    ("make", "arguments", "destroy", "use", "null"),
    [
        ("aclCreateDataBuffer", (None, c_uint64(8)), "aclDestroyDataBuffer", None, ACL_INVALID),
        ("aclmdlCreateDataset", (), "aclmdlDestroyDataset", None, ACL_INVALID),
        ("aclmdlCreateDesc", (), "aclmdlDestroyDesc", None, ACL_INVALID),
        (
            "aclrtCreateStreamConfigHandle", (), "aclrtDestroyStreamConfigHandle", None, ACL_INVALID
        ),
        ("aclrtCreateBinary", (b"12345678", c_uint64(8)), "aclrtDestroyBinary", None, ACL_INVALID),
        (
            "aclCreateTensorDesc", (0, 1, (c_int64 * 1)(4), 2), "aclDestroyTensorDesc",
            ("aclSetTensorFormat", 2), None,
        ),
        ("aclopCreateAttr", (), "aclopDestroyAttr", ("aclopSetAttrInt", b"axis", 3), None),
    ],
)  # fmt: skip
def test_acl_objects_are_destroyed_once(acl, make, arguments, destroy, use, null):
    function = getattr(acl.library, make)
    function.restype = c_void_p
    handle = c_void_p(function(*arguments))
    assert handle.value
    foreign = c_void_p(ctypes.addressof(ctypes.create_string_buffer(256)))
    if use is not None:
        texts = [c_char_p(value) if isinstance(value, bytes) else value for value in use[1:]]
        assert acl(use[0], handle, *texts) == 0
    codes = [acl(destroy, wrong) for wrong in (None, foreign, handle, handle)]
    if null is not None:
        assert codes == [null, ACL_INVALID, 0, ACL_INVALID]
    else:
        assert acl(use[0], handle, *texts) == ACL_INVALID
    assert "does not exist" in acl.message() or "was destroyed" in acl.message()
