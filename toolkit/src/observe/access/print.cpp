// Output of kernels.
#include "isa/print.h"

#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const DumpRecord& r, Regions* regions) {
    regions->Bytes({AccessKind::kRead, r.memory, "tensor", r.data, 1}, BytesFor(r.type, r.count));
}

}  // namespace observe
