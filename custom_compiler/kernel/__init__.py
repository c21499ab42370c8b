"""The kernel engine: kernel sources in, kernel objects out.

`opc` compiles the kernels of operators, `launch` sources that launch kernels themselves; both stand
on `toolchain`, the host compiler and the cache of what it made. `jobs` runs compiles in worker
processes. `opc` and `bisheng` import only the standard library, and only its light parts: a build
starts hundreds of these processes, so starting one must cost next to nothing.
"""
