"""Outside values that a kernel reads determine its identity."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

import pytest

from custom_compiler.asc.runtime.fingerprint import fingerprint

_TEXT = """
import outer
from typing import NamedTuple
N = 3
LIST = [1, 2]
TABLE = {"a": 1}

class Settings:
    depth = 2

class Numbers(NamedTuple):
    width: int

    @property
    def double(self):
        return 2 * self.width

def called(x):
    return x + N

def make(inner):
    def kernel(out, numbers: Numbers):
        a = LIST[1] + TABLE["a"] + Settings.depth + outer.WIDTH + outer.deep.HEIGHT
        return called(a) + outer.Limits.most + inner
    return kernel
"""


@pytest.fixture
def space(monkeypatch):
    """The names of a module with a kernel, and the modules that it imports."""
    outer, deep = ModuleType("outer"), ModuleType("outer.deep")
    limits = type("Limits", (), {"most": 9})
    vars(outer).update(WIDTH=4, deep=deep, Limits=limits)
    vars(deep).update(HEIGHT=5)
    monkeypatch.setitem(sys.modules, "outer", outer)
    names = {"__name__": "kernels"}
    exec(compile(_TEXT, "kernels.py", "exec"), names)
    return names


@pytest.mark.parametrize(
    "change",
    [
        lambda names: names.update(N=4),
        lambda names: names["LIST"].append(3),
        lambda names: names["TABLE"].update(a=2),
        lambda names: setattr(names["Settings"], "depth", 3),
        lambda names: setattr(names["outer"], "WIDTH", 5),
        lambda names: setattr(names["outer"].deep, "HEIGHT", 6),
        lambda names: setattr(names["outer"].Limits, "most", 8),
        lambda names: names.update(called=lambda x: x),
        lambda names: names.update(Numbers=NamedTuple("Numbers", [("height", int)])),
        lambda names: setattr(names["Numbers"], "double", property(lambda _: 3)),
    ],
    ids=[
        "number",
        "list",
        "dict",
        "class",
        "module",
        "module in module",
        "class in module",
        "function",
        "named tuple",
        "property of a named tuple",
    ],
)
def test_change_is_noticed(space, change):
    kernel = space["make"](1)
    before = fingerprint(kernel)
    assert before.is_current()
    assert fingerprint(kernel).digest == before.digest
    change(space)
    assert not before.is_current()
    assert fingerprint(kernel).digest != before.digest


def test_what_functions_around_it_hold_is_part_of_it(space):
    first, second = (fingerprint(space["make"](number)) for number in (1, 2))
    assert first.digest != second.digest


def test_what_it_does_not_read_is_no_part_of_it(space):
    kernel = space["make"](1)
    before = fingerprint(kernel)
    space["unread"] = 1
    space["outer"].unread = 2
    assert before.is_current()
    assert fingerprint(kernel).digest == before.digest
