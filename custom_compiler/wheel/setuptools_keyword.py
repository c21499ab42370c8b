"""setuptools' keyword `ascend_operators`: its meaning, and the command that builds them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from setuptools import Command
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.errors import SetupError

from custom_compiler.errors import CustomCompilerError
from custom_compiler.package.installed_wheels import GROUP
from custom_compiler.wheel.contents import build_operators, install_vendor
from custom_compiler.wheel.operators import AscendOperators
from custom_compiler.wheel.tags import platform_tag

if TYPE_CHECKING:
    from setuptools import Distribution

_COMMAND = "build_ascend_operators"


def ascend_operators(dist: Distribution, name: str, value: Any) -> None:
    """Check the keyword, and have the distribution built with the operators.

    Raises SetupError, as setuptools' own keywords do, if it is no list of AscendOperators.
    """
    every = list(value) if isinstance(value, (list, tuple)) else [value]
    for operators in every:
        if not isinstance(operators, AscendOperators):
            message = f"{name}: {operators!r} is no custom_compiler.wheel.AscendOperators"
            raise SetupError(message)
    vendors = [operators.vendor_name for operators in every]
    for vendor in vendors:
        if vendors.count(vendor) > 1:
            raise SetupError(f"{name}: the vendor {vendor!r} is there twice")
    packages = [operators.package for operators in every]
    for package in packages:
        if packages.count(package) > 1:
            raise SetupError(f"{name}: the package {package!r} is there twice")
    dist.ascend_operators = every
    dist.cmdclass.setdefault(_COMMAND, BuildAscendOperators)
    dist.cmdclass.setdefault("bdist_wheel", PlatformWheel)
    _announce(dist, every)
    dist.has_ext_modules = lambda: True  # a wheel for one platform, in its place for such
    build = dist.get_command_class("build")
    if all(command != _COMMAND for command, _ in build.sub_commands):
        build.sub_commands = [*build.sub_commands, (_COMMAND, None)]


def _announce(dist: Distribution, every: list[AscendOperators]) -> None:
    """Add entry points by which tools find the vendors without importing the packages."""
    points = dist.entry_points if isinstance(dist.entry_points, dict) else {}
    names = [str(point) for point in points.get(GROUP, ())]
    added = [f"{operators.vendor_name} = {operators.package}" for operators in every]
    dist.entry_points = {**points, GROUP: [*names, *(name for name in added if name not in names)]}


class BuildAscendOperators(Command):  # type: ignore[misc,unused-ignore]
    """Build the vendor packages into the build folder; with `editable_mode` near the sources."""

    description = "build Ascend C operators into vendor packages"
    user_options: ClassVar = [
        ("build-lib=", "d", "folder of the packages"),
        ("build-temp=", "t", "where"),
    ]
    editable_mode = False

    def initialize_options(self) -> None:
        """Initialise the options, which are all unset."""
        self.build_lib: str | None = None
        self.build_temp: str | None = None
        self.files: list[Path] = []

    def finalize_options(self) -> None:
        """Finalize the options like all building commands."""
        pairs = (("build_lib", "build_lib"), ("build_temp", "build_temp"))
        self.set_undefined_options("build", *pairs)

    def run(self) -> None:
        """Build each and put it in its place."""
        for operators in self.distribution.ascend_operators:
            work = Path(str(self.build_temp)) / f"ascend_{operators.vendor_name}"
            try:
                result = build_operators(operators, work)
                self.files += install_vendor(result.vendor, self._target_folder(operators))
            except CustomCompilerError as error:
                parts = (error.details, f"ascend_operators: {error.message}", error.hint)
                raise SetupError("\n".join(filter(None, parts))) from error

    def _target_folder(self, operators: AscendOperators) -> Path:
        if self.editable_mode:
            build_py = self.get_finalized_command("build_py")
            return Path(build_py.get_package_dir(operators.package)).resolve()
        return Path(str(self.build_lib)) / operators.folder

    def get_source_files(self) -> list[str]:
        """Return the files of both folders, which belong into source distributions."""
        files = []
        for operators in self.distribution.ascend_operators:
            for folder in (operators.op_host, operators.op_kernel):
                if Path(folder).is_absolute():
                    continue
                paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
                files += [str(path) for path in paths]
        return files

    def get_outputs(self) -> list[str]:
        """Return the written files."""
        return [str(path) for path in self.files]

    def get_output_mapping(self) -> dict[str, str]:
        """Return an empty mapping, since no output is a copy of one source."""
        return {}


class PlatformWheel(bdist_wheel):  # type: ignore[misc,unused-ignore]
    """Wheels for any Python 3 on one platform: operators know CPU and C library, not Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """Return `py3-none-<platform>`, unless other extension modules ask for more."""
        python, abi, platform = super().get_tag()
        operators = self.distribution.ascend_operators
        if self.plat_name_supplied or not operators:
            return python, abi, platform
        folder = Path(str(self.bdist_dir or ""))
        built = Path(self.get_finalized_command("build").build_lib)
        roots = [
            base / operator.folder / "vendors" for operator in operators for base in (folder, built)
        ]
        tag = platform_tag([root for root in roots if root.is_dir()], platform)
        if self.distribution.ext_modules:
            return python, abi, tag
        return "py3", "none", tag
