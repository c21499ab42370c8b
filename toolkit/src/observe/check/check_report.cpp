#include "observe/check/check_report.h"

#include <unistd.h>

#include <algorithm>

#include "observe/check/source_text.h"
#include "observe/line_fields.h"
#include "observe/output.h"
#include "observe/plain_api.h"
#include "platform/soc_table.h"
#include "support/strings.h"

namespace observe {
namespace {

constexpr char kFile[] = "findings.jsonl";

std::string FramesOf(const std::vector<Frame>& frames) {
    const bool has_user = std::any_of(frames.begin(), frames.end(), [](const Frame& frame) {
        return !frame.toolkit && frame.line != 0;
    });
    std::string text;
    for (const Frame& frame : frames) {
        if (frame.line == 0 || (has_user && frame.toolkit)) {
            continue;
        }
        text += text.empty() ? "" : ",";
        text += JsonObject()
                    .Text(fields::frame::kFunction, ShortFunction(frame.function))
                    .Text(fields::frame::kFile, frame.file)
                    .Unsigned(fields::frame::kLine, frame.line)
                    .Number(fields::frame::kColumn, 0)
                    .Close();
    }
    return "[" + text + "]";
}

/// The function of the kernel language that the user called there; empty if there is none.
std::string CalledApi(const std::vector<Frame>& frames) {
    const Frame* called = nullptr;
    for (const Frame& frame : frames) {
        if (!frame.toolkit && frame.line != 0) {
            return called == nullptr ? "" : LastName(ShortFunction(called->function));
        }
        called = &frame;
    }
    return "";
}

std::string ApiOf(const FaultSide& side, const Locations& locations) {
    const std::string called = CalledApi(locations.FramesOf(side.location));
    return called.empty() ? side.api : called;
}

/// The text of a fault, without kernel and location, for which an error has fields.
std::string PlainFault(const std::string& kernel, std::string message) {
    const std::string subject = "kernel " + kernel + " ";
    if (message.compare(0, subject.size(), subject) == 0) {
        message.erase(0, subject.size());
    }
    return message.substr(0, message.rfind("; at "));
}

std::string CoreType(const CoreName& core) {
    static const char* const kTypes[] = {"MIX", "AIC", "AIV"};
    return kTypes[core.type];
}

}  // namespace

CheckReport::CheckReport(const AscendcObservedLaunch& launch, Severity lowest)
    : kernel_(launch.kernel),
      op_type_(launch.op_type),
      soc_(launch.soc == nullptr ? "" : launch.soc->soc_version),
      block_dim_(launch.block_dim),
      task_type_(launch.task_type),
      tiling_key_(launch.tiling_key),
      device_(launch.device),
      index_(launch.index),
      lowest_(lowest),
      tiling_overflows_(launch.tiling_overflows,
                        launch.tiling_overflows + launch.tiling_overflow_count) {
    const std::string object = launch.object_path;
    const size_t slash = object.rfind('/');
    object_folder_ = slash == std::string::npos ? "" : object.substr(0, slash);
}

void CheckReport::Begin() const {
    AppendLine(kFile, JsonObject()
                          .Text(fields::checked::kEvent, "launch")
                          .Text(fields::checked::kKernel, kernel_)
                          .Text(fields::checked::kOpType, op_type_)
                          .Unsigned(fields::checked::kLaunch, index_)
                          .Text(fields::checked::kSoc, soc_)
                          .Unsigned(fields::checked::kBlockDim, block_dim_)
                          .Unsigned(fields::checked::kTaskType, task_type_)
                          .Unsigned(fields::checked::kTilingKey, tiling_key_)
                          .Unsigned(fields::checked::kDevice, device_)
                          .Number(fields::checked::kPid, getpid())
                          .Close());
}

void CheckReport::AddIllegalParameter(Checker* checker, const Moment& moment,
                                      const AscendC::isa::RejectionEvent& event) const {
    if (!checker->tools.memcheck) {
        return;
    }
    checker->reports.Add(
        {Fault::kIllegalParameter, moment.location, event.parameter, kNoLocation},
        moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kIllegalParameter;
            report.severity = Severity::kError;
            report.message = PlainApi(event.api) + ": " + event.parameter + " is " +
                             std::to_string(event.value) + "; it " + event.rule;
            report.help = "see the documentation of " + PlainApi(event.api) + " for this SoC";
            report.side = SideOf(moment, event.parameter, "");
            report.side.api = PlainApi(event.api);
            report.side.pipe = "";
            return report;
        });
}

void CheckReport::AddFault(Checker* checker, const AscendcObservedFault& fault) const {
    // What has just been found is why the kernel ended there.
    if (checker->reports.LastRecordIsAtFault() &&
        (fault.kind == ASCENDC_FAULT_TRAP || fault.kind == ASCENDC_FAULT_MEMORY)) {
        return;
    }
    const LocationId location = checker->locations.OfCalls(fault.calls);
    const CoreName core = {static_cast<int32_t>(fault.core_type), fault.block};
    Fault kind = Fault::kTrap;
    const char* help = "";
    switch (fault.kind) {
        case ASCENDC_FAULT_MEMORY:
            kind = Fault::kMemoryFault;
            break;
        case ASCENDC_FAULT_DEADLOCK:
            kind = Fault::kDeadlock;
            help = "all cores that wait for each other must come to the same barriers and flags";
            break;
        case ASCENDC_FAULT_TIMEOUT:
            kind = Fault::kTimeout;
            break;
        case ASCENDC_FAULT_TRAP:
            break;
        default:
            return;
    }
    checker->reports.Add({kind, location, "", kNoLocation}, core, [&] {
        FaultReport report = {};
        report.fault = kind;
        report.severity = Severity::kError;
        report.message = PlainFault(kernel_, fault.message);
        report.help = help;
        report.side.location = location;
        return report;
    });
}

