"""libge_runner.so: initialised by frameworks, and rejecting graphs with an error that says why."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.sources import read_source

# Symbols that MindSpore 2.8's GE back end links, after "_ZN2ge" or "_ZNK2ge"; std::map of strings.
MAP = "St3mapISsSsSt4lessISsESaISt4pairIKSsSsEEE"
SESSION = {
    "AddGraph": f"_ZN2ge7Session8AddGraphEjRKNS_5GraphERK{MAP}",
    "RemoveGraph": "_ZN2ge7Session11RemoveGraphEj",
    "CompileGraph": "_ZN2ge7Session12CompileGraphEj",
    "RunGraph": "_ZN2ge7Session8RunGraphEjRKSt6vectorINS_6TensorESaIS2_EERS4_",
    "RunGraphAsync": (
        "_ZN2ge7Session13RunGraphAsyncEjRKSt6vectorINS_6TensorESaIS2_EESt8functionIFvjRS4_EE"
    ),
    "RunGraphWithStreamAsync": (
        "_ZN2ge7Session23RunGraphWithStreamAsyncEjPvRKSt6vectorINS_6TensorESaIS3_EERS5_"
    ),
    "RegisterCallBackFunc": (
        "_ZN2ge7Session20RegisterCallBackFuncERKSsRKPFjjRKSt3mapISsNS_6TensorE"
        "St4lessISsESaISt4pairIS1_S4_EEEE"
    ),
    "SetGraphConstMemoryBase": "_ZN2ge7Session23SetGraphConstMemoryBaseEjPKvm",
    "UpdateGraphFeatureMemoryBase": "_ZN2ge7Session28UpdateGraphFeatureMemoryBaseEjPKvm",
    "SetGraphFixedFeatureMemoryBase": "_ZN2ge7Session30SetGraphFixedFeatureMemoryBaseEjPKvm",
    "UpdateGraphRefreshableFeatureMemoryBase": (
        "_ZN2ge7Session39UpdateGraphRefreshableFeatureMemoryBaseEjPKvm"
    ),
    "RegisterExternalAllocator": (
        "_ZNK2ge7Session25RegisterExternalAllocatorEPKvSt10shared_ptrINS_9AllocatorEE"
    ),
    "UnregisterExternalAllocator": "_ZNK2ge7Session27UnregisterExternalAllocatorEPKv",
}
# References and objects are pointers here; what they lead to is not looked at.
PROGRAM = """
import ctypes, sys
home, symbol, map_ = sys.argv[1:]
ge = ctypes.CDLL(home + "/lib64/libge_runner.so")
acl = ctypes.CDLL(home + "/lib64/libascendcl.so")
acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
memory = ctypes.create_string_buffer(256)
"""


def run(cann_home: Path, code: str, symbol: str = "") -> list[str]:
    return subprocess.check_output(
        [sys.executable, "-c", PROGRAM + code, cann_home, symbol, MAP], text=True
    ).splitlines()


@pytest.mark.parametrize("name", SESSION)
def test_sessions_refuse_graphs(cann_home: Path, name: str) -> None:
    code = """
getattr(ge, f"_ZN2ge7SessionC1ERK{map_}")(memory, memory)
print(getattr(ge, symbol)(memory, 1, memory, memory, memory) & 0xFFFFFFFF)
print(acl.aclGetRecentErrMsg().decode())
ge._ZN2ge7SessionD1Ev(memory)
"""
    status, message, *_ = run(cann_home, code, SESSION[name])
    assert int(status) == 0xFFFFFFFF  # ge::FAILED
    assert f"ge::Session::{name}: the embedded toolkit runs operators, no graphs" in message
    assert "use jit_level O0 or O1" in message


def test_there_are_no_summaries(cann_home: Path) -> None:
    code = """
memory[:16] = b"x" * 16
ge._ZN2ge7Session23GetCompiledGraphSummaryEj(memory, memory, 1)
print(memory[:16] == bytes(16))
print(acl.aclGetRecentErrMsg().decode())
"""
    is_null, message, *_ = run(cann_home, code)
    assert is_null == "True"
    assert "ge::Session::GetCompiledGraphSummary" in message


def test_every_type_is_known_once_the_engine_is_initialised(cann_home: Path) -> None:
    """Frameworks ask before they call an operator by its type, and end where it is unknown."""
    code = """
