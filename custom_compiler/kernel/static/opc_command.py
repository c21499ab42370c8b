"""The command `opc`: kernels for all shapes (`opc/main.py`), or for one call (--op_mode=static)."""

from __future__ import annotations

import json
import os
from typing import Any

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc import main as opc
from custom_compiler.kernel.toolchain.command import exit_code

# Of the members that have another name in information files.
_NAMES = {
    "paramType": "param_type",
    "ori_shape": "origin_shape",
    "ori_format": "origin_format",
    "const_value": "const_data",
}


def main(root: str, arguments: list[str]) -> int:
    """Run `opc`; `root` is the toolkit it belongs to. The exit code: 0, 1 failed, 2 misuse."""
    if not _may_ask_for_static(arguments):
        return opc.main(root, arguments)
    print(opc.BANNER, flush=True)
    return exit_code("opc", lambda: _main(root, arguments))


def _may_ask_for_static(arguments: list[str]) -> bool:
    """Return whether a word says static; the last --op_mode counts, which its parser knows."""
    return "static" in {word.removeprefix("--op_mode=") for word in arguments}


def _main(root: str, arguments: list[str]) -> int:
    # opc starts without them.
    from custom_compiler.kernel.opc.options import USAGE, parse_options
    from custom_compiler.kernel.static.information import information_of
    from custom_compiler.kernel.static.static_request import static_request

    options = parse_options(arguments)
    if options is None:
        print(USAGE, end="")
        return 0
    if options.op_mode != "static":
        return opc.main(root, arguments)
    names = options.soc_version.split(",")
    for op_type, entry in _entries(options.input_param):
        values = _information(op_type, entry, options.impl_modes[0])
        info = information_of(options.input_param, values)
        deterministic = info.deterministic
        if options.deterministic != "all":
            deterministic = options.deterministic == "true"
        kernel = options.bin_filename or info.bin_filename or f"{op_type}_static"
        opc.check_name(kernel, options)
        for soc in names:
            request = static_request(root, info, deterministic, kernel, soc)
            output = os.path.join(options.output, soc) if len(names) > 1 else options.output
            mine = request.options._replace(
                output=output, debug_config=options.debug_config, debug_dir=options.debug_dir
            )
            implementation = options.implementation or request.implementation
            opc.compile_to_files(request._replace(options=mine, implementation=implementation))
    return 0


def _entries(path: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the kernels of a parameter file; raise MisuseError for other files."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        return [(str(data["op_type"]), dict(entry)) for entry in data["op_list"]]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        message = f"--input_param={path}: {type(error).__name__}: {error}"
        raise MisuseError(message, "give the parameter json of an operator") from error


def _information(op_type: str, entry: dict[str, Any], impl_mode: str) -> dict[str, Any]:
    """Return the members of an equivalent information file."""
    ports = {
        key: [_parameter(position, port) for position, port in enumerate(entry.get(key) or [])]
        for key in ("inputs", "outputs")
    }
    values = {**entry, **ports, "op_type": op_type}
    if isinstance(entry.get("attrs"), list):
        values["attrs"] = [
            {"index": position, **attr} if isinstance(attr, dict) else attr
            for position, attr in enumerate(entry["attrs"])
        ]
    if impl_mode:
        values["impl_mode"] = impl_mode
    return values


def _parameter(position: int, port: Any) -> Any:
    if isinstance(port, list):
        return [_tensor(position, tensor, "dynamic") for tensor in port]
    return _tensor(position, port, "required")


def _tensor(position: int, tensor: Any, param_type: str) -> Any:
    if not isinstance(tensor, dict):
        return tensor
    renamed = {_NAMES.get(key, key): value for key, value in tensor.items()}
    return {"index": position, "param_type": param_type, **renamed}
