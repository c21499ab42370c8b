"""Compare the operator AddRmsNormBias of an installed package with NumPy."""

from __future__ import annotations

import numpy as np

import custom_compiler

ROWS, COLUMNS, EPSILON = 5, 256, 1e-5


def main() -> None:
    """Print that the operator is right, or raise AssertionError."""
    random = np.random.default_rng(1)
    x1, x2 = (random.standard_normal((ROWS, COLUMNS)).astype(np.float32) for _ in range(2))
    gamma, beta = (random.standard_normal(COLUMNS).astype(np.float32) for _ in range(2))
    y, rstd, x = custom_compiler.run("AddRmsNormBias", x1, x2, gamma, beta, epsilon=EPSILON)
    added = x1.astype(np.float64) + x2
    scale = 1 / np.sqrt((added**2).mean(axis=1, keepdims=True) + EPSILON)
    np.testing.assert_allclose(x, added, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(rstd.reshape(ROWS, 1), scale, rtol=1e-5)
    np.testing.assert_allclose(y, added * scale * gamma + beta, rtol=1e-4, atol=1e-5)
    print("AddRmsNormBias: right")


if __name__ == "__main__":
    main()
