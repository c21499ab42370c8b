// Calls aclnnAddCustom through the two-phase API on raw files: client DTYPE X Y Z DIM...
// DTYPE is an aclDataType number; exit code 0 = ran, 1 = an acl call failed (printed).
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn_add_custom.h"

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const int code = static_cast<int>(call);                                           \
        if (code != 0) {                                                                   \
            const char* text = aclGetRecentErrMsg();                                       \
            std::fprintf(stderr, "%s: %d %s\n", #call, code, text == nullptr ? "" : text); \
            return 1;                                                                      \
        }                                                                                  \
    } while (0)

namespace {

std::vector<char> ReadFile(const char* path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 5) {
        return 2;
    }
    const auto dtype = static_cast<aclDataType>(std::atoi(argv[1]));
    std::vector<int64_t> shape;
    for (int i = 5; i < argc; ++i) {
        shape.push_back(std::atoll(argv[i]));
    }
    std::vector<char> host[3] = {ReadFile(argv[2]), ReadFile(argv[3]), {}};
    host[2].resize(host[0].size());
    CHECK(aclInit(nullptr));
    CHECK(aclrtSetDevice(0));
    aclrtStream stream = nullptr;
    CHECK(aclrtCreateStream(&stream));
    void* device[3] = {nullptr, nullptr, nullptr};
    aclTensor* tensor[3] = {nullptr, nullptr, nullptr};
    for (int i = 0; i < 3; ++i) {
        if (!host[i].empty()) {
            CHECK(aclrtMalloc(&device[i], host[i].size(), ACL_MEM_MALLOC_HUGE_FIRST));
            CHECK(aclrtMemcpy(device[i], host[i].size(), host[i].data(), host[i].size(),
                              ACL_MEMCPY_HOST_TO_DEVICE));
        }
        tensor[i] = aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0, ACL_FORMAT_ND,
                                    shape.data(), shape.size(), device[i]);
    }
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    CHECK(aclnnAddCustomGetWorkspaceSize(tensor[0], tensor[1], tensor[2], &size, &executor));
    void* workspace = nullptr;
    if (size > 0) {
        CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST));
    }
    CHECK(aclnnAddCustom(workspace, size, executor, stream));
    CHECK(aclrtSynchronizeStream(stream));
    if (!host[2].empty()) {
        CHECK(aclrtMemcpy(host[2].data(), host[2].size(), device[2], host[2].size(),
                          ACL_MEMCPY_DEVICE_TO_HOST));
    }
    std::ofstream(argv[4], std::ios::binary)
        .write(host[2].data(), static_cast<std::streamsize>(host[2].size()));
    for (int i = 0; i < 3; ++i) {
        CHECK(aclDestroyTensor(tensor[i]));
        if (device[i] != nullptr) {
            CHECK(aclrtFree(device[i]));
        }
    }
    if (workspace != nullptr) {
        CHECK(aclrtFree(workspace));
    }
    CHECK(aclrtDestroyStream(stream));
    CHECK(aclrtResetDevice(0));
    CHECK(aclFinalize());
    return 0;
}
