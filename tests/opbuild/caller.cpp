// Calls generated aclnn functions with numbers for handles; see recorder.cpp.
#include <cstdio>
#include <cstring>

#include "aclnn_attr_zoo.h"
#include "aclnn_grow_op_x2.h"
#include "aclnn_in_place_add.h"
#include "aclnn_non_zero_ex.h"
#include "aclnn_scalar_args.h"

namespace {

// A handle of any type from its number.
struct Handle {
    explicit Handle(unsigned long number) : value(number) {}
    template <typename Type>
    operator Type*() const {
        return reinterpret_cast<Type*>(value);
    }
    unsigned long value;
};

Handle H(unsigned long number) {
    return Handle(number);
}

// `bytes` is read after the call whose status this is.
void Report(aclnnStatus status, const uint64_t& bytes) {
    std::printf("status %d %lu\n", status, static_cast<unsigned long>(bytes));
}

void Title(const char* title) {
    std::printf("== %s\n", title);
}

}  // namespace

int main() {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    char text[] = "text";

    Title("attributes left out");
    Report(aclnnAttrZooGetWorkspaceSize(
               H(1), true, 2, 0.1, text, H(3), H(4), H(5), 6, 7, false, false, false, 8, 9, 10, 0.5,
               1.0, 1e-6, 2.0, 3.0, 4.0, 5.0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
               nullptr, nullptr, nullptr, nullptr, nullptr, H(20), &bytes, &executor),
           bytes);
    Title("required attribute is null");
    Report(aclnnAttrZooGetWorkspaceSize(H(1), true, 2, 0.1, nullptr, H(3), H(4), H(5), 6, 7, false,
                                        false, false, 8, 9, 10, 0.5, 1.0, 1e-6, 2.0, 3.0, 4.0, 5.0,
                                        text, text, text, text, H(11), H(12), H(13), H(14), H(15),
                                        H(16), H(17), H(20), &bytes, &executor),
           0);
    Title("required input is null");
    Report(aclnnScalarArgsGetWorkspaceSize(nullptr, H(2), H(3), nullptr, H(5), nullptr, H(7),
                                           &bytes, &executor),
           0);
    Title("executor is null");
    Report(aclnnScalarArgsGetWorkspaceSize(H(1), H(2), H(3), nullptr, H(5), nullptr, H(7), &bytes,
                                           nullptr),
           0);
    Title("scalars");
    Report(aclnnScalarArgsGetWorkspaceSize(H(1), H(2), H(3), nullptr, H(5), nullptr, H(7), &bytes,
                                           &executor),
           bytes);
    Title("shapes from the kernel");
    Report(aclnnNonZeroExGetWorkspaceSize(H(1), true, H(2), H(3), H(4), H(5), &bytes, &executor),
           bytes);
    Title("in place");
    Report(
        aclnnInPlaceAddGetWorkspaceSize(H(1), H(2), H(3), H(4), nullptr, H(6), &bytes, &executor),
        bytes);
    Report(aclnnInPlaceAdd(H(100000), bytes, executor, H(5)), 0);
    Title("workspace too small");
    Report(aclnnInPlaceAdd(H(100000), 255, executor, H(5)), 0);
    Title("older version");
    Report(aclnnGrowOpX2GetWorkspaceSize(H(1), 0.25, H(2), &bytes, &executor), bytes);
    Report(aclnnGrowOpX2(H(100000), bytes, executor, H(5)), 0);
    return 0;
}
