"""The kernel of a traced module, built and called; prints a line of JSON.

python multikernelbench_kernel.py FOLDER/<name>.pickle host|aicore. Run in a separate process:
what is built may crash. On this machine Mullapudi's autoscheduler makes the schedule where there is
no class; on AI cores settings are the classes' formulas, and cycles those of the model.
"""

import json
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

from largest_error import largest_error  # type: ignore[import-not-found]

from custom_compiler.autokernel.aicore import kernels, run
from custom_compiler.autokernel.classes import classify, classify_for_cores
from custom_compiler.autokernel.classes.host_candidates import (
    Purpose,
    build_one,
    call_one,
    default_setting,
)
from custom_compiler.autokernel.host.autoschedulers import MULLAPUDI
from custom_compiler.errors import CustomCompilerError

PART = "Ascend910B3"


def on_host(operator: Any, arrays: tuple[Any, ...], _golden: Any) -> Any:
    """Compute with the kernel on this machine."""
    purpose = Purpose(operator, {})
    candidate = default_setting(purpose) or MULLAPUDI
    with tempfile.TemporaryDirectory() as folder:
        return call_one(build_one(purpose, candidate, folder), arrays, {})


def on_cores(operator: Any, arrays: tuple[Any, ...], golden: Any) -> Any:
    """Compute with the kernel on simulated AI cores."""
    kind, match = classify_for_cores(operator)
    part = kernels.platform(PART)
    call = kind.core_call(match, {}, kind.core_default(match, {}, part), part)
    shapes = tuple(
        (one.shape, stage.dtype) for one, stage in zip(golden, operator.outputs, strict=True)
    )
    return run.time_launch(run.PortableLaunch(call, arrays, shapes, (), PART)).outputs


def main(path: Path, back_end: str) -> dict[str, Any]:
    """Return the operator's class, and the largest error of its results."""
    what = pickle.loads(path.read_bytes())
    operator, golden = what["operator"], what["golden"]
    found = classify(operator)
    by = found[0].name if found else MULLAPUDI.name if back_end == "host" else ""
    arrays = tuple(what["inputs"][one.name] for one in operator.inputs)
    try:
        results = {"host": on_host, "aicore": on_cores}[back_end](operator, arrays, golden)
    except CustomCompilerError as error:
        return {"by": by, "why": error.message}
    return {"by": by, "error": largest_error(results, golden)}


if __name__ == "__main__":
    try:
        outcome = main(Path(sys.argv[1]), sys.argv[2])
    except Exception as error:  # noqa: BLE001 - a row of the table
        text = (str(error).splitlines() or [""])[0][:300]
        outcome = {"by": "", "why": f"{type(error).__name__}: {text}"}
    print(json.dumps(outcome))
