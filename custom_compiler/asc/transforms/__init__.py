"""The passes between a traced module and its text."""

from custom_compiler.asc.transforms.pipeline import TransformOptions, run

__all__ = ["TransformOptions", "run"]
