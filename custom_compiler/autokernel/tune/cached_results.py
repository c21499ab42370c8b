"""Results of tuning, found again by those who make kernels of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.host.targets import TARGETS, find_target
from custom_compiler.autokernel.tune.identity import digest, result_facts
from custom_compiler.autokernel.tune.store import ResultStore
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from custom_compiler.autokernel.aicore.kernels import TunedEntry as Entry
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.tune.result import TuningResult


def cached_result(
    operator: Operator, sizes: Mapping[str, int], target: str = "host"
) -> TuningResult | None:
    """Return the result of the last search for an operator at these sizes, or None.

    Nothing is searched. Results of other tools or another CPU do not match.
    """
    name = find_target(target).name if target == "host" else target
    facts = result_facts(operator, sizes, name, _facts(name))
    return ResultStore().latest(digest(facts))


def cached_setting(
    operator: Operator, sizes: Mapping[str, int] | None, target: str
) -> dict[str, int] | None:
    """Return the tuned setting of a class's host schedule for these sizes, or None."""
    from custom_compiler.autokernel.tune.host_trial import AUTOSCHEDULER

    result = cached_result(operator, sizes, target) if sizes is not None else None
    if result is None or AUTOSCHEDULER in result.setting:
        return None
    return dict(result.setting)


def tuned_table(variants: Sequence[Operator], parts: Container[str]) -> tuple[Entry, ...]:
    """Return the tuned settings for AI cores of some SoCs, for `aicore.package.write`.

    Entries for tuned sizes come first, then those for the buckets around them. Where several SoCs
    have the same sizes, the first one by name is used. A table does not distinguish types of one
    size, therefore settings that are not legal for each of them are omitted.
    """
    from custom_compiler.autokernel.aicore.kernels import TunedEntry as Entry
    from custom_compiler.autokernel.aicore.steps import SIZES

    facts: dict[str, Any] = {}
    entries: dict[tuple[Any, ...], Entry] = {}
    buckets: dict[tuple[Any, ...], Entry] = {}
    for key, tuned in sorted(ResultStore().all_latest(), key=lambda item: item[1].target):
        if tuned.target in TARGETS or tuned.target not in parts or not tuned.gain:
            continue
        facts = facts or _facts(tuned.target)
        for operator in variants:
            if digest(result_facts(operator, tuned.sizes, tuned.target, facts)) == key:
                size = SIZES[operator.inputs[0].dtype]
                alike = [each for each in variants if SIZES[each.inputs[0].dtype] == size]
                sizes_key = (size, *sorted(tuned.sizes.items()))
                for table, least, most in (
                    (entries, tuned.sizes, tuned.sizes),
                    (buckets, tuned.least or tuned.sizes, tuned.most or tuned.sizes),
                ):
                    if all(_is_legal(each, tuned, end) for each in alike for end in (least, most)):
                        table.setdefault(sizes_key, Entry(size, least, most, tuned.setting))
    wider = (each for each in buckets.values() if each.least != each.most)
    return (*entries.values(), *wider)


def _is_legal(operator: Operator, tuned: TuningResult, sizes: Mapping[str, int]) -> bool:
    """Return whether what was tuned, perhaps for another type, can be set of an operator."""
    from custom_compiler.autokernel.aicore.kernels import platform
    from custom_compiler.autokernel.classes import classify_for_cores

    part = platform(tuned.target)
    try:
        operator_class, match = classify_for_cores(operator)
        space = operator_class.core_space(match, sizes, part)
        default = operator_class.core_default(match, sizes, part)
    except MisuseError:
        return False
    names = {knob.name for knob in space.knobs}
    # A type that needs vector cores has more knobs, which then are the formula's.
    return names >= set(tuned.setting) and space.allowed({**default, **tuned.setting})


def _facts(target: str) -> dict[str, Any]:
    if target in TARGETS:
        from custom_compiler.autokernel.tune.host import host_facts

        return host_facts()
    from custom_compiler.autokernel.tune.core import core_facts

    return core_facts()
