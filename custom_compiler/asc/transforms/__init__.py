"""The passes between a traced module and its text."""

from custom_compiler.asc.transforms.pipeline import TransformOptions, run, run_passes

__all__ = ["TransformOptions", "run", "run_passes"]
