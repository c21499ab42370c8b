"""Generates `<opFile>.py`, the operator's implementation as CANN's compiler imports it.

CANN's opc calls the decorated function with one dictionary per tensor; it collects the compile
options and hands the kernel source to `compile_op`. The names of arguments and local constants are
part of the interface: tools read them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compile_options import KernelOptions
    from op_info import Attr, RegisteredOperator, RegisteredPort

_HEAD = '''\
"""Kernel of operator {op_type}: generated, do not edit."""

import json
import os
import shutil

from impl.util.platform_adapter import tbe_register
from tbe.common.buildcfg import get_current_build_config, get_default_build_config
from tbe.common.platform import get_soc_spec
from tbe.common.utils import para_check
from tbe.tikcpp import OpInfo, check_op_cap, compile_op
from tbe.tikcpp import generalize_op_params, get_code_channel, replay_op
from tbe.tikcpp.compile_op import AscendCLogLevel, CommonUtility

PYF_PATH = os.path.dirname(os.path.realpath(__file__))

INPUT_NAMES = {input_names}
OUTPUT_NAMES = {output_names}

# Data type -> its enumerator and its type in kernels.
DTYPE_MAP = {{
    "float32": ("DT_FLOAT", "float"), "float16": ("DT_FLOAT16", "half"),
    "bfloat16": ("DT_BF16", "bfloat16_t"), "double": ("DT_DOUBLE", "double"),
    "int4": ("DT_INT4", "int4b_t"), "int8": ("DT_INT8", "int8_t"), "int16": ("DT_INT16", "int16_t"),
    "int32": ("DT_INT32", "int32_t"), "int64": ("DT_INT64", "int64_t"),
    "uint1": ("DT_UINT1", "uint8_t"), "uint8": ("DT_UINT8", "uint8_t"),
    "uint16": ("DT_UINT16", "uint16_t"), "uint32": ("DT_UINT32", "uint32_t"),
    "uint64": ("DT_UINT64", "uint64_t"), "bool": ("DT_BOOL", "bool"),
}}


def tensor_options(tensor, name):
    """Macros that tell the kernel type and format of one tensor."""
    dtype = tensor.get("dtype")
    enumerator, type_name = DTYPE_MAP.get(dtype, ("DT_" + dtype.upper(), "unknown"))
    return ["-DDTYPE_" + name + "=" + type_name, "-DORIG_DTYPE_" + name + "=" + enumerator,
            "-DFORMAT_" + name + "=FORMAT_" + tensor.get("format")]


def get_dtype_fmt_options(inputs, outputs):
    """Macros of all tensors; an output updated in place has the suffix _REF."""
    options = []
    for name, tensor in zip(INPUT_NAMES, inputs):
        if tensor is not None:
            options += tensor_options(tensor, name.upper())
    for name, tensor in zip(OUTPUT_NAMES, outputs):
        if tensor is not None:
            shared = name.upper() in [taken.upper() for taken in INPUT_NAMES]
            options += tensor_options(tensor, name.upper() + ("_REF" if shared else ""))
    return options


def first_tensors(args):
    """The tensors, of a list the first one; an empty list is left out."""
    tensors = []
    for arg in args:
        if isinstance(arg, (list, tuple)):
            tensors += list(arg[:1])
        else:
            tensors.append(arg)
    return tensors


def options_of_soc(table, soc):
    """Options for one compute unit, then those for all."""
    return list(table.get(soc, [])) + list(table.get("__ALLSOC__", []))


def get_kernel_source(name, folder, other_folder):
    """The kernel source: in an installed tree, or where the build says."""
    tree = os.path.join(PYF_PATH, "..", "ascendc")
    stem = os.path.splitext(name)[0]
    places = [os.path.join(tree, other_folder, name), os.environ.get("BUILD_KERNEL_SRC"),
              os.path.join(tree, folder, name), os.path.join(PYF_PATH, name),
              os.path.join(tree, folder, folder + ".cpp"),
              os.path.join(tree, other_folder, other_folder + ".cpp"),
              os.path.join(tree, stem, name)]
    for place in places:
        if place and os.path.exists(place):
            return place
    return places[0]


def _build_args({args}):
    inputs = first_tensors([{inputs}])
    outputs = first_tensors([{outputs}])
    attrs = []
{attrs}    return inputs, outputs, attrs
'''

_ATTR = """\
    if {name} is not None:
        attrs.append({{"name": "{name}", "dtype": "{type}", "value": {name}}})
"""

_KERNEL = """

