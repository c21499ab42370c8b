"""Kernels with their IR next to them, as filecheck compares it: as traced, and after the passes."""

# ruff: noqa: ARG001, ERA001

from __future__ import annotations

from typing import Any

import asc
from tests.asc.codegen.tracing import jit


@jit
def double(x_local, tile):
    asc.add(x_local, x_local, x_local, tile)
    return tile * 2


def queues(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: func.func @queues(%arg0: memref<?xf32, 22>, %arg1: memref<?xf32, 22>, %arg2: i32)
    # CHECK: %[[X:.*]] = ascendc.global_tensor : !ascendc.global_tensor<*xf32>
    x_gm = asc.GlobalTensor()
    # CHECK-NEXT: ascendc.global_tensor.set_global_buffer(%[[X]], %arg0)
    x_gm.set_global_buffer(x)
    # CHECK-NEXT: %[[PIPE:.*]] = ascendc.pipe : !ascendc.pipe
    pipe = asc.TPipe()
    # CHECK-NEXT: %[[Q:.*]] = ascendc.queue : !ascendc.queue<vecin, 2>
    queue = asc.TQue(asc.TPosition.VECIN, 2)
    # CHECK: ascendc.pipe.init_queue %[[PIPE]], %[[Q]], %c2_i32, %c256_i32
    pipe.init_buffer(queue, 2, 256)
    # CHECK: scf.for %[[I:.*]] = %c0_i32 to %arg2 step %c1_i32 : i32 {
    for i in range(n):
        # CHECK: %[[T:.*]] = ascendc.que_bind.alloc_tensor %[[Q]] {dtype = f32}
        x_local = queue.alloc_tensor(x.dtype)
        # CHECK: %[[AT:.*]] = arith.muli %[[I]], %c64_i32
        # CHECK: %[[PART:.*]] = ascendc.global_tensor.subindex %[[X]][%[[AT]]]
        # CHECK: ascendc.data_copy_l2 %[[T]], %[[PART]], %c64_i32
        asc.data_copy(x_local, x_gm[i * 64 :], 64)
        # CHECK-NEXT: ascendc.que_bind.enque_tensor %[[Q]], %[[T]]
        queue.enque(x_local)
        queue.free_tensor(queue.deque(x.dtype))
    # PASSED: %0 = ascendc.pipe : !ascendc.pipe


def functions(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: func.func private @double(%arg0: !ascendc.local_tensor<*xf32>, %arg1: i32) -> i32
    # CHECK: ascendc.add_l2 %arg0, %arg0, %arg0, %arg1
    # CHECK: func.func @functions
    # PASSED-NOT: func.call
    # PASSED: func.func @functions
    # PASSED-NOT: func.call
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, 64)
    # CHECK: func.call @double(%{{.*}}, %arg2)
    count = double(local, n)
    # PASSED: ascendc.add_l2 %[[L:.*]], %[[L]], %[[L]], %arg2
    # PASSED: %[[C:.*]] = arith.muli %arg2, %c2_i32
    # PASSED: ascendc.adds_l2 %[[L]], %[[L]], %{{.*}}, %[[C]]
    asc.adds(local, local, 1.0, count)


def automatic(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    # CHECK: ascendc.local_tensor_auto() : !ascendc.local_tensor<64xf32>
    # PASSED: %[[PIPE:.*]] = ascendc.pipe
    # PASSED: %[[B:.*]] = ascendc.tbuf : !ascendc.tbuf<veccalc>
    # PASSED: ascendc.pipe.init_buffer %[[PIPE]], %[[B]], %c256_i32
    # PASSED: %[[T:.*]] = ascendc.tbuf.get_tensor(%[[B]], %c64_i32)
    local = asc.LocalTensorAuto(x.dtype, 64)
    # PASSED: ascendc.data_copy_l2 %[[T]]
    asc.data_copy(local, x_gm, 64)
    # PASSED: %[[ID:.*]] = ascendc.pipe.fetch_event_id mte2_v, %[[PIPE]]
    # PASSED-NEXT: ascendc.set_flag mte2_v, %[[ID]] : i32
    # PASSED-NEXT: ascendc.wait_flag mte2_v, %[[ID]] : i32
    # PASSED-NEXT: ascendc.abs_l2 %[[T]], %[[T]]
    asc.abs(local, local, 64)


def streamed(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    # PASSED: %[[IN:.*]] = ascendc.queue : !ascendc.queue<vecin, 2>
    # PASSED: %[[OUT:.*]] = ascendc.queue : !ascendc.queue<vecout, 2>
    # PASSED: scf.for
    for i in range(n):
        # PASSED: %[[X:.*]] = ascendc.que_bind.alloc_tensor %[[IN]]
        x_local = asc.LocalTensorAuto(x.dtype, 64)
        asc.data_copy(x_local, x_gm[i * 64 :], 64)
        # PASSED: ascendc.que_bind.enque_tensor %[[IN]], %[[X]]
        z_local = asc.LocalTensorAuto(x.dtype, 64)
        # PASSED: %[[Y:.*]] = ascendc.que_bind.deque_tensor %[[IN]]
        # PASSED-NEXT: ascendc.sqrt_l2 %{{.*}}, %[[Y]]
        # PASSED-NEXT: ascendc.que_bind.enque_tensor %[[OUT]]
        asc.sqrt(z_local, x_local, 64)
        asc.data_copy(z_gm[i * 64 :], z_local, 64)
        # PASSED-NOT: set_flag


def scalars(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_local = asc.LocalTensorAuto(x.dtype, 64)
    asc.duplicate(x_local, 1.0, 64)
    # PASSED: ascendc.wait_flag v_s
    # PASSED: ascendc.local_tensor.get_value
    value = x_local.get_value(n)
    # PASSED: ascendc.wait_flag s_v
    # PASSED: ascendc.muls_l2
    asc.muls(x_local, x_local, value, 64)


def constants(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: arith.constant
    # PASSED-NOT: arith.muli
    # PASSED: %c42_i32 = arith.constant 42 : i32
    # PASSED-NOT: scf
    number = asc.number(6, asc.int32) * 7
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    if number == 41:
        z_gm.set_value(1, 0)
    for i in range(1):
        # PASSED: ascendc.global_tensor.set_value
        z_gm.set_value(number + i, 1.5)


def invariants(x: asc.GlobalAddress, z: asc.GlobalAddress, n: Any):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    # PASSED: arith.muli %arg2, %arg2
    # PASSED: scf.for
    # PASSED-NOT: arith.muli
    for i in range(n):
        z_gm.set_value(i, (n * n + n * n).cast(asc.float32))


def branches(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: %[[C:.*]] = arith.cmpi sgt, %arg2, %c3_i32
    # CHECK: %[[R:.*]] = scf.if %[[C]] -> (i32) {
    # CHECK: } else {
    kind = 0
    if n > 3:
        kind = 1
    # CHECK: scf.while
    # CHECK: scf.condition
    while kind < n:
        kind += 2
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    z_gm.set_value(kind, 0.0)


def masks(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    local = asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, 64)
    # CHECK: %[[P:.*]] = ascendc.construct({{.*}}) : {{.*}}, !ascendc.unary_repeat_params
    params = asc.UnaryRepeatParams(1, 1, 8, 8)
    # CHECK: ascendc.relu_l0({{.*}}, %[[P]]) {isSetMask = true
    asc.relu(local, local, 64, 1, params)
    # CHECK: ascendc.relu_l1({{.*}}, %[[P]]) {isSetMask = false
    asc.relu(local, local, [n, 1], 1, params, is_set_mask=False)


def conversions(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: ascendc.local_tensor_v2 veccalc, %c0_i32, %c64_i32
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    b = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 256, 64)
    # CHECK: ascendc.cast_l2 cast_floor, %{{.*}}, %{{.*}}, %c64_i32
    asc.cast(b, a, asc.RoundMode.CAST_FLOOR, 64)
    # CHECK: ascendc.reinterpret_cast
    asc.relu(b.reinterpret_cast(asc.float32), a, 64)


def comparisons(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    bits = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 512, 64)
    # CHECK: ascendc.compare_l2 lt,
    asc.compare(bits, a, a, asc.CMPMODE.LT, 64)
    # CHECK: ascendc.select_l2 vsel_tensor_tensor_mode,
    asc.select(a, bits, a, a, asc.SelMode.VSEL_TENSOR_TENSOR_MODE, 64)


def reductions(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    a = asc.LocalTensorAuto(x.dtype, 64)
    tmp = asc.LocalTensorAuto(x.dtype, 64)
    # CHECK: ascendc.reduce_sum_l2 %[[A:.*]], %[[A]], %[[T:.*]], %c64_i32
    asc.reduce_sum(a, a, tmp, 64)


def copies(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    local = asc.LocalTensorAuto(x.dtype, 64)
    # CHECK: %[[P:.*]] = ascendc.construct({{.*}}) : ui16, {{.*}}, !ascendc.data_copy_params
    # CHECK: ascendc.data_copy_l0 %{{.*}}, %{{.*}}, %[[P]]
    asc.data_copy(local, x_gm, asc.DataCopyParams(1, 8, 0, 0))


def synchronised(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: ascendc.set_flag v_mte3, %arg2 : i32
    asc.set_flag(asc.HardEvent.V_MTE3, n)
    # CHECK-NEXT: ascendc.wait_flag v_mte3, %arg2 : i32
    asc.wait_flag(asc.HardEvent.V_MTE3, n)
    # CHECK-NEXT: ascendc.pipe_barrier pipe_all
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    # CHECK-NEXT: ascendc.sync_all_hard {isAivOnly = true}
    asc.sync_all()


def atomics(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: ascendc.set_atomic_add
    asc.set_atomic_add(asc.float32)
    # CHECK-NEXT: ascendc.set_atomic_none
    asc.set_atomic_none()


def arrays(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: %[[A:.*]] = memref.alloca() {{.*}}: memref<3xi32>
    array = asc.array(asc.int32, [4, 5, 6])
    # CHECK: memref.store %arg2, %[[A]]
    array[n] = n
    # CHECK: memref.load %[[A]]
    # CHECK: ascendc.printf(
    # CHECK-SAME: desc = "%d of them\0A"
    asc.printf("%d of them\n", array[0])


def softmax(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    a = asc.LocalTensorAuto(x.dtype, (8, 64))
    s = asc.LocalTensorAuto(x.dtype, 64)
    # CHECK: emitasc.variable : !emitasc.py_struct<"SoftMaxTiling"
    tiling = asc.adv.SoftmaxTiling()
    # CHECK: ascendc.softmax
    asc.adv.softmax(a, s, s, a, tiling)


def multiplied(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    kind = asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, asc.float32)
    # CHECK: %[[M:.*]] = ascendc.matmul
    # CHECK-SAME: !ascendc.matmul<gm, nd, float32, 0, none, gm, nd
    matmul = asc.adv.Matmul(kind, kind, kind)
    # CHECK: ascendc.regist_matmul_obj
    asc.adv.register_matmul(pipe, z, matmul)
    # PASSED: ascendc.kernel_type = "MIX_AIC_1_2"
    # CHECK: ascendc.matmul.end %[[M]]
    matmul.end()


def unsigned(x: asc.GlobalAddress, z: asc.GlobalAddress, n: Any):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    # CHECK: emitasc.cast %arg2 : i32, ui32
    # CHECK: arith.divui
    number = n.cast(asc.uint32) // 3
    z_gm.set_value(0, number.cast(asc.float32))


def written(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    # CHECK: emitasc.verbatim(%arg2) {value = "int32_t rounds = $0;"}
    asc.inline("int32_t rounds = $0;", (n,))


KERNELS = {
    function.__name__: function
    for function in (
        *(queues, functions, automatic, streamed, scalars, constants, invariants, branches, masks),
        *(conversions, comparisons, reductions, copies, synchronised, atomics, arrays, softmax),
        *(multiplied, unsigned, written),
    )
}
