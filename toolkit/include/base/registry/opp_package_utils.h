// Libraries of operators of one package.
#ifndef INC_BASE_OPP_PACKAGE_UTILS_H_
#define INC_BASE_OPP_PACKAGE_UTILS_H_

#include <vector>

#include "graph/ascend_string.h"
#include "graph/ge_error_codes.h"

namespace gert {
enum class OppImplVersionTag { kOpp, kOppKernel, kVersionEnd = 20 };

class OppSoDesc {
public:
    OppSoDesc(const std::vector<ge::AscendString>& so_paths, const ge::AscendString& package_name)
        : so_paths_(so_paths), package_name_(package_name) {}
    std::vector<ge::AscendString> GetSoPaths() const { return so_paths_; }
    ge::AscendString GetPackageName() const { return package_name_; }

private:
    std::vector<ge::AscendString> so_paths_;
    ge::AscendString package_name_;
};
}  // namespace gert

#endif  // INC_BASE_OPP_PACKAGE_UTILS_H_
