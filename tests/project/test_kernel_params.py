"""Names of kernels: the expected ones were made by the scripts of CANN 8.1's own template."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.project.conftest import SCRIPTS

INI = """\
[AddCustom]
input0.name=x
input0.dtype=float16,float32,int32
input0.format=ND,ND,ND
input0.shape=all
input0.paramType=required
input1.name=y
input1.dtype=float16,float32,int32
input1.format=ND,ND,ND
input1.shape=all
input1.paramType=optional
output0.name=z
output0.dtype=float16,float32,int32
output0.format=ND,ND,ND
output0.shape=all
output0.paramType=required
output0.initValue=0
attr.list=alpha,beta,axes
attr_alpha.type=float
attr_alpha.value=all
attr_alpha.paramType=optional
attr_alpha.defaultValue=1.5
attr_beta.type=str
attr_beta.value=all
attr_beta.paramType=required
attr_axes.type=listInt
attr_axes.value=all
attr_axes.paramType=optional
attr_axes.defaultValue=[1,-2]
dynamicCompileStatic.flag=true
dynamicFormat.flag=true
dynamicRankSupport.flag=true
dynamicShapeSupport.flag=true
needCheckSupport.flag=false
precision_reduce.flag=true
opFile.value=add_custom
opInterface.value=add_custom
[HTTPFill]
input0.name=x
input0.dtype=float16,bfloat16,float16,int8
input0.for_bin_dtype=float16,float16,float16,int8
input0.format=ND,ND,NCHW,ND
input0.paramType=dynamic
output0.name=x
output0.dtype=float16,bfloat16,float16,int8
output0.for_bin_dtype=float16,float16,float16,int8
output0.format=ND,ND,NCHW,ND
output0.paramType=dynamic
dynamicCompileStatic.flag=true
dynamicFormat.flag=true
dynamicRankSupport.flag=true
dynamicShapeSupport.flag=true
needCheckSupport.flag=true
precision_reduce.flag=true
opFile.value=http_fill
opInterface.value=http_fill
"""
NAMES_BY_CANN = {
    "AddCustom_5dd98ef643bdd7ce8647ca4344d12e2c",
    "AddCustom_6e3c232f1013e57a2113b74c386b4a31",
    "AddCustom_dae9b4769cf9966ae5da131cd72f0f08",
    "HTTPFill_0c03525dffb8dcca5fb6eaa6b38594ba",
    "HTTPFill_8ddde2981714ec3eb4f7bf663e604182",
    "HTTPFill_bbd56a55a99d6269a9897d7a9fc7a88b",
}


@pytest.fixture
def operators(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    from op_info import read_operators

    ini = tmp_path / "aic-ascend910b-ops-info.ini"
    ini.write_text(INI)
    return read_operators(str(ini))


def test_names_are_those_of_cann(operators) -> None:
    from kernel_params import kernel_params

    names = {name for operator in operators.values() for name, _ in kernel_params(operator)}
    assert names == NAMES_BY_CANN


def test_merged_combinations_name_what_they_serve(operators) -> None:
    from kernel_params import kernel_params

    ports = []
    for _, text in kernel_params(operators["HTTPFill"]):
        (port,) = json.loads(text)["op_list"][0]["inputs"][0]
        ports.append((port["dtype"], port.get("dtypeForBinQuery")))
    assert ports == [("float16", ["float16", "bfloat16"]), ("float16", None), ("int8", None)]


def test_combinations_that_differ_in_optional_ports_share_a_kernel(operators) -> None:
    from kernel_params import kernel_params

    operator = operators["AddCustom"]
    for port in (operator.inputs[0], operator.outputs[0]):
        port.dtypes = ["float16", "float16", "int32"]
    assert len(kernel_params(operator)) == 2


def test_unequal_columns_are_an_error(operators) -> None:
    from kernel_params import kernel_params
    from op_info import InfoError

    operators["AddCustom"].outputs[0].dtypes.pop()
    with pytest.raises(InfoError, match="operator AddCustom: z has 2 data types"):
        kernel_params(operators["AddCustom"])


def test_implementation_is_python_that_opc_understands(tmp_path, operators) -> None:
    from compile_options import KernelOptions
    from implementation import implementation_text

    from custom_compiler.kernel.opc.implementation import read_implementation

    options = tmp_path / "options"
    lines = [
        {"op": "ALL", "units": [], "options": ["-DA", "--oom"]},
        {"op": "AddCustom", "units": ["ascend910b"], "options": ["-DB=1,2", "--tiling_key=1-3"]},
        {"op": "Other", "units": [], "options": ["-DC"]},
    ]
    options.write_text("".join(json.dumps(line) + "\n" for line in lines))
    kernel_options = KernelOptions("AddCustom", str(options))
    text = implementation_text(operators["AddCustom"], "sub/add_custom.cpp", kernel_options)
    path = tmp_path / "AddCustom.py"
    path.write_text(text)
    read = read_implementation(str(path), "add_custom")
    assert (read.op_type, read.interface, read.source_file) == (
        "AddCustom",
        "add_custom",
        "sub/add_custom.cpp",
    )
    assert read.options("ascend910b") == ["-DA", "-DB=1,2"]
    assert read.options("ascend910") == ["-DA"]
    assert read.init_values == ["0"]
    assert kernel_options.opc_arguments("ascend910b") == [
        "--op_debug_config=oom",
        "--tiling_key=1-3",
    ]
    assert kernel_options.opc_arguments("ascend910") == ["--op_debug_config=oom"]


def test_debug_words_of_options_go_to_opc_together(tmp_path) -> None:
    from compile_options import KernelOptions

    words = ["--oom", "--op_debug_config=sanitizer", "-sanitizer"]
    options = tmp_path / "options"
    options.write_text(json.dumps({"op": "ALL", "units": [], "options": words}) + "\n")
    read = KernelOptions("AddCustom", str(options))
    assert read.opc_arguments("ascend910b") == ["--op_debug_config=oom,sanitizer"]
    assert read.general == {"": ["-sanitizer"]}


def test_implementation_offers_canns_interface(operators, tmp_path, monkeypatch) -> None:
    """Run the file against stand-ins for the modules CANN has: what reaches compile_op is right."""
    from compile_options import KernelOptions
    from implementation import implementation_text

    calls = []
    _install_stand_ins(monkeypatch, calls)
    monkeypatch.setenv("BUILD_KERNEL_SRC", __file__)
    path = tmp_path / "AddCustom.py"
    options = KernelOptions("AddCustom", str(tmp_path / "none"))
    path.write_text(implementation_text(operators["AddCustom"], "add_custom.cpp", options))
    namespace: dict[str, Any] = {"__file__": str(path)}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    tensor = {"dtype": "bfloat16", "format": "ND"}
    namespace["add_custom"](tensor, None, tensor, beta="b", impl_mode="high_performance")
    ((source, function, info, compile_options, _, extra),) = calls
    assert (source, function, extra) == (__file__, "add_custom", "{}")
    assert info["attrs"][0] == {"name": "alpha", "dtype": "float", "value": 1.5}
    assert info["param_type_list"] == ["required", "optional", "required"]
    for option in ("-DDTYPE_X=bfloat16_t", "-DORIG_DTYPE_Z=DT_BF16", "-DFORMAT_X=FORMAT_ND"):
        assert option in compile_options
    assert "-DHIGH_PERFORMANCE=1" in compile_options
    assert not any("_Y=" in option for option in compile_options)


def _install_stand_ins(monkeypatch: pytest.MonkeyPatch, calls: list) -> None:
    from types import ModuleType

    class AnyName:
        def __getattr__(self, name: str):
            return name

    def passes(*_args: object, **_kwargs: object):
        return lambda function: function

    contents: dict[str, dict[str, Any]] = {
        "impl.util.platform_adapter": {
            "tbe_register": type("R", (), {"register_operator": staticmethod(passes)})
        },
        "tbe.common.buildcfg": {
            "get_current_build_config": lambda _key: 0,
            "get_default_build_config": lambda _key: 0,
        },
        "tbe.common.platform": {"get_soc_spec": lambda _key: "Ascend910B"},
        "tbe.common.utils": {
            "para_check": type("P", (AnyName,), {"check_op_params": staticmethod(passes)})()
        },
        "tbe.tikcpp": {
            "OpInfo": dict,
            "check_op_cap": None,
            "compile_op": lambda *args: calls.append(args),
            "generalize_op_params": None,
            "get_code_channel": lambda *_args: 0,
            "replay_op": None,
        },
        "tbe.tikcpp.compile_op": {"AscendCLogLevel": None, "CommonUtility": None},
    }
    for name, values in contents.items():
        parts = name.split(".")
        for end in range(1, len(parts)):
            parent = ".".join(parts[:end])
            monkeypatch.setitem(sys.modules, parent, sys.modules.get(parent, ModuleType(parent)))
        module = ModuleType(name)
        module.__dict__.update(values)
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.parametrize(
    ("kernels", "batches"),
    [
        (3, [(["a"], ["u"]), (["b"], ["u"]), (["c"], ["u", "v"])]),
        (100_000, [(["a", "b"], ["u"]), (["c"], ["u", "v"])]),
    ],
)
def test_many_kernels_share_processes(
    kernels: int, batches: list[tuple[list[str], list[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import plan_kernels

    plan = object.__new__(plan_kernels.KernelPlan)
    plan.kernel_count = kernels
    assert plan._batches({"a": ["u"], "b": ["u"], "c": ["u", "v"]}) == batches


OPERATORS: dict[str, dict[str, Any]] = {"u1": {"A": None}, "u2": {"A": None, "B": None}}


@pytest.mark.parametrize(
    ("requested", "said"),
    [
        ([], []),
        (["u2"], []),
        (["u1", "u2"], ["note: without B for u1: no AddConfig for it"]),
        (["u2", "u3", "u4"], ["note: no operator has an AddConfig for u3, u4: not built for it"]),
    ],
)
def test_units_that_no_operator_or_not_every_one_has_are_noted(
    requested: list[str],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import plan_kernels

    plan = object.__new__(plan_kernels.KernelPlan)
    plan.requested = requested
    plan._report_missing(OPERATORS)
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize(("requested", "operator"), [(["u3"], "A"), (["u1", "u3"], "B")])
def test_an_operator_that_no_requested_unit_has_is_an_error(
    requested: list[str], operator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import op_info
    import plan_kernels

    plan = object.__new__(plan_kernels.KernelPlan)
    plan.requested = requested
    with pytest.raises(op_info.InfoError, match=f"operator {operator} has no AddConfig for u"):
        plan._report_missing(OPERATORS)
