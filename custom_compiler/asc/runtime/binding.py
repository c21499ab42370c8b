"""From the arguments of a call to values in the order of a kernel's parameters, and their types."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.asc.codegen.named_tuples import flat, numbers_of
from custom_compiler.asc.language.constants import ConstExpr
from custom_compiler.asc.runtime.arguments import PLAIN, ParameterKind, kind_of, type_key

if TYPE_CHECKING:
    from custom_compiler.asc.codegen.source import FunctionParameter, PythonFunction

_MOST_BLOCKS = 65535  # CANN's limit


class Specialisation(NamedTuple):
    """The values for which a kernel is compiled."""

    names: tuple[str, ...]  # parameters at run time; of a tuple, `name[0]`, `name[1]`, ...
    kinds: tuple[ParameterKind, ...]  # and what they are
    constants: tuple[tuple[str, Any], ...]  # parameters that are known, and their values
    lengths: tuple[tuple[str, int], ...] = ()  # parameters that are tuples, and their lengths
    # Parameters that are named tuples, and their classes; their numbers are among the names.
    named_tuples: tuple[tuple[str, type[tuple[Any, ...]]], ...] = ()


class ParameterBinding:
    """The parameters of one kernel."""

    def __init__(self, kernel: PythonFunction) -> None:
        self._kernel = kernel.__name__
        self._parameters = kernel.parameters
        self._positional = kernel.code.co_argcount
        self.names = frozenset(parameter.name for parameter in self._parameters)
        numbered = tuple(enumerate(self._parameters))
        self._constants = tuple(i for i, parameter in numbered if parameter.constant)
        self._at_run_time = tuple(i for i, parameter in numbered if not parameter.constant)
        self._tuples = tuple(i for i, each in numbered if each.several or each.named_tuple)

    def bind(self, args: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """Return the value of each parameter; raise TypeError for missing or surplus arguments."""
        if not named and len(args) == len(self._parameters) == self._positional:
            return list(args)
        if len(args) > self._positional:
            text = f"kernel {self._kernel} takes {self._positional} arguments by position"
            raise TypeError(f"{text}, {len(args)} were given")
        values = dict(zip((each.name for each in self._parameters), args, strict=False))
        for name, value in named.items():
            if name in values:
                raise TypeError(f"kernel {self._kernel}: argument {name!r} is given twice")
            values[name] = value
        missing = [
            repr(each.name)
            for each in self._parameters
            if each.name not in values and not each.has_default
        ]
        if missing:
            raise TypeError(f"kernel {self._kernel}: missing arguments: {', '.join(missing)}")
        return [values.get(each.name, each.default) for each in self._parameters]

    def key(self, values: list[Any]) -> Any:
        """Return a cheap key that decides the kernel for these values."""
        kinds = [kind if (kind := type(value)) in PLAIN else type_key(value) for value in values]
        for i in self._constants:
            kinds[i] = type(values[i]), values[i]
        for i in self._tuples:
            kinds[i] = tuple(map(type_key, self._items(self._parameters[i], values[i])))
        key = tuple(kinds)
        if self._constants:
            try:
                hash(key)
            except TypeError:  # a list is a constant
                return repr(key)
        return key

    def at_run_time(self, values: list[Any]) -> list[Any]:
        """Return the values that a launch takes."""
        if self._tuples:
            own = ((values[i], i in self._tuples) for i in self._at_run_time)
            return [item for v, several in own for item in (flat(v) if several else (v,))]
        if not self._constants:
            return values
        return [values[i] for i in self._at_run_time]

    def specialisation(self, values: list[Any]) -> Specialisation:
        """Return the specialisation of the kernel for these values.

        Raises:
            TypeError: kernels cannot be given a value, or a constant is of another type.
            ValueError: an array of elements that kernels cannot have.
        """
        names: list[str] = []
        kinds: list[ParameterKind] = []
        constants, lengths, named_tuples = [], [], []
        for parameter, argument in zip(self._parameters, values, strict=True):
            value = argument.value if isinstance(argument, ConstExpr) else argument
            if parameter.named_tuple is not None:
                own = list(numbers_of(parameter.named_tuple))
                names += own
                kinds += map(kind_of, own, self._items(parameter, value))
                named_tuples.append((parameter.name, parameter.named_tuple))
                continue
            if parameter.several:
                items = self._items(parameter, value)
                own = [f"{parameter.name}[{i}]" for i in range(len(items))]
                names += own
                kinds += map(kind_of, own, items)
                lengths.append((parameter.name, len(items)))
                continue
            if not parameter.constant:
                names.append(parameter.name)
                kinds.append(kind_of(parameter.name, value))
                continue
            wanted = parameter.constant_type
            if wanted is not None and not isinstance(value, wanted):
                actual = type(value).__name__
                message = f"'{parameter.name}' argument must be {wanted.__name__}, got {actual}"
                raise TypeError(f"{message} (kernel {self._kernel})")
            constants.append((parameter.name, value))
        self._check_names(names)
        return Specialisation(
            tuple(names), tuple(kinds), tuple(constants), tuple(lengths), tuple(named_tuples)
        )

    def _check_names(self, names: list[str]) -> None:
        """Raise TypeError if a number of a named tuple is called like something else."""
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            text = f"kernel {self._kernel} has two parameters or numbers {twice!r}"
            raise TypeError(f"{text}; rename a field of a named tuple")

    def _items(self, parameter: FunctionParameter, value: Any) -> tuple[Any, ...]:
        """Return the items of a parameter's tuple; raise TypeError for other values."""
        head = f"kernel {self._kernel}: '{parameter.name}' is annotated"
        if parameter.named_tuple is not None:
            if not isinstance(value, parameter.named_tuple):
                wanted = parameter.named_tuple.__name__
                text = f"{head} {wanted}, got {type(value).__name__}"
                raise TypeError(f"{text}; write {wanted}(...)")
            return tuple(flat(value))
        if not isinstance(value, tuple):
            text = f"{head} tuple, got {type(value).__name__}"
            raise TypeError(f"{text}; write a tuple of arrays or numbers")
        return value


def core_number(kernel: str, value: Any) -> int:
    """Return a number of blocks.

    Raises:
        TypeError: it is no integer.
        ValueError: no device runs as many.
    """
    try:
        number = operator.index(value)
    except TypeError:
        text = f"kernel {kernel}: core_num is a number of blocks, not {value!r}"
        raise TypeError(f"{text}; launch it as {kernel}[core_num](...)") from None
    if isinstance(value, bool) or not 0 < number <= _MOST_BLOCKS:
        raise ValueError(f"kernel {kernel}: core_num is 1 to {_MOST_BLOCKS}, not {value!r}")
    return number
