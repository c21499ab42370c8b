"""Callers of CANN's C interface against the table of its functions."""

from __future__ import annotations

import ast
from pathlib import Path

import custom_compiler
from custom_compiler.call.library import Acl
from custom_compiler.support.acl_library import SIGNATURES

PACKAGE = Path(custom_compiler.__file__).parent
# Modules that load libraries other than the toolkit's and packages', and what they load.
LOADERS = {
    "asc/host/library.py": "a shim to the tiling library, compiled against any toolkit",
    "autokernel/host/call.py": "kernels for this machine that autokernel compiled",
    "autokernel/mskl/kernel.py": "a launch function that the user's script compiled",
    "autokernel/plug/packages/torch_operator.py": "kernels; generated packages have a copy of it",
    "judge/inside.py": "the C library, for system calls of the sandbox",
    "observe/kernel_name.py": "the C++ library, which demangles names",
    "project/template/customize/cmake/util/tiling_structures.py": "the copy of the next",
    "support/tiling_structures.py": "tiling libraries; generated projects have a copy of it",
    "support/processes.py": "the C library, for prctl",
}


def _is_acl(node: ast.expr) -> bool:
    """Return whether an expression is `acl()`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "acl"


def _attributes(path: Path) -> set[str]:
    """Return the attributes of `acl()`, and of names that are assigned from it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assigned = {
        ast.unparse(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _is_acl(node.value)
        for target in node.targets
    }
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (_is_acl(node.value) or ast.unparse(node.value) in assigned)
    }


def test_callers_use_functions_of_the_table() -> None:
    """AclLibrary finds functions by name at run time, so mypy does not reject a wrong one."""
    used = {path: _attributes(path) for path in PACKAGE.rglob("*.py") if "cann" not in path.parts}
    assert sum("aclDestroyAclOpExecutor" in names for names in used.values()) > 1
    fields = {"finalized", "home", *dir(Acl)}
    unknown = {
        (str(path.relative_to(PACKAGE)), name)
        for path, names in used.items()
        for name in names - fields - SIGNATURES.keys()
    }
    assert unknown == set()


def test_libraries_of_toolkits_and_packages_are_loaded_by_one_module() -> None:
    loaders = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if "CDLL(" in path.read_text(encoding="utf-8") and "cann" not in path.parts
    }
    assert loaders == {"support/acl_library.py", *LOADERS}
