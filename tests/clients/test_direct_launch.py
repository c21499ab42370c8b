"""CMake projects that launch kernels directly, as CANN's samples do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.utils.caches import cache_with_headers

PROJECTS = Path(__file__).parent / "direct"


def run(command: str, cann_home: Path, folder: Path) -> str:
    """Output of a command in the toolkit's own environment."""
    script = 'source "$1/set_env.sh" && shift && exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, *command.split()],
        cwd=folder,
        env={**os.environ, "LD_LIBRARY_PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(cache_with_headers(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(cache))
    return tmp_path


def test_language_asc(cann_home: Path, folder: Path) -> None:
    run(f"cmake -G Ninja -S {PROJECTS / 'asc_language'} -B b", cann_home, folder)
    run("cmake --build b", cann_home, folder)
    lines = run("b/demo", cann_home, folder).splitlines()
    assert sorted(lines[:3]) == ["cube core 0", "vector core 0", "vector core 1"]
    assert lines[3].startswith("DumpTensor: desc=3, ")
    assert lines[4:] == ["[8, 0, 0, 0, 0, 0, 0, 0]", "workspace 1", "code 0, wrong 0"]
    assert "no work to do" in run("cmake --build b", cann_home, folder)
    other = "env ASCENDC_SOC_VERSION=Ascend310P3 sh -c b/demo||true"
    assert "code 507015" in run(other, cann_home, folder)


@pytest.mark.parametrize(
    "generator", ["Ninja", pytest.param("Unix Makefiles", marks=pytest.mark.slow)]
)
def test_ascendc_library(
    cann_home: Path, folder: Path, generator: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Release defines NDEBUG, which leaves out what assert() calls.
    settings = f"-DASCEND_CANN_PACKAGE_PATH={cann_home} -DSOC_VERSION=Ascend910B1"
    settings += " -DCMAKE_BUILD_TYPE=Release"
    source = PROJECTS / "kernel_library"
    monkeypatch.setenv("CMAKE_GENERATOR", generator)
    run(f"cmake -S {source} -B b {settings} -DRUN_MODE=npu", cann_home, folder)
    run("cmake --build b", cann_home, folder)
    output = run("b/demo b/fatbin/binary/binary.o", cann_home, folder).splitlines()
    # 5, then 2 * 5 more, then 3 * 7 more from the binary with its own definition.
    assert output == ["0: 5 5", "0: 15 15", "binary 0", "0: 36 36"]


def test_cpu_debugging(cann_home: Path, folder: Path) -> None:
    run(f"cmake -S {PROJECTS / 'kernel_library'} -B b -DRUN_MODE=cpu", cann_home, folder)
    run("cmake --build b", cann_home, folder)
    assert run("b/demo", cann_home, folder) == "10 10\n"
    told = run("env ASCENDC_OBSERVE=check sh -c (b/demo)2>&1", cann_home, folder).splitlines()
    assert told[0].startswith("[WARN] not observed: kernels of ICPU_RUN_KF: ")
    assert told[1:] == ["10 10"]


def test_architecture_that_is_unknown(cann_home: Path, folder: Path) -> None:
    (folder / "k.asc").write_text("int main() {}\n")
    done = subprocess.run(
        [cann_home / "bin/bisheng", "--npu-arch=dav-7", "-c", "k.asc"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "bisheng: error: --npu-arch=dav-7: unknown architecture"


def test_error_in_a_source_names_its_line(cann_home: Path, folder: Path) -> None:
    (folder / "k.asc").write_text('#include "kernel_operator.h"\nint main() {\n  wrong;\n}\n')
    done = subprocess.run(
        [cann_home / "bin/bisheng", "k.asc", "-o", "k"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "k.asc:3:3: error: " in done.stderr
    assert not (folder / "k").exists()


def test_words_of_the_device_compiler(
    cann_home: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As catlass has them: targets in brackets, and where cores synchronise.

    Apart from its min(), a template, the device's compiler has a function of this very type.

    Libraries may stand before what uses them, and options in the environment.
    """
    monkeypatch.setenv("ASCENDC_BISHENG_OPTIONS", "-DMORE=2 '-DOTHER=0 + 0'")
    (folder / "k.cpp").write_text(_CATLASS_LIKE)
    include = f"-I{cann_home}/include/experiment/runtime"
    libraries = f"-L{cann_home}/lib64 -lruntime -ltiling_api -lplatform"
    run(f"bisheng -std=c++17 {include} {libraries} -xasc k.cpp -o k", cann_home, folder)
    assert run("./k", cann_home, folder) == "0 0 3 20\n"


def test_words_of_kernels_that_compilers_write(cann_home: Path, folder: Path) -> None:
    """As TileLang's generator and shmem, which it includes, have them.

    Functions that differ by address space, arrays as arguments, scalar atomic stores, and a
    template of another one's namespace that is declared with other parameters.
    """
    (folder / "k.cpp").write_text(_GENERATED)
    run("bisheng --npu-arch=dav-2201 -O2 -std=c++17 -xasc k.cpp -o k", cann_home, folder)
    assert run("./k", cann_home, folder) == "0: 2 1 48 8 12\n"


_GENERATED = """
#include <cstdio>
#include "acl/acl.h"
#include "kernel_operator.h"
namespace tla { template <class T, T N, class B, class S> struct MakeIntegerSequenceImpl; }
__aicore__ inline int where(__ubuf__ half*) { return 1; }
__aicore__ inline int where(__gm__ half*) { return 2; }
__aicore__ inline int sum(const uint32_t* v, int n) {
    int total = 0;
    for (int i = 0; i < n; ++i) {
        total += v[i];
    }
    return total;
}
extern "C" __global__ __aicore__ void k(GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> ub;
    pipe.InitBuffer(ub, 1024);
    auto* out = (__gm__ int32_t*)z;
    out[0] = where((__gm__ half*)z);
    out[1] = where((__ubuf__ half*)ub.Get<half>().GetPhyAddr());
    out[2] = sum((uint32_t[]){16, 32}, 2);
    set_st_atomic_cfg(ATOMIC_S32, ATOMIC_SUM);
    st_atomic<int32_t>(1, out + 3);
    set_st_atomic_cfg(ATOMIC_F32, ATOMIC_SUM);
    st_atomic(1.5f, (__gm__ float*)(out + 4));
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* memory = nullptr;
    aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(memory, 32, 0, 32);
    k<<<8, nullptr, nullptr>>>((uint8_t*)memory);
    const int code = aclrtSynchronizeDevice();
    int result[8];
    float added = 0;
    aclrtMemcpy(result, 32, memory, 32, ACL_MEMCPY_DEVICE_TO_HOST);
    __builtin_memcpy(&added, result + 4, 4);
    std::printf("%d: %d %d %d %d %g\\n", code, result[0], result[1], result[2], result[3], added);
    aclFinalize();
}
"""


_CATLASS_LIKE = """
#include <cstdio>
#include <runtime/rt_ffts.h>
#include "acl/acl.h"
#include "kernel_operator.h"
#include "tiling/platform/platform_ascendc.h"
#define DEVICE __forceinline__ [aicore]
#define HOST_DEVICE __forceinline__ [host, aicore]
namespace own {
template <class T, class U, class = std::enable_if_t<std::is_integral_v<T>>>
HOST_DEVICE constexpr auto min(T const& a, U const& b) { return (a < b ? a : b) + MORE; }
}
using namespace own;
DEVICE void Store(__gm__ uint32_t* target, uint32_t value) { *target = min(value, 4u) + OTHER; }
__global__ [aicore] void k(uint64_t sync, GM_ADDR out) {
    AscendC::SetSyncBaseAddr(sync);
    Store((__gm__ uint32_t*)out, 3u);
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint64_t address = 1;
    uint32_t length = 1, result = 0;
    const int code = rtGetC2cCtrlAddr(&address, &length);
    void* memory = nullptr;
    aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, nullptr, nullptr>>>(address, (uint8_t*)memory);
    aclrtSynchronizeDevice();
    aclrtMemcpy(&result, 4, memory, 4, ACL_MEMCPY_DEVICE_TO_HOST);
    const auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance("Ascend910B3");
    std::printf("%d %u %u %u\\n", code, length, result, platform->GetCoreNumAic());
    aclFinalize();
}
"""


def test_names_that_cores_and_host_share(cann_home: Path, folder: Path) -> None:
    """Kernels call those of the cores, also where the host's match the arguments better."""
    source = PROJECTS / "shared_names.cpp"
    run(f"bisheng --npu-arch=dav-2201 -std=c++17 -xasc {source} -o k", cann_home, folder)
    numbers = "0.10000000000000001 0.29999999999999999"
    assert run("./k", cann_home, folder) == f"0: 7 8 {numbers} 70\n"


def test_the_kind_of_core_is_a_constant(cann_home: Path, folder: Path) -> None:
    """A source that names it in a template's arguments has two of each kernel."""
    (folder / "k.cpp").write_text(_KIND_OF_CORE)
    run("bisheng -std=c++17 -xasc k.cpp -o k", cann_home, folder)
    assert run("./k", cann_home, folder) == "11 21 21\n12 22 22\n13 23 23\n"


def test_templates_specialised_in_their_class_compile(cann_home: Path, folder: Path) -> None:
    """CANN's compiler is a clang, which takes them; GCC does not."""
    (folder / "k.cpp").write_text(
        "struct S { template <int N> struct T; template <> struct T<1> {}; };\n"
    )
    done = subprocess.run(
        [cann_home / "bin/bisheng", "-c", "k.cpp", "--launch", "g++", "-o", "k.o"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


_KIND_OF_CORE = """
#include <cstdio>
#include "acl/acl.h"
#include "kernel_operator.h"
template <int32_t CORE> struct Which;
template <> struct Which<AscendC::AIC> { static __aicore__ uint32_t Value() { return 10; } };
template <> struct Which<AscendC::AIV> { static __aicore__ uint32_t Value() { return 20; } };
template <int32_t CORE = g_coreType> __aicore__ inline uint32_t Kind() {
    return Which<CORE>::Value();
}
inline __aicore__ uint32_t SameNameInBoth() { return Kind(); }
__aicore__ inline void Store(GM_ADDR out, uint32_t more) {
    const uint32_t place = g_coreType == AscendC::AIC ? 0 : 1 + AscendC::GetSubBlockIdx();
    ((__gm__ uint32_t*)out)[place * 16] = SameNameInBoth() + more;
}
template <typename T> __global__ __aicore__ void any(GM_ADDR out, T more) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    Store(out, (uint32_t)more);
}
__global__ __aicore__ void one(GM_ADDR out) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    Store(out, 3);
}
template <typename T> void Launch(uint8_t* memory, T more) {
    any<T><<<1, nullptr, nullptr>>>(memory, more);
}
void Print(uint8_t* memory) {
    uint32_t result[64] = {};
    aclrtSynchronizeDevice();
    aclrtMemcpy(result, 256, memory, 256, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%u %u %u\\n", result[0], result[16], result[32]);
}
extern "C" uint32_t aclrtlaunch_one(uint32_t, void*, void*);
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint8_t* memory = nullptr;
    aclrtMalloc((void**)&memory, 256, ACL_MEM_MALLOC_HUGE_FIRST);
    Launch(memory, 1);
    Print(memory);
    Launch(memory, 2.f);
    Print(memory);
    aclrtlaunch_one(1, nullptr, memory);
    Print(memory);
    aclFinalize();
}
"""
