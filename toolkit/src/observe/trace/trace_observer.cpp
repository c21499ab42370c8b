// Writes a line for each record: <output>/<pid>.trace.txt.
#include <cstdio>
#include <mutex>

#include "observe/launch_observer.h"
#include "observe/record_names.h"
#include "observe/settings.h"
#include "observe/trace/act_text.h"

namespace observe {
namespace {

const char* TypeOf(const AscendC::isa::Core& core) {
    static const char* const kTypes[] = {"core", "aic", "aiv"};
    return kTypes[core.core_type];
}

const char* RoleOf(const AscendcArgument& argument) {
    static const char* const kRoles[] = {"input", "output", "workspace", "tiling", "other"};
    return kRoles[argument.role];
}

class TraceObserver : public LaunchObserver {
public:
    explicit TraceObserver(const AscendcObservedLaunch& launch)
        : file_(std::fopen(OutputPath("trace.txt").c_str(), "ae")) {
        if (file_ == nullptr) {
            std::perror(("[ERROR] " + OutputPath("trace.txt")).c_str());
            return;
        }
        std::fprintf(file_, "launch %llu %s blocks %u\n",
                     static_cast<unsigned long long>(launch.index), launch.kernel,
                     launch.block_dim);
        for (uint32_t i = 0; i < launch.argument_count; ++i) {
            const AscendcArgument& argument = launch.arguments[i];
            std::fprintf(file_, "argument %s %s dtype %d bytes %llu\n", argument.name,
                         RoleOf(argument), argument.dtype,
                         static_cast<unsigned long long>(argument.bytes));
        }
    }
    ~TraceObserver() override {
        if (file_ != nullptr) {
            std::fclose(file_);
        }
    }

    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const*) override {
        Write(block, instruction.kind, "");
        instruction.Execute();
    }
    void Note(const AscendcBlock& block, AscendC::isa::RecordKind kind, const void* act,
              const void* const*) override {
        Write(block, kind, ActText(*block.core, kind, act));
    }
    void End(const AscendcObservedFault* fault) override {
        if (file_ != nullptr) {
            std::fprintf(file_, "end%s%s\n", fault == nullptr ? "" : " ",
                         fault == nullptr ? "" : fault->message);
        }
    }

private:
    void Write(const AscendcBlock& block, AscendC::isa::RecordKind kind,
               const std::string& fields) {
        if (file_ != nullptr) {
            std::fprintf(file_, "%s(%u) %s%s%s\n", TypeOf(*block.core), block.block, NameOf(kind),
                         fields.empty() ? "" : " ", fields.c_str());
        }
    }

    std::FILE* file_;
};

}  // namespace

std::unique_ptr<LaunchObserver> MakeTraceObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<TraceObserver>(launch);
}

}  // namespace observe
