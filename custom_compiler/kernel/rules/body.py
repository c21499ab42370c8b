"""The rules for the bodies of functions that run on the device."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.rules import kinds
from custom_compiler.kernel.rules.call_graph import in_cycles, unreached
from custom_compiler.kernel.rules.headers import HOST_LIBRARY, NEED_HEADERS
from custom_compiler.kernel.rules.stored_pointers import StoredPointers
from custom_compiler.kernel.toolchain.host_functions import HOST_OVERLOAD

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from custom_compiler.kernel.rules.source import Source

# A rule that newer compilers do not have.
UNSIGNED_CAST = "unsigned-float-cast"
HOST_FUNCTION = "host-function"
_DOUBLE = "double"
# -cce-aicore-stack-size and -cce-aicore-function-stack-size in CANN's CMake scripts (bisheng_intf).
_STACK_BYTES = 0x8000
# A log of CANN 9.0 has an error for a parameter of this name; sgl-kernel-npu has such variables.
_MACRO_OF_CANN = "block_num"
_SCALAR_CLASSES = {"AscendC::half", "AscendC::bfloat16_t"}
_ASSEMBLY = ("inline-assembly", "asm: CANN's compiler takes no assembly in kernels")
_ASSEMBLY_LABEL = ("inline-assembly", "asm: CANN's compiler takes no other name of a declaration")
# Code of no instruction, which keeps accesses in their order: shmem's headers, which CANN compiles,
# have it around cache operations.
_EMPTY_ASSEMBLY = re.compile(
    rb'^\s*(?:asm|__asm|__asm__)\s*(?:volatile|__volatile__)?\s*\(\s*""\s*\)$'
)
_STATEMENTS = {
    kinds.ASSEMBLY: _ASSEMBLY,
    kinds.MICROSOFT_ASSEMBLY: _ASSEMBLY,
    kinds.ASSEMBLY_LABEL: _ASSEMBLY_LABEL,
    kinds.NEW: ("dynamic-memory", "new: an AI core has no memory to allocate"),
    kinds.DELETE: ("dynamic-memory", "delete: an AI core has no memory to allocate"),
    kinds.THROW: ("exceptions", "throw: an AI core has no exceptions"),
    kinds.TRY: ("exceptions", "try: an AI core has no exceptions"),
    kinds.TYPEID: ("rtti", "typeid: an AI core does not know types at run time"),
    kinds.DYNAMIC_CAST: ("rtti", "dynamic_cast: an AI core does not know types at run time"),
}
_MIXED = {kinds.COMPOUND_ASSIGNMENT, kinds.CONDITIONAL}  # arithmetic between both is allowed
_CALLED = {kinds.FUNCTION, kinds.METHOD, kinds.CONSTRUCTOR, kinds.DESTRUCTOR}
_CALLED |= {kinds.CONVERSION_FUNCTION, kinds.FUNCTION_TEMPLATE}
_VIRTUAL = {kinds.METHOD, kinds.DESTRUCTOR}
_MEMBERS = {*_VIRTUAL, kinds.CONSTRUCTOR, kinds.CONVERSION_FUNCTION}
# Members of tensors that the toolkit's headers have for themselves.
_OWN_MEMBERS = {"Data"}
_FREE = {kinds.FUNCTION, kinds.FUNCTION_TEMPLATE}
_LINKAGES = {kinds.LINKAGE, kinds.UNEXPOSED_DECL}  # extern "C"
_SCOPES = {*_LINKAGES, kinds.NAMESPACE, kinds.CLASS, kinds.STRUCT}
_COPIES = {"DataCopy", "DataCopyPad"}
_CONTAINER = re.compile(
    r"\bstd::(?:__cxx11::|__\w+::)?(vector|valarray|basic_string|string|map|multimap|unordered_\w+|set|multiset"
    r"|list|forward_list|deque|queue|priority_queue|stack|function|shared_ptr|unique_ptr|weak_ptr|any|future"
    r"|promise|basic_\w*stream|thread|mutex|condition_variable|random_device|mersenne_twister_engine)\b"
)
_TENSOR = re.compile(r"^AscendC::LocalTensor<([\w: ]+)>")
_GLOBAL = re.compile(r"__gm__|noderef")  # how types of pointers to global memory are written
# Calls of the C library, also as builtins of compilers.
_MATH = re.compile(
    r"(?:__builtin_)?(pow|powi|exp|exp2|exp10|expm1|log|log2|log10|log1p|sin|cos|tan|asin|acos|atan"
    r"|atan2|sinh|cosh|tanh|asinh|acosh|atanh|erf|erfc|cbrt|hypot|fmod|remainder|tgamma|lgamma)[fl]?"
)
# What the device has under names of the C library.
_DEVICE_NAMES = {"sqrt", "abs"}


def _is_global(of: Any) -> bool:
    """Return whether values of the type point to global memory, directly or as their target.

    libclang reports how often a type has the attribute, not at which of its pointers.
    """
    canonical = of.get_canonical()
    if canonical.kind.value != kinds.POINTER:
        return False
    own = 2 if canonical.get_pointee().kind.value == kinds.POINTER else 1
    return len(_GLOBAL.findall(of.spelling)) >= own


def full_name(function: Any) -> tuple[str, ...]:
    """Return the names of the scopes of a function, and its own."""
    names = [str(function.spelling)]
    scope = function.semantic_parent
    while scope is not None and scope._kind_id in _SCOPES:  # noqa: SLF001
        if scope._kind_id not in _LINKAGES:  # noqa: SLF001
            names.append(str(scope.spelling))
        scope = scope.semantic_parent
    return tuple(names[::-1])


def _takes_global(function: Any, index: int) -> bool:
    """Return whether a parameter, in one of the declarations, points to global memory.

    libclang takes a function of the cores and one of the host that differ by address space for one;
    CANN's compiler tells them apart.
    """
    for declaration in (function, function.canonical, function.get_definition()):
        parameters = [] if declaration is None else list(declaration.get_arguments())
        if index < len(parameters) and _GLOBAL.search(parameters[index].type.spelling):
            return True
    return False


class Body:
    """Judges functions one after the other."""

    def __init__(self, source: Source, names: Collection[tuple[str, ...]]) -> None:
        """Store `source` and the `full_name` of each of its functions for the cores."""
        self._source = source
        self._names = names
        self._edges: dict[int, set[int]] = {}  # calls among the user's functions
        self._calls: list[tuple[int, int, Any]] = []
        self._functions: list[Any] = []
        # What counts in functions with code only: the function, the node, rule and message.
        self._with_code: list[tuple[int, Any, str, str]] = []
        self._function = 0
        self._is_template = False
        self._callees: dict[int, tuple[str, str] | None] = {}  # why one cannot be called
        self._discarded: set[int] = set()  # branches that are never compiled
        self._constants: dict[int, bool] = {}  # whether only run time knows their values
        self._scopes: set[int] = set()  # classes that are judged
        self._converted: Any = None  # the conversion whose operand is visited next
        self._stored = StoredPointers(source)
        self._arrays: dict[int, list[tuple[int, Any]]] = {}  # of each function, with their bytes
        self._judges: dict[int, Callable[[Any], None]] = {
            kinds.CALL: self._call,
            kinds.IF: self._if,
            kinds.VARIABLE: self._variable,
            kinds.PARAMETER: self._variable,
            kinds.TEMPLATE_REFERENCE: self._template,
            kinds.LIST: self._stored.note_list,
            **dict.fromkeys(kinds.CASTS, self._cast),
        }
        self.copies: list[tuple[Any, str]] = []  # from global memory into tensors of classes
        self.names: list[Any] = []  # uses of names for which headers of C++'s library are needed
        self.calls: list[tuple[Any, bool]] = []  # of its functions; whether they say std::

    def judge(self, function: Any) -> None:
        """Judge one function that runs on the device."""
        kind, name = function._kind_id, function.spelling  # noqa: SLF001
        if kind in _VIRTUAL and function.is_virtual_method():
            self._source.find(function, "virtual", f"{name}: an AI core has no virtual functions")
        if kind in _MEMBERS:
            self._fields(function.semantic_parent)
        if kind == kinds.CONSTRUCTOR:
            self._stored.note_constructor(function)
        self._functions.append(function)
        self._function = self._source.key(function)
        # What calls what in a template, only its instances know.
        self._is_template = _is_template(function)
        self._source.visit(function, self._node)

    def judge_calls(self) -> None:
        """Judge how the functions call each other, and by which pointers."""
        cyclic = in_cycles(self._edges)
        for caller, callee, call in self._calls:
            if (caller, callee) in cyclic:
                message = f"{call.spelling}: a function cannot call itself, at any depth"
                self._source.find(call, "recursion", message)
        self._stored.judge()
        self._judge_with_code()
        for arrays in self._arrays.values():
            self._judge_stack(arrays)

    def _node(self, cursor: Any, parent: Any) -> int:
        kind = cursor._kind_id  # noqa: SLF001
        if self._discarded and cursor.hash in self._discarded:
            return self._source.NEXT
        if self._converted is not None:
            conversion, self._converted = self._converted, None
            self._operand(conversion, cursor)
        if kind == kinds.UNEXPOSED and not self._is_arithmetic(parent):
            self._converted = cursor
        elif kind == kinds.BINARY:
            self._stored.note_assignment(cursor)
            self._arithmetic(cursor)
        elif kind == kinds.COMPOUND_ASSIGNMENT:
            self._arithmetic(cursor)
        elif kind in _STATEMENTS:
            if kind != kinds.ASSEMBLY or not _EMPTY_ASSEMBLY.match(self._source.text(cursor)):
                self._source.find(cursor, *_STATEMENTS[kind])
        elif kind in self._judges:
            self._judges[kind](cursor)
        return self._source.INTO

    def _cast(self, cursor: Any) -> None:
        # Stores of constants are of 8 bytes like any other: CANN compiles `SetValue(i, (double)1)`.
        if not self._source.is_constant(cursor):
            self._reject_double(cursor, "a cast to double")
        self._pointer(cursor, cursor.type, self._source.children(cursor)[-1], "a cast")

    def _pointer(self, node: Any, to: Any, value: Any, what: str) -> None:
        """Reject a pointer to global memory that becomes one to the core's own."""
        if to.kind.value != kinds.POINTER or _GLOBAL.search(to.spelling):
            return
        if _is_global(self._unwrapped(value).type):
            message = f"{what} of a pointer to global memory to {to.spelling}, without __gm__"
            self._source.find(node, "address-space", message)

    def _if(self, cursor: Any) -> None:
        """Leave out what `if constexpr` does, of which no code is made."""
        condition, *branches = self._source.children(cursor)
        if b"constexpr" not in self._source.head(cursor, condition):
            return
        value = self._source.value(condition)
        # In a template only its instances know which branch is compiled.
        left_out = branches if value is None else branches[1:] if value else branches[:1]
        self._discarded.update(branch.hash for branch in left_out)

    def _template(self, cursor: Any) -> None:
        if cursor.spelling == "numeric_limits":
            self.names.append(cursor)

    def judge_value(self, variable: Any) -> None:
        """Judge what a variable or field outside functions is made of."""

        def look(cursor: Any, _: Any) -> int:
            kind = cursor._kind_id  # noqa: SLF001
            if kind == kinds.TEMPLATE_REFERENCE:
                self._template(cursor)
            elif kind == kinds.ASSEMBLY_LABEL:
                self._source.find(variable, *_ASSEMBLY_LABEL)
            return self._source.INTO

        self._source.visit(variable, look)

    def judge_assembly(self, declaration: Any) -> None:
        """Judge assembly that stands outside functions."""
        self._source.find(declaration, *_ASSEMBLY)

    def _is_arithmetic(self, parent: Any) -> bool:
        """Return whether operands of `parent` may be of both kinds."""
        kind = parent._kind_id  # noqa: SLF001
        return kind in _MIXED or (
            kind == kinds.BINARY and self._source.operator(parent) != kinds.ASSIGN
        )

    def _arithmetic(self, operation: Any) -> None:
        """Reject what is computed with doubles; assignments only move them."""
        operands = self._source.children(operation)
        if (
            operands
            and _type(operands[0]) in kinds.DOUBLE
            and self._source.operator(operation) not in kinds.MOVES
            and not self._source.is_constant(operation)
        ):
            self._note_double(operation, "an operation on doubles: an AI core has no double")

    def _operand(self, conversion: Any, operand: Any) -> None:
        to, of = _type(conversion), _type(operand)
        if (
            (to in kinds.DOUBLE) != (of in kinds.DOUBLE)
            and {to, of} <= kinds.NUMBERS
            and operand.spelling not in _DEVICE_NAMES
            and not self._source.is_constant(operand)
        ):
            self._note_double(operand, "a conversion of a double: an AI core has no double")
        if not (
            (to in kinds.FLOATING and of in kinds.UNSIGNED)
            or (to in kinds.UNSIGNED and of in kinds.FLOATING)
        ):
            return
        if self._source.locate(operand) is not None:
            self._reject_cast(operand)

    def _reject_cast(self, operand: Any) -> None:
        if self._source.is_constant(operand) or not self._has_variable(operand):
            return
        message = "cast between floating and unsigned integer variable is not allowed on AI cores"
        self._source.find(operand, UNSIGNED_CAST, message)

    def _has_variable(self, expression: Any) -> bool:
        """Return whether it depends on what is known at run time only."""
        matches: list[bool] = []

        def look(cursor: Any, _: Any) -> int:
            kind = cursor._kind_id  # noqa: SLF001
            if kind in {kinds.REFERENCE, kinds.MEMBER}:
                target = cursor.referenced
                target_kind = 0 if target is None else target._kind_id  # noqa: SLF001
                if target_kind in {kinds.PARAMETER, kinds.FIELD} or (
                    target_kind == kinds.VARIABLE and self._is_variable(target)
                ):
                    matches.append(True)
            elif kind == kinds.CALL:
                matches.append(True)
            return self._source.INTO

        look(expression, None)
        self._source.visit(expression, look)
        return bool(matches)

    def _is_variable(self, declared: Any) -> bool:
        """Return whether a declaration, also a constant one, has a value known at run time only."""
        if not declared.type.is_const_qualified():
            return True
        if declared.hash not in self._constants:
            self._constants[declared.hash] = False  # while it is looked at
            parts = self._source.children(declared)
            value = parts[-1] if parts else None
            is_expression = value is not None and value._kind_id >= kinds.EXPRESSIONS  # noqa: SLF001
            self._constants[declared.hash] = is_expression and self._has_variable(value)
        return self._constants[declared.hash]

    def _variable(self, cursor: Any) -> None:
        self._reject_container(cursor)
        if cursor._kind_id != kinds.VARIABLE:  # noqa: SLF001
            if cursor.spelling == _MACRO_OF_CANN:
                message = f"{cursor.spelling}: a macro in headers of CANN 9.0: choose another name"
                self._source.find(cursor, "macro-name", message, is_error=False)
            return
        if not self._is_moved(cursor):
            self._reject_double(cursor, f"{cursor.spelling}: double")
        if cursor.type.kind.value == kinds.POINTER:
            for value in self._source.children(cursor)[-1:]:
                self._pointer(cursor, cursor.type, value, f"{cursor.spelling}: a conversion")
        self._note_array(cursor)
        if cursor.type.is_const_qualified():
            return
        if cursor.storage_class.value == kinds.STATIC_STORAGE or cursor.tls_kind.value:
            message = f"{cursor.spelling}: functions of an AI core have no static variables"
            self._source.find(cursor, "static-variable", message)

    def _note_array(self, variable: Any) -> None:
        """Keep an array of scalars on the stack, whose size does not depend on a template."""
        of = variable.type.get_canonical()
        size = int(of.get_size()) if of.kind.value == kinds.CONSTANT_ARRAY else 0
        while of.kind.value == kinds.CONSTANT_ARRAY:
            of = of.element_type.get_canonical()
        is_scalar = of.kind.value in kinds.NUMBERS or of.spelling in _SCALAR_CLASSES
        if size > 0 and is_scalar and variable.storage_class.value != kinds.STATIC_STORAGE:
            self._arrays.setdefault(self._function, []).append((size, variable))

    def _judge_stack(self, arrays: list[tuple[int, Any]]) -> None:
        total = sum(size for size, _ in arrays)
        if total > _STACK_BYTES:
            _, largest = max(arrays, key=lambda each: each[0])
            message = (
                f"{largest.spelling}: arrays of {total} bytes in one function; CANN's builds give "
                f"the stack {_STACK_BYTES} bytes: keep them in the unified buffer"
            )
            self._source.find(largest, "kernel-stack", message, is_error=False)

    def _is_moved(self, variable: Any) -> bool:
        """Return whether a variable begins with a value of its type, which is moved there."""
        value = (self._source.children(variable) or [None])[-1]
        return (
            value is not None
            and value._kind_id >= kinds.EXPRESSIONS  # noqa: SLF001
            and _type(value) == _type(variable)
            and not self._source.is_constant(value)
        )

    def _reject_container(self, cursor: Any) -> None:
        """Reject declarations with a type of the host's library."""
        container = _CONTAINER.search(cursor.type.get_canonical().spelling)
        if container is not None and self._source.locate(cursor):
            message = (
                f"{cursor.spelling}: std::{container[1]} is the host's; kernels work on "
                "LocalTensor, and keep a few numbers in a C array"
            )
            self._source.find(cursor, "cpp-library", message)

    def _fields(self, scope: Any) -> None:
        """Judge once what objects of a class consist of that has functions of the device."""
        if scope is None or scope.hash in self._scopes:
            return
        self._scopes.add(scope.hash)
        for child in self._source.children(scope):
            if child._kind_id == kinds.FIELD:  # noqa: SLF001
                self._reject_container(child)

    def _reject_double(self, cursor: Any, what: str) -> None:
        if _type(cursor) in kinds.DOUBLE:
            self._note_double(cursor, f"{what}: an AI core has no double")

    def _note_double(self, cursor: Any, message: str) -> None:
        self._with_code.append((self._function, cursor, _DOUBLE, message))

    def _judge_with_code(self) -> None:
        """Reject what functions for which code is generated do; doubles once in a line."""
        without_code = unreached(self._source, self._functions) if self._with_code else set()
        lines = set()
        for function, cursor, rule, message in self._with_code:
            line = (self._source.locate(cursor) or ())[:2]
            if function in without_code or (rule == _DOUBLE and line in lines):
                continue
            if rule == _DOUBLE:
                lines.add(line)
            self._source.find(cursor, rule, message)

    def _call(self, cursor: Any) -> None:
        callee = cursor.referenced
        if callee is None:
            return
        kind = callee._kind_id  # noqa: SLF001
        if kind == kinds.FIELD and _type(callee) == kinds.POINTER:
            self._stored.note_call(cursor, callee)
        if kind not in _CALLED:
            return
        key = self._source.key(callee)
        if key not in self._callees:
            self._callees[key] = self._why_not(callee)
        reason = self._callees[key]
        if reason is not None and reason[0] == HOST_FUNCTION and self._is_of_cores_too(callee):
            message = f"{callee.spelling}: functions of the cores and of the host have this name"
            self._source.find(cursor, HOST_OVERLOAD, message)
        elif reason is not None and reason[0] == HOST_FUNCTION:
            self._with_code.append((self._function, cursor, *reason))
        elif reason is not None:
            self._source.find(cursor, *reason)
        elif self._source.locate(callee):
            self._pointers(cursor, callee)
            if not self._is_template:
                self._edges.setdefault(self._function, set()).add(key)
                self._calls.append((self._function, key, cursor))
        else:
            self._library_call(cursor, callee)

    def _is_of_cores_too(self, callee: Any) -> bool:
        """Return whether a free function of the host shares its name with one of the cores.

        CANN's compiler calls the one of the cores; libclang takes the better match of both.
        """
        return callee._kind_id in _FREE and full_name(callee) in self._names  # noqa: SLF001

    def _library_call(self, call: Any, callee: Any) -> None:
        """Judge a call of a function that the toolkit or C++'s library has."""
        name = callee.spelling
        if name in _COPIES:
            self._copy(call)
        elif name == "SetValue":
            self._set_value(call)
        elif name == "half":
            self._half(call)
        elif name in _OWN_MEMBERS and "Tensor" in callee.semantic_parent.spelling:
            message = f"{name}: CANN's {callee.semantic_parent.spelling} has no such member"
            self._source.find(call, "missing-member", message)
        elif (
            name in NEED_HEADERS
            and callee._kind_id in _FREE  # noqa: SLF001
            and self._source.is_hosts(callee)
        ):
            is_qualified = self._is_qualified(call)
            self.calls.append((call, is_qualified))
            if name in _DEVICE_NAMES and not is_qualified:
                self._overload(call)

    def _pointers(self, call: Any, callee: Any) -> None:
        """Judge pointers that are passed to a function which is no instance of a template."""
        if self._source.is_instance(callee):
            return
        pairs = zip(callee.get_arguments(), call.get_arguments(), strict=False)
        for index, (parameter, value) in enumerate(pairs):
            if parameter.type.kind.value == kinds.POINTER and not _takes_global(callee, index):
                self._pointer(value, parameter.type, value, f"{callee.spelling}: a conversion")

    def _is_qualified(self, call: Any) -> bool:
        """Return whether a call says std::."""
        parts = self._source.children(self._unwrapped(self._source.children(call)[0]))
        return any(p._kind_id == kinds.NAMESPACE_REFERENCE for p in parts)  # noqa: SLF001

    def _overload(self, call: Any) -> None:
        """Reject arguments for which the device's functions of this name are equally good."""
        for value in call.get_arguments():
            of = self._unwrapped(value).type.get_canonical()
            if int(of._kind_id) in kinds.DOUBLE | kinds.UNSIGNED_INTEGERS:  # noqa: SLF001
                message = f"{call.spelling}: an AI core has it for signed integers and float, not"
                self._source.find(call, "ambiguous-call", f"{message} for {of.spelling}")

    def _half(self, call: Any) -> None:
        """Judge the number that a half is made of, a floating type of the device's compiler."""
        for value in call.get_arguments():
            if _type(value) in kinds.UNSIGNED:
                self._reject_cast(self._unwrapped(value))

    def _set_value(self, call: Any) -> None:
        """Judge the scalar that a tensor's SetValue converts to the tensor's type."""
        element = _TENSOR.search(call.referenced.semantic_parent.type.get_canonical().spelling)
        arguments = list(call.get_arguments())
        if element is None or len(arguments) != len(("index", "value")):
            return
        value = self._unwrapped(arguments[-1])
        is_floating = element[1] in {"float", "AscendC::half"}
        if _type(value) in (kinds.UNSIGNED if is_floating else kinds.FLOATING) and (
            is_floating or element[1].startswith("unsigned")
        ):
            self._reject_cast(value)

    def _copy(self, call: Any) -> None:
        """Keep a copy into a tensor whose place the device's compiler may not follow."""
        into, of = [self._unwrapped(argument) for argument in list(call.get_arguments())[:2]]
        if "GlobalTensor<" not in of.type.spelling:
            return
        declared = into.referenced
        if into._kind_id == kinds.REFERENCE and declared is not None:  # noqa: SLF001
            # A tensor of the function may be a copy of one of the class.
            values = self._source.children(declared)[-1:]
            into = self._member(values[0]) if values else into
        if into._kind_id != kinds.MEMBER:  # noqa: SLF001
            return
        if into.referenced is not None and "LocalTensor<" in into.referenced.type.spelling:
            self.copies.append((call, into.spelling))

    def _member(self, value: Any) -> Any:
        """Return the object that an object is copied from."""
        value = self._unwrapped(value)
        arguments = list(value.get_arguments()) if value._kind_id == kinds.CALL else []  # noqa: SLF001
        return self._unwrapped(arguments[0]) if len(arguments) == 1 else value

    def _unwrapped(self, expression: Any) -> Any:
        while expression._kind_id == kinds.UNEXPOSED:  # noqa: SLF001
            inside = self._source.children(expression)
            if not inside:
                break
            expression = inside[0]
        return expression

    def _why_not(self, callee: Any) -> tuple[str, str] | None:
        """Return rule and message why a function cannot be called on the device, or None."""
        name = callee.spelling
        source = self._source
        is_builtin = name.startswith("__builtin")  # declared by the compiler where it is used
        location = None if is_builtin else source.locate(callee)
        if location is not None:
            is_generated = location in source.macros or _is_generated(
                callee
            )  # by a macro of the toolkit
            if is_generated or source.is_on_device(callee) or source.is_constexpr(callee):
                return None
            return HOST_FUNCTION, f"{name}: a function without __aicore__ is the host's"
        refused = HOST_LIBRARY, f"{name}: a function of the host's library"
        if _MATH.fullmatch(name):  # also where libstdc++ makes them constexpr
            return refused
        if callee.location.file is None or is_builtin or name in _DEVICE_NAMES:
            return None
        is_free = not source.is_hosts(callee) or source.is_constexpr(callee)
        return None if is_free or callee.is_default_method() else refused


def _type(cursor: Any) -> int:
    return int(cursor.type.get_canonical()._kind_id)  # noqa: SLF001


def _is_generated(callee: Any) -> bool:
    """Return whether the compiler made it: defaulted members, and what a lambda consists of."""
    parent = callee.semantic_parent
    is_class = parent._kind_id in {kinds.CLASS, kinds.STRUCT}  # noqa: SLF001
    is_lambda = is_class and (not parent.spelling or parent.spelling.startswith("(lambda"))
    return bool(callee.is_default_method()) or is_lambda


def _is_template(function: Any) -> bool:
    kind = function._kind_id  # noqa: SLF001
    scope = function
    while scope is not None and kind < kinds.EXPRESSIONS:
        if kind in kinds.TEMPLATES:
            return True
        scope = scope.semantic_parent
        kind = kinds.EXPRESSIONS if scope is None else scope._kind_id  # noqa: SLF001
    return False
