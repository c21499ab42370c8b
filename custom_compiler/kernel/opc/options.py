"""Command line of `opc`: CANN's options, checked."""

from __future__ import annotations

from typing import NamedTuple

from custom_compiler.errors import MisuseError

USAGE = """\
usage: opc <op>.py --input_param=FILE --soc_version=SOC --output=DIR [options]

Compiles the kernels that a parameter file asks for: <Op>_<md5>.o and <Op>_<md5>.json in DIR.

  <op>.py                      implementation file written by the operator project
  --input_param=FILE           parameter json: operator type, ports, attributes, file name
  --main_func=NAME             kernel function; default: the one <op>.py registers
  --soc_version=SOC            for example Ascend910B1; of a list SOC,SOC each has a folder in DIR
  --output=DIR                 where the results go
  --impl_mode=MODES            high_performance, high_precision, ... each followed by `optional`
  --simplified_key_mode=0|1    how runtime finds the kernel (0: by data types and formats)
  --op_mode=MODE               dynamic | static: for the shapes and values of the parameter file, by
                               the tiling function of the installed operator; <op>.py is not needed
  --deterministic=all|true|false
  --tiling_key="1,2,5-9"       keep just these tiling keys; not with --op_mode=static
  --op_debug_config=LIST       sanitizer, ccec_g: can be observed; oom, check_flag: launches fail
                               that leave their global memory, or whose flags do not pair up;
                               ccec_O0, dump_cce, dump_bin, dump_loc
  --op_debug_level=0..4        2 and 4 keep the intermediate files
  --debug_dir=DIR              folder of intermediate files; default: current directory
  --bin_filename=NAME          overrides the file name of the parameter file
  --optional_input_mode=MODE   gen_placeholder | no_placeholder
  --optional_output_mode=MODE  gen_placeholder | no_placeholder
  --dynamic_param_mode=MODE    unfolded | folded_with_desc
  --op_relocatable_kernel_binary=true|false, --op_super_kernel_options=LIST
                               for super kernels, which this toolkit does not link: the result is
                               the same kernel
  --kernel-template-input=LIST instances of a template; all are compiled here
  --core_type= --aicore_num= --log= --graph= --mdl_bank_path= --op_bank_path= --impl_path=
                               accepted for compatibility
  -h, --help                   this text

opc --precompile [OPTION...]   makes what kernels with these options of the compiler begin with, so
                               that the first need not wait
opc --observed KERNEL.o --soc_version=SOC [--debug]
                               makes the instrumented object of an installed kernel, from the
                               sources in its package, in the cache; prints its path
"""

_CHOICES = {
    "deterministic": {"all", "true", "false"},
    "simplified_key_mode": {"", "0", "1", "2", "None"},
    "op_mode": {"", "dynamic", "static", "pre-static"},
    "optional_input_mode": {"", "gen_placeholder", "no_placeholder"},
    "optional_output_mode": {"", "gen_placeholder", "no_placeholder"},
    "dynamic_param_mode": {"", "unfolded", "folded_with_desc"},
    "op_debug_level": {"0", "1", "2", "3", "4"},
    "core_type": {"", "AiCore", "VectorCore"},
    "op_relocatable_kernel_binary": {"", "true", "false", "True", "False"},
}
_NAMES = {
    "input_param": "",
    "main_func": "",
    "output": "",
    "soc_version": "",
    "core_type": "",
    "aicore_num": "",
    "log": "",
    "debug_dir": "",
    "graph": "",
    "bin_filename": "",
    "impl_mode": "",
    "deterministic": "all",
    "mdl_bank_path": "",
    "op_bank_path": "",
    "op_debug_level": "0",
    "op_debug_config": "",
    "optional_input_mode": "",
    "optional_output_mode": "",
    "op_mode": "dynamic",
    "simplified_key_mode": "0",
    "dynamic_param_mode": "",
    "tiling_key": "",
    "impl_path": "",
    "op_relocatable_kernel_binary": "",
    "op_super_kernel_options": "",
    "kernel-template-input": "",
}
# Number of each implementation mode in a simplified key.
IMPL_MODES = {
    "": 0,
    "high_performance": 1,
    "high_precision": 2,
    "super_performance": 3,
    "support_out_of_bound_index": 4,
    "enable_float_32_execution": 5,
    "enable_hi_float_32_execution": 6,
    "keep_fp16": 7,
}


