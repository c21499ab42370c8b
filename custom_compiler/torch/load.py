"""From operator sources, or a package, to PyTorch operators."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.call.prototype import find_prototype
from custom_compiler.package.vendor import announce
from custom_compiler.project import ProjectSpec, build
from custom_compiler.support.cache_root import cache_root
from custom_compiler.support.user_paths import user_path
from custom_compiler.toolkit import compute_units, ensure_home, find_toolkit
from custom_compiler.torch.registry import Operators, register

if TYPE_CHECKING:
    from collections.abc import Sequence

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
) -> Operators:
    """Build operators from sources and register them, as `torch.utils.cpp_extension.load` does.

    The build is incremental and cached by the contents of the sources.

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
    folder = user_path(build_directory) if build_directory else _folder_of(spec)
    folder.mkdir(parents=True, exist_ok=True)

    def show(event: BuildEvent) -> None:
        if verbose:
            sys.stderr.write(f"{event}\n")

    result = build(spec, folder, on_event=show)
    return load_package(result.vendor, names, namespace=namespace or vendor)


def load_package(
    package: str | Path, names: str | Sequence[str] = (), *, namespace: str | None = None
) -> Operators:
    """Register the operators of a vendor package.

    Args:
        package: `.../vendors/<vendor>`.
        names: Operator types; none: all.
        namespace: Of the PyTorch operators; None: the vendor.

    Raises:
        MisuseError: This is no vendor package, or it has no such operator.
        PackageError: PyTorch cannot pass what an operator takes.
    """
    found = announce(package)
    wanted = [names] if isinstance(names, str) else list(names)
    prototypes = [find_prototype(name, [found]) for name in wanted or sorted(found.operators)]
    return register(prototypes, namespace or found.name)


def _folder_of(spec: ProjectSpec) -> Path:
    digest = hashlib.sha256()
    for part in (spec.op_host, spec.op_kernel, spec.vendor_name, spec.compute_units):
        digest.update(f"{part}\0".encode("utf-8", "surrogateescape"))
    for files in (spec.host_files, spec.kernel_files):
        for name, path in sorted(files.items()):
            digest.update(f"{name}\0".encode("utf-8", "surrogateescape"))
            digest.update(path.read_bytes())
    return Path(cache_root()) / "torch" / f"{spec.vendor_name}-{digest.hexdigest()[:16]}"
