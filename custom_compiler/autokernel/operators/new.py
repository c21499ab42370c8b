"""A description to start from, as a file that its user edits and runs."""

from __future__ import annotations

import ast
import inspect
import keyword
import re
import sys
from typing import TYPE_CHECKING

import numpy as np

from custom_compiler.autokernel.describe.reference import numpy_dtype
from custom_compiler.autokernel.describe.sizes import evaluate, symbols_of
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.errors import MisuseError, write_error

if TYPE_CHECKING:
    from pathlib import Path

    from custom_compiler.autokernel.describe.description import Description
    from custom_compiler.autokernel.describe.tree import Input, Operator

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_SMALL = 4  # places of an axis of the example

_HEAD = '''\
"""{title}

Run this file to see what it computes, by NumPy. Then:

    custom-compiler autokernel plug {name}.py --into c
"""
'''
_BODY = '''
from custom_compiler import autokernel as ak


# One entry per tensor: its axes by name; `...` are all dimensions before them.
@ak.op(x="... columns", bias="columns", dtypes=("float16", "bfloat16", "float32"))
def {name}(x: ak.Tensor, bias: ak.Tensor, scale: float = 1.0) -> ak.Tensor:
    """Rows plus a bias, scaled, and divided by their largest magnitude."""
    wide = (ak.wide(x) + ak.wide(bias)) * scale  # narrow floats are computed in float32
    largest = ak.max(abs(wide), "columns")
    return ak.cast(wide / ak.maximum(largest, 1e-6), x.dtype)
'''


def write_new(name: str, like: str, folder: Path) -> Path:
    """Write `<name>.py`, the example or a copy of the shipped description `like`; its path.

    Raises:
        MisuseError: the name cannot be, nothing shipped is called `like`, or the file exists.
    """
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise MisuseError(f"an operator cannot be called {name!r}", "write it like my_operator")
    path = folder / f"{name}.py"
    if path.exists():
        raise MisuseError(f"{path} exists", "choose another name, or remove it")
    if not like:
        text = _HEAD.format(title=f"{name}: to be edited.", name=name) + _BODY.format(name=name)
        text += _EXAMPLE.format(name=name, arguments="random(2, 8), random(8)")
    elif like in SHIPPED:
        text = _copied(name, SHIPPED[like])
    else:
        raise MisuseError(f"no operator is called {like!r}", f"choose one of {', '.join(SHIPPED)}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise write_error(path, error, "choose another folder with --path") from error
    return path


_EXAMPLE = """

if __name__ == "__main__":
    import numpy as np

    def random(*shape: int) -> np.ndarray:
        return np.random.default_rng(0).standard_normal(shape).astype(np.float32)

    print({name}({arguments}))
"""


def _copied(name: str, description: Description) -> str:
    """Return the source of a shipped description with everything that it uses of its module."""
    module = sys.modules[inspect.getmodule(description).__name__]  # type: ignore[union-attr]
    source = inspect.getsource(module)
    tree = ast.parse(source)
    needed = _used(tree, description.name)
    parts = [ast.get_source_segment(source, node) or "" for node in tree.body if node in needed]
    function = next(node for node in needed if getattr(node, "name", "") == description.name)
    decorated = "\n".join(
        source.splitlines()[function.decorator_list[0].lineno - 1 : function.end_lineno]  # type: ignore[attr-defined]
    )
    text = ast.get_source_segment(source, function) or ""
    renamed = re.sub(rf"\bdef {description.name}\b", f"def {name}", decorated)
    parts[parts.index(text)] = renamed
    head = _HEAD.format(title=f"{name}: begun as {description.name}.", name=name)
    body = "".join(_spaced(part) for part in parts)
    dtype = "float32" if "float32" in description.dtypes else None
    operator = description.operator(dtype=dtype)
    example = _EXAMPLE.format(name=name, arguments=_arguments(operator))
    return f"{head}{body}{example}"


def _spaced(part: str) -> str:
    return f"\n\n{part}\n" if part.startswith(("@", "def ")) else f"\n{part}\n"


def _used(tree: ast.Module, name: str) -> list[ast.stmt]:
    """Return the statements of a module that one of its functions needs, recursively."""
    homes: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            homes.update((each.asname or each.name, node) for each in node.names)
        elif isinstance(node, ast.FunctionDef):
            homes[node.name] = node
        elif isinstance(node, ast.Assign):
            homes.update(
                (target.id, node) for target in node.targets if isinstance(target, ast.Name)
            )
    needed: list[ast.stmt] = []
    wanted = [name]
    while wanted:
        home = homes.get(wanted.pop())
        if home is not None and home not in needed:
            needed.append(home)
            wanted += [node.id for node in ast.walk(home) if isinstance(node, ast.Name)]
    return needed


def _arguments(operator: Operator) -> str:
    """Return the arrays of a small call, as Python."""
    sizes = [axis.size for port in operator.inputs for axis in port.axes]
    symbols = {name: _SMALL for size in sizes for name in symbols_of(size)}
    return ", ".join(_array(port, symbols) for port in operator.inputs)


def _array(port: Input, symbols: dict[str, int]) -> str:
    shape = ", ".join(str(evaluate(axis.size, symbols)) for axis in port.axes)
    random = f"random({shape})"
    kind = np.dtype(numpy_dtype(port.dtype))
    return random if kind == np.float32 else f"random({shape}).astype(np.{kind.name})"