class OpcOptions(NamedTuple):
    """A checked command line."""

    implementation: str  # path of <op>.py
    input_param: str
    main_func: str
    output: str
    soc_version: str
    bin_filename: str
    impl_mode: str  # as given, e.g. "high_performance,optional"
    deterministic: str
    simplified_key_mode: int
    op_mode: str
    optional_input_mode: str
    optional_output_mode: str
    tiling_keys: frozenset[int]  # empty: all
    debug_config: frozenset[str]
    debug_dir: str

    @property
    def impl_modes(self) -> list[str]:
        """Implementation modes the kernel serves; `optional` adds the default one ("")."""
        words = [word for word in self.impl_mode.split(",") if word]
        modes = [word for word in words if word != "optional"]
        return [*modes, ""] if "optional" in words or not modes else modes

    @property
    def keeps_intermediates(self) -> bool:
        """Return whether generated sources stay in the debug directory."""
        return not self.debug_config.isdisjoint({"dump_cce", "dump_bin", "dump_loc"})


def parse_options(arguments: list[str]) -> OpcOptions | None:
    """Return the checked command line, or None for help; raise MisuseError with the reason."""
    values = dict(_NAMES)
    paths: list[str] = []
    words = iter(arguments)
    for word in words:
        if word in {"-h", "--help", "-help"}:
            return None
        if not word.startswith("--"):
            paths.append(word)
            continue
        name, equals, value = word[2:].partition("=")
        if name not in values:
            message = f"unknown option {word.partition('=')[0]}"
            raise MisuseError(message, "opc --help lists the options")
        values[name] = value if equals else next(words, "")
    _check_choices(values)
    return _build(paths, values)


def _check_choices(values: dict[str, str]) -> None:
    for name, allowed in _CHOICES.items():
        if values[name] not in allowed:
            names = ", ".join(sorted(allowed - {""}))
            message = f"--{name}={values[name]}: not one of {names}"
            raise MisuseError(message)


def _build(paths: list[str], values: dict[str, str]) -> OpcOptions:
    is_static = values["op_mode"] == "static"  # those implementations are in installed packages
    if len(paths) != 1 and not (is_static and not paths):
        message = "give one implementation file <op>.py" + (f", not {len(paths)}" if paths else "")
        raise MisuseError(message, "opc --help shows how")
    for name in ("input_param", "soc_version", "output"):
        if not values[name]:
            if name == "input_param" and values["graph"]:
                message = "--graph: fused graphs are not compiled by this toolkit"
                raise MisuseError(message, "give single operators with --input_param")
            message = f"--{name} is missing"
            raise MisuseError(message, "opc --help shows how")
    mode = values["simplified_key_mode"]
    placeholder = "gen_placeholder" if mode == "0" else ""
    options = OpcOptions(
        implementation=paths[0] if paths else "",
        input_param=values["input_param"],
        main_func=values["main_func"],
        output=values["output"],
        soc_version=values["soc_version"],
        bin_filename=values["bin_filename"],
        impl_mode=values["impl_mode"],
        deterministic=values["deterministic"],
        simplified_key_mode=int(mode) if mode.isdigit() else 0,
        op_mode=values["op_mode"] or "dynamic",
        optional_input_mode=placeholder or values["optional_input_mode"],
        optional_output_mode=values["optional_output_mode"] or placeholder,
        tiling_keys=_parse_keys(values["tiling_key"]),
        debug_config=frozenset(word for word in values["op_debug_config"].split(",") if word),
        debug_dir=values["debug_dir"] or ".",
    )
    for implementation_mode in options.impl_modes:
        if implementation_mode not in IMPL_MODES:
            message = f"--impl_mode={options.impl_mode}: unknown mode {implementation_mode}"
            raise MisuseError(message, "known modes: " + ", ".join(filter(None, IMPL_MODES)))
    if is_static and options.tiling_keys:
        message = f"--tiling_key={values['tiling_key']}: a static kernel has the key of its tiling"
        raise MisuseError(message, "leave one of --tiling_key and --op_mode=static out")
    if options.op_mode == "pre-static":
        message = "--op_mode=pre-static: this toolkit makes static kernels in one step"
        raise MisuseError(message, "give static, or leave the option out")
    return options


def _parse_keys(text: str) -> frozenset[int]:
    keys: set[int] = set()
    for word in text.replace(";", ",").split(","):
        first, dash, last = word.strip().partition("-")
        if not first:
            continue
        if not first.isdigit() or (dash and not last.isdigit()):
            message = f"--tiling_key={text}: {word} is no number"
            raise MisuseError(message)
        keys.update(range(int(first), int(last if dash else first) + 1))
    return frozenset(keys)
