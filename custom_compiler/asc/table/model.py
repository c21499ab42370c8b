"""The form of the table's rows.

A row says how an operation is called in Python, what it is in the IR (dialect `ascendc`) and how
it is written in Ascend C. Functions, type stubs, dialect, emitter and the page of the language
(docs/asc) are made of it.

    Operation("add", "basic / Vector binary operations", (
        overload("dst: LT, src0: LT, src1: LT, count: i32", "add_l2",
                 "AscendC::Add({dst}, {src0}, {src1}, {count})"),
    ), dtypes="half float int16_t int32_t", document="Element by element: dst = src0 + src1.")

Kinds of parameters:

- objects, operands of the IR: `LT` and `GT` (local and global tensors), `T` (either), `GA` (address
  in global memory), `Queue` (TQue, TQueBind or TBuf), and each class of the language by its name
  (`TPipe`, `TBufPool`, `UnaryRepeatParams`, `Matmul`, ...);
- numbers at run time, operands: `i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 b`; Python's numbers become
  constants. `num(x)`: of the element type of the tensor `x`; `any`: of whatever type it has;
- `mask`: an int, then `{level}` in the IR's name is `l0`, or one or two ints in a list: `l1`;
- `[LT]`, `[i32]`, ...: a list or tuple of these, variadic;
- known when the kernel is compiled, attributes of the IR: `flag`, `int`, `str`, `dtype`, and each
  enumeration by its name (`RoundMode`);
- `A | B`: either kind. After a kind `?` allows None, `= value` is the default. A name after `*`
  takes any number of arguments.

The text after `->` is the type of the result: a number's kind, `LT(dtype)` (a local tensor of
that parameter's element type), `LT(src)` (of that tensor's), `LT(self)`, `GT(...)`, `GA(...)`,
`num(...)`, `GA(u8)` (of that type), `GT(self.c)` (as the object says of its part c), a class, or
several numbers: `(u16, u16)`.

The object of a method is the first operand, before its parameters.

In the text of Ascend C: `{x}` is the value of a parameter (of a list, and of a `mask` of several
ints: the name of an array with its values; of None: nothing), `{x.T}` the element type of a tensor,
a list, an address or a `dtype` parameter, or the type of a number, `{x.length}` how many values a
list or array has, `{self}` the object of a method, and `{, x}` a comma and the value if there is
one, else nothing. `{result}` is a variable declared before the call that the call fills in
(several, with commas, for several results); without it the call's value is the result.

Element types in `dtypes` are those of the first tensor; in `a:b`, a is that of the first and b of
the second one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")
NUMBERS = frozenset({*_INTEGERS, "f16", "f32", "b", "any"})
ATTRIBUTES = frozenset({"flag", "int", "str", "dtype"})
NO_DEFAULT = "no default"

_PARAMETER = re.compile(
    r"(?P<name>\*?\w+): (?P<kind>[\w.()\[\] |]+?)(?P<optional>\?)?(?: = (?P<default>.+))?"
)


class OverloadParameter(NamedTuple):
    """One parameter of an overload."""

    name: str
    kinds: tuple[str, ...]  # one or more of the kinds above
    optional: bool = False  # None is a value, and the default
    default: str = NO_DEFAULT  # as written in Python

    @property
    def required(self) -> bool:
        """Return whether a call must give it."""
        return not self.optional and self.default == NO_DEFAULT


class Overload(NamedTuple):
    """One way to call an operation."""

    parameters: tuple[OverloadParameter, ...]
    result: str  # as after `->`; "": nothing
    ir: str  # name in the dialect `ascendc`; `{level}` where the mask decides
    emit: str  # Ascend C; "": written by a function of the emitter
    pipe: str  # V, M, MTE1, MTE2, MTE3, FIX, S; "": the positions of its tensors decide, or none
    writes: tuple[str, ...]  # tensors that it writes
    reads: tuple[str, ...]  # tensors that it reads
    pure: bool  # neither memory nor state: equal calls are one, unused ones none

    @property
    def ir_names(self) -> tuple[str, ...]:
        """The names that the IR has for it."""
        if "{level}" in self.ir:
            return tuple(self.ir.replace("{level}", level) for level in ("l0", "l1"))
        return (self.ir,) if self.ir else ()


class Operation(NamedTuple):
    """A function of the language, or a method of one of its classes."""

    name: str
    group: str  # of the documentation, "basic / Vector binary operations"
    overloads: tuple[Overload, ...]
    owner: str = ""  # "": function of `asc`; "adv": of `asc.adv`; else the class
    dtypes: str = ""  # element types that CANN documents for 910B, in C++; "": none of its concern
    socs: str = "910B 910_93"
    document: str = ""

    @property
    def qualified(self) -> str:
        """The user's name for it after `asc.`."""
        return f"{self.owner}.{self.name}" if self.owner else self.name


