// What tilings of matrix multiplication say of themselves in the log.
#include "base/dlog_functions.h"
#include "lib/matmul/matmul_tiling_base.h"

namespace matmul_tiling {
namespace {

constexpr int32_t kModule = 69;  // ASCENDCKERNEL
constexpr int32_t kInfo = 1;

bool IsLogged() {
    return CheckLogLevel(kModule, kInfo) == 1;
}

void Say(const char* name, int64_t value) {
    DlogRecord(kModule, kInfo, "MatmulTiling: %s = %lld", name, static_cast<long long>(value));
}

}  // namespace

void MatmulApiTilingBase::PrintTilingData() {
    if (!IsLogged()) {
        return;
    }
    const struct {
        const char* name;
        const MatTilingType& type;
    } operands[] = {{"A", aType_}, {"B", bType_}, {"C", cType_}, {"bias", biasType_}};
    for (const auto& operand : operands) {
        DlogRecord(kModule, kInfo, "MatmulTiling: %s: position %d, format %d, type %d%s",
                   operand.name, static_cast<int>(operand.type.pos),
                   static_cast<int>(operand.type.type), static_cast<int>(operand.type.dataType),
                   operand.type.isTrans ? ", transposed" : "");
    }
    PrintTilingDataInfo(tiling_);
}

void MatmulApiTilingBase::PrintTilingDataInfo(optiling::TCubeTiling& tiling) const {
    if (!IsLogged()) {
        return;
    }
#define ASCENDC_SAY_SCALAR(type, name) Say(#name, tiling.get_##name());
#define ASCENDC_SAY_ARRAY(type, length, name)
    ASCENDC_FIELDS_TCUBE_TILING(ASCENDC_SAY_SCALAR, ASCENDC_SAY_ARRAY)
#undef ASCENDC_SAY_SCALAR
#undef ASCENDC_SAY_ARRAY
}

void MatmulApiTilingBase::PrintTilingDataInfo(TCubeTiling& tiling) const {
    if (!IsLogged()) {
        return;
    }
#define ASCENDC_SAY_SCALAR(type, name) Say(#name, tiling.name);
#define ASCENDC_SAY_ARRAY(type, length, name)
    ASCENDC_FIELDS_TCUBE_TILING(ASCENDC_SAY_SCALAR, ASCENDC_SAY_ARRAY)
#undef ASCENDC_SAY_SCALAR
#undef ASCENDC_SAY_ARRAY
}

}  // namespace matmul_tiling
