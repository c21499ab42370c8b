"""Templates specialised inside a class, which clang takes and GCC before 14 does not.

    template <int CORE = g_coreType> void operator()(const Params& params);
    template <> void operator()<AIC>(const Params& params) { ... }

catlass' kernels are written so. The specialisations become overloads for which the other arguments
fail, `template <int s0 = g_coreType, enable_if_t<(s0 == AIC), int> = 0> void operator()(...)`, and
the primary template one for the arguments that are left. Class templates get a parameter more, so
that their specialisations are partial ones, which GCC takes. Works on preprocessed text; lines
stay.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_SPECIALIZED = re.compile(rb"\btemplate\s*<\s*>")
_TEMPLATE = re.compile(rb"\btemplate\s*<")
_TOKEN = re.compile(rb"""[{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")
_BRACKET = re.compile(rb"""[()\[\]{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")
_CLASS_HEAD = re.compile(rb"(?:^|[^\w<,]\s*)(?:class|struct)\b[^;{}()]*(?:\([^{}]*\)[^;{}()]*)?$")
_NAME = rb"(operator\s*\(\s*\)|operator\s*[^\w\s(]+|\w+)\s*"
_FUNCTION = re.compile(_NAME + rb"(?=\()")
_PARAMETER = re.compile(rb"^(.*?)(\w+)\s*$", re.DOTALL)
# Looks like a function with arguments.
_INSIDE = rb"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_ATTRIBUTE = re.compile(
    rb"\b(?:__attribute__|alignas|decltype|__declspec)\s*" + _INSIDE + rb"|\[\[[^\[\]]*\]\]"
)
_TYPES = (b"typename", b"class")


class _Head(NamedTuple):
    """The head of a member function template, up to its parameters."""

    begin: int  # of `template`
    after: int  # of the template's parameters
    name: bytes
    name_begin: int
    arguments: list[bytes]  # of a specialisation
    name_end: int  # after the arguments
    end: int  # where its body or `;` is


class _TemplateParameter(NamedTuple):
    kind: bytes  # "int", "typename", ...
    name: bytes
    default: bytes


def as_overloads(text: bytes) -> bytes:
    """Rewrite specialisations in classes; others are left to the compiler."""
    if not _SPECIALIZED.search(text):
        return text
    edits: dict[tuple[int, int], bytes] = {}
    for begin, end in _class_bodies(text):
        edits |= _edits(text, begin, end) | _edits_of_classes(text, begin, end)
    parts, position = [], 0
    for (begin, end), new in sorted(edits.items()):
        lines = text.count(b"\n", begin, end) - new.count(b"\n")
        parts += [text[position:begin], new, b"\n" * max(0, lines)]
        position = end
    return b"".join([*parts, text[position:]])


def _class_bodies(text: bytes) -> list[tuple[int, int]]:
    """Return the bodies of classes with a specialisation directly in them."""
    marks = [match.start() for match in _SPECIALIZED.finditer(text)]
    open_braces: list[tuple[int, bool]] = []
    ends: dict[int, int] = {}
    bodies = []
    last = 0
    for token in _TOKEN.finditer(text):
        while marks and marks[0] < token.start():
            mark = marks.pop(0)
            if open_braces and open_braces[-1][1]:
                ends[open_braces[-1][0]] = mark
        if token[0] == b"{":
            head = text[max(last, token.start() - 2000) : token.start()]
            head = re.split(rb"[;{}]", head)[-1]
            open_braces.append((token.start(), _is_class(head)))
        elif token[0] == b"}" and open_braces:
            begin, _ = open_braces.pop()
            if begin in ends:
                bodies.append((begin + 1, token.start()))
        last = token.end() if token[0] in {b"{", b"}"} else last
    return bodies


def _is_class(head: bytes) -> bool:
    return _CLASS_HEAD.search(b" " + head) is not None


def _edits(text: bytes, begin: int, end: int) -> dict[tuple[int, int], bytes]:
    heads = _heads(text, begin, end)
    edits: dict[tuple[int, int], bytes] = {}
    for name in dict.fromkeys(head.name for head in heads if head.arguments):
        primary = next((h for h in heads if h.name == name and not h.arguments), None)
        if primary is None:
            continue
        parameters = _parameters(text[primary.begin : primary.after])
        called_with = text[primary.name_end : primary.end]
        if any(p.name and re.search(rb"\b" + p.name + rb"\b", called_with) for p in parameters):
            continue  # calls may leave these arguments to deduction
        special = [h for h in heads if h.name == name and h.arguments]
        conditions = [_condition(parameters, head.arguments) for head in special]
        if all(conditions):
            for head, condition in zip(special, conditions, strict=True):
                edits[head.begin, head.after] = _template(parameters, condition)
                edits[head.name_begin, head.name_end] = head.name
            none_of = b"!(" + b" || ".join(conditions) + b")"
            own = [p.name or _name(number) for number, p in enumerate(parameters)]
            for number, name_of_own in enumerate(own):
                none_of = re.sub(_name(number) + rb"\b", name_of_own, none_of)
            edits[primary.begin, primary.after] = _template(parameters, none_of, own)
    return edits


def _edits_of_classes(text: bytes, begin: int, end: int) -> dict[tuple[int, int], bytes]:
    """Add an unused parameter to class templates in classes: GCC takes partial ones there."""
    primaries: dict[bytes, tuple[int, int]] = {}  # where the template's parameters end
    special: list[tuple[bytes, int, int, int]] = []
    position = begin
    while (match := _TEMPLATE.search(text, position, end)) is not None:
        after = _after_angles(text, match.end() - 1)
        brace = _first_outside(text, after, end)
        position = _matching(text, brace) + 1 if text[brace : brace + 1] == b"{" else brace + 1
        named = re.match(rb"\s*(?:struct|class)\s+(\w+)\s*(<)?", text[after:brace])
        if named and named[2] is None:
            primaries.setdefault(named[1], (match.start(), after))
        elif named and _SPECIALIZED.match(text, match.start()):
            closing = _after_angles(text, after + named.end() - 1)
            special.append((named[1], match.start(), after, closing))
    edits: dict[tuple[int, int], bytes] = {}
    for name, head, after, closing in special:
        if name not in primaries or b"..." in text[slice(*primaries[name])]:
            continue
        primary = primaries[name][1]
        edits[primary - 1, primary] = b", typename ascendc_none = void>"
        edits[head, after] = b"template <typename ascendc_none>"
        edits[closing - 1, closing] = b", ascendc_none>"
    return edits


def _heads(text: bytes, begin: int, end: int) -> list[_Head]:
    """Return the heads of the function templates directly in a class."""
    heads, position = [], begin
    while (match := _TEMPLATE.search(text, position, end)) is not None:
        after = _after_angles(text, match.end() - 1)
        brace = _first_outside(text, after, end)
        head = _head(text, match.start(), after, brace)
        if head:
            heads.append(head)
        position = _matching(text, brace) + 1 if text[brace : brace + 1] == b"{" else brace + 1
    return heads


def _head(text: bytes, begin: int, after: int, end: int) -> _Head | None:
    declared = _ATTRIBUTE.sub(lambda match: b" " * len(match[0]), text[after:end])
    if re.match(rb"\s*(?:class|struct|using|union|friend)\b", declared):
        return None
    is_special = _SPECIALIZED.match(text, begin) is not None
    if is_special:
        named = re.search(_NAME + rb"(?=<)", declared)
    else:
        named = next(iter(_FUNCTION.finditer(declared)), None)
        if named and named[1] == b"operator":
            named = re.search(_NAME + rb"(?=\()", declared)
    if named is None:
        return None
    arguments: list[bytes] = []
    stop = after + named.end()
    if is_special:
        stop = _after_angles(text, after + named.end())
        arguments = _split(text[after + named.end() + 1 : stop - 1])
    name = re.sub(rb"\s+", b"", named[1])
    return _Head(begin, after, name, after + named.start(), arguments, stop, end)


def _parameters(head: bytes) -> list[_TemplateParameter]:
    inside = head[head.index(b"<") + 1 : head.rindex(b">")]
    parameters = []
    for word in _split(inside):
        declared, _, default = word.partition(b"=")
        match = _PARAMETER.match(declared.strip())
        if match and match[1].strip():
            parameters.append(_TemplateParameter(match[1].strip(), match[2], default.strip()))
        else:
            parameters.append(_TemplateParameter(declared.strip(), b"", default.strip()))
    return parameters


def _name(number: int) -> bytes:
    return b"ascendc_s%d" % number


def _template(
    parameters: list[_TemplateParameter], condition: bytes, own: list[bytes] | None = None
) -> bytes:
    """Return the head of a template; its parameters have the names `own`, or unused ones."""
    names = own or [_name(number) for number in range(len(parameters))]
    words = []
    for name, parameter in zip(names, parameters, strict=True):
        default = parameter.default
        for old, new in zip(parameters, names, strict=True):
            if old.name:
                default = re.sub(rb"\b" + old.name + rb"\b", new, default)
        words.append(parameter.kind + b" " + name + (b" = " + default if default else b""))
    words.append(b"::std::enable_if_t<(" + condition + b"), int> = 0")
    return b"template <" + b", ".join(words).replace(b"\n", b" ") + b">"


def _condition(parameters: list[_TemplateParameter], arguments: list[bytes]) -> bytes:
    """Return the condition that the parameters equal the arguments; empty if inexpressible."""
    if len(arguments) != len(parameters):
        return b""
    terms = []
    for number, (parameter, value) in enumerate(zip(parameters, arguments, strict=True)):
        if parameter.kind.endswith(b"..."):
            return b""
        name = _name(number)
        is_type = parameter.kind.split()[0] in _TYPES
        same = b"::std::is_same_v<" + name + b", " + value + b">"
        terms.append(same if is_type else name + b" == (" + value + b")")
    return b" && ".join(terms).replace(b"\n", b" ")


def _after_angles(text: bytes, opening: int) -> int:
    """Return the position after the `>` that closes the `<` at `opening`."""
    depth, position = 0, opening
    while position < len(text):
        char = text[position : position + 1]
        if char in {b"(", b"[", b"{"}:
            position = _matching(text, position)
        depth += (char == b"<") - (char == b">" and text[position - 1 : position] != b"-")
        position += 1
        if depth == 0:
            break
    return position


def _first_outside(text: bytes, begin: int, end: int) -> int:
    """Return the first `{` or `;` outside of parentheses."""
    position = begin
    while position < end:
        char = text[position : position + 1]
        if char in {b"{", b";"}:
            return position
        position = _matching(text, position) if char in {b"(", b"["} else position
        position += 1
    return end


def _matching(text: bytes, opening: int) -> int:
    depth = 0
    for token in _BRACKET.finditer(text, opening):
        depth += (token[0] in {b"(", b"[", b"{"}) - (token[0] in {b")", b"]", b"}"})
        if depth == 0:
            return token.start()
    return len(text)


def _split(text: bytes) -> list[bytes]:
    """Split at commas outside of brackets."""
    words, depth, begin = [], 0, 0
    for position in range(len(text)):
        char = text[position : position + 1]
        depth += (char in {b"(", b"[", b"{", b"<"}) - (char in {b")", b"]", b"}", b">"})
        if char == b"," and depth == 0:
            words.append(text[begin:position].strip())
            begin = position + 1
    words.append(text[begin:].strip())
    return [word for word in words if word]
