"""The kernel source of an exported operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xdsl.rewriter import InsertPoint, Rewriter

from custom_compiler.asc import codegen, transforms
from custom_compiler.asc.emit.names import identifier
from custom_compiler.asc.emit.statements import DeviceFunction, device_function
from custom_compiler.asc.export.operator import ge_type
from custom_compiler.asc.export.parameters import WORKSPACE
from custom_compiler.asc.ir.construction import detached

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.dialects.builtin import ModuleOp

    from custom_compiler.asc.codegen.source import PythonFunction
    from custom_compiler.asc.export.operator import ExportedOperator, ExportedPort
    from custom_compiler.asc.export.parameters import Parameters


class KernelSource(NamedTuple):
    """The text of a kernel source, and what kind of cores it runs on (`AIV_ONLY`, ...)."""

    text: str
    kernel_type: str


def kernel_source(
    operator: ExportedOperator,
    function: PythonFunction,
    parameters: Parameters,
    options: transforms.TransformOptions,
) -> KernelSource:
    """Return the kernel for all combinations of element types.

    Raises:
        CodegenError: the kernel cannot be compiled.
    """
    functions = [
        _compiled(function, parameters, operator, combination, options)
        for combination in range(operator.combinations)
    ]
    includes = list(dict.fromkeys(line for function in functions for line in function.includes))
    lines = [
        f"// {operator.name}: the kernel {function.__name__} of Python, written by asc.export.",
        *(line for line in includes if line.startswith("#define")),
        *(line for line in includes if line.startswith("#include")),
        "",
    ]
    texts = list(dict.fromkeys(function.text for function in functions))
    if len(texts) == 1:
        lines += [*texts[0].splitlines(), ""]
    else:
        lines += _chosen(operator, functions)
    lines += _entry(operator, function, parameters, functions[0].kernel_type)
    return KernelSource("\n".join(lines) + "\n", functions[0].kernel_type)


def _compiled(
    function: PythonFunction,
    parameters: Parameters,
    operator: ExportedOperator,
    combination: int,
    options: transforms.TransformOptions,
) -> DeviceFunction:
    dtypes = {port.name: port.dtypes[combination] for port in operator.ports}
    module = codegen.trace(function, parameters.arguments(function, dtypes))
    _use_library_workspace(module)
    transforms.run(module, options)
    return device_function(module, _function_name(operator, function))


def _use_library_workspace(module: ModuleOp) -> None:
    """Let multiplications use the library's own workspace, which lies before that of the kernel."""
    for operation in list(module.walk()):
        if operation.name == "ascendc.regist_matmul_obj":
            workspace = operation.operands[1]
            library_workspace = detached("ascendc.get_sys_workspace_ptr", (), (workspace.type,), {})
            Rewriter.insert_op(library_workspace, InsertPoint.before(operation))
            operation.operands[1] = library_workspace.results[0]


def _function_name(operator: ExportedOperator, function: PythonFunction) -> str:
    """Return a name for the function that differs from CANN's entry and from its parameters."""
    name = identifier(function.__name__)
    used_names = {operator.file_name, WORKSPACE, "tiling", *(port.name for port in operator.ports)}
    return f"{name}_on_core" if name in used_names else name


def _chosen(operator: ExportedOperator, functions: Sequence[DeviceFunction]) -> list[str]:
    """Return the functions, of which the types of the ports select one at compile time."""
    deciding = _deciding(operator)
    lines = []
    for combination, function in enumerate(functions):
        test = " && ".join(
            f"ORIG_DTYPE_{port.name.upper()} == {ge_type(port.dtypes[combination])}"
            for port in deciding
        )
        lines += [f"#{'elif' if combination else 'if'} {test}", "", *function.text.splitlines(), ""]
    return [*lines, "#endif", ""]


def _deciding(operator: ExportedOperator) -> list[ExportedPort]:
    """Return the fewest ports whose types distinguish the combinations."""
    chosen: list[ExportedPort] = []
    for port in operator.ports:
        before = set(zip(*(p.dtypes for p in chosen), strict=True))
        after = set(zip(*(p.dtypes for p in [*chosen, port]), strict=True))
        if len(after) > len(before) and len(set(port.dtypes)) > 1:
            chosen.append(port)
    return chosen


def _entry(
    operator: ExportedOperator, function: PythonFunction, parameters: Parameters, kernel_type: str
) -> list[str]:
    """Return the kernel function that CANN calls."""
    ports = ", ".join(f"GM_ADDR {port.name}" for port in operator.ports)
    members = {
        name: f"tilingData.{member}"
        for name, member in (
            *((number.name, number.member) for number in parameters.fields),
            *((struct.name, struct.member) for struct in parameters.structs),
        )
    }
    names = {port.name for port in operator.ports}
    passed = [
        f"reinterpret_cast<__gm__ DTYPE_{name.upper()} *>({name})"
        if name in names
        else members.get(name, "AscendC::GetUserWorkspace(workspace)")
        for name in parameters.names
    ]
    head = f'extern "C" __global__ __aicore__ void {operator.file_name}('
    lines = [f"{head}{ports}, GM_ADDR {WORKSPACE}, GM_ADDR tiling) {{"]
    lines.append(f"    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{kernel_type});")
    if members:
        lines.append("    GET_TILING_DATA(tilingData, tiling);")
    called = _function_name(operator, function)
    return [*lines, f"    {called}({', '.join(passed)});", "}"]
