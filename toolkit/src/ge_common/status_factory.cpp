// ge_api_error_codes.h: the descriptions of status codes, and ge::StatusFactory::Instance for
// clients whose header only declared it.
#include "external/ge_common/ge_api_error_codes.h"

namespace ge {
namespace {

bool RegisterCommonCodes() {
    // Called through a pointer, so the function is in the library and not only inlined.
    StatusFactory* (*volatile instance)() = &StatusFactory::Instance;
    instance()->RegisterErrorNo(SUCCESS, "success");
    instance()->RegisterErrorNo(FAILED, "failed");
    return true;
}

const bool kRegistered = RegisterCommonCodes();

}  // namespace
}  // namespace ge
