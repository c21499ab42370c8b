// clang-format off: in the layout of TileLang's generator
// An addition as the generator of tilelang-ascend writes kernels: its headers, its prologue, its host function.
#include "tl_templates/ascend/common.h"
#include "acl/acl.h"
#include <runtime/rt_ffts.h>
#include "tl_templates/ascend/printf.h"

extern "C" __global__ __aicore__ void main_kernel(GM_ADDR A_handle, GM_ADDR B_handle,
                                                  GM_ADDR C_handle, uint64_t fftsAddr) {
  AscendC::SetSyncBaseAddr(fftsAddr);
  KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
  AscendC::TPipe pipe;

  AscendC::GlobalTensor<float> A;
  A.SetGlobalBuffer((__gm__ float*)A_handle);
  AscendC::GlobalTensor<float> B;
  B.SetGlobalBuffer((__gm__ float*)B_handle);
  AscendC::GlobalTensor<float> C;
  C.SetGlobalBuffer((__gm__ float*)C_handle);

  AscendC::TBuf<AscendC::TPosition::A2> ascend_l0a;
  pipe.InitBuffer(ascend_l0a, 65536);
  AscendC::TBuf<AscendC::TPosition::B2> ascend_l0b;
  pipe.InitBuffer(ascend_l0b, 65536);
  AscendC::TBuf<AscendC::TPosition::A1> ascend_l1; pipe.InitBuffer(ascend_l1, 524288);
  AscendC::TBuf<AscendC::TPosition::CO1> ascend_l0c; pipe.InitBuffer(ascend_l0c, 131072);
  AscendC::TBuf<AscendC::TPosition::VECCALC> ascend_ub; pipe.InitBuffer(ascend_ub, 196608);
  pipe.Destroy();
  auto cid = AscendC::GetBlockIdx();
  if ASCEND_IS_AIV {
    cid = cid / 2;
  }
  auto vid = AscendC::GetSubBlockIdx();
  if ASCEND_IS_AIV {
    auto a_ub = ascend_ub.GetWithOffset<float>(2048, 0);
    auto b_ub = ascend_ub.GetWithOffset<float>(2048, 8192);
    auto c_ub = ascend_ub.GetWithOffset<float>(2048, 16384);
    AscendC::DataCopy(a_ub, A[(cid * 2 + vid) * 2048], 2048);
    AscendC::DataCopy(b_ub, B[(cid * 2 + vid) * 2048], 2048);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::Add(c_ub, a_ub, b_ub, 2048);
    tl::ascend::DumpTensor(c_ub, 1, 32, 2, (uint32_t[]){16, 2});
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(C[(cid * 2 + vid) * 2048], c_ub, 2048);
  }
}

void main_kernel_tiling() {
}

extern "C" void call(uint8_t* A_handle, uint8_t* B_handle, uint8_t* C_handle, aclrtStream stream) {
  uint32_t fftsLen{0};
  uint64_t fftsAddr{0};
  rtGetC2cCtrlAddr(&fftsAddr, &fftsLen);
  main_kernel_tiling();
  main_kernel<<<4, nullptr, stream>>>(A_handle, B_handle, C_handle, fftsAddr);
}
