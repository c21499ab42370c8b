// A check of checks.cpp: keys of template arguments.
#define ASCENDC_DEBUG  // with selections
#include "check.h"
#include "tiling/template_argument.h"

namespace {

ASCENDC_TPL_ARGS_DECL(Foo, ASCENDC_TPL_DTYPE_DECL(D, 0, 1, 27),
                      ASCENDC_TPL_UINT_DECL(U, 4, ASCENDC_TPL_UI_LIST, 10, 12, 13),
                      ASCENDC_TPL_BOOL_DECL(B, 0, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_DTYPE_SEL(D, 27), ASCENDC_TPL_BOOL_SEL(B, 1),
                                     ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, 12, 13)));

}  // namespace

void TilingKeys();

void TilingKeys() {
    EQUAL(GET_TPL_TILING_KEY(27, 13, 1), 4635U);
    EQUAL(GET_TPL_TILING_KEY({27, 13, 1}), 4635U);
    const uint64_t invalid = ~uint64_t{0};
    EQUAL(GET_TPL_TILING_KEY(0, 13, 1), invalid);   // in no selection
    EQUAL(GET_TPL_TILING_KEY(27, 11, 1), invalid);  // not declared
    EQUAL(GET_TPL_TILING_KEY(27, 13), invalid);
    using AscendC::FastEncodeTilingKeyDirect;
    EQUAL(FastEncodeTilingKeyDirect(g_tilingDeclareParams, {0, 13, 1}), 4608U);
    EQUAL(FastEncodeTilingKeyDirect(g_tilingDeclareParams, {{27, 13, 1}}), 4635U);
    EQUAL(FastEncodeTilingKeyDirect(g_tilingDeclareParams, {27, 11, 1}), invalid);
    EQUAL(FastEncodeTilingKeyDirect(g_tilingDeclareParams, {27, 13}), invalid);
    // What CANN's EncodeTilingKey rejects of declarations and selections.
    const TilingDeclareParams declared = {ASCENDC_TPL_DTYPE_DECL(D, 0, 1),
                                          ASCENDC_TPL_KERNEL_TYPE_DECL(K, 0, 7)};
    const ParamStruct type = ASCENDC_TPL_DTYPE_SEL(D, 1);
    const ParamStruct kind = ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(K, 7);
    using AscendC::EncodeTilingKey;
    EQUAL(EncodeTilingKey(declared, {{type, kind}}, {1, 7}), 1U | 7U << 8);
    EQUAL(EncodeTilingKey(declared, {{type}}, {1, 7}), invalid);  // K is left out
    EQUAL(EncodeTilingKey(declared, {}, {1, 7}), invalid);
    EQUAL(EncodeTilingKey(declared, {{type, kind, ASCENDC_TPL_BOOL_SEL(B, 1)}}, {1, 7}), invalid);
    EQUAL(EncodeTilingKey(declared, {{type, kind}, {ASCENDC_TPL_DTYPE_SEL(D, 0, 5), kind}}, {1, 7}),
          invalid);
    EQUAL(EncodeTilingKey({ASCENDC_TPL_DTYPE_DECL(D, 1, 1)}, {{type}}, {1}), invalid);
}
