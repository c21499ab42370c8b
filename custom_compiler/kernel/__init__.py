"""The kernel engine: kernel sources in, kernel objects out.

`opc` compiles the kernels of operators, `launch` sources that launch kernels themselves; both stand
on `toolchain`, the host compiler and the cache of what it made. `jobs` runs compiles in worker
processes or on a cluster. `static` knows calls that kernels are made for, `op_compiler` makes these
kernels, and others for debugging. `opc` and `bisheng` import only the standard library, and only
its light parts: a build starts hundreds of these processes, so starting one must cost next to
nothing.
"""
