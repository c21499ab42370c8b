"""Devices, streams and memory."""

from custom_compiler.asc.names import become

become(__name__, "runtime.device_library")
