#include "ascendc/host_api/tiling/template_argument.h"
ASCENDC_TPL_ARGS_DECL(Sum, ASCENDC_TPL_DTYPE_DECL(D, C_DT_FLOAT, C_DT_FLOAT16),
                      ASCENDC_TPL_UINT_DECL(N, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_MIX, 2, 0, 2, 3, 5,
                                            10, 12, 13),
                      ASCENDC_TPL_BOOL_DECL(SPLIT, 0, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DTYPE_SEL(D, C_DT_FLOAT16),
                                     ASCENDC_TPL_UINT_SEL(N, ASCENDC_TPL_UI_LIST, 10, 3),
                                     ASCENDC_TPL_DETERMINISTIC_SEL(true),
                                     ASCENDC_TPL_TILING_STRUCT_SEL(other::Data),
                                     ASCENDC_TPL_BOOL_SEL(SPLIT, 0, 1)),
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DTYPE_SEL(D, C_DT_FLOAT),
                                     ASCENDC_TPL_UINT_SEL(N, ASCENDC_TPL_UI_RANGE, 1, 12, 13),
                                     ASCENDC_TPL_BOOL_SEL(SPLIT, 1),
                                     ASCENDC_TPL_DETERMINISTIC_SEL(false),
                                     ASCENDC_TPL_TILING_STRUCT_SEL(Data),
                                     ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_MIX_AIC_1_1)), );
