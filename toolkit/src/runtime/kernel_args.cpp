#include "runtime/kernel_args.h"

#include <cstring>
#include <memory>

#include "runtime/error.h"
#include "runtime/round_up.h"

namespace runtime {
namespace {

constexpr size_t kSlot = 8;

}  // namespace

void KernelArgs::Init(uint8_t* block, size_t capacity) {
    magic_ = kMagic;
    state_ = State::kAppending;
    count_ = 0;
    block_ = block;
    capacity_ = capacity;
    slot_bytes_ = 0;
    used_ = 0;
}

KernelArgs::Param* KernelArgs::Find(void* param) {
    Param* candidate = static_cast<Param*>(param);
    const bool inside =
        candidate >= params_ && candidate < params_ + count_ &&
        (reinterpret_cast<char*>(candidate) - reinterpret_cast<char*>(params_)) % sizeof(Param) ==
            0;
    return inside ? candidate : nullptr;
}

int KernelArgs::Add(size_t size, bool placeholder, void** param) {
    if (state_ != State::kAppending) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "kernel arguments: nothing can be appended after %s",
                    state_ == State::kFillingBuffers ? "a placeholder's buffer was taken"
                                                     : "the list was finalized");
    }
    if (count_ == kMaxParams || size > capacity_ || RoundUp(size, kSlot) > capacity_ - used_) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "kernel arguments: over the limit of %zu parameters and %zu bytes", kMaxParams,
                    capacity_);
    }
    Param& added = params_[count_++];
    added = Param{static_cast<uint32_t>(used_), static_cast<uint32_t>(size), 0, placeholder, false};
    memset(block_ + used_, 0, RoundUp(size, kSlot));
    used_ += RoundUp(size, kSlot);
    slot_bytes_ = used_;
    *param = &added;
    return 0;
}

int KernelArgs::Append(const void* value, size_t size, void** param) {
    const int code = Add(size, false, param);
    if (code == 0) {
        memcpy(block_ + static_cast<Param*>(*param)->offset, value, size);
    }
    return code;
}

int KernelArgs::AppendPlaceHolder(void** param) {
    return Add(sizeof(void*), true, param);
}

int KernelArgs::GetPlaceHolderBuffer(void* handle, size_t size, void** buffer) {
    Param* param = Find(handle);
    if (param == nullptr || !param->placeholder) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "kernel arguments: %p is no placeholder of this list", handle);
    }
    if (state_ == State::kFinal || state_ == State::kUpdating) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "kernel arguments: the list is finalized already");
    }
    if (size > capacity_ || RoundUp(size, kSlot) > capacity_ - used_) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "kernel arguments: %zu bytes of placeholder data exceed the limit of %zu", size,
                    capacity_);
    }
    state_ = State::kFillingBuffers;
    param->data_offset = static_cast<uint32_t>(used_);
    param->has_buffer = true;
    *buffer = block_ + used_;
    memset(*buffer, 0, RoundUp(size, kSlot));
    used_ += RoundUp(size, kSlot);
    return 0;
}

int KernelArgs::Update(void* handle, const void* value, size_t size) {
    Param* param = Find(handle);
    if (param == nullptr || param->placeholder || param->size != size) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "kernel arguments: %s",
                    param == nullptr     ? "no such parameter"
                    : param->placeholder ? "a placeholder cannot be updated"
                                         : "an update must have the size of the first value");
    }
    memcpy(block_ + param->offset, value, size);
    state_ = State::kUpdating;
    return 0;
}

int KernelArgs::Finalize() {
    state_ = State::kFinal;
    return 0;
}

int KernelArgs::Snapshot(LaunchArguments* arguments) const {
    if (state_ != State::kFinal) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "kernel arguments: the list %s",
                    state_ == State::kUpdating ? "was updated but not finalized again"
                                               : "is not finalized");
    }
    arguments->block.assign(block_, block_ + used_);
    arguments->slot_bytes = slot_bytes_;
    arguments->pointers.clear();
    for (uint32_t i = 0; i < count_; ++i) {
        if (!params_[i].placeholder) {
            continue;
        }
        if (!params_[i].has_buffer) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "kernel arguments: placeholder %u has no buffer", i);
        }
        arguments->pointers.push_back({params_[i].offset, params_[i].data_offset});
    }
    return 0;
}

KernelArgs* ResetThreadKernelArgs() {
    struct ThreadArgs {
        KernelArgs args;
        uint8_t block[KernelArgs::kMaxBytes];
    };
    static thread_local std::unique_ptr<ThreadArgs> thread_args;
    if (thread_args == nullptr) {
        thread_args.reset(new ThreadArgs());
    }
    thread_args->args.Init(thread_args->block, sizeof(thread_args->block));
    return &thread_args->args;
}

}  // namespace runtime
