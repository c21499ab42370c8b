"""A model's program, written, built, and compared with the reference."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from custom_compiler.autokernel.deploy.memory import plan
from custom_compiler.autokernel.deploy.program import NPY_TYPES, ModelProgram
from custom_compiler.autokernel.host import library
from custom_compiler.autokernel.host.lower import Version
from custom_compiler.autokernel.host.targets import targets_here
from custom_compiler.autokernel.tune.versions import known_version, tuned_version
from custom_compiler.errors import BuildError, CustomCompilerError, MisuseError
from custom_compiler.support.processes import run
from custom_compiler.support.tolerances import TOLERANCES
from custom_compiler.support.whole_folder import whole_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.autokernel.describe.model import Model
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.autokernel.tune.driver import Effort

_WAY_OUT = "choose another folder with --output"


@dataclass(frozen=True)
class Deployed:
    """Files of a deployed model.

    Attributes:
        folder: Sources, compiled operators and weights: a self-contained CMake project.
        program: The command, built for this machine; None for other machines.
        error: Largest difference from the reference, relative to each output's largest number;
            None if the program was not run.
    """

    folder: Path
    program: Path | None
    error: float | None


def deploy(
    model: Model,
    folder: Path,
    targets: Sequence[HostTarget],
    on_step: Callable[[str], None] = lambda _: None,
    effort: Effort | None = None,
) -> Deployed:
    """Write the program of a model into a separate folder, build it, and compare its results.

    It takes the first of the instruction sets that the processor has. Nothing is written unless all
    of it works. Programs for other machines are neither linked nor run. With an effort, operators
    are tuned for the instruction sets that this machine has.

    Raises:
        MisuseError: the folder holds something else; a tensor's type has no file format here.
        BuildError: an operator or the program cannot be compiled.
        CustomCompilerError: the program gives other numbers than the reference.
    """
    _check(model)
    with whole_folder(folder, _WAY_OUT) as staged, tempfile.TemporaryDirectory() as scratch:
        (staged / "operators").mkdir()
        program = ModelProgram(
            model, _operators(model, staged / "operators", targets, on_step, effort), plan(model)
        )
        _write(program, staged)
        error = None
        if _runs_here(targets):
            on_step("link the program")
            command = _link(staged, Path(scratch) / "build", model.name)
            on_step("compare it with the reference")
            error = _compare(model, command, Path(scratch))
            shutil.copy2(command, staged / command.name)
    built = folder / f"run_{model.name}"
    return Deployed(folder, built if error is not None else None, error)


def _check(model: Model) -> None:
    for name in (*model.inputs, *model.outputs):
        dtype = model.tensors[name].dtype
        if dtype not in NPY_TYPES:
            raise MisuseError(f"{model.name}: {name!r} is {dtype}, which .npy files have not")


def _operators(
    model: Model,
    folder: Path,
    targets: Sequence[HostTarget],
    on_step: Callable[[str], None],
    effort: Effort | None,
) -> Mapping[Operator, str]:
    """Build the operators' libraries, and return the names of their functions."""
    functions = {}
    for number, operator in enumerate(model.operators):
        name = f"{model.name}_{number}_{operator.name}"
        step = "compile" if effort is None else "tune"
        on_step(f"{step} {operator.name} ({number + 1} of {len(model.operators)})")
        versions = [Version(_version(operator, target, effort), target) for target in targets]
        with tempfile.TemporaryDirectory() as scratch:
            archive = library.build(versions, name, Path(scratch))
            for path in (archive.static, archive.header):
                shutil.copy2(path, folder / path.name)
        functions[operator] = name
    return functions


def _version(operator: Operator, target: HostTarget, effort: Effort | None) -> Lowered:
    if effort is None or target not in targets_here():
        return known_version(operator, {}, target)
    return tuned_version(operator, {}, target, effort)


def _write(program: ModelProgram, folder: Path) -> None:
    name = program.model.name
    texts = {
        f"{name}.h": program.header(),
        f"{name}.c": program.source(),
        "weights.S": program.assembly(),
        "main.c": program.main(),
        "CMakeLists.txt": program.cmake(()),
    }
    for file, text in texts.items():
        (folder / file).write_text(text, encoding="utf-8")
    (folder / "weights.bin").write_bytes(program.weights())


def _runs_here(targets: Sequence[HostTarget]) -> bool:
    return any(target in targets_here() for target in targets)


def _link(source: Path, build: Path, name: str) -> Path:
    import cmake

    command = Path(cmake.CMAKE_BIN_DIR) / "cmake"
    for arguments in (
        ["-S", str(source), "-B", str(build), "-DCMAKE_BUILD_TYPE=Release"],
        ["--build", str(build), "--parallel"],
    ):
        ended = run([str(command), *arguments])
        if ended.code:
            details = ended.output_text + ended.error_text
            raise BuildError(f"{name}: CMake failed", details=details)
    return build / f"run_{name}"


def _compare(model: Model, command: Path, folder: Path) -> float:
    """Return the largest relative difference; raise CustomCompilerError if it is too large."""
    chance = np.random.default_rng(0)
    inputs = [_random(chance, *_shape(model, name)) for name in model.inputs]
    files = [folder / f"input{number}.npy" for number in range(len(inputs))]
    for file, array in zip(files, inputs, strict=True):
        np.save(file, array)
    output_files = [folder / f"output{number}.npy" for number in range(len(model.outputs))]
    ended = run([str(command), *map(str, files), *map(str, output_files)])
    if ended.code:
        details = ended.error_text
        raise CustomCompilerError(f"{model.name}: the program failed", details=details)
    worst = 0.0
    for name, file, expected in zip(
        model.outputs, output_files, model.compute(inputs), strict=True
    ):
        got, wanted = np.load(file).astype(np.float64), expected.astype(np.float64)
        scale = max(float(np.abs(wanted).max(initial=0)), 1e-30)
        error = float(np.abs(got - wanted).max(initial=0)) / scale
        dtype = model.tensors[name].dtype
        if not error <= (TOLERANCES[dtype].model if dtype in TOLERANCES else 0):
            raise CustomCompilerError(
                f"{model.name}: output {name!r} is off by {error:.3g} of its largest number",
                "this is a defect of custom_compiler; please report it with the model",
            )
        worst = max(worst, error)
    return worst


def _shape(model: Model, name: str) -> tuple[tuple[int, ...], str]:
    tensor = model.tensors[name]
    return tensor.shape, tensor.dtype


def _random(chance: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Any:
    if dtype.startswith("float"):
        return chance.standard_normal(shape).astype(dtype)
    return chance.integers(0, 2, shape).astype(dtype)