@tbe_register.register_operator("{op_type}", trans_bool_to_s8=False)
@para_check.check_op_params({checks})
def {interface}({args_with_defaults}, kernel_name="{interface}", impl_mode=""):
{virtual}    if get_current_build_config("enable_op_prebuild"):
        return
    __inputs__, __outputs__, __attrs__ = _build_args({args})
    options = get_dtype_fmt_options(__inputs__, __outputs__)
    options += ["-x", "cce"]
    bisheng = os.environ.get("BISHENG_REAL_PATH") or shutil.which("bisheng")
    if bisheng is not None:
        tikcpp_path = os.path.realpath(os.path.join(os.path.dirname(bisheng), "..", "..", "tikcpp"))
    else:
        tikcpp_path = os.path.realpath("/usr/local/Ascend/latest/compiler/tikcpp")
    tikcfw_path = os.path.join(tikcpp_path, "tikcfw")
    for folder in (tikcpp_path, os.path.join(tikcpp_path, "..", "..", "include"), tikcfw_path,
                   os.path.join(tikcfw_path, "impl"), os.path.join(tikcfw_path, "interface"),
                   os.path.join(PYF_PATH, "..", "ascendc", "common")):
        options.append("-I" + folder)
    if impl_mode == "high_performance":
        options.append("-DHIGH_PERFORMANCE=1")
    elif impl_mode == "high_precision":
        options.append("-DHIGH_PRECISION=1")
    deterministic = get_current_build_config("enable_deterministic_mode") == 1
    options.append("-DDETERMINISTIC_MODE=" + ("1" if deterministic else "0"))

    custom_compile_options = {own_options}
    custom_all_compile_options = {general_options}
    soc_version = get_soc_spec("SOC_VERSION")
    soc_short = get_soc_spec("SHORT_SOC_VERSION").lower()
    options += options_of_soc(custom_all_compile_options, soc_short)
    options += options_of_soc(custom_compile_options, soc_short)

    origin_func_name = "{interface}"
    ascendc_src_dir_ex = "{folder}"
    ascendc_src_dir = "{naive_folder}"
    ascendc_src_file = "{source_file}"
    src = get_kernel_source(ascendc_src_file, ascendc_src_dir, ascendc_src_dir_ex)
    op_type = "{op_type}"
    code_channel = get_code_channel(src, kernel_name, op_type, options)
    op_info = OpInfo(
        kernel_name=kernel_name, op_type=op_type, inputs=__inputs__, outputs=__outputs__,
        attrs=__attrs__, impl_mode=impl_mode, origin_inputs=[{inputs}], origin_outputs=[{outputs}],
        param_type_dynamic={dynamic}, mc2_ctx={mc2_contexts}, param_type_list={param_types},
        init_value_list={init_values}, output_shape_depend_on_compute={shape_outputs})
    compile_op(src, origin_func_name, op_info, options, code_channel, "{{}}")
