"""The command `opc` as the operator project uses it."""

from __future__ import annotations

import ctypes
import hashlib
import os
import resource
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from custom_compiler.kernel.opc.implementation import find_source, read_implementation
from custom_compiler.kernel.toolchain import elf
from custom_compiler.kernel.toolchain.seal import sealed
from custom_compiler.toolkit import ensure_home
from tests.kernel.conftest import NAME, Operator
from tests.utils.caches import cache_with_headers
from tests.utils.compiler_processes import is_compiling
from tests.utils.cpu_time import cpu_seconds


@pytest.mark.slow
def test_products(operator: Operator) -> None:
    done = operator.run()
    assert done.returncode == 0, done.stderr
    assert "Opc tool start working now" in done.stdout
    record = operator.record
    assert record["sha256"] == hashlib.sha256(operator.binary).hexdigest()
    assert record["binFileName"] == record["kernelName"] == NAME
    assert [entry["tilingKey"] for entry in record["kernelList"]] == [3, 70]
    assert [entry["kernelName"] for entry in record["kernelList"]] == [f"{NAME}_3", f"{NAME}_70"]
    assert (record["coreType"], record["core_type"]) == ("VectorCore", "AIV")
    assert record["magic"] == "RT_DEV_BINARY_MAGIC_ELF_AIVEC"
    assert (record["blockDim"], record["opParaSize"], record["intercoreSync"]) == (-1, 8, 0)
    assert record["parameters"] == [None, None, None]
    assert record["supportInfo"]["simplifiedKey"] == [
        f"Copy/d={d},p={p}/1,2/1,2" for d in (0, 1) for p in (1, 0)
    ]
    assert record["supportInfo"]["optionalInputMode"] == "gen_placeholder"
    assert record["supportInfo"]["deterministic"] == "ignore"


def test_a_kernel_for_super_kernels_is_the_same(operator: Operator) -> None:
    assert operator.compile().returncode == 0
    kernels = [path.read_bytes() for path in operator.output.glob("*.o")]
    assert kernels
    words = ("--op_relocatable_kernel_binary=true", "--op_super_kernel_options=split-mode=4")
    done = operator.compile("Ascend910B1", *words, "--kernel-template-input=D_T_X=DT_FLOAT")
    assert done.returncode == 0, done.stderr
    assert [path.read_bytes() for path in operator.output.glob("*.o")] == kernels
    done = operator.compile("Ascend910B1", "--op_relocatable_kernel_binary=maybe")
    assert done.returncode == 2
    assert "--op_relocatable_kernel_binary=maybe: not one of" in done.stderr


def test_object_has_the_launch_interface(operator: Operator) -> None:
    assert operator.compile().returncode == 0
    path = operator.output / f"{NAME}.o"
    dynamic = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True)
    assert "libascendc_aicore.so" in dynamic.stdout
    assert "RUNPATH" not in dynamic.stdout
    ctypes.CDLL(str(operator.home / "lib64/libascendc_aicore.so"), mode=ctypes.RTLD_GLOBAL)
    library = ctypes.CDLL(str(path))
    for symbol in ("ascendc_kernel_entry", "ascendc_kernel_info", f"{NAME}_3", f"{NAME}_70"):
        assert getattr(library, symbol)


def test_fused_soc(operator: Operator) -> None:
    assert operator.compile("Ascend310P3").returncode == 0
    record = operator.record
    assert record["coreType"] == "AiCore"
    assert record["magic"] == "RT_DEV_BINARY_MAGIC_ELF"
    assert "core_type" not in record


def test_kernels_that_ask_for_no_architecture_are_shared(operator: Operator) -> None:
    assert operator.run("Ascend910B1").returncode == 0
    first = operator.binary
    start = cpu_seconds()
    assert operator.run("Ascend310P3").returncode == 0
    assert cpu_seconds() - start < 2
    assert operator.binary != first  # each says what it is for
    assert sealed(operator.binary, 2201) == first
    assert architecture_of(first) == 2201
    assert architecture_of(operator.binary) == 2002


