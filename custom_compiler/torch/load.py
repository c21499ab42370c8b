"""From operator sources, or a package, to PyTorch operators."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.call.prototype import find_prototype
from custom_compiler.package.vendor import announce
from custom_compiler.project import ProjectSpec, build
from custom_compiler.support.files import copy_tree
from custom_compiler.support.store import Store, tree_digest
from custom_compiler.support.user_paths import user_path
from custom_compiler.toolkit import compute_units, ensure_home, find_toolkit
from custom_compiler.torch.registry import RegisteredOperators, register

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.project import BuildEvent


def load(  # noqa: PLR0913  as torch.utils.cpp_extension.load
    names: str | Sequence[str] = (),
    *,
    op_host: str | Path,
    op_kernel: str | Path,
    vendor: str = "customize",
    soc_version: str = "",
    namespace: str | None = None,
    build_directory: str | Path | None = None,
    verbose: bool = False,
) -> RegisteredOperators:
    """Build operators from sources and register them, as `torch.utils.cpp_extension.load` does.

    The build is incremental: after an edit, only what it changes is compiled. Without a
    `build_directory`, builds and packages are in the user's cache (`custom-compiler cache`).

    Args:
        names: Operator types ("AddCustom"); none: all that the sources define.
        op_host: Folder of the host sources.
        op_kernel: Folder of the kernel sources.
        vendor: Vendor of the package.
        soc_version: Compute units, ';' between them; "": those the sources register.
        namespace: Of the PyTorch operators; None: the vendor.
        build_directory: Where to build; None: a folder of the user's cache.
        verbose: Print the steps.

    Raises:
        MisuseError: A folder, a name or a unit cannot be.
        BuildError: The sources do not build; it has the compiler's message.
    """
    toolkit = find_toolkit(ensure_home())
    spec = ProjectSpec(
        op_host=Path(op_host), op_kernel=Path(op_kernel), toolkit=toolkit,
        vendor_name=vendor,
        compute_units=compute_units(soc_version, toolkit.platform_config),
    )  # fmt: skip

    def show(event: BuildEvent) -> None:
        if verbose:
            sys.stderr.write(f"{event}\n")

    if build_directory:
        folder = user_path(build_directory)
        folder.mkdir(parents=True, exist_ok=True)
        package = build(spec, folder, on_event=show).vendor
    else:
        package = _cached_package(spec, show)
    return load_package(package, names, namespace=namespace or vendor)


def _cached_package(spec: ProjectSpec, show: Callable[[BuildEvent], None]) -> Path:
    """Build in the folder of these sources, and return a copy of the package.

    Later builds leave the copy: processes that loaded it before an edit go on with it.
    """
    store, name = Store(), _build_name(spec)
    with store.locked(f"torch-{name}"):
        store.hold(store.path("torch", name))
        vendor = build(spec, Path(store.folder("torch", name)), on_event=show).vendor
        entry = store.entry(
            "packages",
            tree_digest(str(vendor))[:32],
            lambda part: copy_tree(str(vendor), str(Path(part, "vendors", vendor.name))),
        )
    return Path(entry, "vendors", vendor.name)


def load_package(
    package: str | Path, names: str | Sequence[str] = (), *, namespace: str | None = None
) -> RegisteredOperators:
    """Register the operators of a vendor package.

    Args:
        package: `.../vendors/<vendor>`.
        names: Operator types; none: all.
        namespace: Of the PyTorch operators; None: the vendor.

    Raises:
        MisuseError: This is no vendor package, or it has no such operator.
        PackageError: PyTorch cannot pass what an operator takes.
    """
    package_read = announce(package)
    wanted = [names] if isinstance(names, str) else list(names)
    prototypes = [
        find_prototype(name, [package_read]) for name in wanted or sorted(package_read.operators)
    ]
    return register(prototypes, namespace or package_read.name)


def _build_name(spec: ProjectSpec) -> str:
    """Name the build of these folders, whatever is in them."""
    facts = (spec.op_host, spec.op_kernel, spec.toolkit.root, spec.vendor_name, spec.compute_units)
    text = "\0".join(map(str, facts)).encode("utf-8", "surrogateescape")
    return f"{spec.vendor_name}-{hashlib.sha256(text).hexdigest()[:16]}"
