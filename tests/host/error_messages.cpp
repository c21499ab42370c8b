// Prints messages of operators as aclGetRecentErrMsg returns them; the first library registers
// some.
#include <cstdio>
#include <cstring>

#include "acl/acl.h"
#include "base/err_mgr.h"
#include "base/err_msg.h"

static const char* const kFormats = R"({"error_info_list": [
    {"errClass": "Operator Errors", "ErrCode": "EZ0001", "ErrMessage": "Value %s of %s is 100%. Range: %s.",
     "Arglist": "value, name,range", "suggestion": {"Possible Cause": "N/A", "Solution": "Ask."}},
    {"ErrCode": "EZ0002", "ErrMessage": "Nothing to say.", "Arglist": ""}]})";
REG_FORMAT_ERROR_MSG(kFormats, strlen(kFormats));

static void Show() {
    const char* text = aclGetRecentErrMsg();
    printf("%s\n", text == nullptr ? "nothing" : text);
}

int main() {
    REPORT_PREDEFINED_ERR_MSG("EZ0001", (std::vector<const char*>{"range", "name", "value"}),
                              (std::vector<const char*>{"1..3", "axis", "7"}));
    Show();
    REPORT_PREDEFINED_ERR_MSG("EZ0002");
    Show();
    REPORT_PREDEFINED_ERR_MSG("EZ0003", (std::vector<const char*>{"a", "b"}),
                              (std::vector<const char*>{"1", "2"}));
    Show();
    REPORT_USER_DEFINED_ERR_MSG("EU0001", "%d of %s", 3, "four");
    Show();
    printf("%d %d\n", error_message::RegisterFormatErrorMessage("[1]", 3),
           error_message::RegisterFormatErrorMessage(nullptr, 3));
    REPORT_USER_DEFINED_ERR_MSG("EU0002", "left");
    const auto items = error_message::GetErrMgrRawErrorMessages();
    printf("%zu %s %s\n", items.size(), items[0].error_id.get(), items[0].error_message.get());
    REPORT_USER_DEFINED_ERR_MSG("EU0003", "right");
    printf("%s", error_message::GetErrMgrErrorMessage().get());
    printf("%s%s|\n", error_message::GetErrMgrErrorMessage().get(),
           error_message::GetErrMgrWarningMessage().get());
    return ge::ReportPredefinedErrMsg("EZ0001", {"one"}, {}) == -1 ? 0 : 1;
}
