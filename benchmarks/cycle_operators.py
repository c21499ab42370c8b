"""Operators of ops-nn that hicann/cann-bench (d59d44c) measured on an Ascend910B2.

Between two calls, cann-bench runs a product and a reduction that clear the caches: launches are
modelled as the first of a process. cycle_operators.csv has the cases of which one kernel makes the
call and whose published time is no bound. No figure of the model comes from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cycle_errors import Comparison
from cycle_launches import read_rows, run_profiled, run_shell

if TYPE_CHECKING:
    from cycle_launches import Profile

_TABLE = Path(__file__).with_name("cycle_operators.csv")


@dataclass(frozen=True)
class OperatorCall:
    """A call of an operator; `inputs` are shapes and types as `run --random` takes them."""

    folder: str
    operator: str
    soc: str
    case: str
    inputs: tuple[str, ...]
    attributes: tuple[str, ...]
    measured_us: float

    @property
    def name(self) -> str:
        """Operator, case, and its inputs."""
        return f"cann-bench {self.operator} {self.case} {' '.join(self.inputs)}"


def read_calls() -> list[OperatorCall]:
    """Return the rows of cycle_operators.csv."""
    return [
        OperatorCall(
            row["folder"],
            row["operator"],
            row["soc"],
            row["case"],
            tuple(row["inputs"].split()),
            tuple(row["attributes"].split()),
            float(row["measured_us"]),
        )
        for row in read_rows(_TABLE)
    ]


@dataclass(frozen=True)
class OperatorRunner:
    """Builds operators of a checkout of ops-nn, each once, and calls them."""

    checkout: Path
    work: Path

    def run(self, call: OperatorCall, constants: Path | None = None) -> Profile:
        """Call the operator, and return the profile of its launch.

        Raises:
            RuntimeError: It cannot be built, the call fails, or its launch was not profiled.
        """
        folder = self.work.resolve() / "operators" / call.operator
        if not (folder / "build_out/set_env.bash").is_file():
            self._build(call, folder)
        attributes = "".join(f" --attr {attribute}" for attribute in call.attributes)
        script = f"""source build_out/set_env.bash
            custom-compiler run {call.operator} --random {" ".join(call.inputs)}{attributes}"""
        options = ("results=0", "timeline=off", "launch_state=first")
        return run_profiled(script, folder, call.soc, options, constants)

    def _build(self, call: OperatorCall, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        source = self.checkout.resolve() / call.folder
        run_shell(
            f'custom-compiler build -q -o "{source}/op_host" -k "{source}/op_kernel" '
            "--vendor_name measured --soc_version ascend910b",
            folder,
            call.soc,
        )


def compare_call(call: OperatorCall, profile: Profile) -> Comparison:
    """Compare the published time with the model's."""
    return Comparison(
        call.name,
        f"cann-bench {call.operator}",
        call.measured_us,
        float(str(profile["duration_us"])),
        {},
        {},
        "test",
    )
