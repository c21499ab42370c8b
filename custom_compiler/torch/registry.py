"""Registration of operators with PyTorch."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.call.attributes import default_of
from custom_compiler.call.caller import Operands
from custom_compiler.call.device import use_device
from custom_compiler.errors import MisuseError
from custom_compiler.support.operator_names import snake
from custom_compiler.torch.caller import caller_of
from custom_compiler.torch.inference import TorchInference
from custom_compiler.torch.repeated import RepeatedCall, is_small
from custom_compiler.torch.schema import schema

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.call.prototype import Prototype

_libraries: dict[str, torch.library.Library] = {}  # they unregister their operators when they go
_registered: dict[str, Prototype] = {}


class RegisteredOperators(SimpleNamespace):
    """Operators by their names in snake case."""


def register(prototypes: Sequence[Prototype], namespace: str) -> RegisteredOperators:
    """Register operators as `torch.ops.<namespace>.<operator>`; one that is registered stays.

    Raises MisuseError if a name belongs to an operator of another package already.
    """
    if not namespace.isidentifier():
        raise MisuseError(f"namespace={namespace!r} is no identifier", "use letters, digits and _")
    return RegisteredOperators(
        **{snake(prototype.operator): _register(prototype, namespace) for prototype in prototypes}
    )


def _register(prototype: Prototype, namespace: str) -> Any:
    name = snake(prototype.operator)
    qualified = f"{namespace}::{name}"
    earlier = _registered.get(qualified)
    if earlier is not None and earlier.package != prototype.package:
        raise MisuseError(
            f"{qualified} is an operator of {earlier.package} already",
            "give another namespace; one process calls one package per operator type",
        )
    if earlier is None:
        library = _libraries.setdefault(namespace, torch.library.Library(namespace, "FRAGMENT"))
        binding = _Binding(prototype)
        library.define(schema(prototype))
        library.impl(name, binding.compute, "CPU")
        torch.library.register_fake(qualified, binding.describe, lib=library)
        _registered[qualified] = prototype
    return getattr(getattr(torch.ops, namespace), name)


def register_backward(
    name: str,
    backward: Callable[..., Any],
    setup_context: Callable[..., None] | None = None,
) -> None:
    """Give an operator a gradient.

    Args:
        name: "<namespace>::<operator>", as registered.
        backward: `backward(ctx, *grads)` returns one gradient or None per argument.
        setup_context: `setup_context(ctx, inputs, output)` keeps what backward needs.
    """
    if name not in _registered:
        raise MisuseError(
            f"{name} is no operator of a loaded package",
            f"loaded: {', '.join(sorted(_registered)) or 'none'}",
        )
    library = _libraries[name.partition("::")[0]]
    torch.library.register_autograd(name, backward, setup_context=setup_context, lib=library)


class _ThreadCalls(threading.local):
    """Prepared calls of each thread, by what they depend on."""

    def __init__(self) -> None:
        use_device()
        self.by_key: dict[Any, RepeatedCall] = {}


class _Binding:
    """The functions that PyTorch calls for one operator."""

    def __init__(self, prototype: Prototype) -> None:
        self._kinds = [port.kind for port in prototype.inputs]
        self._defaults = [None for _ in prototype.inputs]
        self._defaults += [default_of(item) for item in prototype.attributes]
        self._inference = TorchInference(prototype)
        self._caller = caller_of(prototype)
        own = {port.name for port in prototype.own_outputs}
        written = {port.name for port in prototype.outputs} - own
        self._mutated = [
            number for number, port in enumerate(prototype.inputs) if port.name in written
        ]
        self._plans: dict[Any, tuple[int, list[tuple[list[int], torch.dtype]], list[int]]] = {}
        self._calls = _ThreadCalls()

    def compute(self, *arguments: Any) -> Any:
        tensors, key = _key(arguments)
        call = self._calls.by_key.get(key)
        if call is None:
            return self._compute_again(arguments, tensors, key)
        results = call([t if t.is_contiguous() else t.contiguous() for t in tensors])
        return results[0] if len(results) == 1 else tuple(results)

    def _compute_again(
        self, arguments: Sequence[Any], tensors: list[torch.Tensor], key: Any
    ) -> Any:
        inputs, attributes = self._split(arguments)
        _, outputs, layouts = self._plan(inputs, attributes)
        results = [torch.empty(shape, dtype=dtype) for shape, dtype in outputs]
        operands = Operands(inputs, attributes, results, layouts, self._mutated)
        if self._can_repeat(operands, tensors):
            call = RepeatedCall(self._caller, operands)
            if call.possible:
                calls = self._calls.by_key
                if len(calls) >= _MOST_CALLS:
                    calls.clear()
                calls[key] = call
        self._caller(operands)
        return self._returned(results)

    def _can_repeat(
        self, operands: Operands[torch.Tensor], tensors: Sequence[torch.Tensor]
    ) -> bool:
        """Return whether shapes, types and attributes determine a call, and the call is small."""
        return (
            not self._mutated
            and self._caller.repeats()
            and all(len(port) <= 1 for port in operands.inputs)
            and all(tensor.is_floating_point() for tensor in tensors)
            and is_small([*tensors, *operands.outputs])
        )

    def describe(self, *arguments: Any) -> Any:
        inputs, attributes = self._split(arguments)
        column = self._inference.column(inputs)
        like = next((tensor for tensors in inputs for tensor in tensors), torch.empty(0))
        outputs = self._inference.outputs(inputs, attributes, column)
        return self._returned([like.new_empty(shape, dtype=dtype) for shape, dtype in outputs])

    def _split(self, arguments: Sequence[Any]) -> tuple[list[Sequence[torch.Tensor]], list[Any]]:
        # PyTorch leaves out trailing arguments that have their defaults.
        arguments = (*arguments, *self._defaults[len(arguments) :])
        inputs: list[Sequence[torch.Tensor]] = []
        for kind, value in zip(self._kinds, arguments, strict=False):
            if kind == "dynamic":
                inputs.append(value)
            else:
                inputs.append(() if value is None else (value,))
        return inputs, list(arguments[len(self._kinds) :])

    def _plan(
        self, inputs: list[Sequence[torch.Tensor]], attributes: list[Any]
    ) -> tuple[int, list[tuple[list[int], torch.dtype]], list[int]]:
        """Return combination, outputs and formats; cached by shapes if values cannot matter."""
        shapes = tuple((t.shape, t.dtype) for tensors in inputs for t in tensors)
        key = (shapes, tuple(map(len, inputs)), repr(attributes))
        plan = self._plans.get(key)
        if plan is None:
            column = self._inference.column(inputs)
            outputs = self._inference.outputs(inputs, attributes, column)
            plan = (column, outputs, self._inference.layouts(column))
            if not any(t.dtype in _INDEX_TYPES for tensors in inputs for t in tensors):
                self._plans[key] = plan
                if len(self._plans) > _MOST_PLANS:
                    self._plans.clear()
        return plan

    @staticmethod
    def _returned(tensors: list[torch.Tensor]) -> Any:
        if not tensors:
            return None
        return tensors[0] if len(tensors) == 1 else tuple(tensors)


def _key(arguments: Sequence[Any]) -> tuple[list[torch.Tensor], Any]:
    """Return the tensors among the arguments, and the other facts that a call depends on."""
    tensors: list[torch.Tensor] = []
    key: list[Any] = []
    for value in arguments:
        if isinstance(value, torch.Tensor):
            tensors.append(value)
            key += (value.shape, value.dtype)
        else:
            key.append(repr(value))
    return tensors, tuple(key)


# The values of such tensors may decide shapes: sizes, counts, masks.
_INDEX_TYPES = frozenset({torch.int32, torch.int64, torch.bool})
_MOST_PLANS = 4096
_MOST_CALLS = 64  # cached by a thread for one operator
