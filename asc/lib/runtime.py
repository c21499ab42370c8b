"""Devices, streams and memory."""

from custom_compiler.asc.names import become

become(f"{__name__}.support", "runtime.device_kinds")
become(__name__, "runtime.device_library")
