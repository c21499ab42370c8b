"""AddCustom through pyACL, called by its type. Prints "passed"."""

import acl
import numpy as np

FLOAT, ND, TO_DEVICE, TO_HOST = 0, 2, 1, 2


def check(result):
    *values, ret = result if isinstance(result, tuple) else (result,)
    assert ret == 0, f"{ret}: {acl.get_recent_err_msg()}"
    return values[0] if len(values) == 1 else tuple(values)


check(acl.init())
check(acl.rt.set_device(0))
stream = check(acl.rt.create_stream())
x, y = np.random.default_rng(5).random((2, 8, 2048), np.float32)
z = np.zeros_like(x)
memories = []
for array in (x, y, z):
    memories.append(check(acl.rt.malloc(array.nbytes, 0)))
    check(acl.rt.memcpy(memories[-1], array.nbytes, array.ctypes.data, array.nbytes, TO_DEVICE))
descs = [acl.create_tensor_desc(FLOAT, list(x.shape), ND) for _ in memories]
buffers = [acl.create_data_buffer(memory, x.nbytes) for memory in memories]
tensors = (descs[:2], buffers[:2], descs[2:], buffers[2:])
check(acl.op.execute_v2("AddCustom", *tensors, acl.op.create_attr(), stream))
check(acl.rt.synchronize_stream(stream))
check(acl.rt.memcpy(z.ctypes.data, z.nbytes, memories[2], z.nbytes, TO_HOST))
np.testing.assert_array_equal(z, x + y)
print("passed")
