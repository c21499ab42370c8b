// Launches of kernels for AI CPUs: what `kernel<<<1, nullptr, stream>>>(...)` becomes where
// `kernel` is declared with __aicpu__. AI CPUs are the host's here, and run such a kernel in its
// stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

extern "C" int aclrtLaunchHostFunc(void* stream, void (*function)(void*), void* args);

namespace AscendC::isa {

/// One launch: the contents of `<<<numBlocks, l2ctrl, stream>>>`. An AI CPU has no blocks: it runs
/// the kernel once, whatever their number.
class AicpuLaunch {
public:
    template <typename L2Control = std::nullptr_t>
    explicit AicpuLaunch(uint32_t, L2Control = {}, void* stream = nullptr) : stream_(stream) {}

    /// Queues `kernel`, which gets the address of a copy of the `size` bytes at `args`.
    template <typename Result, typename Pointed>
    int Run(Result (*kernel)(Pointed*), const void* args, size_t size) const {
        const auto* bytes = static_cast<const char*>(args);
        // Of the greatest alignment, as a kernel reads any structure there.
        std::vector<std::max_align_t> copy(size / sizeof(std::max_align_t) + 1);
        __builtin_memcpy(copy.data(), bytes, size);
        return Submit(
            [kernel, copy]() mutable { kernel(reinterpret_cast<Pointed*>(copy.data())); });
    }

    /// Queues `kernel` with copies of its arguments.
    template <typename Result, typename... Parameters>
    int Run(Result (*kernel)(Parameters...), std::common_type_t<Parameters>... arguments) const {
        return Submit([kernel, arguments...] { kernel(arguments...); });
    }

private:
    int Submit(std::function<void()> call) const {
        auto* const task = new std::function<void()>(std::move(call));
        const int code = aclrtLaunchHostFunc(stream_, &Call, task);
        if (code != 0) {
            delete task;
        }
        return code;
    }
    static void Call(void* task) {
        auto* const call = static_cast<std::function<void()>*>(task);
        (*call)();
        delete call;
    }

    void* stream_;
};

}  // namespace AscendC::isa