"""

_CHECK_SUPPORTED = '''

def check_supported({args_with_defaults}, impl_mode=""):
    """Whether the host code supports a call: "True", "False" or "Unknown", and why."""
    answer = json.loads(check_op_cap("check_supported", "{op_type}", *_build_args({args})))
    code = answer.get("ret_code")
    if code is None:
        return "Unknown", "Unknown reason"
    supported = {{0: "True", 1: "False"}}.get(code, "Unknown")
    return supported, "" if code == 0 else answer.get("reason")
'''

_CAPABILITY = '''

def {name}({args_with_defaults}, impl_mode=""):
    """Return the answer of the host code."""
    return check_op_cap("{name}", "{op_type}", *_build_args({args})).decode("utf-8")
'''

_GENERALIZATION = '''

@tbe_register.register_param_generalization("{op_type}")
def {interface}_generalization({args_with_defaults}, generalize_config=None):
    """Shapes as general as the host code makes them."""
    return [json.loads(generalize_op_params("{op_type}", *_build_args({args}), generalize_config))]
'''

_ZERO_TEXT = {
    "bool": "False",
    "int": "0",
    "float": "0.0",
    "list_int": "[]",
    "list_float": "[]",
    "list_bool": "[]",
    "list_list_int": "[[]]",
    "str": '""',
}


def implementation_text(
    operator: RegisteredOperator, source_file: str, options: KernelOptions
) -> str:
    """Return the whole file; `source_file` is the kernel source relative to the kernel folder."""
    inputs = [port.name + "_in__" for port in operator.inputs]
    outputs = [port.name + "_out_" for port in operator.outputs]
    attrs = [attr.name for attr in operator.attrs]
    fields = {
        "op_type": operator.op_type,
        "interface": operator.interface,
        "input_names": [port.name for port in operator.inputs],
        "output_names": [port.name for port in operator.outputs],
        "inputs": ", ".join(inputs),
        "outputs": ", ".join(outputs),
        "args": ", ".join(inputs + outputs + attrs),
        "args_with_defaults": ", ".join(_with_defaults(operator, inputs + outputs)),
        "checks": ", ".join(_checks(operator)),
        "virtual": "".join(_virtual(port, i) for i, port in enumerate(operator.inputs)),
        "own_options": _option_table(options.own),
        "general_options": _option_table(options.general),
        "folder": snake(operator.op_type),
        "naive_folder": naive_snake(operator.op_type),
        "source_file": source_file,
        "dynamic": any(port.param_type == "dynamic" for port in operator.ports),
        "mc2_contexts": operator.mc2_contexts,
        "param_types": [port.param_type for port in operator.ports],
        "init_values": [port.init_value for port in operator.outputs],
        "shape_outputs": [
            i for i, port in enumerate(operator.outputs) if port.shape_depends_on_compute
        ],
    }
    attr_lines = "".join(_ATTR.format(name=attr.name, type=attr.type) for attr in operator.attrs)
    text = _HEAD.format(**{**fields, "attrs": attr_lines}) + _KERNEL.format(**fields)
    if operator.needs_check:
        text += _CHECK_SUPPORTED.format(**fields)
        text += _CAPABILITY.format(name="get_op_support_info", **fields)
    if operator.selects_format:
        text += _CAPABILITY.format(name="op_select_format", **fields)
        text += _CAPABILITY.format(name="get_op_specific_info", **fields)
    if operator.generalizes:
        text += _GENERALIZATION.format(**fields)
    return text


def _with_defaults(operator: RegisteredOperator, tensors: list[str]) -> list[str]:
    words = []
    optional = False
    for name, port in zip(tensors, operator.ports, strict=True):
        optional = optional or port.param_type == "optional"
        words.append(name + "=None" if optional else name)
    for attr in operator.attrs:
        optional = optional or attr.optional or attr.default is not None
        words.append(f"{attr.name}={_default(attr)}" if optional else attr.name)
    return words


def _default(attr: Attr) -> str:
    if attr.default is None:
        return _ZERO_TEXT.get(attr.type, "None")
    if attr.type == "str":
        return repr(attr.default)
    if attr.type == "bool":
        return attr.default.capitalize()
    if attr.type == "list_bool":
        return attr.default.replace("true", "True").replace("false", "False")
    return attr.default or _ZERO_TEXT.get(attr.type, "None")


def _checks(operator: RegisteredOperator) -> list[str]:
    words = {"required": "REQUIRED", "optional": "OPTION", "dynamic": "DYNAMIC"}
    checks = [f"para_check.{words[port.param_type]}_INPUT" for port in operator.inputs]
    checks += [f"para_check.{words[port.param_type]}_OUTPUT" for port in operator.outputs]
    checks += [f"para_check.OPTION_ATTR_{attr.type.upper()}" for attr in operator.attrs]
    return [*checks, "para_check.KERNEL_NAME"]


def _virtual(port: RegisteredPort, index: int) -> str:
    if not port.is_virtual:
        return ""
    tensor = {
        "param_name": port.name + "_in__",
        "index": index,
        "dtype": port.dtypes[0],
        "format": port.formats[0],
        "ori_format": port.formats[0],
        "paramType": "optional",
        "shape": [1],
        "ori_shape": [1],
    }
    return f"    {port.name}_in__ = {tensor!r}\n"


def _option_table(options: dict[str, list[str]]) -> str:
    return repr({unit or "__ALLSOC__": words for unit, words in options.items()})


def snake(name: str) -> str:
    """Return snake case as op_build makes file names: ABCNorm -> abc_norm."""
    text = ""
    for i, char in enumerate(name):
        before = name[i - 1] if i else "_"
        after = name[i + 1 : i + 2]
        if char.isupper() and before != "_" and (not before.isupper() or after.islower()):
            text += "_"
        text += char.lower()
    return text


def naive_snake(name: str) -> str:
    """Return snake case with `_` before every capital but the first: ABCNorm -> a_b_c_norm."""
    return name[:1].lower() + "".join("_" + c.lower() if c.isupper() else c for c in name[1:])