def architecture_of(binary: bytes) -> int:
    offset = elf.symbol_offset(binary, b"ascendc_kernel_info")
    assert offset is not None
    return int(struct.unpack_from("<4I", binary, offset)[3])


def test_objects_end_with_their_checksum(operator: Operator) -> None:
    assert operator.compile("Ascend910B1").returncode == 0
    body, digest = operator.binary[:-32], operator.binary[-32:]
    assert body.endswith(b"AscendC kernel object, SHA-256:\0")
    assert digest == hashlib.sha256(body[:-32]).digest()


def test_kernels_that_ask_for_the_architecture_differ(operator: Operator) -> None:
    (operator.source.parent / "part.h").write_text("#define PART (__CCE_AICORE__ / 10)\n")
    binaries = set()
    for soc in ("Ascend910B1", "Ascend310P3", "Ascend910B1"):
        assert operator.compile(soc).returncode == 0
        binaries.add(operator.binary)
    assert len(binaries) == 2


def test_kernels_that_ask_for_a_variant_of_the_architecture_differ(operator: Operator) -> None:
    """Both of these are 300 to __CCE_AICORE__."""
    (operator.source.parent / "part.h").write_text("#define PART (__NPU_ARCH__ % 10)\n")
    binaries = set()
    for soc in ("Ascend310B1", "KirinX90"):
        assert operator.compile(soc).returncode == 0
        binaries.add(operator.binary)
    assert len(binaries) == 2


def test_the_same_text_is_compiled_once_wherever_it_was_preprocessed(
    operator: Operator, tmp_path: Path
) -> None:
    operator.cache = Path(cache_with_headers(tmp_path / "cache"))
    assert operator.compile().returncode == 0
    shutil.rmtree(operator.cache / "manifest")
    assert operator.compile().returncode == 0
    assert len(list(operator.cache.glob("kernel/*/*"))) == 1


def test_header_edit_is_seen(operator: Operator) -> None:
    assert operator.compile().returncode == 0
    first = operator.binary
    (operator.source.parent / "part.h").write_text("#define PART 5\n")
    assert operator.compile().returncode == 0
    assert operator.binary != first


def test_new_header_in_the_place_of_another(operator: Operator) -> None:
    sub = operator.source.parent / "lib"
    sub.mkdir()
    (sub / "other.h").write_text("#define OTHER 1\n")
    operator.write_implementation({"ascend910b": [f"-I{sub}"]})
    operator.source.write_text(operator.source.read_text().replace("PART;", "PART + OTHER;", 1))
    operator.source.write_text('#include "other.h"\n' + operator.source.read_text())
    assert operator.compile().returncode == 0
    first = operator.binary
    (operator.source.parent / "other.h").write_text("#define OTHER 9\n")
    assert operator.compile().returncode == 0
    assert operator.binary != first


def test_failing_kernel(operator: Operator) -> None:
    assert operator.run().returncode == 0
    operator.source.write_text(
        operator.source.read_text().replace("(__gm__ DTYPE_X*)x", "(__gm__ DTYPE_X*)q")
    )
    done = operator.run()
    assert done.returncode == 1
    assert done.stderr.index(f"{operator.source}:5:") < done.stderr.index("opc: error: kernel")
    assert "Traceback" not in done.stderr
    assert list(operator.output.iterdir()) == []


def test_missing_tiling_structure_is_explained(operator: Operator) -> None:
    text = operator.source.read_text().replace(
        "    if (", "    GET_TILING_DATA(t, tiling);\n    if (", 1
    )
    operator.source.write_text(text)
    done = operator.compile()
    assert done.returncode == 2
    assert "error: operator Copy registers no tiling structure" in done.stderr
    assert "REGISTER_TILING_DATA_CLASS(Copy, <class>)" in done.stderr