graph = ctypes.CDLL(home + "/lib64/libgraph.so")
exists = graph._ZN2ge15OperatorFactory9IsExistOpEPKc
exists.restype = ctypes.c_bool
print(exists(b"NoSuchOperator"))
print(getattr(ge, f"_ZN2ge12GEInitializeERK{map_}")(memory))
print(exists(b"NoSuchOperator"), exists(b""))
"""
    assert run(cann_home, code) == ["False", "0", "True False"]


# ge_api_error_codes.h of CANN 9: the function is the library's, the rest compiled into clients.
DESCRIPTIONS = read_source(__file__, "sources/graph_engine_descriptions.cpp")


def test_descriptions_of_status_codes(cann_home: Path, tmp_path: Path) -> None:
    """Clients that link libge_runner.so find them, as MindSpore 2.10 does."""
    (tmp_path / "client.cpp").write_text(DESCRIPTIONS)
    client = tmp_path / "client.so"
    library = cann_home / "lib64"
    subprocess.run(
        [os.environ.get("CXX", "g++"), "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", "-shared",
         "-fPIC", tmp_path / "client.cpp", "-o", client, f"-L{library}",
         f"-Wl,--no-as-needed,-rpath,{library}", "-lge_runner"],
        check=True,
    )  # fmt: skip
    describe = ctypes.CDLL(str(client), ctypes.RTLD_LOCAL | os.RTLD_NOW).Describe
    describe.restype = ctypes.c_char_p
    words = [describe(status) for status in (0, 0xFFFFFFFF, 7, 8)]
    assert words == [b"success", b"failed", b"of the client", b""]


def test_header_registers_descriptions(cann_home: Path, tmp_path: Path) -> None:
    """GE_ERRORNO of a program whose own code it is, in C++11."""
    (tmp_path / "program.cpp").write_text(
        read_source(__file__, "sources/graph_engine_registration.cpp")
    )
    library, program = cann_home / "lib64", tmp_path / "program"
    subprocess.run(
        [os.environ.get("CXX", "g++"), "-std=c++11", "-Wall", "-Wextra", "-Werror",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{cann_home}/include", tmp_path / "program.cpp",
         "-o", program, f"-L{library}", "-lgraph_base", f"-Wl,-rpath,{library}"],
        check=True,
    )  # fmt: skip
    assert subprocess.check_output([program], text=True) == "5e101009 no disk|\n"


GEIR = """
#include <cstdio>

#include "all_ops.h"
#include "ge_api.h"
#include "nn_other.h"

int main() {
    const std::map<ge::AscendString, ge::AscendString> options = {{"ge.exec.deviceId", "0"}};
    if (ge::GEInitialize(options) != ge::SUCCESS) {
        return 1;
    }
    ge::Session session(options);
    const ge::Graph graph("graph");
    std::printf("%d\\n", session.AddGraph(0, graph) == ge::FAILED);
    std::printf("%s", ge::GEGetErrorMsgV2().GetString());
    return static_cast<int>(ge::GEFinalize());
}
"""


def test_programs_with_graphs_compile_and_say_why_they_fail(
    cann_home: Path, tmp_path: Path
) -> None:
    """Examples of ops-math for graphs (test_geir_*.cpp) include and call what is here."""
    source, program = tmp_path / "geir.cpp", tmp_path / "geir"
    source.write_text(GEIR, encoding="utf-8")
    lib64 = cann_home / "lib64"
    command: list[str | Path] = [
        "g++",
        "-std=c++17",
        "-D_GLIBCXX_USE_CXX11_ABI=0",
        source,
        "-o",
        program,
    ]
    folders = ("include", "include/ge", "opp/built-in/op_graph/inc")
    command += [f"-I{cann_home / folder}" for folder in folders]
    command += [f"-L{lib64}", f"-Wl,-rpath,{lib64}", "-lge_runner", "-lgraph", "-lgraph_base"]
    subprocess.run(command, check=True)
    first, message = subprocess.check_output([program], text=True).splitlines()
    assert first == "1"
    assert "ge::Session::AddGraph: the embedded toolkit runs operators, no graphs" in message
