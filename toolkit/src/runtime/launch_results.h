// Results that something else changed after their kernel had ended. ASCENDC_CHANGED_RESULTS names a
// file: a line is added to it when the program copies such memory. Programs that write into outputs
// themselves, as few do, are reported in the same way.
#pragma once

#include <cstdint>

#include "isa/kernel_abi.h"

namespace support {
class Json;
}

namespace runtime {

struct LaunchArguments;

/// A launch with these arguments has ended; see ArgumentTable.
void KeepResults(const LaunchArguments& arguments, const AscendcKernelInfo& kernel,
                 const support::Json& description);
/// The toolkit computes something on the host: results may be others from now on.
void ForgetResults();
/// The program is about to read [address, address + bytes).
void CompareResults(const void* address, uint64_t bytes);

}  // namespace runtime
