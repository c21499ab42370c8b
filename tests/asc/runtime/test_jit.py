"""Calls of kernels: binding, specialisation, options, errors."""

import threading

import numpy as np
import pytest

import asc
from asc.runtime.compiler import CompileOptions, Compiler
from tests.utils.caches import cache_with_headers

SCALE = 3


@asc.jit
def fill(z: asc.GlobalAddress, value: int, count: asc.ConstExpr = 8):  # type: ignore[assignment]
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    for i in range(count):
        out.set_value(i, value * SCALE)


@asc.jit
def put(z: asc.GlobalAddress, value):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    out.set_value(0, value)


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory, monkeypatch):
    folder = cache_with_headers(tmp_path_factory.getbasetemp() / "asc_cache")
    monkeypatch.setenv("PYASC_CACHE_DIR", folder)
    monkeypatch.delenv("PYASC_DUMP_PATH", raising=False)


def test_defaults_and_names():
    z = np.zeros(8, np.int32)
    fill[1](value=2, z=z)
    assert (z == 6).all()
    fill[1](z, 1, count=4)
    assert z.tolist() == [3, 3, 3, 3, 6, 6, 6, 6]


def test_a_variable_of_the_module_that_changes_makes_another_kernel(monkeypatch):
    z = np.zeros(8, np.int32)
    monkeypatch.setitem(globals(), "SCALE", 5)
    fill[1](z, 1)
    assert (z == 5).all()


def test_a_variable_around_the_kernel_that_changes_makes_another_kernel():
    factor = 2

    @asc.jit
    def times(z: asc.GlobalAddress):
        out = asc.GlobalTensor()
        out.set_global_buffer(z)
        out.set_value(0, 10 * factor)

    z = np.zeros(1, np.int32)
    times[1](z)
    assert z[0] == 20
    factor = 3
    times[1](z)
    assert z[0] == 30


TABLE = [1, 2]
LONG = np.arange(5000)


@asc.jit
def from_tables(z: asc.GlobalAddress):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    out.set_value(0, TABLE[1] + int(LONG[2500]))


def test_lists_and_arrays_that_change_in_place_make_another_kernel():
    z = np.zeros(1, np.int32)
    from_tables[1](z)
    assert z[0] == 2502
    TABLE[1] = 5
    from_tables[1](z)
    assert z[0] == 2505
    LONG[2500] = 0
    from_tables[1](z)
    assert z[0] == 5


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (-7, np.int32),
        (True, np.int8),
        (2.5, np.float32),
        (np.float16(0.5), np.float16),
        (np.int64(2**40), np.int64),
        (np.uint8(200), np.uint8),
    ],
)
def test_numbers(value, dtype):
    z = np.zeros(1, dtype)
    put[1](z, value)
    assert z[0] == value


def test_constants_have_the_type_that_is_annotated():
    @asc.jit
    def k(count: asc.ConstExpr[int]):
        pass

    with pytest.raises(TypeError, match=r"'count' argument must be int, got str \(kernel k\)"):
        k[1]("text")


def test_one_function_serves_many_types():
    for dtype in (np.int32, np.float32, np.int16):
        z = np.zeros(8, dtype)
        put[1](z, dtype(3))
        assert z[0] == 3


def test_bare_calls_say_what_is_missing():
    with pytest.raises(RuntimeError, match="without initialization of global builder"):
        fill(np.zeros(8, np.int32), 1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((), {}, "kernel fill: missing arguments: 'z', 'value'"),
        ((1, 2, 3, 4), {}, "kernel fill takes 3 arguments by position, 4 were given"),
        ((1,), {"z": 2}, "kernel fill: argument 'z' is given twice"),
        ((), {"colour": 2}, "kernel fill has no such parameter; there is no option 'colour'"),
        (("text", 2), {}, "Argument type in JIT function is not supported: str"),
    ],
)
def test_arguments_that_do_not_fit(arguments, named, message):
    with pytest.raises(TypeError, match=message):
        fill[1](*arguments, **named)


