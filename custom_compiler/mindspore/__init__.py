"""MindSpore: operators of vendor packages as `ops.Custom`, on an NPU or on the CPU."""

from __future__ import annotations

from custom_compiler.mindspore.custom import custom_op

__all__ = ["custom_op"]
