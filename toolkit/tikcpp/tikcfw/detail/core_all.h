// All parts of the core: memory, movement, synchronisation, entry.
#pragma once

#include "detail/atomic.h"
#include "detail/data_copy.h"
#include "detail/debug.h"
#include "detail/entry.h"
#include "detail/kernel_type.h"
#include "detail/list_tensor.h"
#include "detail/meta.h"
#include "detail/queue.h"
#include "detail/raw_core.h"
#include "detail/scalar.h"
#include "detail/sync_api.h"
#include "detail/sysvar.h"
#include "detail/tiling.h"
#include "detail/tpipe.h"
#include "detail/traits.h"
