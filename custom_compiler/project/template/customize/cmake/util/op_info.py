"""The operator information that op_build writes: `aic-<unit>-ops-info.ini`."""

from __future__ import annotations

import re

# Names a generated Python implementation uses itself; an attribute called so would shadow them.
_TAKEN_NAMES = frozenset(
    [
        "and",
        "as",
        "assert",
        "async",
        "await",
        "break",
        "class",
        "continue",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "finally",
        "for",
        "from",
        "global",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "not",
        "or",
        "pass",
        "raise",
        "return",
        "try",
        "while",
        "with",
        "yield",
        "False",
        "None",
        "True",
        "nonlocal",
        "impl_mode",
        "kernel_name",
        "options",
        "op_info",
        "op_type",
        "inputs",
        "outputs",
        "attrs",
        "os",
        "shutil",
        "src",
        "soc_short",
        "custom_compile_options",
        "custom_all_compile_options",
        "origin_func_name",
        "ascendc_src_dir_ex",
        "ascendc_src_dir",
        "ascendc_src_file",
        "code_channel",
        "compile_op",
        "get_code_channel",
        "OpInfo",
        "arg",
        "attr",
        "result",
        "isinstance",
        "json",
        "ctypes",
        "sys",
        "bisheng",
        "bisheng_path",
        "tikcpp_path",
        "soc_version",
        "__inputs__",
        "__outputs__",
        "__attrs__",
        "get_current_build_config",
        "get_kernel_source",
        "get_dtype_fmt_options",
        "_build_args",
    ]
)


class InfoError(Exception):
    """The information is not usable; the message is for the user."""


class RegisteredPort:
    """One input or output: lists hold one entry per combination of data types."""

    def __init__(self, values: dict[str, str]) -> None:
        self.name = values.get("name", "")
        self.param_type = values.get("paramType", "required")
        self.dtypes = _list(values.get("dtype"))
        self.formats = _list(values.get("format"))
        self.query_dtypes = _list(values.get("for_bin_dtype"))
        self.query_formats = _list(values.get("for_bin_format"))
        self.is_virtual = "virtual" in values
        self.init_value = values.get("initValue")
        self.shape_depends_on_compute = values.get("outputShapeDependOnCompute") == "true"


class Attr:
    """One attribute; `type` in snake case (list_int), `default` as printed in the file or None."""

    def __init__(self, name: str, values: dict[str, str]) -> None:
        self.name = name
        self.type = re.sub(r"(?<!^)([A-Z])", r"_\1", values.get("type", "")).lower()
        self.optional = values.get("paramType") == "optional"
        self.default = values.get("defaultValue")


class RegisteredOperator:
    """One operator as described for one compute unit."""

    def __init__(self, op_type: str, values: dict[str, dict[str, str]]) -> None:
        self.op_type = op_type
        self.values = values
        self.inputs = self._ports("input")
        self.outputs = self._ports("output")
        names = _list(values.get("attr", {}).get("list"))
        self.attrs = [Attr(name, values.get(f"attr_{name}", {})) for name in names]
        self.file = self._value("opFile")
        self.interface = self._value("opInterface")
        self.mc2_contexts = _list(values.get("mc2", {}).get("ctx"))
        self._check()

    def _ports(self, kind: str) -> list[RegisteredPort]:
        ports: list[RegisteredPort] = []
        while f"{kind}{len(ports)}" in self.values:
            ports.append(RegisteredPort(self.values[f"{kind}{len(ports)}"]))
        return ports

    def _value(self, name: str) -> str:
        return self.values.get(name, {}).get("value", "")

    def _check(self) -> None:
        for attr in self.attrs:
            if attr.name in _TAKEN_NAMES:
                raise InfoError(
                    f"operator {self.op_type}: attribute {attr.name} has a name that is taken,"
                    " put the operator's name before it"
                )
        for port in self.inputs:
            if port.init_value is not None:
                raise InfoError(f"operator {self.op_type}: input {port.name} cannot have InitValue")

    @property
    def ports(self) -> list[RegisteredPort]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs

    @property
    def needs_check(self) -> bool:
        """The host library decides whether a call is supported."""
        return self.values.get("needCheckSupport", {}).get("flag") == "true"

    @property
    def selects_format(self) -> bool:
        """The host library selects formats."""
        return self.values.get("dynamicFormat", {}).get("flag") == "true"

    @property
    def generalizes(self) -> bool:
        """The host library generalises shapes."""
        return self._value("rangeLimit") in {"limited", "dynamic"}


def read_sections(path: str) -> dict[str, dict[str, dict[str, str]]]:
    """Return operator -> part -> key -> text. A part is what stands before the dot of a key."""
    sections: dict[str, dict[str, dict[str, str]]] = {}
    current: dict[str, dict[str, str]] | None = None
    name = ""
    with open(path, encoding="utf-8") as file:
        for raw in file:
            line = raw.rstrip()
            if line.startswith("[") and line.endswith("]"):
                name = line[1:-1]
                if name in sections:
                    raise InfoError(f"operator {name} is registered twice (OP_ADD)")
                current = sections[name] = {}
            elif "=" in line and current is not None:
                key, _, value = line.partition("=")
                part, dot, item = key.partition(".")
                if not dot or "." in item:
                    raise InfoError(f"operator {name}: key {key} must have one dot")
                values = current.setdefault(part, {})
                if item in values:
                    raise InfoError(f"operator {name}: {key} is given twice")
                values[item] = value
    return sections


def read_operators(path: str) -> dict[str, RegisteredOperator]:
    """Return the operators of one compute unit, in the order of registration."""
    return {name: RegisteredOperator(name, values) for name, values in read_sections(path).items()}


def _list(text: str | None) -> list[str]:
    return text.split(",") if text else []
