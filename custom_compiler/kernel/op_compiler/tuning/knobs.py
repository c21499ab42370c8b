"""From a declaration and the untuned launch to what can be set, and from a setting to a launch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.tuning.expressions import ExpressionError, KnobExpression
from custom_compiler.kernel.op_compiler.tuning.layout import (
    TilingDataField,
    WantedField,
    find_fields,
    structures_not_read,
)
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from custom_compiler.kernel.op_compiler.tuning.declaration import (
        Condition,
        DeclaredKnob,
        Derived,
        TuningDeclaration,
        ValueRange,
    )
    from custom_compiler.kernel.opc.engine import KernelRequest
    from custom_compiler.search.space import Value

_MOST_VALUES = 4096  # of a knob
_MOST_BLOCKS = 65535
_LAUNCH = ("block_dim", "tiling_key")


class TunableLaunch(NamedTuple):
    """Tunable parts of a launch, and the compiler options of its kernel."""

    block_dim: int
    tiling_key: int
    data: bytes
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tunables:
    """Tunable parts of one call.

    Attributes:
        space: The settings.
        untuned: The setting of the original launch.
        tolerance: Accepted relative difference of outputs.
    """

    space: Space
    untuned: Mapping[str, Value]
    tolerance: float
    _launch: TunableLaunch
    _fields: Mapping[str, TilingDataField]
    _facts: Mapping[str, int]
    _knobs: tuple[DeclaredKnob, ...]
    _derived: tuple[Derived, ...]

    def launch(self, setting: Mapping[str, Value]) -> TunableLaunch:
        """Return the launch of an allowed setting."""
        if setting == self.untuned:
            return self._launch  # also where a derived field would become another one
        names = self._names(setting)
        data = bytearray(self._launch.data)
        for path, field in self._fields.items():
            field.write(data, names[path])
        options = [option for knob in self._knobs for option in self._options(knob, setting)]
        return TunableLaunch(names["block_dim"], names["tiling_key"], bytes(data), tuple(options))

    def _options(self, knob: DeclaredKnob, setting: Mapping[str, Value]) -> list[str]:
        value = setting[knob.name]
        if value == self.untuned[knob.name]:
            return []
        if knob.kind == "define":
            return [f"-D{knob.name}={value}"]
        return str(value).split() if knob.kind == "options" else []

    def _names(self, setting: Mapping[str, Value]) -> dict[str, int]:
        return _names(self._launch, self._fields, self._facts, self._derived, setting)


def tunables_of(
    declaration: TuningDeclaration,
    request: KernelRequest,
    launch: TunableLaunch,
    facts: Mapping[str, int],
) -> Tunables:
    """Return the tunable parts of a call.

    `request` is that of the kernel, `launch` the tiling function's choice. `facts` are the names
    that expressions may use besides fields: sizes of memories, numbers of cores, sizes of tensors.

    Raises:
        MisuseError: The declaration does not fit the operator.
        BuildError: Its kernel does not compile.
    """
    others = structures_not_read(request, launch.tiling_key)
    knobs = tuple(knob for knob in declaration.knobs if knob.structure not in others)
    conditions = tuple(rule for rule in declaration.conditions if rule.structure not in others)
    derived = tuple(rule for rule in declaration.derived if rule.structure not in others)
    defines = {knob.name for knob in knobs if knob.kind == "define"}
    known_names = {*facts, *_LAUNCH, *defines}
    wanted = list(_wanted(knobs, conditions, derived, known_names))
    fields_by_path = find_fields(request, wanted, len(launch.data))
    fields = {path: field for (_, path), field in fields_by_path.items()}
    names = _names(launch, fields, facts, (), {})
    values = {knob.name: _values(knob, names) for knob in knobs}
    untuned = {knob.name: _untuned(knob, names, values[knob.name]) for knob in knobs}
    space_knobs = tuple(
        Knob(knob.name, _ordered(knob, values[knob.name], untuned[knob.name])) for knob in knobs
    )

    def allowed(setting: Mapping[str, Value]) -> bool:
        if setting == untuned:
            return True
        try:
            all_names = _names(launch, fields, facts, derived, setting)
            for path, field in fields.items():
                field.write(bytearray(len(launch.data)), all_names[path])
            fulfilled = all(condition.value.value(all_names) for condition in conditions)
        except (ExpressionError, ValueError):
            return False
        return fulfilled and 0 < all_names["block_dim"] <= _MOST_BLOCKS

    for condition in conditions:
        _check_names(condition, {**names, **dict.fromkeys(defines, 1)})
    return Tunables(
        Space(space_knobs, allowed),
        untuned,
        declaration.tolerance,
        launch,
        fields,
        facts,
        knobs,
        derived,
    )


def _wanted(
    knobs: Iterable[DeclaredKnob],
    conditions: Iterable[Condition],
    derived: Iterable[Derived],
    known_names: set[str],
) -> Iterable[WantedField]:
    """Yield all fields that a declaration names, without the `known_names` names."""
    for knob in knobs:
        if knob.kind == "field":
            yield WantedField(knob.structure, knob.name, knob.location)
        for part in knob.values:
            for expression in (part.first, part.last, part.step):
                for name in sorted(expression.names - known_names) if expression else ():
                    yield WantedField(knob.structure, name, knob.location)
    for condition in conditions:
        for name in sorted(condition.value.names - known_names):
            yield WantedField(condition.structure, name, condition.location)
    for rule in derived:
        for name in sorted(({rule.name} | rule.value.names) - known_names):
            yield WantedField(rule.structure, name, rule.location)


def _names(
    launch: TunableLaunch,
    fields: Mapping[str, TilingDataField],
    facts: Mapping[str, int],
    derived: Iterable[Derived],
    setting: Mapping[str, Value],
) -> dict[str, int]:
    """Return the values of all names in expressions under a setting."""
    names = {
        **facts,
        "block_dim": launch.block_dim,
        "tiling_key": launch.tiling_key,
        **{path: field.read(launch.data) for path, field in fields.items()},
        **{name: value for name, value in setting.items() if isinstance(value, int)},
    }
    for rule in derived:
        names[rule.name] = rule.value.value(names)
    return names


def _check_names(condition: Condition, names: Mapping[str, int]) -> None:
    unknown = condition.value.names - names.keys()
    if unknown:
        message = f"{condition.location}: {', '.join(sorted(unknown))} is not known"
        raise MisuseError(message, "name fields, or what docs/tuning.md lists")


def _untuned(knob: DeclaredKnob, names: Mapping[str, int], values: list[Value]) -> Value:
    if knob.kind == "define":
        return values[0]  # what the sources say
    return "" if knob.kind == "options" else names[knob.name]


def _ordered(knob: DeclaredKnob, values: list[Value], untuned: Value) -> tuple[Value, ...]:
    if knob.kind == "options":
        return tuple(dict.fromkeys([untuned, *values]))
    numbers = {int(value) for value in (*values, untuned)}
    return tuple(sorted(numbers))


def _values(knob: DeclaredKnob, names: Mapping[str, int]) -> list[Value]:
    if knob.kind == "options":
        return list(knob.texts)
    try:
        values = [value for part in knob.values for value in _range(part, names)]
    except ExpressionError as error:
        raise MisuseError(f"{knob.location}: {knob.name}: {error}") from error
    if len(values) > _MOST_VALUES:
        message = f"{knob.location}: {knob.name} has more than {_MOST_VALUES} values"
        raise MisuseError(message, "give it larger steps: 64..4096 by 64, or 1..4096 by *2")
    return values


def _range(part: ValueRange, names: Mapping[str, int]) -> list[Value]:
    first = part.first.value(names)
    if part.last is None:
        return [first]
    last = part.last.value(names)
    step = _number(part.step, names, 2 if part.multiplies else 1)
    if step < 1 + part.multiplies or (part.multiplies and first < 1):
        raise ExpressionError(f"from {first} by {step} there is no end")
    if not part.multiplies:
        return list(range(first, last + 1, step)[: _MOST_VALUES + 1])
    values: list[Value] = []
    while first <= last:
        values.append(first)
        first *= step
    return values


def _number(expression: KnobExpression | None, names: Mapping[str, int], default: int) -> int:
    return default if expression is None else expression.value(names)
