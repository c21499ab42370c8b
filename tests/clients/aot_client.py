"""Calls functions of MindSpore's AOT interface as MindSpore does: aot_client.py LIBRARY FUNCTION.

Standard input: a pickled list of arrays, inputs then outputs. Standard output: the exit code of the
function and the arrays of that moment, pickled. Nothing of CANN need be in the environment.
"""

import ctypes
import pickle
import sys
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p


def call(function, arrays):
    count = len(arrays)
    shapes = [(c_int64 * array.ndim)(*array.shape) for array in arrays]
    return function(
        count,
        (c_void_p * count)(*(array.ctypes.data for array in arrays)),
        (c_int * count)(*(array.ndim for array in arrays)),
        (POINTER(c_int64) * count)(*(ctypes.cast(shape, POINTER(c_int64)) for shape in shapes)),
        (c_char_p * count)(*(array.dtype.name.encode() for array in arrays)),
        None,
        None,
    )


if __name__ == "__main__":
    given = pickle.load(sys.stdin.buffer)
    library = ctypes.CDLL(sys.argv[1])
    codes = [call(getattr(library, sys.argv[2]), arrays) for arrays in given]
    pickle.dump((codes, given), sys.stdout.buffer)
