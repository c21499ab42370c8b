"""Common properties of all functions of acl, and Pythons that can load it."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

MODULES = ("acl", "acl.rt", "acl.op", "acl.util")


def functions(acl) -> dict[str, Callable[..., Any]]:
    found = {}
    for name in MODULES:
        module = acl if name == "acl" else getattr(acl, name.removeprefix("acl."))
        found.update({f"{name}.{key}": f for key, f in vars(module).items() if callable(f)})
    return found


def parameters(function) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def test_submodules_are_attributes_and_importable(acl) -> None:
    for name in ("rt", "op", "util"):
        assert getattr(acl, name) is sys.modules[f"acl.{name}"]


def test_no_constants_are_exported(acl) -> None:
    names = [name for name in vars(acl.rt) if not name.startswith("__")]
    assert all(callable(getattr(acl.rt, name)) for name in names)


def test_every_function_has_positional_parameters_only_and_says_what_it_returns(acl) -> None:
    for name, function in functions(acl).items():
        kinds = {parameter.kind for parameter in parameters(function)}
        assert kinds <= {inspect.Parameter.POSITIONAL_ONLY}, name
        assert (function.__doc__ or "").startswith("Returns "), name


def test_wrong_argument_counts(acl) -> None:
    for name, function in functions(acl).items():
        all_of_them = parameters(function)
        least = sum(parameter.default is inspect.Parameter.empty for parameter in all_of_them)
        for count in {least - 1, len(all_of_them) + 1} - {-1}:
            with pytest.raises(TypeError, match=f"^{name} args parse failed: it takes "):
                function(*[0] * count)
        with pytest.raises(TypeError, match="keyword"):
            function(unknown=0)


not_an_int = st.one_of(
    st.none(),
    st.text(),
    st.floats(),
    st.binary(),
    st.lists(st.integers()),
    st.dictionaries(st.text(), st.integers()),
)


@given(value=not_an_int)
@pytest.mark.parametrize("name", ["free", "destroy_stream", "synchronize_stream", "set_context"])
def test_handles_are_int(acl, name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"^acl.rt.{name} args parse failed: argument 1 must be "):
        getattr(acl.rt, name)(value)


@pytest.mark.filterwarnings("ignore:.*will be deprecated")
def test_no_function_accepts_any_object(acl) -> None:
    for function in functions(acl).values():
        if parameters(function):
            with pytest.raises((TypeError, ValueError)):
                function(*[object()] * len(parameters(function)))


def test_integers_of_32_bits_are_checked(acl) -> None:
    for value in (2**31, -(2**31) - 1, 2**100):
        with pytest.raises(TypeError, match="argument 2 must be int of 32 bits"):
            acl.rt.malloc(64, value)


@pytest.mark.usefixtures("device")
def test_numpy_integers_are_no_handles_but_numbers(acl) -> None:
    pointer, ret = acl.rt.malloc(64, np.int32(0))
    assert ret == 0
    with pytest.raises(TypeError, match="argument 1 must be int, not uint64"):
        acl.rt.free(np.uint64(pointer))


def test_text_without_zero_bytes(acl) -> None:
    for text in ("a\0b", "\ud800", b"bytes"):
        with pytest.raises(TypeError, match="argument 1 must be str"):
            acl.rt.binary_load_from_file(text, [])


def interpreters() -> list[str]:
    """The Pythons of this machine that the toolkit supports, at least the running one."""
    found = [sys.executable]
    for minor in range(10, 20):
        path = shutil.which(f"python3.{minor}")
        if (
            path
            and subprocess.run([path, "-c", ""], check=False, capture_output=True).returncode == 0
        ):
            found.append(path)
    return found


@pytest.mark.parametrize("python", interpreters())
def test_set_env_makes_it_importable(cann_home: Path, python: str) -> None:
    code = "import acl, acl.rt as rt; print(acl.init(), rt.set_device(0), rt.get_device())"
    script = 'source "$1/set_env.sh"; exec "$2" -c "$3"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, python, code],
        env={"PATH": "/usr/bin:/bin", "PYENV_VERSION": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("0 0 (0, 0)\n", "")


def test_from_custom_compiler(cann_home: Path) -> None:
    code = """if True:
        from custom_compiler import acl
        import custom_compiler.acl.rt as rt, acl as plain
        assert plain is acl and rt is acl.rt
        print(acl.__file__, rt.get_device_count())"""
    environment = {"PATH": "/usr/bin:/bin", "ASCEND_HOME_PATH": str(cann_home)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout == f"{cann_home}/python/site-packages/acl.abi3.so (1, 0)\n"
