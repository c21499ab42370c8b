"""The tools of this folder, without a corpus: reports, stand-ins, comparisons."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from tests.corpus.arch_operators import find_arch_operators, has_arch_layout
from tests.corpus.checked_clients import Checked, read_reports, write_findings
from tests.corpus.classic import classify
from tests.corpus.judge import compare, compare_client
from tests.corpus.launch_times import LaunchTime, launch_time
from tests.corpus.operators import Operator, find_operators
from tests.corpus.report import read_facts, write_report
from tests.corpus.results import read_recorded, read_results
from tests.corpus.sandbox import Outcome, Sandbox, Settings, write_program

HERE = Path(__file__).parent

SCRIPT = """
import numpy as np
import tensorflow._api.v2.compat.v1 as tf1
import tensorflow as tf
from onnx import TensorProto, helper
import onnx, onnxruntime
x = np.arange(12, dtype=np.float32).reshape(3, 4)
assert (tf.gather(x, [[3, 0]] * 3, batch_dims=1).numpy() == x[:, [3, 0]]).all()
with tf1.Session() as session:
    y = session.run(tf1.reverse_sequence(x, [2, 4, 1], seq_axis=1, batch_axis=0))
assert y.tolist() == [[1, 0, 2, 3], [7, 6, 5, 4], [8, 9, 10, 11]]
assert tf1.scatter_max(ref=x, indices=[0, 0], updates=x[1:]).numpy()[0].tolist() == [8, 9, 10, 11]
assert np.dtype(tf.bfloat16.as_numpy_dtype).itemsize == 2
a = tf.compat.v1.placeholder(np.float32, shape=x.shape)
total = tf.add(tf.matmul(a, x, transpose_b=True), [1, 2, 3])
with tf1.Session() as session:
    assert (session.run(total, feed_dict={a: x}) == x @ x.T + [1, 2, 3]).all()
