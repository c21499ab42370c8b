// Files that say what operators were called with, for op_compiler: written while the program asks
// for them (aclopStartDumpArgs) or the user does (ASCENDC_DUMP_OP_ARGS).
#pragma once

#include <cstdint>
#include <string>

namespace runtime {

/// The folder of a file, by what it is for: `<pid>`, `<pid>_debug`, `<pid>_opcompile`.
enum class ArgsUse { kTuning, kDebugging, kCompiling };

/// Whether calls are to be recorded.
bool ArgsAreDumped();
/// Records a call; equal ones once. `name`: the file's name up to its number.
void DumpArgs(ArgsUse use, const std::string& name, const std::string& text);

/// See aclopStartDumpArgs and aclopStopDumpArgs.
int StartArgsDump(uint32_t type, const char* path);
int StopArgsDump(uint32_t type);

}  // namespace runtime
