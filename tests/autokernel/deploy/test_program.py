"""Programs of models: what they compute, what they reject, and where tensors lie."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.deploy.build import Deployed, deploy
from custom_compiler.autokernel.deploy.memory import ALIGNMENT, plan
from custom_compiler.autokernel.deploy.program import identifier
from custom_compiler.autokernel.describe.model import Model, ModelStep, ModelTensor
from custom_compiler.autokernel.host.targets import find_target
from custom_compiler.autokernel.tune.cached_results import cached_result, cached_setting
from custom_compiler.autokernel.tune.driver import Effort
from custom_compiler.errors import CustomCompilerError, MisuseError
from tests.utils.sources import read_source


@ak.op(x="n=3 k=5", w="k m=4", b="m")
def dense(x: ak.Tensor, w: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    """A layer."""
    return ak.relu(ak.sum(x * w, "k") + b)


@ak.op(x="n=3 m=4")
def shares(x: ak.Tensor) -> ak.Tensor:
    """Softmax of rows."""
    power = ak.exp(x - ak.max(x, "m"))
    return power / ak.sum(power, "m")


HERE, ARM = (find_target("host"),), (find_target("arm-64"),)
CHANCE = np.random.default_rng(5)
W, B = (CHANCE.standard_normal(shape).astype(np.float32) for shape in ((5, 4), (4,)))


def tensors(**shapes: tuple[int, ...]) -> dict[str, ModelTensor]:
    """Return float32 tensors of these shapes."""
    return {name: ModelTensor(name, shape, "float32") for name, shape in shapes.items()}


NET = Model(
    "net",
    tensors(x=(3, 5), w=(5, 4), b=(4,), h=(3, 4), y=(3, 4), flat=(12,), same=(5, 3)),
    ("x",),
    ("y", "flat", "h", "same"),
    {"w": W, "b": B},
    {"flat": "h", "same": "x"},
    (
        ModelStep(dense.operator(), ("x", "w", "b"), ("h",)),
        ModelStep(shares.operator(), ("h",), ("y",)),
    ),
)


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Deployed:
    """The program of a net of two layers, with outputs that are also views of others."""
    return deploy(NET, tmp_path_factory.mktemp("net") / "program", HERE)


def run(made: Deployed, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Its command."""
    assert made.program is not None
    return subprocess.run([made.program, *words], capture_output=True, text=True, check=False)


def test_it_computes_what_the_model_says(net: Deployed, tmp_path: Path) -> None:
    """Files in NumPy's format in and out; NumPy is the judge."""
    x = CHANCE.standard_normal((3, 5)).astype(np.float32)
    np.save(tmp_path / "x.npy", x)
    files = [tmp_path / f"out{place}.npy" for place in range(4)]
    done = run(net, "--time", "3", tmp_path / "x.npy", *files)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("s per run, mean of 3\n")
    hidden = np.maximum(x @ W + B, 0)
    power = np.exp(hidden - hidden.max(1, keepdims=True))
    wanted = [power / power.sum(1, keepdims=True), hidden.reshape(12), hidden, x.reshape(5, 3)]
    for file, expected in zip(files, wanted, strict=True):
        got = np.load(file)
        assert got.dtype == np.float32
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.slow
def test_operators_are_tuned_when_that_is_asked_for(tmp_path: Path, monkeypatch) -> None:
    """Each for each instruction set; later programs use the cached results."""
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(tmp_path / "cache"))
    steps: list[str] = []
    made = deploy(NET, tmp_path / "program", HERE, steps.append, Effort(trials=2))
    assert made.error is not None
    assert made.error < 1e-5
    assert steps[:2] == ["tune dense (1 of 2)", "tune shares (2 of 2)"]
    for operator in NET.operators:
        for target in HERE:
            kept = cached_result(operator, {}, target.name)
            assert kept is not None
            assert len(kept.trials) == 2
            assert cached_setting(operator, {}, target.name) == kept.setting


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros((3, 5)), "not one of 'descr': '<f4'"),
        (np.zeros((5, 3), np.float32), "not one of 'shape': (3, 5)"),
        (np.zeros((3, 5), np.float32, order="F"), "not one of 'fortran_order': False"),
    ],
)
def test_arrays_that_do_not_fit(net: Deployed, tmp_path: Path, array, message: str) -> None:
    """Named by what they are not; nothing is written."""
    np.save(tmp_path / "x.npy", array)
    done = run(net, tmp_path / "x.npy", *(tmp_path / f"out{place}.npy" for place in range(4)))
    assert done.returncode == 2
    assert message in done.stderr
    assert not (tmp_path / "out0.npy").exists()


def test_files_that_are_no_arrays(net: Deployed, tmp_path: Path) -> None:
    """Missing, cut at any place, or something else."""
    np.save(tmp_path / "x.npy", np.zeros((3, 5), np.float32))
    whole = (tmp_path / "x.npy").read_bytes()
    outputs = [tmp_path / f"out{place}.npy" for place in range(4)]
    for size in (0, 5, 10, 60, len(whole) - 1):
        (tmp_path / "cut.npy").write_bytes(whole[:size])
        done = run(net, tmp_path / "cut.npy", *outputs)
        assert done.returncode == 2
        assert done.stderr.startswith("error: ")
    assert run(net, tmp_path / "none.npy", *outputs).stderr.endswith("cannot be read\n")
    assert run(net, tmp_path / "x.npy").stderr.startswith("usage: ")
    assert run(net, "--time", "0", tmp_path / "x.npy", *outputs).returncode == 2
    nowhere = [tmp_path / "no" / "out.npy"] * 4
    assert run(net, tmp_path / "x.npy", *nowhere).returncode == 2


