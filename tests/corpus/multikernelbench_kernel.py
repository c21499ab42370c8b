"""The kernel of a traced module on this machine, built and called; prints a line of JSON.

python multikernelbench_kernel.py FOLDER/<name>.pickle. Run in a process of its own: what is built
may crash. Without a class, Mullapudi's autoscheduler makes the schedule.
"""

import json
import pickle
import sys
import tempfile
from pathlib import Path
from typing import Any

from largest_error import largest_error

from custom_compiler.autokernel.classes import classify
from custom_compiler.autokernel.classes.host_candidates import (
    Purpose,
    build_one,
    call_one,
    default_setting,
)
from custom_compiler.autokernel.host.autoschedulers import MULLAPUDI
from custom_compiler.errors import CustomCompilerError


def main(path: Path) -> dict[str, Any]:
    """By which schedule it was built, and the largest error of what it gives."""
    what = pickle.loads(path.read_bytes())
    purpose = Purpose(what["operator"], {})
    found = classify(purpose.operator)
    by = found[0].name if found else MULLAPUDI.name
    try:
        candidate = default_setting(purpose) or MULLAPUDI
        with tempfile.TemporaryDirectory() as folder:
            library = build_one(purpose, candidate, folder)
            arrays = tuple(what["inputs"][one.name] for one in purpose.operator.inputs)
            results = call_one(library, arrays, {})
    except CustomCompilerError as error:
        return {"by": by, "why": error.message}
    return {"by": by, "error": largest_error(results, what["golden"])}


if __name__ == "__main__":
    try:
        outcome = main(Path(sys.argv[1]))
    except Exception as error:  # noqa: BLE001 - told in the table
        outcome = {"by": "", "why": f"{type(error).__name__}: {str(error).splitlines()[0][:300]}"}
    print(json.dumps(outcome))
