"""`custom-compiler build`: operator sources to an installable package."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.cli.arguments import add_scheduler, positive, tls_files
from custom_compiler.kernel.toolchain.build import CANN_VERSIONS

if TYPE_CHECKING:
    import argparse

    from custom_compiler.errors import CustomCompilerError
    from custom_compiler.project import BuildResult, CompileScheduler, ProjectSpec
    from custom_compiler.toolkit import Toolkit
    from custom_compiler.workspace import Workspace

NAME = "build"
HELP = "build operator sources into a package (.run)"
AFTER_INTERRUPT = "run the same command again to go on where it stopped"
DESCRIPTION = """\
Build the operators in two folders into a vendor package: host code (definition, tiling, shape
inference) and kernel code. The results are in build_out/, the generated CMake project in
CustomProject/, everything the tools said in build.log. The sources are compiled where they are,
and nothing is written into their folders. --export writes a project with copies of them.

The toolkit is the first of: --ascend_cann_package_path, $ASCEND_HOME_PATH,
/usr/local/Ascend/latest, the embedded CANN.

examples:
  %(prog)s -o op_host -k op_kernel
  %(prog)s -o op_host -k op_kernel --vendor_name acme --soc_version "ascend910b;ascend310p"
  %(prog)s -o op_host -k op_kernel --install_path /opt/operators
  %(prog)s -o op_host -k op_kernel --export add_custom_project
  %(prog)s -c
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take MindSpore's options and those of build tools."""
    add = parser.add_argument
    add("-o", "--op_host_path", metavar="DIR", help="folder of host sources")
    add("-k", "--op_kernel_path", metavar="DIR", help="folder of kernel sources")
    add(
        "--framework",
        type=Path,
        metavar="DIR",
        help="folder with tf_plugin, onnx_plugin or caffe_plugin: plugins to build and pack, too",
    )
    add("--vendor_name", default="customize", metavar="NAME", help="vendor (default: %(default)s)")
    add(
        *("--soc_version", "--soc-version"),
        default="",
        metavar="LIST",
        help="compute units or SoC names, ';' between them (default: those the sources register)",
    )
    add(
        *("--ascend_cann_package_path", "--ascend-cann-package-path"),
        metavar="DIR",
        help="toolkit root",
    )
    add(
        "--install_path",
        default="",
        metavar="DIR",
        help="install the package into DIR/vendors (made if missing)",
    )
    add(
        *("-i", "--install"),
        action="store_true",
        help="install the package; without --install_path into $ASCEND_OPP_PATH or the toolkit",
    )
    add(
        *("-c", "--clear"),
        action="store_true",
        help="remove logs and results of this tool; with sources: after building and installing",
    )
    add(
        "-j",
        "--jobs",
        type=positive,
        default=0,
        metavar="N",
        help="parallel steps (default: all CPUs)",
    )
    add_scheduler(parser, "compile kernels")
    add(
        "--bridge",
        action="store_true",
        help="also write build_out/lib<vendor>_aot.so for MindSpore on the CPU (see bridge)",
    )
    add(
        "--permissive",
        action="store_true",
        help="only warn of what CANN's compiler for AI cores rejects and this one accepts",
    )
    add(
        "--cann-version",
        choices=CANN_VERSIONS,
        metavar="VERSION",
        help="compile kernels by the rules of this release of CANN where they changed: %(choices)s "
        "(default: the newest)",
    )
    add(
        "-v",
        "--verbose",
        action="store_true",
        help="show everything the tools say, and their commands",
    )
    add(
        "--export",
        type=Path,
        metavar="DIR",
        help="only write a project with copies of the sources into DIR: to ship, edit, or build "
        "with CANN",
    )
    add("--watch", action="store_true", help="build again whenever a source is saved")
    add("-q", "--quiet", action="store_true", help="show nothing but errors")
    add("--json", action="store_true", help="print JSON: what was built, or why not")
    add(
        "--build-type",
        choices=("Release", "Debug", "RelWithDebInfo", "MinSizeRel"),
        default="Release",
        metavar="TYPE",
        help="CMake build type: %(choices)s (default: %(default)s)",
    )
    add(
        *("-I", "--include"),
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="one more include folder for host and kernel sources; can be repeated",
    )
    add(
        *("-D", "--define"),
        action="append",
        default=[],
        metavar="NAME[=VALUE]",
        help="a macro of host and kernel sources, and a CMake variable; can be repeated",
    )
    add("--work-dir", type=Path, default=Path(), metavar="DIR", help="where to work (default: .)")


