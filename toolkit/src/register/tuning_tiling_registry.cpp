// Makers of tiling structures that tuning writes, by operator type. Libraries of operators register
// them when they are loaded; nothing is tuned by them here.
#include <map>
#include <memory>

#include "graph/ascend_string.h"

namespace tuningtiling {
class TuningTilingDef;
using TuningTilingDefConstructor = std::shared_ptr<TuningTilingDef> (*)();

class GE_FUNC_HOST_VISIBILITY TuningTilingClassFactory {
public:
    static std::map<ge::AscendString, TuningTilingDefConstructor>& RegisterInfo();
    static void RegisterTilingData(const ge::AscendString& optype,
                                   TuningTilingDefConstructor const constructor);
    static std::shared_ptr<TuningTilingDef> CreateTilingDataInstance(
        const ge::AscendString& optype);
};

std::map<ge::AscendString, TuningTilingDefConstructor>& TuningTilingClassFactory::RegisterInfo() {
    static auto* const makers = new std::map<ge::AscendString, TuningTilingDefConstructor>;
    return *makers;
}

void TuningTilingClassFactory::RegisterTilingData(const ge::AscendString& optype,
                                                  TuningTilingDefConstructor const constructor) {
    RegisterInfo()[optype] = constructor;
}

std::shared_ptr<TuningTilingDef> TuningTilingClassFactory::CreateTilingDataInstance(
    const ge::AscendString& optype) {
    const auto maker = RegisterInfo().find(optype);
    return maker == RegisterInfo().end() ? nullptr : maker->second();
}

}  // namespace tuningtiling
