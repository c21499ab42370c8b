"""What benchmarks/autokernel.py times: our kernels, those of autoschedulers, and torch's."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import halide as hl
import numpy as np
from autokernel_cases import by_numpy
from autokernel_rounds import Call, aligned

from custom_compiler.autokernel.classes import classify, scheduled
from custom_compiler.autokernel.describe.shapes import bind
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.library import HostLibrary, Version, build
from custom_compiler.autokernel.host.lower import Lowered, lower
from custom_compiler.autokernel.operators import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autokernel_cases import Case

    from custom_compiler.autokernel.describe.shapes import Binding
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.targets import HostTarget

    Array = np.ndarray[Any, Any]

_AUTOSCHEDULERS: Mapping[str, dict[str, str]] = {
    "Mullapudi2016": {"parallelism": "1"},
    "Li2018": {"parallelism": "1"},
    "Adams2019": {"parallelism": "1", "beam_size": "4"},
}
_LIMIT = 120  # seconds of an autoscheduler


def ours(
    case: Case,
    arrays: list[Array],
    target: HostTarget,
    folder: Path,
    setting: Mapping[str, int] | None,
) -> Call:
    """The kernel of the operator's class for the sizes of a case, by default or with some knobs."""
    operator, binding = _described(case)
    found = classify(operator)
    if found is None:
        raise SystemExit(f"no class knows {case}")
    operator_class, match = found
    used = operator_class.host_default(match, binding.symbols, target) | dict(setting or {})
    lowered = scheduled(operator, binding.symbols, target, used)
    return _call(build([Version(lowered, target)], case.operator, folder), case, binding, arrays)


def autoscheduled(
    case: Case, arrays: list[Array], target: HostTarget, folder: Path
) -> dict[str, Call]:
    """The kernels of Halide's autoschedulers for the sizes of a case, of those that make one."""
    operator, binding = _described(case)
    kernels = {}
    for name in _AUTOSCHEDULERS:
        place = folder / name
        process = multiprocessing.get_context("fork").Process(
            target=_autoschedule, args=(operator, binding, name, target, place)
        )
        process.start()
        process.join(_LIMIT)
        if process.exitcode is None:
            process.kill()
            process.join()
        if process.exitcode == 0:
            shared, static = place / f"lib{case.operator}.so", place / f"lib{case.operator}.a"
            library = HostLibrary(
                case.operator, operator, place / f"{case.operator}.h", shared, static
            )
            kernels[name] = _call(library, case, binding, arrays)
        else:
            print(f"{case}: {name} fails: {process.exitcode}", flush=True)
    return kernels


class Torch:
    """A case computed by torch in a process of another Python."""

    def __init__(self, python: str, case: Case) -> None:
        script = Path(__file__).with_name("autokernel_torch.py")
        self._process = subprocess.Popen(
            [python, str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._ask(operator=case.operator, shapes=case.shapes, constants=dict(case.constants))

    def seconds(self, repeats: int) -> float:
        """CPU seconds of its thread per call."""
        return self._ask(repeats=repeats)

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _ask(self, **question: Any) -> float:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def _described(case: Case) -> tuple[Operator, Binding]:
    operator = SHIPPED[case.operator].operator(dtype="float32", **case.constants)
    names = [one.name for one in operator.inputs]
    return operator, bind(operator, dict(zip(names, case.shapes, strict=True)))


def _call(library: HostLibrary, case: Case, binding: Binding, arrays: list[Array]) -> Call:
    """A kernel called on the arrays, behind a comparison with NumPy."""
    (output,) = library.operator.outputs
    shape = binding.outer(output.axes)
    prepared = HostKernel(library).prepared(*arrays, out=[aligned(shape)])
    prepared()
    expected = by_numpy(case, arrays)().reshape(shape)
    if not np.allclose(prepared.outputs[0], expected, rtol=1e-3, atol=1e-3):
        raise SystemExit(f"{case}: {library.shared.parent.name} computes something else")
    return Call(prepared)


def _autoschedule(
    operator: Operator, binding: Binding, name: str, target: HostTarget, folder: Path
) -> None:
    """Build a library of an autoscheduler's schedule; runs in a process of its own."""
    lowered = lower(operator, binding.symbols)
    hl.load_plugin(str(Path(hl.install_dir()) / "lib64" / f"libautoschedule_{name.lower()}.so"))
    _estimate(lowered, binding)
    parameters = hl.AutoschedulerParams(name, dict(_AUTOSCHEDULERS[name]))
    pipeline = hl.Pipeline(list(lowered.outputs))
    pipeline.apply_autoscheduler(hl.Target(target.halide), parameters)
    build([Version(lowered, target)], operator.name, folder)


def _estimate(lowered: Lowered, binding: Binding) -> None:
    for tensor in lowered.operator.inputs:
        sizes = binding.outer(tensor.axes)
        for place, size in enumerate(reversed(sizes)):
            lowered.inputs[tensor.name].dim(place).set_estimate(0, size)
    for stage in lowered.operator.outputs:
        sizes = binding.outer(stage.axes)
        lowered.funcs[stage].set_estimates([(0, size) for size in reversed(sizes)])
    for attribute in lowered.operator.attributes:
        lowered.attributes[attribute.name].set_estimate(attribute.default)
