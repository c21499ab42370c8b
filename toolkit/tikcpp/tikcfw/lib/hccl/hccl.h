// Hccl: communication between devices.
#pragma once

#include "detail/library/hccl.h"
#include "kernel_operator.h"
