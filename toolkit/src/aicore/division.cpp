#include "aicore/division.h"

#include <ucontext.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "aicore/fault.h"
#include "aicore/fiber.h"
#include "aicore/report.h"

namespace aicore {
namespace {

#if defined(__x86_64__)

// Registers by their numbers in instructions.
constexpr int kRegisters[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                              REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                              REG_R12, REG_R13, REG_R14, REG_R15};
constexpr uint8_t kOperandSize = 0x66;
constexpr uint8_t kRexW = 8, kRexX = 2, kRexB = 1;

/// `div` or `idiv` of x86-64 as encoded.
class Division {
public:
    explicit Division(mcontext_t* machine)
        : registers_(machine->gregs),
          start_(reinterpret_cast<const uint8_t*>(machine->gregs[REG_RIP])) {}

    /// Reads the instruction; false if it is another one.
    bool Decode() {
        const uint8_t* next = start_;
        bool is_short = false;
        for (; *next == kOperandSize; ++next) {
            is_short = true;
        }
        if ((*next & 0xf0) == 0x40) {
            rex_ = *next++;
        }
        const uint8_t opcode = *next++;
        const uint8_t form = *next++;
        if ((opcode != 0xf6 && opcode != 0xf7) || (form >> 3 & 7) < 6) {
            return false;
        }
        bits_ = opcode == 0xf6 ? 8 : (rex_ & kRexW) != 0 ? 64 : is_short ? 16 : 32;
        const int low = form & 7;
        if (form >> 6 == 3) {
            divisor_ = RegisterOperand(low);
            next_ = next;
            return true;
        }
        return DecodeMemory(form >> 6, low, next);
    }

    bool is_by_zero() const { return (divisor_ & Mask()) == 0; }

    /// Puts the results into their registers and continues after the instruction.
    void Finish() {
        const uint64_t dividend = static_cast<uint64_t>(registers_[REG_RAX]) & Mask();
        const uint64_t quotient = is_by_zero() ? 0 : dividend;
        const uint64_t remainder = is_by_zero() ? dividend : 0;
        if (bits_ == 8) {  // in AL and AH
            Set(REG_RAX, 0xffff, remainder << 8 | quotient);
        } else {
            Set(REG_RAX, Mask(), quotient);
            Set(REG_RDX, Mask(), remainder);
        }
        registers_[REG_RIP] = reinterpret_cast<greg_t>(next_);
    }

private:
    uint64_t Mask() const { return ~uint64_t{0} >> (64 - bits_); }

    uint64_t Register(int number) const {
        return static_cast<uint64_t>(registers_[kRegisters[number]]);
    }

    uint64_t RegisterOperand(int low) const {
        if (bits_ == 8 && rex_ == 0 && low >= 4) {  // AH, CH, DH, BH
            return Register(low - 4) >> 8;
        }
        return Register(low + ((rex_ & kRexB) != 0 ? 8 : 0));
    }

    bool DecodeMemory(int mode, int low, const uint8_t* next) {
        uint64_t address = 0;
        bool is_relative = false;
        int displaced = mode == 1 ? 1 : mode == 2 ? 4 : 0;
        if (low == 4) {
            const uint8_t scaled = *next++;
            const int index = (scaled >> 3 & 7) + ((rex_ & kRexX) != 0 ? 8 : 0);
            if (index != 4) {
                address = Register(index) << (scaled >> 6);
            }
            if ((scaled & 7) == 5 && mode == 0) {
                displaced = 4;
            } else {
                address += Register((scaled & 7) + ((rex_ & kRexB) != 0 ? 8 : 0));
            }
        } else if (low == 5 && mode == 0) {
            is_relative = true;
            displaced = 4;
        } else {
            address = Register(low + ((rex_ & kRexB) != 0 ? 8 : 0));
        }
        if (displaced == 1) {
            address += static_cast<uint64_t>(static_cast<int8_t>(*next));
        } else if (displaced == 4) {
            int32_t offset;
            std::memcpy(&offset, next, sizeof(offset));
            address += static_cast<uint64_t>(int64_t{offset});
        }
        next_ = next + displaced;
        address += is_relative ? reinterpret_cast<uint64_t>(next_) : 0;
        std::memcpy(&divisor_, reinterpret_cast<const void*>(address), bits_ / 8);
        return true;
    }

    /// Writing 32 bits clears the others, as the instruction does.
    void Set(int number, uint64_t mask, uint64_t value) {
        const uint64_t old = mask == 0xffffffffu ? 0 : static_cast<uint64_t>(registers_[number]);
        registers_[number] = static_cast<greg_t>((old & ~mask) | (value & mask));
    }

    greg_t* registers_;
    const uint8_t* start_;
    const uint8_t* next_ = nullptr;
    uint8_t rex_ = 0;
    int bits_ = 32;
    uint64_t divisor_ = 0;
};

#endif

}  // namespace

void DivisionNote::Take(uint32_t unit_index) {
    if (is_taken_.exchange(true)) {
        return;
    }
    unit_index_ = unit_index;
    CollectKernelCalls(&calls_);
}

void DivisionNote::Report(const Launch& launch) const {
    if (!is_taken_) {
        return;
    }
    static std::mutex mutex;
    static std::set<std::string> reported;
    char calls[500];
    support::DescribeLocation(calls_, reinterpret_cast<const void*>(launch.request.kernel->entry),
                              calls, sizeof(calls));
    const char* const kernel = launch.request.kernel->name;
    std::lock_guard<std::mutex> lock(mutex);
    if (!reported.insert(std::string(kernel) + "\n" + calls).second) {
        return;
    }
    const UnitText unit(launch, launch.UnitAt(unit_index_));
    std::fprintf(stderr,
                 "warning: kernel %s divided an integer by zero on %s%s%s\n"
                 "hint: the result is undefined on hardware and 0 here; do not divide if the "
                 "result is not needed\n",
                 kernel, unit.text, calls[0] == '\0' ? "" : "; at ", calls);
}

bool FinishDivision(void* context, bool* is_by_zero) {
#if defined(__x86_64__)
    Division division(&static_cast<ucontext_t*>(context)->uc_mcontext);
    if (!division.Decode()) {
        return false;
    }
    *is_by_zero = division.is_by_zero();
    division.Finish();
    return true;
#else
    (void)context;
    (void)is_by_zero;
    return false;
#endif
}

}  // namespace aicore

#if !defined(__x86_64__)
// Called by the compiler's check of a divisor before the division; also in host code of programs
// with direct launches.
extern "C" __attribute__((visibility("default"))) void __ubsan_handle_divrem_overflow(
    void* /*data*/, uintptr_t /*dividend*/, uintptr_t /*divisor*/) {
    if (ascendc_current_core == nullptr) {
        return;
    }
    aicore::RuntimeScope scope;
    scope.fiber().launch()->division.Take(scope.fiber().unit_index());
}
#endif
