"""The passes between a traced module and its text."""

from custom_compiler.asc.transforms.limits import memories_of
from custom_compiler.asc.transforms.pipeline import TransformOptions, run, run_passes

__all__ = ["TransformOptions", "memories_of", "run", "run_passes"]
