// Hccl: communication between devices.
#pragma once

#include "kernel_operator.h"
#include "detail/hccl.h"
