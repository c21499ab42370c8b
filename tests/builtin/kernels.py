"""Arithmetic of built-in operators against NumPy; arguments: toolkit, folder of tests/utils."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, sys.argv[2])

from aclnn import BFLOAT16, Client

SHAPES = [((5,), (5,)), ((300001,), (300001,)), ((1000,), (1,)), ((3, 7), (7,)), ((), ())]

client = Client(Path(sys.argv[1]))
client.acl("aclrtSetDevice", 0)
random = np.random.default_rng(1)
for dtype in (np.dtype(np.float32), np.dtype(np.float16), BFLOAT16, np.dtype(np.int32)):
    for left, right in SHAPES:
        x, y = (np.array(random.integers(1, 9, shape), dtype) for shape in (left, right))
        operands = [client.tensor(x), client.tensor(y)]
        two = client.scalar(np.int64(2))
        for name, more, expected in (
            ("Add", [two], x + 2 * y),
            ("Sub", [two], x - 2 * y),
            ("Mul", [], x * y),
            ("Div", [], (x.astype(np.float32) / y.astype(np.float32))),
        ):
            out = client.empty(expected.shape, expected.dtype)
            client.run(name, *operands, *more, out)
            # bfloat16 quotients are rounded once more than those of float.
            tolerance = 8e-3 if name == "Div" and dtype.itemsize == 2 else 0
            np.testing.assert_allclose(
                out.read().astype(float), expected.astype(float), tolerance, err_msg=name
            )
