// clang-format off: the order counts
#include "kernel_operator.h"
#include "ascendc/host_api/tiling/template_argument.h"
// clang-format on
ASCENDC_TPL_ARGS_DECL(Copy, ASCENDC_TPL_UINT_DECL(kind, 8, ASCENDC_TPL_UI_LIST, 3, 70, 71));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(kind, ASCENDC_TPL_UI_LIST, 3),
                                     ASCENDC_TPL_DETERMINISTIC_SEL(true)),
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(kind, ASCENDC_TPL_UI_LIST, 70, 71)))
template <int kind>
__global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {
    static_assert(kind == 3 || TILING_KEY_VAR == kind - 69, "only the key's own is compiled");
#if TILING_KEY_VAR == 0  // keys of templates are the positions of their values
    z[0] = 60;
#else
    z[0] = kind == 70 ? 15 : 9;
#endif
    z[1] = kind == 71;
}
