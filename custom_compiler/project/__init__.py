"""Operator sources to an operator project, and the project to a package.

`ProjectSpec` says what to build, `build` builds it and returns a `BuildResult`.
"""

from __future__ import annotations

from custom_compiler.project.build import build
from custom_compiler.project.events import BuildEvent, EventHandler
from custom_compiler.project.result import BuildResult
from custom_compiler.project.scheduler import CompileScheduler
from custom_compiler.project.spec import ProjectSpec

__all__ = ["BuildEvent", "BuildResult", "CompileScheduler", "EventHandler", "ProjectSpec", "build"]
