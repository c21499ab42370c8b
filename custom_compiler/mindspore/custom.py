"""A ready `ops.Custom` for an operator, made from its package alone."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler import __version__, bridge
from custom_compiler.bridge import Bridge, write_bridge
from custom_compiler.call import arrays
from custom_compiler.call.prototype import find_prototype
from custom_compiler.errors import MisuseError
from custom_compiler.package.files import PackageFiles
from custom_compiler.package.vendor import announce, find_packages
from custom_compiler.support.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from custom_compiler.call.prototype import Prototype
    from custom_compiler.package.vendor import VendorPackage
    from custom_compiler.toolkit import Toolkit

# What MindSpore calls types otherwise than CANN.
_MINDSPORE_NAMES = {"double": "float64"}


def custom_op(
    operator: str,
    *,
    package: str | Path | None = None,
    attributes: Mapping[str, Any] | None = None,
    out_shape: Callable[..., Any] | None = None,
    bprop: Callable[..., Any] | None = None,
) -> Any:
    """Return `mindspore.ops.Custom` for an operator, for MindSpore's current device target.

    Shapes and types of the outputs follow from the operator's own inference. On the CPU the
    operator runs on the simulated cores, through a bridge that is compiled on first use.

    Args:
        operator: Operator type, e.g. "AddCustom".
        package: Vendor folder; by default the installed packages are searched, in the order in
            which CANN searches them.
        attributes: Values by name; the others have their defaults. On Ascend MindSpore takes
            values only as trailing arguments of the call, in graph mode, and passes none to
            the inference: shapes that depend on attributes come out as with the defaults, and
            are an error of the call for those that have none.
        out_shape: As for `ops.Custom`, for such operators: gets the shape of each argument, `[]`
            of a number, and returns the output's shape, or a tuple of them.
        bprop: As for `ops.Custom`.

    Raises:
        MisuseError: There is no such operator or attribute, a required attribute is missing, or the
            device takes no values here.
        PackageError: The operator has an argument that MindSpore cannot pass.
    """
    import mindspore
    from mindspore import ops

    from custom_compiler.toolkit import find_toolkit

    toolkit = find_toolkit()
    if package is None:
        packages = find_packages({"ASCEND_OPP_PATH": str(toolkit.opp), **os.environ})
    else:
        packages = (announce(package),)
    prototype = find_prototype(operator, packages)
    device = str(mindspore.get_context("device_target"))
    package_of_operator = next(
        candidate for candidate in packages if candidate.path == prototype.package
    )
    bridge = _cached_bridge(package_of_operator, toolkit, operator)
    return ops.Custom(
        bridge.function(operator),
        out_shape=out_shape,
        out_dtype=None,
        func_type="aot",
        bprop=bprop,
        reg_info=registration(prototype, device, attributes or {}),
    )


def registration(prototype: Prototype, device: str, attributes: Mapping[str, Any]) -> Any:
    """Return the reg_info of an operator, which `ops.Custom` otherwise has written by hand."""
    from mindspore.ops import CustomRegOp

    _check_attributes(prototype, device, attributes)
    info = CustomRegOp(prototype.operator)
    for number, port in enumerate(prototype.inputs):
        info.input(number, port.name, port.kind)
    for number, port in enumerate(prototype.outputs):
        info.output(number, port.name, port.kind)
    for attribute in prototype.attributes:
        if attribute.name in attributes:
            value = attributes[attribute.name]
            info.attr(attribute.name, "required", attribute.type, value=value)
        elif device != "CPU":
            info.attr(attribute.name, "required", attribute.type)
    ports = (*prototype.inputs, *prototype.outputs)
    if all(port.dtypes for port in ports):
        for column in range(len(ports[0].dtypes)):
            info.dtype_format(*((_name(port.dtypes[column]), "DefaultFormat") for port in ports))
    return info.target(device).get_op_info()


def _check_attributes(prototype: Prototype, device: str, attributes: Mapping[str, Any]) -> None:
    names = [attribute.name for attribute in prototype.attributes]
    for name in attributes:
        if name not in names:
            raise MisuseError(
                f"{prototype.operator} has no attribute '{name}'",
                f"known: {', '.join(names) or 'none'}",
            )
    for attribute in prototype.attributes:
        if device == "CPU" and attribute.default is None and attribute.name not in attributes:
            raise MisuseError(
                f"{prototype.operator} needs the attribute '{attribute.name}'",
                f"give its value: attributes={{'{attribute.name}': ...}}",
            )
    if attributes and device != "CPU":
        raise MisuseError(
            f"MindSpore passes no fixed values of attributes on {device}",
            "give them as arguments of the call, after the tensors, in graph mode",
        )


def _name(dtype: str) -> str:
    name = arrays.canonical(dtype)
    return _MINDSPORE_NAMES.get(name, name)


def _cached_bridge(package: VendorPackage, toolkit: Toolkit, operator: str) -> Bridge:
    """Return a bridge to one operator, compiled if the package or the toolkit is another one."""

    def build(folder: str) -> None:
        write_bridge(package, toolkit, Path(folder), [operator])

    folder = Path(Store().entry("bridges", _bridge_key(package, toolkit, operator), build))
    return Bridge(folder / f"lib{package.name}_aot.so", (operator,), {})


def _bridge_key(package: VendorPackage, toolkit: Toolkit, operator: str) -> str:
    facts = [__version__, operator, str(package.path), str(toolkit.root)]
    files = PackageFiles(package.path)
    sources = [file for file in Path(bridge.__file__).parent.iterdir() if file.is_file()]
    for file in sorted([files.api_library, *files.api_headers.glob("*"), *sources]):
        status = file.stat()
        facts.append(f"{file} {status.st_mtime_ns} {status.st_size}")
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:24]
