// CANN has this header; here <lib/matmul_intf.h> holds everything.
#pragma once

#include "lib/matmul_intf.h"
