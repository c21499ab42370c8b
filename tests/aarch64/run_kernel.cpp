// Runs one kernel object on the simulated cores, as a program of the CPU it is compiled for:
//
//   run_kernel KERNEL SOC BLOCK_DIM TASK_TYPE TILING_KEY TIMEOUT_US OP_TYPE WORKSPACE ARGUMENT...
//
// WORKSPACE and each ARGUMENT are an integer, passed unmodified, or @FILE: its contents are passed
// by address and written back after a launch without fault. What the kernel prints goes to stdout.
// Exit code 0, or 3 after a fault, which stderr then tells: "kind core_type block_idx message"; 2 =
// cannot start.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <list>
#include <string>
#include <vector>

#include "aicore/launch_interface.h"

namespace {

struct File {
    std::string path;
    std::vector<char> data;
};

uint64_t Take(const std::string& argument, std::list<File>* files) {
    if (argument[0] != '@') {
        return std::strtoull(argument.c_str(), nullptr, 0);
    }
    std::ifstream stream(argument.substr(1), std::ios::binary);
    files->push_back({argument.substr(1), {std::istreambuf_iterator<char>(stream), {}}});
    return reinterpret_cast<uint64_t>(files->back().data.data());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 9) {
        return 2;
    }
    void* kernel = dlopen(argv[1], RTLD_NOW);
    const void* info = kernel == nullptr ? nullptr : dlsym(kernel, "ascendc_kernel_info");
    if (info == nullptr) {
        std::fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    std::list<File> files;
    AicoreLaunch launch = {};
    launch.kernel = static_cast<const AscendcKernelInfo*>(info);
    launch.soc = AicoreSoc(argv[2]);
    launch.block_dim = static_cast<uint32_t>(std::strtoul(argv[3], nullptr, 0));
    launch.task_type = static_cast<uint32_t>(std::strtoul(argv[4], nullptr, 0));
    launch.tiling_key = std::strtoull(argv[5], nullptr, 0);
    launch.timeout_us = std::strtoull(argv[6], nullptr, 0);
    launch.op_type = *argv[7] == '\0' ? nullptr : argv[7];
    launch.sys_workspace = reinterpret_cast<void*>(Take(argv[8], &files));
    std::vector<uint64_t> slots;
    for (int i = 9; i < argc; ++i) {
        slots.push_back(Take(argv[i], &files));
    }
    if (launch.kernel->param_count != slots.size()) {
        std::fprintf(stderr, "%zu arguments for %u parameters\n", slots.size(),
                     launch.kernel->param_count);
        return 2;
    }
    launch.args = slots.data();
    launch.args_size = slots.size() * sizeof(uint64_t);
    AicoreFault fault = {};
    if (AicoreRun(&launch, &fault) != AICORE_OK) {
        std::fprintf(stderr, "%u %u %u %s\n", fault.kind, fault.core_type, fault.block_idx,
                     fault.message);
        return 3;
    }
    for (const File& file : files) {
        std::ofstream(file.path, std::ios::binary)
            .write(file.data.data(), static_cast<std::streamsize>(file.data.size()));
    }
    return 0;
}
