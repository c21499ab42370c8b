// What every operator library exports, so that its registrations can be taken over.
#include "register/op_impl_registry_table.h"

extern "C" {

__attribute__((visibility("default"))) size_t GetRegisteredOpNum(void) {
    return gert::RegisteredOps().size();
}

__attribute__((visibility("default"))) int32_t GetOpImplFunctionsV2(gert::TypesToImplV2* rows,
                                                                    size_t num) {
    const gert::OpImplTable& table = gert::RegisteredOps();
    if (rows == nullptr || num != table.size()) {
        return -1;
    }
    for (const auto& entry : table) {
        rows->op_type = entry.first.c_str();
        rows->functions = &entry.second;
        ++rows;
    }
    return 0;
}

__attribute__((visibility("default"))) int32_t GetOpImplFunctions(gert::TypesToImplV2* rows,
                                                                  size_t num) {
    return GetOpImplFunctionsV2(rows, num);
}

}  // extern "C"
