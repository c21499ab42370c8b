"""The kernel compiler `opc`: operator source and signature in, kernel object and description out.

Only the standard library is used here, and only its light parts: a build starts hundreds of these
processes, so starting one must cost next to nothing.
"""