@pytest.mark.parametrize(
    ("old", "new", "count"),
    [("GM_ADDR z, GM_ADDR, ", "GM_ADDR z, ", 3), ("GM_ADDR x, ", "GM_ADDR x, GM_ADDR more, ", 5)],
)
def test_parameters_must_be_the_operators(
    operator: Operator, old: str, new: str, count: int
) -> None:
    """The tutorial's second common issue: function and prototype differ."""
    operator.source.write_text(operator.source.read_text().replace(old, new))
    done = operator.compile()
    assert done.returncode == 2
    says = f"{count} parameters, its operator has 4: x, z, workspace, tiling\n"
    start = f"error: operator Copy: kernel function copy_it of {operator.source} has "
    assert start + says in done.stderr
    assert "declare copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling)" in done.stderr
    assert not operator.output.exists()


def test_function_beside_a_template_is_the_kernel(operator: Operator) -> None:
    """Public sources keep both; without a declaration of template arguments CANN takes this."""
    form = (
        "template <int N>\n__global__ __aicore__ void copy_it(GM_ADDR, GM_ADDR, GM_ADDR, GM_ADDR)"
    )
    source = operator.source.read_text()
    operator.source.write_text(source.replace('extern "C"', form + ' {}\nextern "C"', 1))
    done = operator.compile()
    assert done.returncode == 0, done.stderr


def test_kernel_type_outside_of_functions(operator: Operator) -> None:
    """Public kernels state it there; and in branches of a switch, which jumps over declarations."""
    text = operator.source.read_text()
    statement = "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);\n"
    jumps = "switch (*x) { case 0: KERNEL_TASK_TYPE(3, KERNEL_TYPE_AIV_ONLY); break; default:; }\n"
    text = text.replace('extern "C"', f'{statement}extern "C"', 1)
    operator.source.write_text(text.replace("    if (", f"    {jumps}    if (", 1))
    done = operator.compile()
    assert done.returncode == 0, done.stderr
    kinds = [entry["taskRation"] for entry in operator.record["kernelList"]]
    assert kinds == ["0:1", "1:1"]


def test_several_socs_at_once(operator: Operator) -> None:
    socs = ("Ascend910B1", "Ascend310P3")
    assert operator.compile(",".join(socs)).returncode == 0
    assert {path.name for path in operator.output.iterdir()} == set(socs)
    for soc in socs:
        together = operator.output / soc / f"{NAME}.o"
        alone = operator.folder / soc
        process = operator.start(soc, output=alone)
        process.communicate()
        assert process.returncode == 0
        assert together.read_bytes() == (alone / f"{NAME}.o").read_bytes()
        record = together.with_suffix(".json").read_text()
        assert record == (alone / f"{NAME}.json").read_text()


@pytest.mark.slow
def test_precompile_makes_what_kernels_begin_with(operator: Operator, tmp_path: Path) -> None:
    operator.cache = tmp_path / "cache"
    environment = {
        **os.environ,
        "CUSTOM_COMPILER_CACHE": str(operator.cache),
        "HI_PYTHON": sys.executable,
    }
    command: list[str | Path] = [operator.home / "bin/opc", "--precompile"]
    assert subprocess.run(command, env=environment, check=False).returncode == 0
    made = sorted((operator.cache / "pch").iterdir())
    assert len(made) == 2  # the compiler's, and that of syntax trees
    assert operator.compile().returncode == 0
    assert sorted((operator.cache / "pch").iterdir()) == made


def test_a_header_that_an_equal_toolkit_precompiled_leaves_no_name(
    operator: Operator, tmp_path: Path
) -> None:
    """Two toolkits of one version share headers in a cache, and their kernels are equal."""
    folder = tmp_path / "other"
    folder.mkdir()
    other = Operator(folder, ensure_home({"CUSTOM_COMPILER_HOME": str(folder)}), Path())
    binaries = []
    for number, each in enumerate((operator, other, operator)):
        each.cache = Path(cache_with_headers(tmp_path / f"cache{number}"))
        assert each.compile().returncode == 0
        binaries.append(each.binary)
    assert binaries == binaries[:1] * 3
    for home in (operator.home, other.home):
        assert os.fsencode(home) not in binaries[0]