void CheckReport::AddTilingOverflows(Checker* checker) const {
    if (!checker->tools.memcheck || checker->core_names.empty()) {
        return;
    }
    for (const std::string& sentence : tiling_overflows_) {
        checker->reports.Add({Fault::kTilingOverflow, kNoLocation, sentence, kNoLocation},
                             checker->core_names.begin()->second, [&] {
                                 FaultReport report = {};
                                 report.fault = Fault::kTilingOverflow;
                                 report.severity = Severity::kError;
                                 report.message = sentence;
                                 report.help =
                                     "give the field a type that holds the number, in the "
                                     "tiling structure and where the kernel reads it";
                                 return report;
                             });
    }
}

void CheckReport::End(Checker* checker, const AscendcObservedFault* fault) const {
    if (fault != nullptr) {
        AddFault(checker, *fault);
    }
    AddTilingOverflows(checker);
    uint64_t written = 0;
    bool resolved = false;
    for (const FaultReport& report : checker->reports.all()) {
        if (report.severity < lowest_) {
            continue;
        }
        if (!resolved) {
            checker->locations.Resolve();
            resolved = true;
        }
        written += AppendLine(kFile, LineOf(report, checker->locations)) ? 1 : 0;
    }
    JsonObject end;
    end.Text(fields::end::kEvent, "end")
        .Text(fields::end::kKernel, kernel_)
        .Unsigned(fields::end::kLaunch, index_)
        .Unsigned(fields::end::kFindings, written)
        .Unsigned(fields::end::kTotal, checker->reports.total())
        .Unsigned(fields::end::kRecords, checker->reports.records())
        .Text(fields::end::kLimits,
              checker->global_cells.full()
                  ? "races in global memory were looked for in its first 128 MiB only"
                  : "")
        .Raw(fields::end::kFault, fault == nullptr ? "null" : support::JsonText(fault->message));
    AppendLine(kFile, end.Close());
}

std::string CheckReport::LineOf(const FaultReport& report, const Locations& locations) const {
    std::string range_name = report.range.name;
    if (report.has_range && range_name.empty()) {
        const Frame& init = locations.LineOf(report.range.init);
        range_name = NameInInitBuffer(object_folder_, init.file, init.line);
        if (report.range.number_of > 1) {
            range_name += "[" + std::to_string(report.range.number) + "]";
        }
    }
    std::string message = report.message;
    const std::string hole = "{range}";
    for (size_t at; (at = message.find(hole)) != std::string::npos;) {
        message.replace(at, hole.size(), range_name);
    }
    std::string cores;
    for (const CoreName& core : report.cores) {
        cores += (cores.empty() ? "" : ",") + support::JsonText(TextOf(core));
    }
    JsonObject line;
    line.Text(fields::report::kEvent, "finding")
        .Text(fields::report::kTool, ToolOf(report.fault))
        .Text(fields::report::kKind, NameOf(report.fault))
        .Text(fields::report::kSeverity, NameOf(report.severity))
        .Text(fields::report::kMessage, message)
        .Text(fields::report::kHelp, report.help)
        .Text(fields::report::kKernel, kernel_)
        .Unsigned(fields::report::kLaunch, index_)
        .Raw(fields::report::kBlocks, "[" + cores + "]")
        .Text(fields::report::kCoreType, CoreType(report.side.core))
        .Text(fields::report::kPipe, report.side.pipe)
        .Text(fields::report::kApi, ApiOf(report.side, locations))
        .Text(fields::report::kOperand, report.side.operand)
        .Text(fields::report::kAccess, report.side.access)
        .Text(fields::report::kMemory, report.memory)
        .Unsigned(fields::report::kAddress, report.address)
        .Unsigned(fields::report::kSize, report.size);
    line.Raw(fields::report::kAllocation,
             !report.has_range ? "null"
                               : JsonObject()
                                     .Text(fields::allocation::kName, range_name)
                                     .Unsigned(fields::allocation::kAddress, report.range.address)
                                     .Unsigned(fields::allocation::kSize, report.range.bytes)
                                     .Close());
    line.Raw(fields::report::kFrames, FramesOf(locations.FramesOf(report.side.location)));
    line.Raw(fields::report::kOther,
             !report.has_other ? "null"
                               : JsonObject()
                                     .Text(fields::other::kPipe, report.other.pipe)
                                     .Text(fields::other::kApi, ApiOf(report.other, locations))
                                     .Text(fields::other::kOperand, report.other.operand)
                                     .Text(fields::other::kAccess, report.other.access)
                                     .Text(fields::other::kBlock, TextOf(report.other.core))
                                     .Raw(fields::other::kFrames,
                                          FramesOf(locations.FramesOf(report.other.location)))
                                     .Close());
    return line.Unsigned(fields::report::kCount, report.count).Close();
}

}  // namespace observe