value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, (1, 2, 2, 2))
node = helper.make_node("GlobalAveragePool", ["x"], ["y"])
graph = helper.make_graph([node], "g", [value("x")], [value("y")])
onnx.save(helper.make_model(graph), "m.onnx")
session = onnxruntime.InferenceSession("m.onnx")
x = x[:2].reshape(1, 2, 2, 2)
(y,) = session.run(None, {session.get_inputs()[0].name: x})
assert (y.ravel() == [1.5, 5.5]).all()
"""


def test_standins(tmp_path: Path) -> None:
    folders = sorted((HERE / "standins").glob("for_*"))
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    subprocess.run([sys.executable, "-c", SCRIPT], cwd=tmp_path, env=env, check=True)


class Cells(HTMLParser):
    """The texts of the cells of all tables."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.inside = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        assert tag not in {"link", "img"}, attrs
        self.inside = tag == "td"

    def handle_endtag(self, _tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.texts.add(data)


def test_report(tmp_path: Path) -> None:
    right = Outcome("math/cross", host=True, built=True, client=True, ran=True, right=True)
    wrong = [
        Outcome(name, host=True, why_not=f"build: /tmp/{name}/k.h:{line}:3: error: no <Mmad>")
        for line, name in enumerate(("math/eye", "math/abs"))
    ]
    faulty = Outcome("activation/gelu_quant", why_not="build: multiple definition")
    recorded = {"activation/gelu_quant": "both sources define optiling::GetMod"}
    summary = write_report(tmp_path, [right, *wrong, faulty], faults=recorded)
    assert "| all | 4 | 3 | 1 | 1 | 1 | 1 | 1 |" in summary
    table = (tmp_path / "table.md").read_text()
    assert "- 2: build: k.h: error: no <Mmad> (math/abs, math/eye)" in table
    assert "GetMod" in table
    assert (tmp_path / "table.csv").read_text().count("\n") == 5
    cells = Cells()
    cells.feed((tmp_path / "table.html").read_text())
    assert {"activation/gelu_quant", "build: multiple definition"} <= cells.texts
    assert "build: /tmp/math/eye/k.h:0:3: error: no <Mmad>" in cells.texts


@pytest.mark.parametrize(
    ("suite", "table"), [("cann-ops", "cann_ops.csv"), ("ops-math", "ops_math.csv")]
)
def test_recorded_results_name_operators(suite: str, table: str) -> None:
    assert {result.case for result in read_recorded(suite).results} <= read_facts(table).keys()


def test_findings_and_costs(tmp_path: Path) -> None:
    times = tmp_path / "times.txt"
    times.write_text("begin 0.5 0.25\nrun 0.25 0.25\nend 0.25 0.5\n")
    finding = {
        "kind": "race", "severity": "error", "api": "Add", "operand": "src0", "memory": "UB",
        "count": 3, "message": "x", "allocation": None, "frames": [{"file": "/a/k.cpp", "line": 7}],
    }  # fmt: skip
    for name, findings in (("r", [finding]), ("s", [])):
        report = {"launches": [{"findings": findings}]}
        (tmp_path / f"{name}.json").write_text(json.dumps(report))
    checked = Checked(release=LaunchTime(0.25, 0.5), checked=launch_time(times))
    read_reports(tmp_path, checked)
    assert checked.launches == 2
    alike = {"launches": 1, "release": (1.0, 2.0), "checked": (2.0, 2.0)}
    silent = Outcome("b", checked=asdict(Checked(**alike)))  # type: ignore[arg-type]
    text = write_findings(tmp_path, [Outcome("a", checked=asdict(checked)), silent])
    assert "2 checked: 2 ran, 1 of them without a report" in text
    assert "take 3.0 times as long (median), 4.0 at worst (a)" in text
    assert "take 1.5 times the CPU time (median), 2.0 at worst (a)" in text
    line = (tmp_path / "findings.csv").read_text().splitlines()[1]
    assert line == "a,race,error,k.cpp:7,Add,src0,UB,,3,x"


def test_kernels_compiled_to_be_observed(tmp_path: Path) -> None:
    settings = Settings(tmp_path, Path(sys.executable), "ascend910b")
    box = Sandbox(Operator("math/add", tmp_path), settings)
    kernels = box.home / "opp/vendors/customize/op_impl/ai_core/tbe/kernel/ascend910b/add"
    kernels.mkdir(parents=True)
    for name in ("Add_0.o", "Add_1.o", "Add_1.json"):
        (kernels / name).touch()
    (box.home / "bin").mkdir()
    write_program(box.home / "bin/opc", 'echo "$1 $3"; case "$2" in *1.o) exit 1 ;; esac')
    outcome = Outcome("math/add")
    with (tmp_path / "log").open("wb") as log:
        assert box._build_observed(outcome, log) == 1
    assert outcome.observed == 1
    assert (tmp_path / "log").read_text() == "--observed --soc_version=ascend910b\n" * 2


def test_operators(tmp_path: Path) -> None:
    files = {
        f"one/{Operator.client_folder}/run.sh": "echo test pass",
        "one/op_kernel/one.cpp": "",
        "one/op_host/one.cpp": '#include "../../two/op_host/two.h"',
        f"two/{Operator.client_folder}/run.sh": "./main",
        f"two/{Operator.client_folder}/main.cpp": "",
        "two/op_kernel/two.cpp": "",
        "two/op_host/two.h": "",
        "two/op_host/two.cc": "",
        "two/op_host/two.cpp": "",
        "two/op_host/old.cpp": "",
        "two/op_host/aclnn_two.h": "",
        "two/op_host/aclnn_two.cpp": "",
        "two/CMakeLists.txt": "target_sources(opapi PRIVATE op_host/aclnn_two.cpp)"
        "target_sources(optiling PRIVATE op_host/two.cpp)",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    one, two = find_operators(tmp_path)
    assert one.client is None  # only says that it passed
    assert two.client == tmp_path / "two" / Operator.client_folder
    names = [path.name for path in one.host_files()]
    assert names == ["one.cpp", "two.cc", "two.cpp", "two.h"]
    assert [path.name for path in two.host_files()] == ["aclnn_two.h", "two.cpp", "two.h"]
    assert one.includes() == [tmp_path / "two/op_host", tmp_path / "one/op_host"]
    assert two.includes() == []
    assert one.place_of_shared(tmp_path / "two/op_host/two.h") == Path("two.h")
    assert [path.name for path in two.api_files()] == ["aclnn_two.cpp", "aclnn_two.h"]


def test_comparison(tmp_path: Path) -> None:
    want = np.linspace(-1, 1, 4000, dtype=np.float16)
    want.tofile(tmp_path / "golden.bin")
    for wrong, is_right in ((0, True), (3, True), (9, False)):
        real = want.copy()
        real[:wrong] += 1
        real.tofile(tmp_path / "output.bin")
        result = compare(tmp_path / "output.bin", tmp_path / "golden.bin", "float16")
        assert result.right is is_right, result.detail


def test_types_of_each_file_are_those_that_the_script_reads(tmp_path: Path) -> None:
    (tmp_path / "run.sh").write_text(
        "python3 verify_result.py y.bin i.bin golden_y.bin golden_i.bin"
    )
    (tmp_path / "verify_result.py").write_text(
        "def verify_result(y, i, golden_y, golden_i):\n"
        "    dtype = np.float32  # of the values\n"
        "    y = np.fromfile(y, dtype=dtype)\n"
        "    i = np.fromfile(i, dtype=np.int32)\n"
        "    golden_y = np.fromfile(golden_y, dtype=dtype)\n"
        "    golden_i = np.fromfile(golden_i, dtype=np.int64)\n"
    )
    np.array([1.5], np.float32).tofile(tmp_path / "y.bin")
    np.array([1.5], np.float32).tofile(tmp_path / "golden_y.bin")
    np.array([7], np.int32).tofile(tmp_path / "i.bin")
    for index, is_right in ((7, True), (8, False)):
        np.array([index], np.int64).tofile(tmp_path / "golden_i.bin")
        values, indices = compare_client(tmp_path)
        assert values.right
        assert values.detail == "y.bin: 0 of 1 float32 values differ"
        assert indices.right is is_right


DEFINITION = """
this->AICore().AddConfig("{unit}");
OP_ADD(Foo);
"""
CMAKE = """
set(SUPPORT_COMPUTE_UNIT "ascend910b" "ascend950")
set(SUPPORT_TILING_DIR "arch22" "arch35")
add_all_modules_sources(OPTYPE foo ACLNNTYPE {kind} COMPUTE_UNIT ${{SUPPORT_COMPUTE_UNIT}}
    TILING_DIR ${{SUPPORT_TILING_DIR}} DISABLE_IN_OPP TRUE)
"""
KERNEL = """
#if {condition}
#include "arch35/foo_simt.h"
#else
#include "foo.h"
#endif
__global__ __aicore__ void foo() {{}}
"""


def _arch_operator(
    root: Path, *, unit: str, condition: str, kernel: str = "foo.cpp", interface: str = "aclnn"
) -> None:
    files = {
        "CMakeLists.txt": CMAKE.format(kind=interface),
        "op_host/foo_def.cpp": DEFINITION.format(unit=unit),
        "op_host/foo_infershape.cpp": "",
        "op_host/arch22/foo_tiling.cpp": "",
        "op_host/arch35/foo_tiling.cpp": "",
        "op_host/foo_unused.cpp": "",
        f"op_kernel/{kernel}": KERNEL.format(condition=condition),
        "op_kernel/foo.h": '#include "../bar/bar.h"',
        "op_kernel/arch35/foo_simt.h": "__simt_vf__ void Foo();",
        "examples/test_aclnn_foo.cpp": "",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_newer_layout(tmp_path: Path) -> None:
    (tmp_path / "common" / "inc").mkdir(parents=True)
    (tmp_path / "math" / "bar" / "op_kernel").mkdir(parents=True)
    cases = {
        "classic": {"unit": "ascend910b", "condition": "__CCE_AICORE__ == 310"},
        "newer": {"unit": "ascend950", "condition": "__CCE_AICORE__ == 310"},
        "mixed": {
            "unit": "ascend910b",
            "condition": "__CCE_AICORE__ != 100",
            "interface": "aclnn_exclude",
        },
        "apt": {"unit": "ascend910b", "condition": "1", "kernel": "foo_apt.cpp"},
    }
    for name, case in cases.items():
        _arch_operator(tmp_path / "math" / name, **case)
    assert not has_arch_layout(tmp_path)
    found = {op.root.name: op for op in find_arch_operators(tmp_path)}
    assert {name: classify(op) for name, op in found.items()} == {
        "classic": "",
        "newer": "registers only ascend950",
        "mixed": "foo_simt.h uses __simt",
        "apt": "no kernel source but those of the 950",
    }
    classic = found["classic"]
    assert classic.generates_interface
    assert not found["mixed"].generates_interface
    host = [path.relative_to(classic.root / "op_host").as_posix() for path in classic.host_files()]
    assert host == ["arch22/foo_tiling.cpp", "foo_def.cpp", "foo_infershape.cpp"]
    assert classic.kernel_neighbours() == [tmp_path / "math" / "bar" / "op_kernel"]
    assert classic.interface_kind() == "autogen"
    assert [path.name for path in classic.client_sources()] == ["test_aclnn_foo.cpp"]


def test_tables_of_operators() -> None:
    assert len(read_facts()) == 259
    facts = read_facts("ops_math.csv")
    assert len(facts) == 474
    assert sum(row["class"] == "classic" for row in facts.values()) == 190
    assert all((row["class"] == "classic") == (not row["reason"]) for row in facts.values())


README = """\
# Sample
## Products
| 产品 |
|---|
| {product} |
## Run
```cmake
cmake_minimum_required(VERSION 3.16)
```
  ```bash
  cmake -DCMAKE_ASC_ARCHITECTURES=dav-3510 .
  echo "Built target demo"
  {command}
  ```
- 执行结果
  ```bash
  OUTPUT = 24
  ```
"""


def test_examples(tmp_path: Path) -> None:
    cases = {
        "right": ("Atlas A2", "echo test pass"),
        "wrong": ("Atlas A2", "echo test failed"),
        "silent": ("Atlas A2", "true"),
        "printed": ("Atlas A2", "echo OUTPUT = 24"),
        "broken": ("Atlas A2", "echo error: no kernel; exit 1; echo pass"),
        "other": ("Ascend 950PR", "echo test pass"),
    }
    for name, (product, command) in cases.items():
        folder = tmp_path / "examples" / "family" / "api" / name
        folder.mkdir(parents=True)
        (folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.16)\nproject(demo LANGUAGES NONE)\n"
            'if(FALSE)\nfind_package(ASC)\nendif()\nfile(WRITE seen "${CMAKE_ASC_ARCHITECTURES}")\n'
        )
        text = README.format(product=product, command=command)
        (folder / "README.md").write_text(text, encoding="utf-8")
    author = ("-c", "user.name=x", "-c", "user.email=x@example.com")
    for words in (("init", "--quiet"), ("add", "."), (*author, "commit", "--quiet", "-m", "x")):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "tests.corpus", "run", "asc-devkit-examples"),
            *("--checkout", tmp_path, "--work", tmp_path / "work"),
            *("--output", tmp_path / "results"),
        ],
        cwd=HERE.parents[1], capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "| all | 6 | 2 | 3 | 0 | 1 |" in done.stdout
    rows = {
        row.case.rpartition("/")[2]: row for row in read_results(tmp_path / "results/results.csv")
    }
    assert {name: (row.verdict, row.steps) for name, row in rows.items()} == {
        "right": ("right", "built ran"),
        "printed": ("right", "built ran"),
        "wrong": ("wrong", "built ran"),
        "silent": ("wrong", "built ran"),
        "broken": ("wrong", "built"),
        "other": ("skipped", ""),
    }
    assert rows["broken"].reason == "run: error: no kernel"
    assert "family/api/broken: wrong (built), recorded as right: run: error" in done.stderr
    assert (tmp_path / "work/asc-devkit/examples/family/api/right/seen").read_text() == "dav-2201"
