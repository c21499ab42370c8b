// The template arguments of Blend, which make up its tiling key. Read by host and kernel.
#ifndef BLEND_KEY_H
#define BLEND_KEY_H

#include "ascendc/host_api/tiling/template_argument.h"

#define BLEND_ADD 10
#define BLEND_MULTIPLY 20
#define BLEND_MAXIMUM 30

ASCENDC_TPL_ARGS_DECL(Blend,
                      ASCENDC_TPL_DATATYPE_DECL(D_X, C_DT_FLOAT, C_DT_FLOAT16,
                                                ASCENDC_TPL_INPUT(0)),
                      ASCENDC_TPL_UINT_DECL(MODE, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, BLEND_ADD,
                                            BLEND_MULTIPLY, BLEND_MAXIMUM),
                      ASCENDC_TPL_BOOL_DECL(NEGATE, 0, 1));

ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(D_X, C_DT_FLOAT, C_DT_FLOAT16),
                                     ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, BLEND_ADD,
                                                          BLEND_MULTIPLY),
                                     ASCENDC_TPL_BOOL_SEL(NEGATE, 0, 1)),
                ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DATATYPE_SEL(D_X, C_DT_FLOAT),
                                     ASCENDC_TPL_UINT_SEL(MODE, ASCENDC_TPL_UI_LIST, BLEND_MAXIMUM),
                                     ASCENDC_TPL_BOOL_SEL(NEGATE, 0)));

#endif  // BLEND_KEY_H
