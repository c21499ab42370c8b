"""Instruction sets: each computes the same, and libraries choose among them when they run."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes import scheduled
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import build
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import (
    TARGETS,
    HostTarget,
    find_target,
    targets_here,
)
from custom_compiler.errors import MisuseError
from tests.utils.host_kernels import kernel

X = np.random.default_rng(8).normal(size=(3, 77)).astype(np.float32)


@ak.op(x="... columns")
def doubled(x: ak.Tensor) -> ak.Tensor:
    return x + x


@ak.op(x="... columns")
def squared(x: ak.Tensor) -> ak.Tensor:
    return x * x


@pytest.mark.parametrize("target", [one.name for one in targets_here()])
def test_all_instruction_sets_of_this_machine(tmp_path, target):
    for operator in (ak.operators.softmax, ak.operators.gelu):
        tree = operator.operator(dtype="float32")
        found = kernel(tree, tmp_path / tree.name, target=target)(X)
        np.testing.assert_allclose(
            found, evaluate(tree, {"x": X}, wide=True)[0], rtol=1e-5, atol=1e-6
        )


def test_a_version_for_another_processor_is_not_taken(tmp_path):
    """Other operators stand for versions, so that the result tells which one it was."""
    absent = HostTarget("xeon-phi", "x86-64-linux", "x86_64", ("avx512er",), 64, 32)
    here = find_target("x86-64")
    first = scheduled(doubled.operator(dtype="float32"), None, here)
    second = scheduled(squared.operator(dtype="float32"), None, here)
    versions = [Version(first, absent), Version(second, here)]
    np.testing.assert_array_equal(HostKernel(build(versions, "other", tmp_path))(X), X * X)
    only = HostKernel(build(versions[:1], "only", tmp_path / "only"))
    with pytest.raises(MisuseError, match=r"only: no version for \.\.\.=3, columns=77"):
        only(X)


def test_a_version_for_sizes_in_a_range(tmp_path):
    here = find_target("host")
    small = scheduled(doubled.operator(dtype="float32"), None, here)
    general = scheduled(squared.operator(dtype="float32"), None, here)
    versions = [Version(small, here, {"columns": (1, 10)}), Version(general, here)]
    found = HostKernel(build(versions, "bucket", tmp_path))
    np.testing.assert_array_equal(found(X[:, :10]), X[:, :10] + X[:, :10])
    np.testing.assert_array_equal(found(X[:, :11]), X[:, :11] * X[:, :11])


def test_sizes_that_there_are_not():
    with pytest.raises(MisuseError, match="doubled has no size 'rows'") as caught:
        scheduled(doubled.operator(), {"rows": 3}, find_target("host"))
    assert caught.value.hint == "it has ..., columns"
    with pytest.raises(MisuseError, match="doubled: size columns=2147483648 is more than host"):
        scheduled(doubled.operator(), {"columns": 1 << 31}, find_target("host"))


def test_targets_that_there_are_not(tmp_path):
    with pytest.raises(MisuseError, match="unknown target sparc-v9") as caught:
        find_target("sparc-v9")
    assert caught.value.hint == f"choose one of: host, {', '.join(TARGETS)}"
    lowered = scheduled(doubled.operator(dtype="float32"), None, find_target("arm-64"))
    versions = [Version(lowered, TARGETS["arm-64"]), Version(lowered, TARGETS["x86-64"])]
    with pytest.raises(MisuseError, match="mixed: versions for several machines: aarch64, x86_64"):
        build(versions, "mixed", tmp_path)


def test_a_machine_without_targets(monkeypatch):
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    targets_here.cache_clear()
    try:
        with pytest.raises(MisuseError, match="no host kernels for CPUs of type riscv64"):
            find_target("host")
    finally:
        monkeypatch.undo()
        targets_here.cache_clear()


def test_without_halide(monkeypatch):
    from custom_compiler.autokernel.host.halide import halide

    monkeypatch.setitem(__import__("sys").modules, "halide", None)
    halide.cache_clear()
    try:
        with pytest.raises(MisuseError, match="host kernels need Halide") as caught:
            scheduled(doubled.operator(dtype="float32"), None, find_target("x86-64"))
        assert "pip install 'custom_compiler[autokernel]'" in caught.value.hint
    finally:
        halide.cache_clear()
