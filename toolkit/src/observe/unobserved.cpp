#include "observe/unobserved.h"

#include "observe/output.h"
#include "observe/settings.h"

namespace observe {

void WriteUnobserved(const AscendcObservedLaunch& launch, const char* reason) {
    const std::string& observer = GetSettings().observer;
    const char* const suffix = observer == "profile" ? "profile.jsonl"
                               : observer == "trace" ? "trace.txt"
                                                     : "findings.jsonl";
    JsonObject line;
    line.Text("event", "unobserved")
        .Text("kernel", launch.kernel)
        .Text("op_type", launch.op_type)
        .Unsigned("launch", launch.index)
        .Text("reason", reason);
    AppendLine(suffix, line.Close());
}

}  // namespace observe