@pytest.mark.parametrize(
    ("core_num", "kind"), [(0, ValueError), (-1, ValueError), (65536, ValueError), ("8", TypeError)]
)
def test_numbers_of_blocks(core_num, kind):
    with pytest.raises(kind, match=r"kernel fill: core_num is .*, not"):
        fill[core_num](np.zeros(8, np.int32), 1)


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"colour": 1}, RuntimeError, "there is no option 'colour' of kernels; there are"),
        ({"core_num": 8}, RuntimeError, r"option 'core_num' belongs to a launch: k\[core_num"),
        ({"opt_level": 4}, ValueError, "option opt_level is 1 to 3, not 4"),
        ({"debug": "yes"}, TypeError, "option debug is True or False, not 'yes'"),
        ({"bisheng_options": "-g"}, TypeError, "option bisheng_options is a tuple of texts"),
        ({"kernel_type": 1}, TypeError, "option kernel_type is a KernelType"),
        ({"auto_sync_log": "f"}, ValueError, "option auto_sync_log: no compiler inserts"),
        ({"verify_sync": True}, ValueError, "option verify_sync: missing synchronisation"),
    ],
)
def test_options_that_do_not_fit(options, kind, message):
    def k():
        pass

    with pytest.raises(kind, match=message):
        asc.jit(**options)(k)


def test_level_without_optimisation_is_refused_when_compiling():
    options = CompileOptions(opt_level=0)
    with pytest.raises(RuntimeError, match="Please check input compile option opt_level"):
        Compiler(options)
    with pytest.raises(RuntimeError, match="Please check input compile option opt_level"):
        put[1](np.zeros(1, np.int32), 1, opt_level=0)


def test_parameters_called_like_options_are_refused():
    def k(debug):
        pass

    with pytest.raises(RuntimeError, match="kernel k: parameter 'debug' is called like an option"):
        asc.jit(k)


def test_options_of_a_call():
    z = np.zeros(8, np.int32)
    fill[1](z, 1, debug=True)
    assert (z == 3).all()


def test_dry_run_compiles_only(monkeypatch):
    z = np.zeros(8, np.int32)
    monkeypatch.setenv("DRY_RUN", "1")
    fill[1](z, 1)
    assert not z.any()


def test_stages_can_be_read_and_dumped(tmp_path, monkeypatch):
    monkeypatch.setenv("PYASC_DUMP_PATH", str(tmp_path / "dump"))
    fill[1](np.zeros(8, np.int32), 1, strip_loc=True)
    names = {path.name for path in (tmp_path / "dump").iterdir()}
    assert names == {"codegen.mlir", "ascir.mlir", "ascendc.cpp", "binary.o"}
    assert (tmp_path / "dump/ascendc.cpp").read_text() == fill.source()
    assert "#line" not in fill.source()
    assert "func.func" in fill.source("codegen")
    with pytest.raises(ValueError, match="no stage 'python' of a kernel; there are codegen, ascir"):
        fill.source("python")


def test_threads_launch_at_once():
    arrays = [np.zeros(8, np.int32) for _ in range(4)]
    failures = []

    def work(array, value):
        try:
            for _ in range(20):
                fill[1 + value](array, value)
        except Exception as error:  # noqa: BLE001 - shown by the assertion
            failures.append(error)

    threads = [
        threading.Thread(target=work, args=(array, value)) for value, array in enumerate(arrays)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert [array.tolist() for array in arrays] == [[3 * i] * 8 for i in range(4)]


def test_mock_arguments_compile(monkeypatch):
    from asc.runtime.jit import MockTensor, MockValue

    monkeypatch.setenv("DRY_RUN", "1")
    put[1](MockTensor(asc.float16), MockValue(asc.float16))
    assert "half" in put.source()


def test_mock_arguments_cannot_be_launched():
    from asc.runtime.jit import MockTensor

    with pytest.raises(TypeError, match="argument 'z' is a MockTensor, which has no value"):
        put[1](MockTensor(asc.int32), 1)


def test_tests_may_patch_the_launch(monkeypatch):
    calls = []
    monkeypatch.setattr("asc.runtime.launcher.Launcher.run", lambda *args: calls.append(args))
    fill[3](np.zeros(8, np.int32), 1)
    assert len(calls) == 1


@asc.jit
def bit_of(z: asc.GlobalAddress, place):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    out.set_value(0, 1 << place.cast(asc.int64))
    out.set_value(1, -1 << place.cast(asc.int64))


def test_a_known_number_is_shifted_in_the_type_of_its_shift():
    z = np.zeros(2, np.int64)
    bit_of[1](z, 40)
    assert z.tolist() == [1 << 40, -1 << 40]
