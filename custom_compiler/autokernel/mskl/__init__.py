"""`import mskl`: kernels launched from Python and tuned by annotated lines, as CANN's tool does.

Times are those of the cycle model, not of a device.
"""