class Enumeration(NamedTuple):
    """An enumeration; its members are compared by name, since Ascend C numbers some differently."""

    name: str
    members: tuple[tuple[str, int], ...]  # as Python numbers them
    cpp: str  # the type in Ascend C
    scope: str  # what stands before a member in Ascend C
    spellings: tuple[tuple[str, str], ...] = ()  # members that Ascend C calls otherwise
    exported: bool = True  # a name of `asc`

    def member_in_cpp(self, name: str) -> str:
        """Return the spelling of a member in Ascend C."""
        return self.scope + dict(self.spellings).get(name, name)


class ParameterStruct(NamedTuple):
    """A structure of parameters: an object of the IR that operation `construct` makes.

    The emitter writes `cpp name{...};` with the text of the constructor between the braces: each
    argument has the type of its field. `{T}` in `cpp` and in that text is an element type: that of
    the parameter `dtype` if there is one, else of the first user of the object that has one (a
    tensor's, or another structure's). A parameter that the text leaves out belongs to newer CANN:
    only its default can be given.
    """

    name: str
    constructors: tuple[Overload, ...]
    ir: str  # mnemonic of its type
    cpp: str  # the type in Ascend C
    owner: str = ""  # "": of `asc`; "adv": of `asc.adv`
    record: bool = False  # a Python object with these attributes until an operation takes it
    constant: bool = False  # `constexpr static` in Ascend C: all that it holds is known
    attributes: tuple[str, ...] = ()  # members in Ascend C that kernels may read by Python's name


def struct(  # noqa: PLR0913 - a structure has these columns
    name: str,
    ir: str,
    *signatures: str,
    emit: tuple[str, ...] = (),
    cpp: str = "",
    owner: str = "",
    record: bool = False,
    constant: bool = False,
    attributes: tuple[str, ...] = (),
) -> ParameterStruct:
    """Return a structure of parameters; `emit` is its text in Ascend C, one per signature.

    Without `emit`, it consists of the parameters in their order.
    """
    forms = []
    for number, signature in enumerate(signatures):
        form = overload(signature, "construct", writes="")
        text = emit[number] if emit else ", ".join(f"{{{p.name}}}" for p in form.parameters)
        forms.append(form._replace(emit=" ".join(text.split())))
    return ParameterStruct(
        name, tuple(forms), ir, cpp or f"AscendC::{name}", owner, record, constant, attributes
    )


def overload(  # noqa: PLR0913 - a row has these columns
    signature: str,
    ir: str,
    emit: str = "",
    *,
    pipe: str = "",
    writes: str = "dst",
    accumulates: bool = False,
    pure: bool = False,
) -> Overload:
    """Return a row's overload. All tensors except those in `writes` are read.

    Args:
        signature: `name: kind = default, ... -> result`; the kinds are described above.
        ir: name of the operation in the IR.
        emit: the call in Ascend C, without semicolon.
        pipe: the pipe that executes it.
        writes: names of the tensors that it writes, separated by blanks, `self` for a method's;
            absent ones are ignored.
        accumulates: the tensors that it writes are read, too.
        pure: it reads and changes nothing.
    """
    text, _, result = " ".join(signature.split()).partition("->")
    parameters = tuple(_parameter(part) for part in _split(text))
    tensors = [p.name for p in parameters if _is_tensor(p)]
    written = tuple(name for name in writes.split() if name in {"self", *tensors})
    read = tuple(name for name in tensors if accumulates or name not in written)
    return Overload(parameters, result.strip(), ir, emit, pipe, written, read, pure)


@cache
def _parameter(text: str) -> OverloadParameter:
    match = _PARAMETER.fullmatch(text)
    if match is None:
        message = f"not a parameter of the table: {text!r}"
        raise ValueError(message)
    kinds = tuple(kind.strip() for kind in match["kind"].split("|"))
    return OverloadParameter(
        match["name"], kinds, bool(match["optional"]), match["default"] or NO_DEFAULT
    )


def _split(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    parts = re.split(r",\s*(?![^(\[]*[)\]])", text.strip())
    return [part.strip() for part in parts if part.strip()]


def _is_tensor(parameter: OverloadParameter) -> bool:
    return any(kind.strip("[]") in {"LT", "GT", "T"} for kind in parameter.kinds)
