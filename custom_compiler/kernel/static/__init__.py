"""Static kernels: what a run recorded of its operators, and kernels made for just that.

Information files say which operators ran on which shapes; static keys are how the runtime finds the
kernel of a call; packages are how the kernels get there.
"""