def test_the_library_alone_serves_programs_of_others(net: Deployed, tmp_path: Path) -> None:
    """Its header is C++, too; two handles are used in two threads."""
    (tmp_path / "client.cpp").write_text(read_source(__file__, "sources/deployed_client.cpp"))
    (tmp_path / "CMakeLists.txt").write_text(
        f"""\
cmake_minimum_required(VERSION 3.16)
project(client CXX)
add_subdirectory({net.folder.as_posix()} net)
add_executable(client client.cpp)
target_link_libraries(client PRIVATE net)
"""
    )
    build = tmp_path / "build"
    for words in (f"-S {tmp_path} -B {build}", f"--build {build} --target client"):
        subprocess.run(["cmake", *words.split()], check=True, stdout=subprocess.DEVNULL)
    client = subprocess.run([build / "client"], capture_output=True, text=True, check=True)
    assert client.stdout == "0 0 0\n"


def test_folders_of_others_are_left_alone(net: Deployed, tmp_path: Path) -> None:
    """A program's own folder is replaced, unless the user has put something there."""
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(MisuseError, match="is not empty"):
        deploy(NET, tmp_path, HERE)
    assert [one.name for one in tmp_path.iterdir()] == ["mine.txt"]
    copy = shutil.copytree(net.folder, tmp_path / "copy")
    before = (copy / "weights.bin").stat().st_ino
    deploy(NET, copy, HERE)
    assert (copy / "weights.bin").stat().st_ino != before
    (copy / "mine.txt").write_text("mine")
    with pytest.raises(MisuseError, match=r"mine\.txt was not written by this tool"):
        deploy(NET, copy, HERE)
    assert (copy / "mine.txt").read_text() == "mine"


def test_programs_for_other_machines_are_written_and_not_run(tmp_path: Path) -> None:
    """Sources and compiled operators are there."""
    if shutil.which("aarch64-linux-gnu-gcc") is None:
        with pytest.raises(MisuseError, match="no C compiler for aarch64"):
            deploy(NET, tmp_path / "arm", ARM)
        assert not (tmp_path / "arm").exists()
        return
    made = deploy(NET, tmp_path / "arm", ARM)
    assert made.program is None
    assert made.error is None
    assert len(list((made.folder / "operators").glob("*.a"))) == 2


def test_what_gives_other_numbers_is_never_written(tmp_path, monkeypatch) -> None:
    """As if an operator had been compiled wrongly."""
    monkeypatch.setattr(Model, "compute", lambda *_: tuple(np.ones(t.shape) for t in map(
        NET.tensors.__getitem__, NET.outputs)))  # fmt: skip
    with pytest.raises(CustomCompilerError, match="output 'y' is off by"):
        deploy(NET, tmp_path / "net", HERE)
    assert list(tmp_path.iterdir()) == []


def test_names_of_files_never_become_code(tmp_path: Path) -> None:
    """Whatever tensors are called."""
    evil = '*/ int x; /* "\n#include <x>'
    tiny = Model(
        "tiny",
        {name: ModelTensor(name, (3, 4), "float32") for name in (evil, "y")},
        (evil,),
        ("y",),
        {},
        {},
        (ModelStep(shares.operator(), (evil,), ("y",)),),
    )
    made = deploy(tiny, tmp_path / "tiny", HERE)
    assert "*/ int x" not in (made.folder / "tiny.h").read_text()  # and it has compiled


@pytest.mark.parametrize(
    ("text", "name"),
    [("MNIST-8", "mnist_8"), ("3d", "model_3d"), ("главная", "model_"), ("main", "model_main")],
)
def test_models_have_names_that_are_identifiers(text: str, name: str) -> None:
    """Like the file's."""
    assert identifier(text) == name


@ak.op(x="n=16")
def one_more(x: ak.Tensor) -> ak.Tensor:
    """Something."""
    return x + 1


@st.composite
def chains(draw: st.DrawFn) -> Model:
    """Steps that read any tensor before them, of any size."""
    count = draw(st.integers(1, 12))
    names = ["t0", *(f"t{number + 1}" for number in range(count))]
    known = {name: ModelTensor(name, (draw(st.integers(1, 99)),), "float32") for name in names}
    steps = tuple(
        ModelStep(
            one_more.operator(), (draw(st.sampled_from(names[: number + 1])),), (names[number + 1],)
        )
        for number in range(count)
    )
    return Model("chain", known, ("t0",), (names[-1],), {}, {}, steps)


@settings(deadline=None)
@given(chains())
def test_tensors_that_live_at_one_time_do_not_overlap(model: Model) -> None:
    """Followed step by step: whatever is read is what was written."""
    block = plan(model)
    assert all(offset % ALIGNMENT == 0 for offset in block.offsets.values())
    owner: dict[int, str] = {}
    for step in model.steps:
        for name in (*step.inputs, *step.outputs):
            if name in block.offsets:
                size = model.tensors[name].count * 4
                start = block.offsets[name]
                assert start + size <= block.size
                places = range(start // 4, (start + size) // 4)
                if name in step.inputs:
                    assert all(owner.get(place) == name for place in places)
                owner.update(dict.fromkeys(places, name))
