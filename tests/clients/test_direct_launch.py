"""CMake projects that launch kernels directly, as CANN's samples do."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from custom_compiler.kernel.toolchain.missing_apis import recorded_lacks
from tests.utils.caches import cache_with_headers
from tests.utils.sources import read_source

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


def test_programs_of_the_host_link_without_naming_ascendcl(cann_home: Path, folder: Path) -> None:
    """As the host's half of asc-devkit's 02_dynamic_library_compile, in CMake's language ASC."""
    for name, call in (("acl", "aclInit(nullptr) + aclFinalize()"), ("plain", "0")):
        text = f'#include "acl/acl.h"\nint main() {{ return {call}; }}'
        (folder / f"{name}.cpp").write_text(text)
        run(f"g++ -I{cann_home}/include -c {name}.cpp", cann_home, folder)
        run(f"bisheng {name}.o -o {name}", cann_home, folder)
        run(f"./{name}", cann_home, folder)
    assert "libascendcl.so" in run("readelf -d acl", cann_home, folder)
    (folder / "words.sh").write_text("bisheng -v acl.o -o acl 2>&1")
    assert f"-L{cann_home}" not in run("sh words.sh", cann_home, folder)  # CMake reads them
    assert "libascendcl.so" not in run("readelf -d plain", cann_home, folder)


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


def test_functions_that_sources_share(cann_home: Path, folder: Path) -> None:
    """Linkers keep one of the same inline functions, with its record of what some SoCs lack."""
    for number in (1, 2):
        (folder / f"k{number}.cpp").write_text(_SHARED_FUNCTION.replace("NUMBER", str(number)))
        run(
            f"bisheng --npu-arch=dav-2201 -fPIC -xasc -c k{number}.cpp -o k{number}.o",
            cann_home,
            folder,
        )
    run("g++ -shared k1.o k2.o -o libk.so", cann_home, folder)
    library = (folder / "libk.so").read_bytes()
    # Both sources call it; one function is left.
    assert [lack.name for lack in recorded_lacks(library)].count("SetLoadDataBoundary") == 1


_SHARED_FUNCTION = """\
#include "kernel_operator.h"
template <typename T>
__attribute__((noinline)) __aicore__ void Shared(T bytes) {
    AscendC::SetLoadDataBoundary(bytes);
}
extern "C" __global__ __aicore__ void kernelNUMBER(GM_ADDR x) {
    Shared<uint32_t>(NUMBER);
}
"""


_GENERATED = read_source(__file__, "sources/direct_launch_generated.cpp")


_CATLASS_LIKE = read_source(__file__, "sources/direct_launch_catlass_like.cpp")


def test_names_that_cores_and_host_share(cann_home: Path, folder: Path) -> None:
    """Kernels call those of the cores, also where the host's match the arguments better."""
    source = PROJECTS / "shared_names.cpp"
    run(f"bisheng --npu-arch=dav-2201 -std=c++17 -xasc {source} -o k", cann_home, folder)
    numbers = "0.10000000000000001 0.29999999999999999"
    assert run("./k", cann_home, folder) == f"0: 7 8 {numbers} 70 4.5\n"


def test_memory_of_the_driver_at_an_address_that_kernels_know(
    cann_home: Path, folder: Path
) -> None:
    """As shmem; the sanitizer takes it as device memory, too."""
    source = PROJECTS / "driver_memory.cpp"
    library = f"-L{cann_home}/lib64 -lascend_hal"
    run(f"bisheng --npu-arch=dav-2201 -std=c++17 -xasc {source} {library} -o k", cann_home, folder)
    assert run("./k", cann_home, folder) == "0: 1000 1063\n"
    checked = run("mssanitizer -- ./k", cann_home, folder)
    assert "0: 1000 1063" in checked
    assert "kernel add_known. No error detected." in checked
    (folder / "wrong.sh").write_text("./k fault 2>&1")
    wrong = run("sh wrong.sh", cann_home, folder)
    assert "507035: " in wrong
    assert "accessed address 0x17ffbdfff000, which is no allocated memory" in wrong
    assert "from the start of a buffer" not in wrong


@pytest.mark.parametrize("has_header", [False, True])
def test_scalar_accesses_at_offsets_in_local_memory(
    cann_home: Path, folder: Path, *, has_header: bool
) -> None:
    """The host's processor executes them, which has other memory at such addresses."""
    text = (PROJECTS / "local_addresses.cpp").read_text()
    if has_header:
        function = text[text.index("template") : text.index("__global__ __aicore__ void sums")]
        (folder / "sum.h").write_text(function)
        text = text.replace(function, '#include "sum.h"\n')
    (folder / "k.cpp").write_text(text)
    run("bisheng --npu-arch=dav-2201 -std=c++17 -xasc k.cpp -o k", cann_home, folder)
    assert run("./k", cann_home, folder) == "0: 10 100\n"
    checked = run("mssanitizer -- ./k", cann_home, folder)
    assert "kernel sums. No error detected." in checked


def test_host_code_with_debug_information_is_not_instrumented(
    cann_home: Path, folder: Path
) -> None:
    """As shmem's unit tests, which g++ links without the library of the cores."""
    (folder / "h.cpp").write_text(
        '#include "kernel_operator.h"\n#include <atomic>\n'
        "struct Two { int x; __aicore__ inline int Twice() { return 2 * x; } };\n"
        "std::atomic<int> result{21};\n"
        "int main() { Two two{result}; result = two.Twice(); return result - 42; }\n"
    )
    run("bisheng -g -xcce --cce-aicore-arch=dav-c220 -c h.cpp -o h.o", cann_home, folder)
    run("g++ h.o -o h", cann_home, folder)
    assert run("./h", cann_home, folder) == ""


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


_KIND_OF_CORE = read_source(__file__, "sources/direct_launch_kind_of_core.cpp")
