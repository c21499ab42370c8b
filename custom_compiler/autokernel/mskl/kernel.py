"""Kernels that can be launched: `compile` builds one, and `kernel[blocks](...)` launches it."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.asc.runtime import acl
from custom_compiler.autokernel.mskl import log
from custom_compiler.autokernel.mskl.arguments import OnDevice, argument_of, c_type
from custom_compiler.autokernel.mskl.context import last
from custom_compiler.autokernel.mskl.launcher import existing_file, launch_function
from custom_compiler.errors import BuildError, MisuseError
from custom_compiler.support import processes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from custom_compiler.autokernel.mskl.arguments import Argument

DEFAULT_MODULE = "_gen_module.so"
_SECONDS = 600  # that a build script may take
_TIMEOUT = 300000  # ms that a launch may take
_outputs: set[str] = set()  # what this process has compiled; a loaded library is not overwritten


class LaunchFunction(Protocol):
    """Something that queues a kernel on a stream."""

    def queue(self, blocks: int, stream: ctypes.c_void_p, values: Sequence[bytes]) -> None:
        """Queue it; `values` are its arguments as they lie in memory."""


class Module(LaunchFunction):
    """A library built of what `Launcher` generates."""

    def __init__(self, path: str, kernel: str) -> None:
        """Load it; MisuseError if it does not launch that kernel."""
        acl.library()  # by its path: programs need no LD_LIBRARY_PATH
        try:
            self._launch = getattr(ctypes.CDLL(path), launch_function(kernel))
        except (OSError, AttributeError) as error:
            message = f"Can't find function: {kernel} in module: {path}"
            hint = "the build script is to compile its first argument to its second one"
            raise MisuseError(message, hint, details=str(error)) from error
        self._launch.restype = None

    def queue(self, blocks: int, stream: ctypes.c_void_p, values: Sequence[bytes]) -> None:
        """See `LaunchFunction`."""
        buffers = [ctypes.create_string_buffer(value, len(value)) for value in values]
        addresses = (ctypes.c_void_p * len(buffers))(*map(ctypes.addressof, buffers))
        self._launch(ctypes.c_uint32(blocks), stream, addresses)


class CompiledKernel:
    """A kernel: `kernel[blocks](a, b, ...)` launches it and waits for its end."""

    def __init__(
        self,
        load: Callable[[], LaunchFunction],
        kernel_name: str,
        types: tuple[str, ...] | None = None,
    ) -> None:
        """Store `load`, called at the first launch, and the C++ types of all arguments."""
        self.kernel_name = kernel_name
        self._types = types
        self._load = load
        self._function: LaunchFunction | None = None

    def __getitem__(self, blockdim: int) -> Callable[..., None]:
        """Return a function that launches the kernel on that many blocks."""

        def launch_on_blocks(*args: Any, **options: Any) -> None:
            self.launch(*args, blockdim=blockdim, **options)

        return launch_on_blocks

    def __call__(self, *args: Any, **options: Any) -> None:
        """Launch on as many blocks as the last `tiling_func` said."""
        if last.tiling is None:
            message = "the number of blocks is not known"
            raise MisuseError(message, "call kernel[blockdim](...), or mskl.tiling_func before")
        self.launch(*args, blockdim=last.tiling.blockdim, **options)

    def launch(  # noqa: PLR0913 - mskl's parameters
        self,
        *args: Any,
        blockdim: int,
        stream: int | None = None,
        device_id: int | None = None,
        timeout: int = _TIMEOUT,
        kernel_name: str = "",
        repeat: int = 1,
    ) -> None:
        """Launch, `repeat` times, and wait; arrays hold what the kernel wrote.

        Args:
            args: The kernel's: arrays and tensors, numbers, ctypes objects, None, lists of tensors.
            blockdim: Number of blocks.
            stream: Address of an aclrtStream; None: a new one.
            device_id: None: the calling thread's device, else 0.
            timeout: Milliseconds that each launch may take; -1: no limit.
            kernel_name: That of the compiled kernel, which is the only one there is.
            repeat: How often.

        Raises:
            MisuseError: An argument is none that kernels take, or the kernel cannot be loaded.
            DeviceError: The kernel failed, or took too long.
        """
        if blockdim <= 0:
            message = f"Blockdim must be a positive integer but got {blockdim}"
            raise MisuseError(message, "launch as kernel[blockdim](...)")
        if kernel_name not in {"", self.kernel_name}:
            message = f"the compiled kernel is {self.kernel_name}, not {kernel_name}"
            raise MisuseError(message, "compile the other one, too")
        arguments = [argument_of(f"{i + 1}", value) for i, value in enumerate(args)]
        self._check_types(args)
        last.blocks, last.arguments = blockdim, args
        if not acl.is_started():
            acl.choose_part(acl.device_part())  # `asc`, whose interface this is, has another one
        if device_id is not None:
            acl.choose_device(device_id)
        if self._function is None:
            self._function = self._load()
        run(self._function, blockdim, arguments, timeout, stream, repeat)

    def _check_types(self, args: Sequence[Any]) -> None:
        """Raise MisuseError unless the arguments are those that the source was generated for."""
        argument_types = tuple(c_type(f"{i + 1}", value) for i, value in enumerate(args))
        if self._types is not None and argument_types != self._types:
            message = f"{self.kernel_name} is launched with ({', '.join(argument_types)})"
            hint = f"its source was generated for ({', '.join(self._types)}): launch it with these"
            raise MisuseError(message, hint)


def run(  # noqa: PLR0913, PLR0917 - what a launch is made of
    function: LaunchFunction,
    blocks: int,
    arguments: Sequence[Argument],
    timeout: int = _TIMEOUT,
    stream: int | None = None,
    repeat: int = 1,
) -> None:
    """Launch a function and wait; DeviceError if the kernel fails, or takes over `timeout` ms."""
    library = acl.ready()
    queue = ctypes.c_void_p(stream)
    if stream is None:
        acl.check(library.aclrtCreateStream(ctypes.byref(queue)), "a stream")
    staged = OnDevice(arguments)
    try:
        for _ in range(repeat):
            function.queue(blocks, queue, staged.values)
            code = library.aclrtSynchronizeStreamWithTimeout(queue, timeout)
            acl.check(code, "the kernel")
        staged.fetch()
    finally:
        staged.close()
        if stream is None:
            library.aclrtDestroyStream(queue)


def compile(  # noqa: A001 - mskl's name
    build_script: str,
    launch_src_file: str,
    output_bin_path: str = DEFAULT_MODULE,
    use_cache: bool = False,  # noqa: FBT001, FBT002 - mskl's parameter
) -> CompiledKernel:
    """Compile a generated source with a script, which receives the source and the output path.

    Args:
        build_script: A bash script.
        launch_src_file: The output of `Launcher.code_gen`.
        output_bin_path: A name ending in `.so`; a file that this process compiled before is not
            overwritten, the new one gets a number.
        use_cache: Use an existing `output_bin_path`.

    Raises:
        MisuseError: A file does not exist, or nothing was generated in this process.
        BuildError: The script failed.
    """
    existing_file(build_script, "build_script")
    source = existing_file(launch_src_file, "launch_src_file")
    if not output_bin_path.endswith(".so"):
        message = f"output_bin_path {output_bin_path} must be ended with .so"
        raise MisuseError(message, f"give a name as {DEFAULT_MODULE}")
    name = last.kernel_name
    if not name:
        raise MisuseError("no source was generated", "mskl.Launcher(config).code_gen() does so")
    output = str(Path(output_bin_path).absolute())
    if use_cache:
        existing_file(output, "output_bin_path (use_cache=True)")
    else:
        last.build_script = str(Path(build_script).absolute())
        output = _free(output)
        printed = run_script(build_script, source, output, os.environ)
        if printed.strip():
            log.result(printed.rstrip())
    types = None if last.declared is None else last.declared.types
    return CompiledKernel(lambda: Module(output, name), name, types)


def run_script(script: str, source: str, output: str, environment: Mapping[str, str]) -> str:
    """Run the script and return its output; raise BuildError on failure, or after ten minutes."""
    command = ["bash", script, source, output]
    ended = processes.run(command, env=with_toolkit(environment), seconds=_SECONDS)
    if ended.is_late:
        raise BuildError(f"Compile failed.\n{script} did not end within {_SECONDS} s")
    if ended.code != 0 or not Path(output).exists():
        why = "" if ended.code else f"{script} did not write its second argument, {output}\n"
        details = f"{why}{ended.error_text}"
        raise BuildError(f"Compile failed.\nCommand info: {' '.join(command)}\n{details}")
    return ended.output_text


def with_toolkit(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment, with the embedded toolkit if it names none."""
    root = acl.toolkit_root()
    paths = [environment.get("PATH", "/usr/bin:/bin")]
    if "ASCEND_HOME_PATH" not in environment:
        paths.insert(0, f"{root}/bin")
    return {"ASCEND_HOME_PATH": root, **environment, "PATH": ":".join(paths)}


def _free(path: str) -> str:
    """Return the path, or one with a number if this process already compiled to it."""
    candidate, number = path, 0
    while candidate in _outputs:
        number += 1
        candidate = f"{path.removesuffix('.so')}.{number}.so"
    _outputs.add(candidate)
    return candidate
