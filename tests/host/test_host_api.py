"""The host API as operator libraries and the runtime use it; the checks are in checks.cpp."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.utils.sources import read_source

CHECKS = [
    "collectives",
    "described_contexts",
    "shape_ranges",
    "registry",
    "contexts",
    "workspaces",
    "division",
    "blocks",
    "bound_tiling",
    "compile_info",
    "empty_string",
    "inference",
    "tiling_layout",
    "tiling_getters",
    "tiling_json",
    "platforms",
    "cores",
    "reserved_memory",
    "null_platform",
    "declared_keys",
    "tiling_keys",
    "shapes",
    "names",
    "strings",
    "expansions",
    "recorded_twice",
    "safe_functions",
    "matmul",
    "temporary_memory",
]

PROTO = read_source(__file__, "host_api_prototype.cpp")

HEADERS = [
    "register/op_def_registry.h",
    "register/op_impl_kernel_registry.h",
    "register/op_impl_registry.h",
    "register/tilingdata_base.h",
    "register/device_op_impl_registry.h",
    "tiling/tiling_api.h",
    "tiling/template_argument.h",
    "ascendc/host_api/tiling/template_argument.h",
    "tiling/platform/platform_ascendc.h",
    "tiling/context/context_builder.h",
    "tiling/matmul/matmul_tiling.h",
    "graph/utils/type_utils.h",
    "graph/operator_reg.h",
    "base/context_builder/op_infer_datatype_context_builder.h",
    "base/context_builder/op_infer_shape_context_builder.h",
    "base/context_builder/op_infer_shape_range_context_builder.h",
    "base/context_builder/op_kernel_run_context_builder.h",
    "base/context_builder/op_tiling_context_builder.h",
    "base/context_builder/op_tiling_parse_context_builder.h",
    "base/err_mgr.h",
    "base/err_msg.h",
    "base/registry/op_impl_space_registry_v2.h",
    "base/alog_pub.h",
    "base/dlog_pub.h",
    "toolchain/slog.h",
    "toolchain/log_types.h",
    "kernel_tiling/kernel_tiling.h",
    "exe_graph/runtime/op_execute_context.h",
    "exe_graph/runtime/op_execute_launch_context.h",
    "exe_graph/runtime/op_execute_prepare_context.h",
    "exe_graph/runtime/stride.h",
    "exe_graph/runtime/tensor.h",
    "ge/ge_allocator.h",
    "ge/ge_api.h",
    "ge/ge_api_types.h",
    "hccl/hccl_rank_graph.h",
    "hccl/hccl_res.h",
    "hccl/hccl_res_expt.h",
    "hccl/hcom.h",
    "hccl/hcomm_res_defs.h",
    "experiment/msprof/toolchain/aprof_pub.h",
    "experiment/platform/platform/platform_info.h",
    "op_common/log/error_code.h",
    "op_common/log/log.h",
    "op_common/op_host/infershape_broadcast_util.h",
    "op_common/op_host/infershape_elewise_util.h",
    "op_common/op_host/infershape_reduce_util.h",
    "op_common/op_host/tiling_base_class.h",
    "op_common/op_host/tiling_base_util.h",
    "op_common/op_host/util/bfloat16.h",
    "op_common/op_host/util/const_util.h",
    "op_common/op_host/util/fp16.h",
    "op_common/op_host/util/math_util.h",
    "op_common/op_host/util/platform_util.h",
    "op_common/op_host/util/shape_util.h",
    "platform/soc_spec.h",
    "tiling/platform/soc_spec.h",
    "securec.h",
]


@pytest.mark.parametrize("name", CHECKS)
def test_check(host_checks: dict[str, str], name: str) -> None:
    """One check of the program."""
    assert host_checks[name] == ""


def test_every_check_is_listed(host_checks: dict[str, str]) -> None:
    """No check of the program is forgotten here."""
    assert sorted(host_checks) == sorted(CHECKS)


@pytest.mark.slow
@pytest.mark.parametrize("standard", ["c++11", "c++17"])
def test_headers_compile_alone_without_warnings(
    cann_home: Path, tmp_path: Path, standard: str
) -> None:
    """Every public header needs nothing but the toolkit's include directory."""
    for number, header in enumerate(HEADERS):
        (tmp_path / f"{number}.cpp").write_text(f'#include "{header}"\n', encoding="utf-8")
    sources = [str(path) for path in sorted(tmp_path.glob("*.cpp"))]
    flags = [f"-std={standard}", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    result = subprocess.run(
        ["g++", *flags, f"-I{cann_home}/include", *sources],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


LOGS = """
#include "aclnn/opdev/op_log.h"
extern "C" {  // as opbase's log/log.h declares them
int32_t CheckLogLevel(int32_t moduleId, int32_t logLevel);
void DlogRecord(int32_t moduleId, int32_t level, const char* fmt, ...);
}
void Check(size_t count) {
    OP_LOGD("%d", count);
    OP_LOGE(161002, "%d", count);
    ReportErrorMessage("161002", "%d", count);
}
"""


def test_formats_of_logs_are_not_compared_with_arguments(cann_home: Path, tmp_path: Path) -> None:
    """CANN's DlogRecordInner has no format attribute, and ops-math's op_api relies on that."""
    source = tmp_path / "logs.cpp"
    source.write_text(LOGS, encoding="utf-8")
    flags = ("-std=c++17", "-Wall", "-Wextra", "-Wformat=2", "-Werror", "-fsyntax-only")
    result = subprocess.run(
        ["g++", *flags, f"-I{cann_home}/include", str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def test_operator_prototypes_register(cann_home: Path, tmp_path: Path) -> None:
    """The output op_proto.h of op_build compiles and makes operators."""
    source = tmp_path / "proto.cpp"
    source.write_text(PROTO, encoding="utf-8")
    lib64 = cann_home / "lib64"
    command = [
        *("g++", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-D_GLIBCXX_USE_CXX11_ABI=0"),
        *(f"-I{cann_home}/include", str(source), "-o", str(tmp_path / "proto"), f"-L{lib64}"),
        *("-lgraph", "-lgraph_base", f"-Wl,-rpath,{lib64}"),
    ]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    assert subprocess.run([str(tmp_path / "proto")], check=False).returncode == 0


# The names that newer toolkits give next to those of the families (tiling/pad/broadcast_tiling.h).
TILING_HEADERS = """
arithprogression/arithprogression_tiling ascend_antiquant/ascend_antiquant_tiling
ascend_dequant/ascend_dequant_tiling ascend_quant/ascend_quant_tiling batchnorm/batchnorm_tiling
batchnorm/batchnorm_tilingdata broadcast/broadcast_tiling broadcast/broadcast_tiling_intf
deepnorm/deepnorm_tiling dropout/dropout_tiling gelu/gelu_tiling layernorm/layernorm_tiling
layernorm/layernorm_tilingdata layernormgrad/layernorm_grad_tiling
layernormgrad/layernorm_grad_beta_tiling matrix/bmm_tiling matrix/matmul_tiling mean/mean_tiling
matrix/matmul_tiling_base matrix/matmul_tilingdata normalize/normalize_tiling reglu/reglu_tiling
reduce_xor_sum/reduce_xor_sum_tiling rmsnorm/rmsnorm_tiling sigmoid/sigmoid_tiling silu/silu_tiling
softmax/logsoftmax_tiling softmax/softmax_tiling softmax/softmax_tilingdata sum/sum_tiling
swiglu/swiglu_tiling swish/swish_tiling topk/topk_tiling topk/topk_tilingdata
welfordfinalize/welfordfinalize_tiling
"""


def test_tiling_headers_by_operator(cann_home: Path, tmp_path: Path) -> None:
    source = tmp_path / "headers.cpp"
    lines = [f'#include "tiling/{name}.h"\n' for name in TILING_HEADERS.split()]
    source.write_text("".join(lines) + "auto* f = &AscendC::GetBroadCastMaxMinTmpSize;\n")
    subprocess.run(
        ["g++", "-std=c++17", "-fsyntax-only", f"-I{cann_home}/include", str(source)], check=True
    )