def execute(args: argparse.Namespace) -> int:
    """Build, install and clear, as asked."""
    from custom_compiler.errors import CustomCompilerError, MisuseError
    from custom_compiler.support.user_paths import user_path
    from custom_compiler.workspace import Workspace

    _reject_combinations(args)
    workspace = Workspace(user_path(args.work_dir))
    if args.clear and not args.op_host_path and not args.op_kernel_path:
        return _clear(workspace)
    for option in ("op_host_path", "op_kernel_path"):
        if not getattr(args, option):
            hint = "give the folder of the operator sources"
            if Path("op_host").is_dir() and Path("op_kernel").is_dir():
                hint = "here: custom-compiler build -o op_host -k op_kernel"
            raise MisuseError(f"--{option} is missing", hint)
    if args.permissive:
        os.environ["CUSTOM_COMPILER_PERMISSIVE"] = "1"  # of opc, which the build starts
    if args.cann_version:
        os.environ["CUSTOM_COMPILER_CANN_VERSION"] = args.cann_version
    if args.watch:
        from custom_compiler.cli.watch import watch

        folder_options = (args.op_host_path, args.op_kernel_path, args.framework)
        folders = [user_path(folder) for folder in folder_options if folder]
        return watch(folders, lambda: _build(args, workspace))
    try:
        _build(args, workspace)
    except CustomCompilerError as error:
        if args.json:
            print(_failure(error))
        raise
    return _clear(workspace) if args.clear else 0


def _reject_combinations(args: argparse.Namespace) -> None:
    from custom_compiler.errors import MisuseError

    if args.verbose and (args.quiet or args.json):
        raise MisuseError("--verbose shows everything, --quiet and --json nothing", "choose one")
    _reject_with_export(args)
    if args.watch and (args.json or args.clear):
        raise MisuseError("--watch goes on building", "leave out --json and --clear")
    if args.json and (args.install or args.install_path or args.bridge or args.clear):
        message = "--json prints what was built and nothing else"
        raise MisuseError(message, "install, bridge or clear in a separate command")


def _reject_with_export(args: argparse.Namespace) -> None:
    from custom_compiler.errors import MisuseError

    others = ("install", "install_path", "bridge", "clear", "watch", "json", "scheduler")
    for name in others:
        if args.export and getattr(args, name):
            message = f"--export writes a project and builds nothing: --{name} has no use"
            raise MisuseError(message, f"leave out --{name}, or --export")


def _failure(error: CustomCompilerError) -> str:
    import json

    report = {
        "built": False,
        "message": error.message,
        "hint": error.hint,
        "details": error.details,
        "log": str(getattr(error, "log", None) or ""),
    }
    return json.dumps(report, indent=2)


def _build(args: argparse.Namespace, workspace: Workspace) -> None:
    from custom_compiler.cli.progress import show_progress
    from custom_compiler.package.environment import write_environment
    from custom_compiler.project import ProjectSpec, build
    from custom_compiler.project.users_files import reject_enclosed_project
    from custom_compiler.toolkit import compute_units, find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path)
    spec = ProjectSpec(
        op_host=Path(args.op_host_path),
        op_kernel=Path(args.op_kernel_path),
        toolkit=toolkit,
        vendor_name=args.vendor_name,
        compute_units=compute_units(args.soc_version, toolkit.platform_config),
        build_type=args.build_type,
        include_dirs=tuple(args.include),
        framework=args.framework,
        definitions=tuple(args.define),
    )
    if args.export:
        _export(args, spec)
        return
    scheduler = _scheduler(args)
    reject_enclosed_project(spec, workspace.project)
    workspace.claim(spec.op_kernel)
    quiet = args.quiet or args.json
    with show_progress(verbose=args.verbose, quiet=quiet, project=workspace.project) as on_event:
        result = build(
            spec,
            workspace.project,
            jobs=args.jobs,
            on_event=on_event,
            log=workspace.build_log,
            scheduler=scheduler,
            verbose=args.verbose,
        )
    script = workspace.results / "set_env.bash"
    write_environment(script, result.vendor, toolkit.root)
    workspace.add_result(script)
    if args.json:
        print(_json(result, script))
    elif not args.quiet:
        _summarize(result, workspace, script)
    if args.install or args.install_path:
        _install(args, workspace, result, toolkit)
    if args.bridge:
        _bridge(workspace, result, toolkit)


