"""Functions that other machines can ask for, and the types of what they return."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from custom_compiler.errors import BuildError

if TYPE_CHECKING:
    from collections.abc import Callable

    Function = TypeVar("Function", bound=Callable[..., Any])

_REMOTE: dict[str, Callable[..., Any]] = {}
_OWN = "custom_compiler"


def remote(function: Function) -> Function:
    """Let machines of a cluster ask for calls of `function`, and return it.

    Its result must have the type that it is annotated with, which its module must import.
    """
    _REMOTE[f"{function.__module__}:{function.__qualname__}"] = function
    return function


def check_remote(name: str) -> None:
    """Raise BuildError unless "package.module:function" is one that `remote` knows."""
    _function(name)


def result_type(name: str) -> Any:
    """Return the type of the results of "package.module:function"."""
    function = _function(name)
    annotation = function.__annotations__["return"]
    if not isinstance(annotation, str):
        return annotation
    module = vars(import_module(function.__module__))
    return eval(annotation, dict(module))  # noqa: S307 - the text of our own source


def argument_class(function: str, name: str) -> type:
    """Return the class "module:Class" of arguments of a function; ValueError for all others.

    It is a record of this package or of the package of the function.
    """
    from custom_compiler.kernel.jobs.codec import class_name, is_record

    module, _, qualified = name.partition(":")
    roots = {_OWN, function.partition(":")[0].partition(".")[0]}
    if module.partition(".")[0] not in roots or not all(map(str.isidentifier, module.split("."))):
        raise ValueError(f"{name} is no class of arguments")
    class_ = getattr(import_module(module), qualified, None)
    if not isinstance(class_, type) or not is_record(class_) or class_name(class_) != name:
        raise ValueError(f"{name} is no class of arguments")
    return class_


def _function(name: str) -> Callable[..., Any]:
    if name not in _REMOTE:
        import_module(name.partition(":")[0])
    if name not in _REMOTE:
        raise BuildError(f"{name!r} is no function for other machines")
    return _REMOTE[name]
