"""Whatever JSON is given: a project whose host code compiles, or one of the known exit codes."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from custom_compiler.project.msopgen.command import main
from custom_compiler.project.msopgen.messages import Code
from custom_compiler.project.msopgen.vocabulary import ATTRIBUTES, FORMATS, TYPES

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner)
)
NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,5}", fullmatch=True) | st.sampled_from(["int", "x"])


def one_or_list(words: list[str]) -> st.SearchStrategy[Any]:
    """A word, or a list of one."""
    return st.sampled_from(words) | st.lists(st.sampled_from(words), min_size=1, max_size=1)


PORTS = st.fixed_dictionaries(
    {
        "name": NAMES,
        "type": one_or_list(sorted(TYPES)),
        "format": one_or_list(sorted(FORMATS)),
        "param_type": st.sampled_from(["required", "optional", "dynamic", "other"]),
    }
)
VALUES = LEAVES | st.lists(LEAVES, max_size=3) | st.text(alphabet="{}[],1.-e ", max_size=8)
ATTRS = st.fixed_dictionaries(
    {"name": NAMES, "type": st.sampled_from(sorted(ATTRIBUTES))},
    optional={"param_type": st.just("optional"), "default_value": VALUES},
)
# With any value in place of one that is expected.
ODD_ATTRS = st.fixed_dictionaries({"name": NAMES, "type": ANYTHING, "param_type": ANYTHING})
ODD_PORTS = st.fixed_dictionaries(
    {"name": NAMES, "type": ANYTHING, "format": ANYTHING, "param_type": ANYTHING}
)
OPERATORS = st.fixed_dictionaries(
    {"op": st.from_regex(r"[A-Z][A-Za-z0-9]{0,8}", fullmatch=True)},
    optional={
        "input_desc": st.lists(PORTS, max_size=3),
        "output_desc": st.lists(PORTS, max_size=3),
        "attr": st.lists(ATTRS, max_size=3),
        "language": ANYTHING,
    },
)


def generate(home: Path, description: Any, folder: Path) -> int:
    """The exit code of msopgen, in this process."""
    path = folder / "ops.json"
    path.write_text(json.dumps(description), encoding="utf-8")
    words = ["gen", "-i", str(path), "-c", "ai_core-ascend910b", "-out", str(folder / "out")]
    with contextlib.redirect_stdout(io.StringIO()):
        return main(str(home), words)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(description=ANYTHING | st.fixed_dictionaries(
    {"op": st.just("Abc") | ANYTHING}, optional={
    "input_desc": ANYTHING | st.lists(ODD_PORTS), "attr": ANYTHING | st.lists(ODD_ATTRS),
}))  # fmt: skip
def test_any_json_is_answered(cann_home: Path, description: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        code = generate(cann_home, description, Path(folder))
        assert code == 0 or code in set(Code)
        assert (Path(folder) / "out" / "op_host").is_dir() == (code == 0)


# Compiling takes seconds: what is found is not made smaller.
@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)  # fmt: skip
@given(description=OPERATORS)
def test_what_is_accepted_compiles(cann_home: Path, description: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        if generate(cann_home, description, Path(folder)) != 0:
            return
        (source,) = (Path(folder) / "out" / "op_host").glob("*.cpp")
        flags = ["-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0", "-Wall", "-Werror"]
        command = ["g++", "-fsyntax-only", *flags, f"-I{cann_home / 'include'}", str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + source.read_text()