def _export(args: argparse.Namespace, spec: ProjectSpec) -> None:
    from custom_compiler.project.export import CANN, export_project
    from custom_compiler.support.user_paths import user_path

    named = args.ascend_cann_package_path
    toolkit = str(spec.toolkit.root) if named else CANN
    project = export_project(spec, user_path(args.export), toolkit)
    if args.quiet:
        return
    shown = _shown(project.folder)
    print(f"exported {project.file_count} files to {shown}")
    print(f"to build it: cd {shlex.quote(shown)} && bash build.sh")
    print(f"with the toolkit {toolkit} (CMakePresets.json)")
    for folder in project.outside:
        print(f"note: not in it, and needed by its sources: {_shown(folder)}")


def _scheduler(args: argparse.Namespace) -> CompileScheduler | None:
    from custom_compiler.project import CompileScheduler

    files = tls_files(args)
    return (
        CompileScheduler(args.scheduler, files, args.insecure_cluster) if args.scheduler else None
    )


def _summarize(result: BuildResult, workspace: Workspace, script: Path) -> None:
    from custom_compiler.package.environment import export_line

    package = _shown(workspace.link / result.package.name)
    rows = {
        "operators": ", ".join(result.operators),
        "units": ", ".join(result.units),
        "kernels": str(result.kernels),
        "package": package,
        "log": _shown(result.log),
    }
    print(f"built in {result.seconds:.1f} s")
    for name, value in rows.items():
        print(f"  {name:11}{value}")
    print(f"to install it:  bash {shlex.quote(package)}")
    print(f"to use it here: source {shlex.quote(_shown(workspace.link / script.name))}")
    print("which does:")
    print(export_line(result.vendor))


def _json(result: BuildResult, script: Path) -> str:
    import json
    from dataclasses import asdict

    report = {"built": True, **asdict(result), "environment": script}
    return json.dumps(report, indent=2, default=str)


def _shown(path: Path) -> str:
    """Return the path as the user would type it from here."""
    relative = os.path.relpath(path)
    return str(path) if relative.startswith("..") else relative


def _install(
    args: argparse.Namespace, workspace: Workspace, result: BuildResult, toolkit: Toolkit
) -> None:
    from custom_compiler.errors import PackageError
    from custom_compiler.package import install
    from custom_compiler.support.user_paths import user_path

    environ = {"ASCEND_OPP_PATH": str(toolkit.opp), **os.environ}
    target = user_path(args.install_path or environ["ASCEND_OPP_PATH"])
    try:
        report = install(result.package, target, environ=environ)
    except PackageError as error:
        _write_log(workspace, result.package, target, f"{error.message}\n{error.hint}\n")
        raise
    _write_log(workspace, result.package, target, report)
    vendor = target / "vendors" / args.vendor_name
    print(f"installed:      {vendor}")
    if args.install_path:
        print(f"to use it:      source {shlex.quote(str(vendor / 'bin/set_env.bash'))}")


def _bridge(workspace: Workspace, result: BuildResult, toolkit: Toolkit) -> None:
    from custom_compiler.bridge import write_bridge
    from custom_compiler.package.vendor import read_package

    bridge = write_bridge(read_package(result.vendor), toolkit, workspace.results)
    workspace.add_result(bridge.path)
    print(f"for MindSpore on the CPU: {_shown(workspace.link / bridge.path.name)}")
    for operator, reason in bridge.left_out.items():
        print(f"not in it: {operator}: {reason}")


def _write_log(workspace: Workspace, package: Path, target: Path, output: str) -> None:
    text = f"$ sh {package} --install-path={target}\n{output}"
    workspace.install_log.write_text(text, encoding="utf-8", errors="surrogateescape")


def _clear(workspace: Workspace) -> int:
    for path in workspace.clear():
        print(f"removed {path}")
    return 0