def test_compile_options_by_unit(operator: Operator) -> None:
    source = operator.source.read_text().replace("z[0] = PART;", "z[0] = VALUE;")
    operator.source.write_text(source)
    options = ["--cce-auto-sync", "-mllvm", "-some-flag", "-DVALUE=1"]
    operator.write_implementation({"ascend910b": options, "__ALLSOC__": ["-O0"]})
    assert operator.compile("Ascend910B1").returncode == 0
    assert operator.compile("Ascend310P3").returncode == 1


def test_debug_options_make_debug_information(operator: Operator) -> None:
    operator.write_implementation({"__ALLSOC__": ["-g", "-O0"]})
    assert operator.compile().returncode == 0
    assert b".debug_info" in operator.binary
    assert str(operator.folder).encode() not in operator.binary


def test_unoptimised_kernels_keep_what_their_types_allow(operator: Operator) -> None:
    """ShiftRight rounds signed types only (its page); at -O0 both branches stay."""
    call = "AscendC::LocalTensor<uint32_t> t; AscendC::ShiftRight(t, t, 1u, 8); z[0] = PART;"
    operator.source.write_text(operator.source.read_text().replace("z[0] = PART;", call))
    operator.write_implementation({"__ALLSOC__": ["-O0"]})
    done = operator.compile()
    assert done.returncode == 0, done.stderr


def test_tiling_keys_are_filtered(operator: Operator) -> None:
    assert operator.compile("Ascend910B1", "--tiling_key=70").returncode == 0
    assert [entry["tilingKey"] for entry in operator.record["kernelList"]] == [70]
    done = operator.compile("Ascend910B1", "--tiling_key=1-2")
    assert done.returncode == 1
    assert "None of the given tiling keys are in the supported list" in done.stdout


def test_intermediates_are_kept_on_request(operator: Operator) -> None:
    assert operator.compile("Ascend910B1", "--op_debug_config=dump_cce").returncode == 0
    kept = operator.folder / f"kernel_meta_{NAME}"
    assert {"ascendc.wrapper.cpp", "kernel.ii", "kernel.o"} == {p.name for p in kept.iterdir()}


@pytest.mark.slow
def test_many_at_once(operator: Operator, tmp_path) -> None:
    """Processes with an empty cache: one header, one kernel, the same result everywhere."""
    operator.cache = tmp_path / "cache"
    outputs = [tmp_path / f"out{i}" for i in range(4)]
    processes = [operator.start(output=output) for output in outputs]
    assert [process.wait() for process in processes] == [0] * 4
    for process in processes:
        process.communicate()
    assert len({(output / f"{NAME}.o").read_bytes() for output in outputs}) == 1
    assert len(list((operator.cache / "pch").iterdir())) == 2
    assert list((operator.cache / "work").iterdir()) == []


def test_killed_at_any_time(operator: Operator, tmp_path) -> None:
    operator.cache = tmp_path / "cache"
    # Before it has written anything, in a compile of the header, in one of the kernel.
    states = (lambda _: True, is_compiling, lambda _: list(operator.cache.glob("work/*")))
    for is_there in states:
        process = operator.start()
        while process.poll() is None and not is_there(process.pid):
            time.sleep(0.005)
        process.kill()
        process.communicate()
    assert operator.compile().returncode == 0
    assert operator.record["binFileName"] == NAME


def test_damaged_entries_are_made_again(operator: Operator, tmp_path) -> None:
    operator.cache = Path(cache_with_headers(tmp_path / "cache"))
    assert operator.compile().returncode == 0
    first = operator.binary
    for kind in ("kernel", "manifest"):
        for path in (operator.cache / kind).rglob("*"):
            if path.is_file():
                path.write_bytes(path.read_bytes()[:-7] + b"damaged")
    assert operator.compile().returncode == 0
    assert operator.binary == first


def test_start_is_fast(operator: Operator) -> None:
    """Compiled kernels are returned without running the compiler."""
    operator.run()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert operator.run().returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # CPU time, which other programs hardly change.
    assert after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime < 0.25


