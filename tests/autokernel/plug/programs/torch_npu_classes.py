# mypy: ignore-errors
"""Operators of a package in torch_npu: torch_npu_classes.py EXTENSION.so OPERATOR...

Their arrays are in files of NumPy here; prints "OPERATOR is right".
"""

import sys

import numpy as np
import torch
import torch_npu  # noqa: F401  makes "npu" a device

torch.ops.load_library(sys.argv[1])
for name in sys.argv[2:]:
    with np.load(f"{name}.npz") as file:
        arrays = [torch.from_numpy(file[f"arr_{i}"]) for i in range(len(file.files) - 2)]
        attributes, expected = list(map(float, file["attributes"])), file["expected"]
    operator = getattr(torch.ops.classes_npu, name)
    found = operator([array.npu() for array in arrays], attributes, list(expected.shape))
    np.testing.assert_allclose(found.cpu().numpy(), expected, rtol=1e-3, atol=1e-4, err_msg=name)
    print(f"{name} is right", flush=True)
