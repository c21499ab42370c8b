// Instructions that wait for other cores, or tell them something: they access no memory.
#include "isa/collective.h"
#include "isa/sync.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const SyncRecord&, Regions*) {}
void Describe(const CollectiveRecord&, Regions*) {}

}  // namespace observe
