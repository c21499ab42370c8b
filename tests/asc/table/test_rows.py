"""The table's rows fit together."""

from __future__ import annotations

import re

from custom_compiler.asc import table
from custom_compiler.asc.table.model import ATTRIBUTES, NUMBERS, Overload

OBJECTS = {
    *("LT", "GT", "T", "GA", "Queue", "Array", "mask"),
    *("TBuf", "TBufPool", "TPipe", "Matmul", "MatmulType"),
    *("TCubeTiling", "RmsNormTiling", "SoftmaxTiling", "MatmulApiStaticTiling"),
}
FORMS = [
    (f"{row.qualified}-{form.ir}", form) for row in table.all_operations() for form in row.overloads
] + [(row.name, form) for row in table.all_structs() for form in row.constructors]


def _kinds() -> set[str]:
    enumerations = {row.name for row in table.all_enumerations()}
    structs = {row.name for row in table.all_structs()}
    return {*OBJECTS, *NUMBERS, *ATTRIBUTES, *enumerations, *structs}


KINDS = _kinds()


def _unknown(form: Overload) -> set[str]:
    """Kinds of parameters that nothing says what they are."""
    plain = {kind.strip("[] ") for parameter in form.parameters for kind in parameter.kinds}
    return {kind for kind in plain if not re.fullmatch(r"num\([\w.]+\)", kind)} - KINDS


def _places(form: Overload) -> set[str]:
    """The names in braces of a text of Ascend C."""
    return {place.partition(".")[0] for place in re.findall(r"\{(?:, )?([\w.]+)\}", form.emit)} - {
        "self",
        "result",
        "T",
    }


def test_kinds_of_parameters_are_known() -> None:
    unknown = [(name, kinds) for name, form in FORMS if (kinds := _unknown(form))]
    assert unknown == []


def test_the_text_names_parameters() -> None:
    unnamed = [
        (name, places)
        for name, form in FORMS
        if (places := _places(form) - {parameter.name for parameter in form.parameters})
    ]
    assert unnamed == []


def test_names_are_unique() -> None:
    names = [row.qualified for row in table.all_operations()]
    assert len(set(names)) == len(names)


def test_overloads_that_share_an_operation_of_the_ir_are_written_alike() -> None:
    """The emitter knows an operation by its name in the IR alone."""
    texts: dict[str, set[tuple[str, int]]] = {}
    for row in table.all_operations():
        for form in row.overloads:
            for name in form.ir_names:
                operands = sum(not set(p.kinds) & ATTRIBUTES for p in form.parameters)
                text = re.sub(r"\{(intri_params|repeat_params|num|len)\}", "{}", form.emit)
                texts.setdefault(name, set()).add((text, operands))
    assert {name: found for name, found in texts.items() if len(found) > 1} == {}


def test_operations_are_documented() -> None:
    operations = table.all_operations()
    assert [row.qualified for row in operations if not row.document.endswith(".")] == []


def test_operations_have_overloads() -> None:
    assert [row.qualified for row in table.all_operations() if not row.overloads] == []