def test_misuse(operator: Operator) -> None:
    for arguments, text in (
        (("Ascend911",), "--soc_version=Ascend911: unknown SoC"),
        (("Ascend910B1", "--what=1"), "unknown option --what"),
        (("Ascend910B1", "--op_mode=pre-static"), "--op_mode=pre-static"),
        (("Ascend910B1", "--op_mode=static", "--tiling_key=1"), "--tiling_key=1: a static kernel"),
        (("Ascend910B1", "--deterministic=maybe"), "--deterministic=maybe: not one of"),
        (("Ascend910B1", "--tiling_key=a"), "--tiling_key=a"),
        (("Ascend910B1", "--bin_filename=../x"), "bin_filename"),
        (("Ascend910B1", f"--input_param={operator.source}"), "--input_param="),
    ):
        done = operator.compile(*arguments)
        assert done.returncode == 2, done.stderr
        assert done.stderr.startswith("opc: error: ")
        assert text in done.stderr
    operator.source.unlink()
    done = operator.compile()
    assert (done.returncode, "kernel source copy_it.cpp not found" in done.stderr) == (2, True)


@pytest.mark.parametrize("folder", ["dynamic/op_kernel", "ascendc/copy/op_kernel"])
def test_sources_in_op_kernel_come_first(operator: Operator, folder: str) -> None:
    """ops-transformer and vllm-ascend copy whole operators next to their implementations."""
    implementation = operator.folder / "dynamic" / operator.implementation.name
    implementation.parent.mkdir()
    implementation.write_text(operator.implementation.read_text())
    source = operator.folder / folder / operator.source.name
    source.parent.mkdir(parents=True)
    source.write_text("")
    properties = read_implementation(str(implementation), "")
    assert find_source(properties, str(implementation), str(operator.source)) == str(source)


def test_macros_have_the_names_of_the_definition(operator: Operator) -> None:
    """A parameter file of ops-cv has others: input and output for x and y."""
    parameters = operator.param.read_text()
    operator.param.write_text(parameters.replace('"x"', '"input"').replace('"z"', '"output"'))
    assert "DTYPE_X" in operator.compile().stderr
    names = 'def options():\n    input_names = ["x"]\n    output_names = ["z"]\n\n\n'
    operator.implementation.write_text(names + operator.implementation.read_text())
    assert operator.compile().returncode == 0


@pytest.mark.parametrize("program", ["/no/such/c++", "/bin/false"])
def test_broken_compiler_is_named(operator: Operator, monkeypatch, program: str) -> None:
    monkeypatch.setenv("CXX", program)
    for command in ((), ("bisheng", "-c", operator.source, "-o", operator.folder / "x.o")):
        if command:
            tool = operator.home / "bin" / command[0]
            words = [str(word) for word in (tool, *command[1:])]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        else:
            done = operator.compile()
        assert done.returncode == 2
        assert f"error: CXX={program}: " in done.stderr
        assert "Traceback" not in done.stderr
    monkeypatch.delenv("CXX")
    assert operator.compile().returncode == 0


