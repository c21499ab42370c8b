#include "observe/unobserved.h"

#include "observe/line_fields.h"
#include "observe/output.h"
#include "observe/settings.h"

namespace observe {

void WriteUnobserved(const AscendcObservedLaunch& launch, const char* reason) {
    const std::string& observer = GetSettings().observer;
    const char* const suffix = observer == "profile" ? "profile.jsonl"
                               : observer == "trace" ? "trace.txt"
                                                     : "findings.jsonl";
    JsonObject line;
    line.Text(fields::unobserved::kEvent, "unobserved")
        .Text(fields::unobserved::kKernel, launch.kernel)
        .Text(fields::unobserved::kOpType, launch.op_type)
        .Unsigned(fields::unobserved::kLaunch, launch.index)
        .Text(fields::unobserved::kReason, reason);
    AppendLine(suffix, line.Close());
}

}  // namespace observe
