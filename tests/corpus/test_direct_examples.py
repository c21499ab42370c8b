"""Examples of asc-devkit by their READMEs: the commands, and the output that they show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.direct_examples import Example, find_examples, is_printed

README = """# Add 样例

## 支持的产品

- Atlas A2 训练系列产品

## 编译运行

```bash
mkdir -p build && cd build;
cmake -DCMAKE_ASC_ARCHITECTURES=dav-3510 ..;make -j;
./demo
```

- 执行结果
  ```bash
  [AIV Block 0/1]sum 3.00 4.00 ...
  ```
"""


@pytest.fixture
def example(tmp_path: Path) -> Example:
    folder = tmp_path / "add"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text("find_package(ASC REQUIRED)\n")
    (folder / "README.md").write_text(README, encoding="utf-8")
    return find_examples(tmp_path)[0]


def test_commands_are_those_of_the_readme(example: Example) -> None:
    assert (example.name, example.skipped()) == ("add", "")
    build = "cmake -DCMAKE_ASC_ARCHITECTURES=dav-2201 ..;make -j2;"
    assert example.commands().split("\n")[1:3] == [build, "./demo"]


@pytest.mark.parametrize(
    ("printed", "is_right"), [("sum 3.00 4.00 5.00", True), ("sum 3.00 5.00", False)]
)
def test_dots_stand_for_more_of_a_line(example: Example, printed: str, *, is_right: bool) -> None:
    assert is_printed(example.expected()[0], {printed}) == is_right
