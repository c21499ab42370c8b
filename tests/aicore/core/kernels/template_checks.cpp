#include "ascendc/host_api/tiling/template_argument.h"
ASCENDC_TPL_ARGS_DECL(Shared,
                      ASCENDC_TPL_KERNEL_TYPE_DECL(K, ASCENDC_TPL_AIV_ONLY,
                                                   ASCENDC_TPL_MIX_AIC_1_2),
                      ASCENDC_TPL_BOOL_DECL(B, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(K, ASCENDC_TPL_AIV_ONLY,
                                                                        ASCENDC_TPL_MIX_AIC_1_2),
                                     ASCENDC_TPL_BOOL_SEL(B, 1)));
using namespace AscendC;
CHECKS;
template <int K, bool B>
__global__ __aicore__ void shared(GM_ADDR out) {
    *(int32_t*)out = K;
}
