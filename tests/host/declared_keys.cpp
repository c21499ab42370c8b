// A check of checks.cpp: keys of template arguments of which the host reads no selections, as with
// CANN 9.
#include "check.h"
#include "tiling/template_argument.h"

namespace {

ASCENDC_TPL_ARGS_DECL(Foo, ASCENDC_TPL_UINT_DECL(U, 4, ASCENDC_TPL_UI_LIST, 10, 12),
                      ASCENDC_TPL_BOOL_DECL(B, 0, 1));
ASCENDC_TPL_SEL(ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, kOfTheKernel)
                                         ASCENDC_TPL_BOOL_SEL(B, 1)))

}  // namespace

void DeclaredKeys();

void DeclaredKeys() {
    EQUAL(GET_TPL_TILING_KEY(12, 1), 17U);
    EQUAL(GET_TPL_TILING_KEY({10, 1}), 16U);
    EQUAL(GET_TPL_TILING_KEY(11, 1), ~uint64_t{0});  // not declared
}
