"""The command `msopgen`: options, and what they start."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import CustomCompilerError
from custom_compiler.project.msopgen import layouts
from custom_compiler.project.msopgen.messages import Code, MsopgenError, error, info, warn
from custom_compiler.project.msopgen.operators import read_operator
from custom_compiler.project.msopgen.units import compute_units
from custom_compiler.support.processes import run_shown

if TYPE_CHECKING:
    from collections.abc import Sequence

_FRAMEWORKS = ("tf", "tensorflow", "caffe", "pytorch", "onnx", "aclnn")
_MINDSPORE = ("ms", "mindspore")
_SUFFIXES = (".xlsx", ".xls", ".txt", ".json")
# Sources the environment, then becomes the project's build.sh.
_SCRIPT = 'source "$1/set_env.sh" && exec bash ./build.sh'
_NO_TTY = "Input the number of the ops: there is no answer"


def main(root: str, words: Sequence[str]) -> int:
    """Run `msopgen` for the toolkit at `root`; return the exit code."""
    parser = _parser()
    if not words:
        parser.print_usage()
        return Code.PARAMETER
    options = parser.parse_args(list(words))
    try:
        if options.command == "gen":
            _generate(Path(root), options)
            info("Generation completed.")
        else:
            _compile_project(Path(root), Path(options.project), options.cann)
    except MsopgenError as failure:
        for line in failure.lines:
            error(line)
        return failure.code
    except CustomCompilerError as failure:
        error(failure.message + (f"; {failure.hint}" if failure.hint else ""))
        return failure.exit_code
    return 0


def _generate(root: Path, options: argparse.Namespace) -> None:
    source = _source(options.input)
    framework = options.framework.lower()
    if framework in _MINDSPORE:
        message = f"Unsupported framework type: {options.framework}: projects of TBE kernels."
        hint = "Give pytorch: MindSpore calls Ascend C operators of any project."
        raise MsopgenError(Code.FRAMEWORK, message, hint)
    if framework not in _FRAMEWORKS:
        message = f"Unsupported framework type: {options.framework}"
        raise MsopgenError(Code.FRAMEWORK, message)
    platform_config = root / "data" / "platform_config"
    units = compute_units(options.compute_unit, platform_config, strict=options.strict)
    output = _output(options.output)
    if options.mode not in {"0", "1"}:
        message = f"Unsupported mode: {options.mode}. Only 0,1 is supported."
        raise MsopgenError(Code.MODE, f"{message} Please check the input mode.")
    if options.language.lower() != "cpp":
        message = f"Unsupported language: {options.language}. Only ['cpp'] is supported."
        raise MsopgenError(Code.LANGUAGE, f"{message} Please check the input op language.")
    operator = read_operator(source, options.operator, _choose)
    if framework == "aclnn":
        warn('"-f aclnn" makes the project of "-f pytorch" without the folder framework')
    request = layouts.GenerationRequest(operator, framework, units, root, options.layout)
    if options.mode == "1":
        info("Start to add a new operator.")
        layouts.add_operator(request, output)
    else:
        info("Start to generate a new project.")
        layouts.new_project(request, output)


def _source(text: str) -> Path:
    if not text.endswith(_SUFFIXES):
        message = f'The file "{text}" is invalid. Only the {_SUFFIXES} file is supported.'
        raise MsopgenError(Code.PATH, f"{message} Please modify it.")
    path = Path(text).absolute()
    if not path.exists():
        raise MsopgenError(Code.PATH, f"The path {path} does not exist")
    if not text.endswith(".json"):
        message = f'The file "{text}" is of an older form that is not read here.'
        raise MsopgenError(Code.PATH, f"{message} Please describe the operator in a .json file.")
    if not path.is_file() or not os.access(path, os.R_OK):
        message = f"Input path: {text} error."
        hint = "Please check whether it is an existing and readable file."
        raise MsopgenError(Code.INPUT, f"{message} {hint}")
    return path


def _output(text: str) -> Path:
    path = Path(text).absolute()
    try:
        path.mkdir(mode=0o750, parents=True, exist_ok=True)
    except OSError as failure:
        message = f"{path} does not exist or does not allow data write. {failure.strerror}"
        raise MsopgenError(Code.OUTPUT, message) from None
    if not os.access(path, os.W_OK | os.X_OK):
        message = f"{path} does not exist or does not allow data write."
        raise MsopgenError(Code.OUTPUT, message)
    return path


def _choose(names: list[str]) -> str:
    """Ask which operator is meant; without an answer the choices are the message."""
    info("There is more than one operator in the .json file:")
    for number, name in enumerate(names, 1):
        sys.stdout.write(f"{number} {name}\n")
    while True:
        sys.stdout.write("Input the number of the ops:")
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not answer:
            sys.stdout.write("\n")
            hint = f"Give one with -op: {', '.join(names)}"
            raise MsopgenError(Code.OPERATOR, _NO_TTY, hint)
        digits = answer.strip()
        if digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= len(names):
            return names[int(digits) - 1]
        warn("The input is not one of the numbers, please retype one.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="msopgen", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="{gen,compile}", required=True)
    gen = commands.add_parser("gen", help="Generator operator project.", allow_abbrev=False)
    add = gen.add_argument
    add("-i", "--input", required=True, help="description of operators, a .json file")
    frameworks = ", ".join(_FRAMEWORKS)
    add("-f", "--framework", default="TF", help=f"one of {frameworks} (default: TF)")
    add("-c", "--compute_unit", required=True, help="like ai_core-ascend910b2, several with commas")
    add("-out", "--output", default="./", help="folder of the project (default: ./)")
    add("-m", "--mode", default="0", help="0: a new project (default); 1: add an operator to one")
    add("-op", "--operator", default="", help="which operator of the file")
    add("-lan", "--language", default="cpp", help="cpp, Ascend C (default)")
    layout = "of msopgen 8 (CANN 8) or 26 (CANN 9); default: 8"
    add("--layout", choices=layouts.LAYOUTS, default=layouts.LAYOUTS[0], help=layout)
    strict = "read ascend910b as CANN's msopgen does, which builds for ascend910"
    add("--strict", action="store_true", help=strict)
    build = commands.add_parser("compile", help="Compile operator project.", allow_abbrev=False)
    build.add_argument("-i", "--input", dest="project", required=True, help="folder of the project")
    build.add_argument("-c", "--cann", default="", help="toolkit to build with (default: this one)")
    build.add_argument("-q", "--quiet", action="store_true", help="ask nothing; nothing is asked")
    return parser


def _compile_project(root: Path, project: Path, cann: str) -> None:
    """Run a project's build.sh with a toolkit's environment; its output goes where ours goes.

    Args:
        root: The toolkit to build with, unless `cann` names another one.
        project: The project's folder.
        cann: A toolkit, or "".
    """
    toolkit = _existing(root if not cann else root.__class__(cann))
    folder = _existing(project)
    lacks = [name for name in ("build.sh", "op_host", "op_kernel") if not (folder / name).exists()]
    if lacks:
        message = f"The project {folder} does not contain operator deliverables: "
        raise MsopgenError(Code.PATH, f"{message}{', '.join(lacks)} is missing.")
    if not (toolkit / "set_env.sh").is_file():
        message = f"The path {toolkit} is no toolkit: set_env.sh is missing."
        raise MsopgenError(Code.PATH, message)
    info(f"Execute command line: {folder / 'build.sh'}")
    command = ["bash", "-c", _SCRIPT, "msopgen", str(toolkit)]
    environment = {**os.environ, "ASCEND_HOME_PATH": str(toolkit)}
    code = run_shown(command, cwd=str(folder), env=environment)
    if code != 0:
        message = f"Failed to execute command: {folder / 'build.sh'} (exit code {code})"
        raise MsopgenError(Code.PATH, message)


def _existing(path: Path) -> Path:
    if not path.is_dir():
        message = f"The path {path} does not exist. Please check whether the path exists."
        raise MsopgenError(Code.PATH, message)
    return path.absolute()
