"""Operators of a package in PyTorch, on the CPU: run by test_torch.py, by a Python with torch."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import torch
from torch.library import opcheck

from custom_compiler.errors import MisuseError
from custom_compiler.support.store import Store, tree_digest
from custom_compiler.torch import RegisteredOperators, load, load_package, register_backward
from tests.utils.sources import read_source

REPOSITORY = Path(__file__).parents[2]
ATTRIBUTES = read_source(__file__, "kernels/torch_cases_attributes.cpp")
TILING = read_source(__file__, "sources/torch_cases_tiling.cpp")
KERNEL = read_source(__file__, "kernels/torch_cases.cpp")


@pytest.fixture(scope="session")
def acme(tmp_path_factory: pytest.TempPathFactory) -> RegisteredOperators:
    operators = load(
        "AddCustom",
        op_host=REPOSITORY / "op_host",
        op_kernel=REPOSITORY / "op_kernel",
        namespace="acme",
        build_directory=tmp_path_factory.mktemp("acme"),
    )
    register_backward("acme::add_custom", lambda _ctx, grad: (grad, grad))
    return operators


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int32])
@pytest.mark.parametrize("shape", [(8, 2048), (3,), (0, 4), (5, 7, 33)])
def test_add(acme: RegisteredOperators, dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    x, y = ((torch.randn(shape) * 100).to(dtype) for _ in range(2))
    assert torch.equal(acme.add_custom(x, y), x + y)


def test_views_are_read_as_they_are(acme: RegisteredOperators) -> None:
    x, y = torch.randn(64, 32), torch.randn(32, 64).t()
    assert torch.equal(torch.ops.acme.add_custom(x, y), x + y)
    assert torch.equal(acme.add_custom(x[::2, 1:17], x[1::2, :16]), x[::2, 1:17] + x[1::2, :16])


def test_opcheck(acme: RegisteredOperators) -> None:
    x, y = torch.randn(8, 16, requires_grad=True), torch.randn(8, 16, requires_grad=True)
    results = opcheck(acme.add_custom.default, (x, y))
    assert set(results.values()) == {"SUCCESS"}


def test_autograd(acme: RegisteredOperators) -> None:
    x, y = torch.randn(4, 8, requires_grad=True), torch.randn(4, 8, requires_grad=True)
    (acme.add_custom(x, y) * 3).sum().backward()
    assert torch.equal(x.grad, torch.full((4, 8), 3.0))
    assert torch.equal(y.grad, torch.full((4, 8), 3.0))


@pytest.mark.parametrize("dynamic", [False, True])
def test_compile(acme: RegisteredOperators, dynamic: bool) -> None:
    def net(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return acme.add_custom(x, y) * 2 + 1

    compiled = torch.compile(net, fullgraph=True, dynamic=dynamic, backend="aot_eager")
    for rows in (4, 9):
        x, y = torch.randn(rows, 8), torch.randn(rows, 8)
        assert torch.equal(compiled(x, y), net(x, y))


def test_export_keeps_the_operator(acme: RegisteredOperators) -> None:
    class Net(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return acme.add_custom(x, y)

    rows = torch.export.Dim("rows", min=2, max=64)
    x, y = torch.randn(4, 8), torch.randn(4, 8)
    program = torch.export.export(Net(), (x, y), dynamic_shapes=({0: rows}, {0: rows}))
    assert "acme.add_custom" in program.graph_module.code
    x, y = torch.randn(11, 8), torch.randn(11, 8)
    assert torch.equal(program.module()(x, y), x + y)


def test_threads(acme: RegisteredOperators) -> None:
    wrong = []

    def work(seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        for size in (16, 2000, 40, 9000):
            x, y = (torch.randn(size, generator=generator) for _ in range(2))
            if not torch.equal(acme.add_custom(x, y), x + y):
                wrong.append((seed, size))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_repeated_calls_give_results_of_their_own(acme: RegisteredOperators) -> None:
    pairs = [torch.randn(2, 3, 50) for _ in range(5)]
    results = [acme.add_custom(x, y) for x, y in pairs]
    for (x, y), result in zip(pairs, results, strict=True):
        assert torch.equal(result, x + y)
    turned = [torch.randn(2, 50, 3).transpose(1, 2) for _ in range(3)]
    for x, y in turned:
        assert torch.equal(acme.add_custom(x, y), x + y)


def free_device_memory() -> int:
    from custom_compiler.toolkit import ensure_home

    library = ctypes.CDLL(str(ensure_home() / "lib64/libascendcl.so"))
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    assert library.aclrtGetMemInfo(0, ctypes.byref(free), ctypes.byref(total)) == 0
    return free.value


def test_threads_that_end_give_their_memory_back(acme: RegisteredOperators) -> None:
    def work() -> None:
        for size in (16, 5000, 400_000):
            for dtype in (torch.float32, torch.int32):
                x = torch.ones(size, dtype=dtype)
                assert torch.equal(acme.add_custom(x, x), x + x)

    work()
    before = free_device_memory()
    for _ in range(4):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert free_device_memory() == before


def test_attributes_and_optional_inputs(acme: RegisteredOperators, tmp_path: Path) -> None:
    del acme  # a second package in the same process
    for name, text in (
        ("op_host/scale_rows.cpp", ATTRIBUTES),
        ("op_kernel/scale_rows_tiling.h", TILING),
        ("op_kernel/scale_rows.cpp", KERNEL),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    ops = load(op_host=tmp_path / "op_host", op_kernel=tmp_path / "op_kernel", namespace="more",
               vendor="more", build_directory=tmp_path / "build")  # fmt: skip
    schema = str(ops.scale_rows.default._schema)
    assert schema == "more::scale_rows(Tensor x, Tensor? bias=None, float scale=2.) -> Tensor"
    x, bias = torch.randn(3, 5), torch.randn(3, 5)
    torch.testing.assert_close(ops.scale_rows(x), x * 2)
    for scale in (0.5, 3.0, -1.0, 0.5):
        torch.testing.assert_close(ops.scale_rows(x, bias, scale=scale), x * scale + bias)
        torch.testing.assert_close(ops.scale_rows(x, scale=scale), x * scale)
    assert set(opcheck(ops.scale_rows.default, (x, bias, 3.0)).values()) == {"SUCCESS"}


def test_builds_are_cached_and_an_edit_leaves_the_loaded_package(
    tmp_path: Path,
) -> None:
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, tmp_path / name)
    kernel = tmp_path / "op_kernel/add_custom.cpp"
    vendor = f"cached_{os.getpid()}"  # no earlier run's

    def cached(namespace: str) -> RegisteredOperators:
        return load(
            op_host=tmp_path / "op_host", op_kernel=tmp_path / "op_kernel", namespace=namespace,
            vendor=vendor,
        )  # fmt: skip

    x, y = torch.randn(2, 64)
    assert torch.equal(cached("cached_before").add_custom(x, y), x + y)
    store = Store()
    packages = [
        path for path in store.entries("packages") if Path(path, "vendors", vendor).is_dir()
    ]
    digests = list(map(tree_digest, packages))
    text = kernel.read_text()
    assert "Add(zLocal" in text
    kernel.write_text(text.replace("Add(zLocal", "Sub(zLocal"))
    assert torch.equal(cached("cached_after").add_custom(x, y), x - y)
    assert not any(map(store._remove, packages))  # this process uses it
    assert list(map(tree_digest, packages)) == digests
    builds = [path for path in store.entries("torch") if f"/{vendor}-" in path]
    assert (len(packages), len(builds)) == (1, 1)


def test_wrong_arguments(acme: RegisteredOperators, tmp_path: Path) -> None:
    refusal = r"inputs of torch\.float64, torch\.float64 are not supported"
    with pytest.raises(TypeError, match=refusal):
        acme.add_custom(torch.zeros(2, dtype=torch.float64), torch.zeros(2, dtype=torch.float64))
    with pytest.raises(MisuseError, match="is no vendor package"):
        load_package(tmp_path)
    with pytest.raises(MisuseError, match="acme::nothing is no operator"):
        register_backward("acme::nothing", lambda _ctx, grad: grad)


SETUP = (
    "from setuptools import setup\n"
    "from custom_compiler.torch import BuildExtension, NpuOpsExtension\n"
    f"ext = NpuOpsExtension('acme_ops', {str(REPOSITORY / 'op_host')!r},\n"
    f"                      {str(REPOSITORY / 'op_kernel')!r}, vendor='wheel')\n"
    "setup(name='acme_ops', version='1', ext_modules=[ext],\n"
    "      cmdclass={'build_ext': BuildExtension})\n"
)


def test_wheel_with_operators(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text(SETUP)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    built = tmp_path / "built"
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", built],
        cwd=tmp_path, env=environment, check=True,
    )  # fmt: skip
    code = "import torch, acme_ops; print(acme_ops.add_custom(torch.ones(3), torch.ones(3)).sum())"
    environment["PYTHONPATH"] = os.pathsep.join([str(built), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "tensor(6.)"


def test_extension_built_in_place(tmp_path: Path) -> None:
    """It replaces what an earlier build has made, and nothing of the user's."""
    (tmp_path / "setup.py").write_text(SETUP)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    (tmp_path / "acme_ops").mkdir()
    (tmp_path / "acme_ops/__init__.py").write_text("# mine\n")
    refused = subprocess.run(
        command, cwd=tmp_path, env=environment, check=False, capture_output=True, text=True
    )
    assert refused.returncode != 0
    assert "acme_ops is not empty" in refused.stderr
    assert (tmp_path / "acme_ops/__init__.py").read_text() == "# mine\n"
    (tmp_path / "acme_ops").rename(tmp_path / "mine")
    for _ in range(2):
        subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    code = "import torch, acme_ops; print(acme_ops.add_custom(torch.ones(3), torch.ones(3)).sum())"
    environment["PYTHONPATH"] = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "tensor(6.)"
