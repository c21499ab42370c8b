"""Calls one operator through its PyTorch extension and compares it with its reference.

<python with torch_npu> verdict_judge.py FOLDER [NAME=VALUE]...

In FOLDER are reference.py, model_new.py and the extension. Settings replace sizes in the reference,
for example batch_size=16. The seed, the tolerances and the order of calls are LLM4AscendC's. A line
of the output is "verdict: " and pass, value_mismatch, shape_mismatch or error, with details.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from typing import Any

import torch
import torch_npu  # noqa: F401

_SEED, _TOLERANCE = 1024, 1e-4


def _judge(settings: list[str]) -> str:
    reference: Any = importlib.import_module("reference")
    for setting in settings:
        name, _, value = setting.partition("=")
        setattr(reference, name, int(value))
    model_new: Any = importlib.import_module("model_new")
    initial = reference.get_init_inputs()
    torch.manual_seed(_SEED)
    expected = reference.Model(*initial)
    torch.manual_seed(_SEED)
    model = model_new.ModelNew(*map(_to_device, initial)).to("npu")
    inputs = reference.get_inputs()
    right = expected(*inputs).detach().float()
    value = model(*map(_to_device, inputs))
    torch.npu.synchronize()
    value = value.detach().float().cpu()
    if right.shape != value.shape:
        return f"shape_mismatch {tuple(value.shape)} instead of {tuple(right.shape)}"
    if torch.allclose(right, value, atol=_TOLERANCE, rtol=_TOLERANCE):
        return "pass"
    wrong = ~torch.isclose(right, value, atol=_TOLERANCE, rtol=_TOLERANCE)
    first = int(wrong.flatten().nonzero()[0])
    return (
        f"value_mismatch {int(wrong.sum())} of {wrong.numel()}, element {first}: "
        f"{float(value.flatten()[first])} instead of {float(right.flatten()[first])}"
    )


def _to_device(value: Any) -> Any:
    return value.npu() if isinstance(value, torch.Tensor) else value


def main() -> None:
    """Run the script."""
    sys.path.insert(0, sys.argv[1])
    with torch.no_grad():
        try:
            verdict = _judge(sys.argv[2:])
        except Exception as error:  # noqa: BLE001 - whatever an operator does is its verdict
            traceback.print_exc()
            verdict = "error " + " ".join(str(error).split())
    print(f"verdict: {verdict}", flush=True)
    os._exit(0)  # torch_npu waits for the device once more, which a fault has made useless


if __name__ == "__main__":
    main()
