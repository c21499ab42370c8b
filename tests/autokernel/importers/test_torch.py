"""Functions and modules of PyTorch as trees, which give what PyTorch gives (torch_modules.py)."""

import json
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.clients import venvs

HERE = Path(__file__).parent
REFUSED = {
    "scan": "case: aten.cumsum has no form as a tree: each place needs the one before",
    "sorted": "case: aten.sort has no form as a tree: it sorts",
    "index": "case: aten.index has no form as a tree: its indices are data",
    "random": "case: aten.bernoulli has no form as a tree: it is random",
    "complex": "element type 'complex64' is not supported",
    "no tensor": "case does not give tensors",
    "writes into its argument": "case writes into its argument",
    "places of largest": "case: places of largest elements have no form as a tree",
    "depends on values": "case: which way the function goes depends on a tensor's values",
}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, dict]:
    """Return the outcome of each case, by name."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PY"))}
    done = subprocess.run(
        [venvs.python_with("torch_npu"), HERE / "torch_modules.py", sysconfig.get_path("purelib")],
        env={**environment, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"},
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    lines = map(json.loads, done.stdout.splitlines())
    return {line["name"]: line for line in lines}


@pytest.mark.frameworks
def test_trees_give_what_the_modules_give(outcomes: dict[str, dict]) -> None:
    """Values, shapes and types, of whatever is not rejected."""
    wrong = [
        one for name, one in outcomes.items()
        if name not in REFUSED and not one.get("error", 9.0) <= one.get("most", 0.0)
    ]  # fmt: skip
    assert not wrong
    assert len(outcomes) > len(REFUSED)


@pytest.mark.frameworks
@pytest.mark.parametrize("case", REFUSED)
def test_what_has_no_form_is_refused_by_name(case: str, outcomes: dict[str, dict]) -> None:
    assert outcomes[case].get("refused") == REFUSED[case]
    assert outcomes[case]["hint"]
