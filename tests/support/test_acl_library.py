"""Callers of CANN's C interface against the table of its functions."""

from __future__ import annotations

import ast
from pathlib import Path

import custom_compiler
from custom_compiler.call.library import Acl
from custom_compiler.support.acl_library import SIGNATURES

PACKAGE = Path(custom_compiler.__file__).parent


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
    fields = {"finalized", "home", "infer_library", "release", *dir(Acl)}
    unknown = {
        (str(path.relative_to(PACKAGE)), name)
        for path, names in used.items()
        for name in names - fields - SIGNATURES.keys()
    }
    assert unknown == set()