def test_bisheng_never_writes_over_a_source(operator: Operator, tmp_path: Path) -> None:
    source = tmp_path / "mine.cpp"
    source.write_text("int main() { return 0; }\n")
    (tmp_path / "link.cpp").hardlink_to(source)
    for words in (("-c", source, "-o", source), (source, "-o", tmp_path / "link.cpp")):
        command = [str(word) for word in (operator.home / "bin/bisheng", *words)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert f"error: {source} is the output file, too" in done.stderr
        assert source.read_text() == "int main() { return 0; }\n"


def test_help(operator: Operator) -> None:
    done = subprocess.run(
        [operator.home / "bin/opc", "-h"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "--simplified_key_mode" in done.stdout


def test_element_types_that_the_soc_lacks_are_refused(operator: Operator) -> None:
    body = (
        "AscendC::LocalTensor<bfloat16_t> t;"
        "AscendC::Add(t, t, t, 8); AscendC::Muls(t, t, bfloat16_t(2.0f), 8);"
        "AscendC::Cast(t.ReinterpretCast<half>(), t, AscendC::RoundMode::CAST_RINT, 8);"
    )
    text = operator.source.read_text().replace("    if (", f"    {body}\n    if (", 1)
    operator.source.write_text(text)
    done = operator.compile()
    assert done.returncode == 1
    calls = "Add<bfloat16_t>, Cast<half, bfloat16_t>, Muls<bfloat16_t>"
    assert f"{operator.source}: ascend910b has no {calls}" in done.stderr
    assert "Cast to a type that the instruction accepts" in done.stderr
    assert not operator.output.exists()
    assert operator.compile("Ascend950PR_9599").returncode == 0


@pytest.mark.parametrize(
    ("call", "soc", "lacks"),
    [
        ("Tanh(b, b, 8)", "Ascend910B3", None),
        ("ReGlu(b, b, b, 8)", "Ascend310P3", "ReGlu<bfloat16_t>"),
        ("Sign(i, i, 8)", "Ascend910B3", None),
        ("Maxs(h, h, half(0), 8)", "Ascend910A", "Maxs<half>"),
        ("AddRelu(s, s, s, 8)", "Ascend310B1", "AddRelu<int16_t>"),
        ("AddReluCast(h, i, i, 8)", "Ascend910B3", None),
        ("Sin(h, h, 8)", "Ascend310B1", "Sin<half>"),
        ("Power(h, h, h)", "Ascend910A", "Power<half>"),
        ("Hypot(h, h, h, 8)", "Ascend910B3", "Hypot<half>"),
        ("ArithProgression(b, bfloat16_t(0.0f), bfloat16_t(1.0f), 8)", "Ascend910B3", None),
        ("ArithProgression(h, half(0), half(1), 8)", "Ascend310B1", "ArithProgression<half>"),
        (
            "SelectWithBytesMask(s, s, int16_t(0), t, t, AscendC::SelectWithBytesMaskShapeInfo())",
            "Ascend910B3",
            None,
        ),
        ("Broadcast<int64_t, 1, 0>(l, l, shape, shape)", "Ascend910B3", "Broadcast<int64_t>"),
        ("Broadcast<half, 1, 0>(h, h, shape, shape)", "Ascend910A", "Broadcast<half>"),
        ("Fill(g, 8, half(0))", "Ascend310B1", "Fill<half>"),
        (
            "InitConstValue(i, AscendC::InitConstValueParams<int32_t>(1, 0))",
            "Ascend310P3",
            "InitConstValue<int32_t>",
        ),
    ],
)
def test_documented_types(operator: Operator, call: str, soc: str, lacks: str | None) -> None:
    """Types that the documentation has for no product, or not for this one, as of 8.1's headers."""
    body = (
        "AscendC::LocalTensor<bfloat16_t> b; AscendC::LocalTensor<half> h;"
        "AscendC::LocalTensor<int32_t> i; AscendC::LocalTensor<int16_t> s;"
        "AscendC::LocalTensor<int64_t> l; AscendC::LocalTensor<uint8_t> t;"
        "AscendC::GlobalTensor<half> g; const uint32_t shape[1] = {16};"
        f"AscendC::{call};"
    )
    text = operator.source.read_text().replace("    if (", f"    {body}\n    if (", 1)
    operator.source.write_text(text)
    done = operator.compile(soc)
    assert done.returncode == 1
    assert (f"has no {lacks}" if lacks else "the instruction") in done.stderr


@pytest.mark.parametrize(
    "call", ["Sin(h, h, 8)", "Sigmoid(h, h, 8)", "ReGlu(h, h, h, 8)", "Gelu(h, h, 8)"]
)
def test_kirin_x90_has_functions_that_310b_lacks(operator: Operator, call: str) -> None:
    body = f"AscendC::LocalTensor<half> h; AscendC::{call};"
    text = operator.source.read_text().replace("    if (", f"    {body}\n    if (", 1)
    operator.source.write_text(text)
    assert operator.compile("KirinX90").returncode == 0
    assert operator.compile("Ascend310B1").returncode == 1
