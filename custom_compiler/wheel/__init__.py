"""Operators inside wheels: built while the wheel is, found where it is installed.

With setuptools:

    from custom_compiler.wheel import AscendOperators
    setup(ascend_operators=[AscendOperators("my_pkg", "op_host", "op_kernel", vendor_name="acme")])

With scikit-build-core: `find_package(custom_compiler)` and `custom_compiler_add_operators(...)`.
Both are in docs/shipping.md.
"""

from __future__ import annotations

from custom_compiler.wheel.operators import AscendOperators

__all__ = ["AscendOperators"]
