// Hccl: communication between devices.
#pragma once

#include "detail/hccl.h"
#include "kernel_operator.h"
