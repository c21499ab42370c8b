"""aclnn interfaces written by hand: executors, launches of kernels, operators of libopapi."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils.aclnn import BFLOAT16, DTYPE_CODES, AclnnError, Client

SOURCE = Path(__file__).with_name("l0_calls.cpp")
NC1HWC0, FRACTAL_NZ, FRACTAL_Z = 3, 29, 4
QUICK = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="session")
def l0_library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("l0") / "libl0_calls.so"
    include = cann_home / "include"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-Wall", "-Werror",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{include}", f"-I{include}/aclnn", str(SOURCE),
         "-o", str(library), f"-L{cann_home}/lib64", "-lopapi", "-lnnopbase", "-lgraph"],
        check=True,
    )  # fmt: skip
    return library


@pytest.fixture
def l0_client(client: Client, l0_library: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    monkeypatch.setattr(client, "_operators", ctypes.CDLL(str(l0_library)))
    return client


@pytest.fixture
def l0(l0_client: Client):
    """Calls one operator; the result is a new array."""
    client = l0_client

    def call(which: str, self, shape, *, other=None, ints=(), number=0, dtype=None) -> np.ndarray:
        out = client.empty(shape, self.dtype if dtype is None else dtype)
        tensors = [None if a is None else client.tensor(a) for a in (self, other)]
        array = client.array("Int", *ints)
        client.run("L0", which, *tensors, array, int(number), out)
        return out.read()

    return call


@pytest.mark.parametrize("dtype", [np.float32, np.float16, BFLOAT16, np.int32], ids=str)
def test_interface_of_an_example(client: Client, dtype) -> None:
    base = np.random.default_rng(3).integers(-60, 60, (12, 14, 9)).astype(dtype)
    x = base[1:11:2, :, ::3]
    want = (x - x.astype(np.float32).mean()).transpose(2, 0, 1)
    stored = np.full((3, 5, 28), 77, np.float32)
    out = client.tensor(stored, stored[:, :, ::2])
    client.run("CenteredTranspose", client.tensor(base, x), client.array("Int", 2, 0, 1), out)
    np.testing.assert_allclose(out.read()[:, :, ::2], want.astype(np.float32), rtol=1e-5, atol=1e-4)
    assert (out.read()[:, :, 1::2] == 77).all()


def test_interface_again_with_other_addresses(client: Client) -> None:
    x, other = (np.random.default_rng(n).normal(size=(3, 4)).astype(np.float32) for n in (1, 2))
    x_tensor, out = client.tensor(x), client.empty((4, 3))
    prepared = client.prepare("CenteredTranspose", x_tensor, client.array("Int", 1, 0), out)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    client.launch(prepared, ctypes.c_void_p())
    client.synchronize(ctypes.c_void_p())
    np.testing.assert_allclose(out.read(), (x - x.mean()).T, rtol=1e-5, atol=1e-6)
    address = client.upload(other)
    client.nnopbase(
        "aclSetInputTensorAddr", prepared.executor, ctypes.c_size_t(0), x_tensor.handle, address
    )
    client.launch(prepared, ctypes.c_void_p())
    client.synchronize(ctypes.c_void_p())
    np.testing.assert_allclose(out.read(), (other - other.mean()).T, rtol=1e-5, atol=1e-6)
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)


def test_interface_refuses(client: Client) -> None:
    x = client.tensor(np.ones((2, 3), np.float32))
    perm = client.array("Int", 1, 0)
    cases = [
        ((None, perm, client.empty((3, 2))), "argument x is null"),
        ((x, client.array("Int", 0), client.empty((3, 2))), "x has the shape .2,3., it should"),
        ((x, perm, client.empty((2, 3))), "out has the shape"),
        ((x, perm, client.empty((3, 2), np.uint8)), "out is of type DT_UINT8"),
        ((x, client.array("Int", 1, 1), client.empty((3, 2))), "no permutation"),
    ]
    for arguments, text in cases:
        with pytest.raises(AclnnError, match=text):
            client.prepare("CenteredTranspose", *arguments)
    prepared = client.prepare("CenteredTranspose", x, perm, client.empty((3, 2)))
    with pytest.raises(AclnnError, match="bytes of workspace"):
        client.launch_with(prepared, ctypes.c_void_p(), 0, ctypes.c_void_p())
    with pytest.raises(AclnnError, match="does not exist"):
        client.launch(prepared, ctypes.c_void_p())


@pytest.mark.parametrize(
    ("content", "code"), [("{", 561108), ('{"opParaSize": 99999999999}', 561113)]
)
def test_codes_of_damaged_descriptions(
    client: Client,
    examples_vendor: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: str,
    code: int,
) -> None:
    """aclnn's page of return codes: the JSON of a kernel cannot be loaded, or a field of it.

    The interface itself answers 561103 to the launch that was rejected.
    """
    root = shutil.copytree(examples_vendor, tmp_path / "damaged")
    for description in root.glob("op_impl/ai_core/tbe/kernel/ascend910b/**/*.json"):
        description.write_text(content)
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(root))
    x, perm = client.tensor(np.ones((2, 3), np.float32)), client.array("Int", 1, 0)
    with pytest.raises(AclnnError, match=rf"\[{code}\] .*\.json"):
        client.prepare("CenteredTranspose", x, perm, client.empty((3, 2)))


NUMBERS = ["float32", "float16", "bfloat16", "int32", "int64", "uint8", "bool", "float64"]


@pytest.mark.parametrize("target", NUMBERS)
@pytest.mark.parametrize("source", NUMBERS)
def test_cast(l0, source: str, target: str) -> None:
    kinds = {name: np.dtype(BFLOAT16 if name == "bfloat16" else name) for name in NUMBERS}
    values = np.array([[0, 1, 2.5, 3.5, 100.25, 200], [0.25, 7, 1e-3, 65, 127, 31.75]])
    x = values.astype(kinds[source])
    want = x.astype(np.float64).astype(kinds[target])
    got = l0("Cast", x, x.shape, number=DTYPE_CODES[target], dtype=kinds[target])
    np.testing.assert_array_equal(got.view(np.uint8), want.view(np.uint8))


def test_cast_saturates(l0) -> None:
    x = np.array([np.nan, np.inf, -np.inf, 3e9, -3e9, -1.9], np.float32)
    low, high = np.iinfo(np.int32).min, np.iinfo(np.int32).max
    got = l0("Cast", x, x.shape, number=3, dtype=np.int32)
    np.testing.assert_array_equal(got, [0, high, low, high, low, -1])


@QUICK
@given(data=st.data())
def test_moves(l0, data: st.DataObject) -> None:
    dtype = data.draw(st.sampled_from([np.uint8, np.float16, np.float32, np.int64, np.bool_]))
    shape = tuple(data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=5)))
    x = np.random.default_rng(0).integers(0, 100, shape).astype(dtype)
    rank = x.ndim
    perm = data.draw(st.permutations(range(rank)))
    np.testing.assert_array_equal(
        l0("Transpose", x, x.transpose(perm).shape, ints=perm), x.transpose(perm)
    )
    begins = [data.draw(st.integers(0, n - 1)) for n in shape]
    ends = [data.draw(st.integers(b, n)) for b, n in zip(begins, shape, strict=True)]
    part = x[tuple(slice(b, e) for b, e in zip(begins, ends, strict=True))]
    sizes = [e - b for b, e in zip(begins, ends, strict=True)]
    np.testing.assert_array_equal(l0("Slice", x, part.shape, ints=[*begins, *sizes]), part)
    pads = [(data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))) for _ in shape]
    padded = np.pad(x, pads)
    flat = [n for pair in pads for n in pair]
    np.testing.assert_array_equal(l0("Pad", x, padded.shape, ints=flat), padded)
    wide = (3, *shape)
    np.testing.assert_array_equal(l0("BroadcastTo", x, wide, ints=wide), np.broadcast_to(x, wide))
    np.testing.assert_array_equal(l0("Reshape", x, (x.size,), ints=[-1]), x.reshape(-1))
    np.testing.assert_array_equal(l0("Squeeze", x, shape, number=-1), x)
    np.testing.assert_array_equal(l0("OnesLike", x, shape), np.ones_like(x))
    np.testing.assert_array_equal(l0("Fill", x, (4, 3), ints=(4, 3), number=1), np.ones((4, 3)))


@pytest.mark.parametrize("pairs", [True, False])
def test_shape_inference_of_built_in_paddings(l0, *, pairs: bool) -> None:
    x = np.zeros((4, 5, 6), np.float32)
    paddings = np.array([[1, 2], [0, 3], [2, 1]])
    ints = (paddings if pairs else paddings.T).ravel().tolist()
    padded = np.pad(x, paddings).shape
    assert l0("PadV3", x, padded, ints=ints, number=pairs).all()
    back = tuple(2 * n - m for n, m in zip(x.shape, padded, strict=True))
    assert l0("PadV3Grad", x, back, ints=ints, number=pairs).all()
    with pytest.raises(AclnnError, match="the shape inference of PadV3 returned"):
        l0("PadV3", x, padded, ints=ints[:-1], number=pairs)


@pytest.mark.parametrize("which", ["ViewOffset", "StorageOffset"])
def test_any_view(l0, which: str) -> None:
    x = np.arange(40, dtype=np.float32)
    got = l0(which, x, (5, 4), ints=(4, 5), number=7)
    np.testing.assert_array_equal(got, x[7:27].reshape(4, 5).T)


@pytest.mark.parametrize("name", ["CopyToNpu", "CopyToNpuSync"])
def test_copies_of_host_tensors(l0, name: str) -> None:
    x = np.zeros(3, np.float32)
    np.testing.assert_array_equal(l0(name, x, 3, ints=(5, -6, 7), dtype=np.int64), [5, -6, 7])
    with pytest.raises(AclnnError):
        l0(name, x, 3, number=1)  # of the device


def test_copies_on_the_device(l0) -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    np.testing.assert_array_equal(l0("CopyNpuToNpu", x, 6), x.ravel())
    with pytest.raises(AclnnError):
        l0("CopyNpuToNpu", x, 6, ints=(1, 2, 3, 4, 5, 6), number=1)  # of the host


def test_copies_and_random_tasks_are_in_libnnopbase(cann_home: Path, tmp_path: Path) -> None:
    """As in CANN; ops-math links examples with packages against no library of operators."""
    include = cann_home / "include"
    subprocess.run(
        ["g++", "-std=c++17", "-shared", "-fPIC", "-Wl,--no-undefined",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{include}", f"-I{include}/aclnn",
         str(SOURCE.with_name("tasks_of_nnopbase.cpp")), "-o", str(tmp_path / "libtasks.so"),
         f"-L{cann_home}/lib64", "-lnnopbase"],
        check=True,
    )  # fmt: skip


def test_random_number_unit(l0) -> None:
    """Random numbers have the documented distributions, and depend on the seed alone."""
    x, seeds = np.zeros(1, np.float32), np.array([5], np.int64)
    count = 20000

    def draw(which: str, dtype=np.float32, seed=5) -> np.ndarray:
        given = seeds + seed - 5 if "Normal" in which else None
        return l0(which, x, (count,), other=given, ints=(count,), number=seed, dtype=dtype)

    ones = np.unpackbits(draw("RandomBits", np.uint8)).mean()
    assert abs(ones - 0.75) < 0.01  # bits are dropped with probability 0.25
    uniform, normal = draw("RandomUniform"), draw("RandomNormal")
    assert uniform.min() >= 0.25
    assert uniform.max() < 2.0
    assert abs(uniform.mean() - 1.125) < 0.02
    assert abs(normal.mean() - 0.25) < 0.06
    assert abs(normal.std() - 2.0) < 0.06
    assert abs(normal).max() > 6
    truncated = draw("RandomTruncatedNormal")
    assert abs(truncated - 0.25).max() <= 4.0
    np.testing.assert_array_equal(normal, draw("RandomNormal"))
    assert (normal != draw("RandomNormal", seed=6)).any()


@pytest.mark.parametrize("by_function", [False, True])
def test_kernel_of_one_layout(l0, *, by_function: bool) -> None:
    x = np.random.default_rng(6).normal(size=(2, 3, 4, 5)).astype(np.float32)
    got = l0("SubtractMeanNchw", x, x.shape, number=by_function)
    np.testing.assert_allclose(got, x - x.mean(), rtol=1e-5, atol=1e-6)


def test_kernels_of_the_ai_cpu_are_refused_by_name(l0) -> None:
    with pytest.raises(AclnnError, match="Cumsum asks for a kernel of the AI CPU"):
        l0("Cumsum", np.zeros(4, np.float32), (4,))


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.int8], ids=str)
@pytest.mark.parametrize("shape", [(2, 5, 3, 4), (1, 33, 2, 2), (3, 32, 1, 1)])
def test_blocks_of_channels(l0, shape: tuple[int, ...], dtype) -> None:
    c0 = 32 // np.dtype(dtype).itemsize
    n, c, h, w = shape
    x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    blocks = -(-c // c0)
    padded = np.pad(x, ((0, 0), (0, blocks * c0 - c), (0, 0), (0, 0)))
    want = padded.reshape(n, blocks, c0, h, w).transpose(0, 1, 3, 4, 2)
    if np.dtype(dtype) == np.int8:
        x = x.view(np.uint8)
        want = want.view(np.uint8)
    np.testing.assert_array_equal(l0("Blocks", x, want.shape, number=NC1HWC0), want)
    np.testing.assert_array_equal(l0("TransData", x, shape, number=NC1HWC0), x)
    np.testing.assert_array_equal(l0("TransData", x, shape, number=FRACTAL_Z), x)


@pytest.mark.parametrize("shape", [(16, 16), (5, 40), (2, 17, 3), (2, 3, 33, 47)])
def test_fractals(l0, shape: tuple[int, ...]) -> None:
    x = np.arange(np.prod(shape)).reshape(shape).astype(np.float16)
    *batch, m, n = shape
    m1, n1 = -(-m // 16), -(-n // 16)
    padding = [(0, 0)] * len(batch) + [(0, m1 * 16 - m), (0, n1 * 16 - n)]
    padded = np.pad(x, padding).reshape(*batch, m1, 16, n1, 16)
    k = len(batch)
    want = padded.transpose(*range(k), k + 2, k, k + 1, k + 3)
    np.testing.assert_array_equal(l0("Blocks", x, want.shape, number=FRACTAL_NZ), want)
    np.testing.assert_array_equal(l0("TransData", x, shape, number=FRACTAL_NZ), x)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.int64], ids=str)
def test_element_by_element(l0, dtype) -> None:
    rng = np.random.default_rng(9)
    a, b = rng.integers(-50, 50, (4, 1, 5)).astype(dtype), rng.integers(1, 9, (3, 5)).astype(dtype)
    wide = np.float64 if np.dtype(dtype).kind == "f" else np.int64
    left, right = a.astype(wide), b.astype(wide)
    quotient = left / right if wide is np.float64 else np.trunc(left / right)
    cases = {
        "Add": left + right, "Sub": left - right, "Mul": left * right, "Div": quotient,
        "Maximum": np.maximum(left, right), "Minimum": np.minimum(left, right),
    }  # fmt: skip
    for which, want in cases.items():
        got = l0(which, a, (4, 3, 5), other=b)
        np.testing.assert_array_equal(got, want.astype(dtype), which)


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("axes", [(), (0,), (-1, 1), (0, 1, 2)])
def test_reductions(l0, axes: tuple[int, ...], *, keep: bool) -> None:
    x = np.random.default_rng(4).integers(-9, 9, (3, 4, 5)).astype(np.float32)
    over = axes or None
    for which, function in (("ReduceSum", np.sum), ("ReduceMean", np.mean), ("ReduceMax", np.max)):
        want = function(x.astype(np.float64), axis=over, keepdims=keep)
        got = l0(which, x, want.shape, ints=axes, number=keep)
        np.testing.assert_allclose(got, want, rtol=1e-6, err_msg=which)


def test_largest_over_no_dimension_is_all_or_each(l0) -> None:
    x = np.random.default_rng(4).integers(-9, 9, (3, 4)).astype(np.float32)
    np.testing.assert_array_equal(l0("ReduceMaxOrNothing", x, (3, 4)), x)
    np.testing.assert_array_equal(l0("ReduceMaxOrNothing", x, (4,), ints=(0,)), x.max(0))
    np.testing.assert_array_equal(l0("ReduceMax", x, ()), x.max())


@pytest.mark.parametrize("descending", [False, True])
def test_sort(l0, *, descending: bool) -> None:
    x = np.random.default_rng(5).integers(-4, 4, (6, 50)).astype(np.float32)
    order = np.argsort(-x if descending else x, axis=-1, kind="stable")
    np.testing.assert_array_equal(
        l0("Sort", x, x.shape, number=descending), np.take_along_axis(x, order, -1)
    )
    np.testing.assert_array_equal(l0("Order", x, x.shape, number=descending, dtype=np.int32), order)


@pytest.mark.parametrize("axis", [0, 1, -1])
def test_gather(l0, axis: int) -> None:
    x = np.arange(60, dtype=np.float16).reshape(3, 4, 5)
    indices = np.array([[2, 0], [-1, 1], [0, 0]], np.int32)
    want = np.take(x, indices, axis)
    np.testing.assert_array_equal(
        l0("Gather", x, want.shape, other=indices, ints=[0], number=axis), want
    )
    rows = np.stack([np.take(a, i, 0) for a, i in zip(x, indices, strict=True)])
    got = l0("Gather", x, rows.shape, other=indices, ints=[1], number=1)
    np.testing.assert_array_equal(got, rows)
    indices[0, 0] = 60
    assert (l0("Gather", x, rows.shape, other=indices, ints=[1], number=1)[0, 0] == 0).all()


@pytest.mark.parametrize("dtype", [np.int32, np.int64], ids=str)
def test_indices_from_the_end(l0, dtype) -> None:
    indices = np.array([[0, -1, 3], [-4, 2, -2]], dtype)
    got = l0("LinearIndex", indices, (2, 3), other=np.zeros((2, 4), np.float32), number=-1,
             dtype=np.int32)  # fmt: skip
    np.testing.assert_array_equal(got, indices % 4)


@pytest.mark.parametrize("shape", [(2, 5), (2, 5, 3), (2, 5, 3, 4, 2)])
def test_values_per_channel(l0, shape: tuple[int, ...]) -> None:
    wanted = np.full((1, 5, *(1,) * max(2, len(shape) - 2)), 3, np.float32)
    got = l0("PerChannel", np.zeros(shape, np.float32), wanted.shape, number=3)
    np.testing.assert_array_equal(got, wanted)


@pytest.mark.parametrize(
    ("which", "shape", "wanted"),
    [
        ("Planes", (2, 5), (2, 5, 1, 1)),
        ("Planes", (2, 5, 3), (2, 5, 3, 1)),
        ("FromPlanes", (2, 5, 3), (2, 5, 3)),
        ("Volumes", (2, 3, 2, 2, 3, 2), (2, 3, 2, 2, 6)),
    ],
)
def test_dimensions_of_norms(l0, which: str, shape, wanted) -> None:
    x = np.random.default_rng(4).normal(size=shape).astype(np.float32)
    np.testing.assert_array_equal(l0(which, x, wanted), x.reshape(wanted))


def test_shapes_that_a_kernel_computes(l0_client: Client) -> None:
    x = np.random.default_rng(8).normal(size=100).astype(np.float32)
    values, places = l0_client.empty((100,)), l0_client.empty((1, 100), np.int64)
    l0_client.run("Positive", l0_client.tensor(x), values, places)
    (expected,) = np.nonzero(x > 0)
    assert values.shape() == expected.shape
    assert places.shape() == (1, len(expected))
    np.testing.assert_array_equal(values.read()[: len(expected)], x[expected])
    np.testing.assert_array_equal(places.read()[0, : len(expected)], expected)
