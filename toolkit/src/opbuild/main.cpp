// op_build: writes the files that follow from the operator definitions of a library. See options.h.
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "opbuild/aclnn/files.h"
#include "opbuild/definition/checks.h"
#include "opbuild/definition/definition.h"
#include "opbuild/definition/diagnostics.h"
#include "opbuild/fallback/files.h"
#include "opbuild/options.h"
#include "opbuild/output/cpu_info_file.h"
#include "opbuild/output/files.h"
#include "opbuild/output/info_files.h"
#include "opbuild/output/registry_file.h"
#include "opbuild/proto/files.h"
#include "support/file_system.h"

namespace opbuild {
namespace {

constexpr int kSuccess = 0;
constexpr int kFailure = 1;

// Constructors of definitions run inside this process: what they do wrong must not look like a
// crash of the tool.
void ReportCrash(int) {
    static const char message[] =
        "op_build: error: the operator library crashed while its definitions were read\n";
    const ssize_t ignored = ::write(STDERR_FILENO, message, sizeof(message) - 1);
    static_cast<void>(ignored);
    ::_exit(kFailure);
}

void CatchCrashes() {
    static char stack[65536];  // endless recursion leaves none of the usual one
    stack_t alternative = {};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof(stack);
    ::sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_handler = ReportCrash;
    action.sa_flags = SA_ONSTACK;
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        ::sigaction(number, &action, nullptr);
    }
}

void AddFiles(const std::vector<Definition>& definitions, const Options& options,
              OutputFiles* files) {
    if (options.engine != EngineKind::AICORE) {
        AddCpuInfoFile(definitions, options, files);
        return;
    }
    AddAclnnFiles(definitions, options, files);
    AddInfoFiles(definitions, options, files);
    AddRegistryFile(options, files);
    AddFallbackFiles(definitions, options, files);
    AddProtoFiles(definitions, options, files);
}

int Run(const std::vector<std::string>& arguments) {
    Options options;
    std::string error;
    if (!ReadOptions(arguments, &options, &error)) {
        PrintError(error);
        return kFailure;
    }
    if (!support::IsDirectory(options.output_dir)) {
        PrintError("the output directory " + options.output_dir + " does not exist");
        return kFailure;
    }
    std::vector<Definition> definitions;
    if (!LoadDefinitions(options.library, &definitions, &error)) {
        PrintError(error);
        return kFailure;
    }
    Diagnostics diagnostics;
    CheckDefinitions(definitions, options, &diagnostics);
    diagnostics.Print();
    if (diagnostics.HasErrors()) {
        return kFailure;
    }
    OutputFiles files;
    AddFiles(definitions, options, &files);
    if (!files.Write(options.output_dir, &error)) {
        PrintError(error);
        return kFailure;
    }
    return kSuccess;
}

}  // namespace
}  // namespace opbuild

int main(int argc, char** argv) {
    opbuild::CatchCrashes();
    try {
        return opbuild::Run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const std::exception& exception) {
        opbuild::PrintError(exception.what());
        return opbuild::kFailure;
    }
}
