// The platform that asc-devkit's host tests make up, where our libraries ask for one.
//
// Their platform_stub.cpp declares another class fe::PlatFormInfos, without the const members
// that CANN 8.1's headers have. Such a question is handed to the stub's member of the same name.
#include <cstdint>
#include <string>

#include "experiment/platform/platform/platform_infos_def.h"

namespace fe {

// NOLINTNEXTLINE(readability-const-return-type): the member of the stub, by its symbol
bool OfStub(PlatFormInfos* self, const std::string& label, const std::string& key,
            std::string& value) __asm__("_ZN2fe13PlatFormInfos14GetPlatformResERKSsS2_RSs");

bool PlatFormInfos::GetPlatformRes(const std::string& label, const std::string& key,
                                   std::string& val) const {
    return OfStub(const_cast<PlatFormInfos*>(this), label, key, val);
}

}  // namespace fe
