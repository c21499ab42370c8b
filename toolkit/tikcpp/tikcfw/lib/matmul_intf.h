// Matmul: the high-level matrix multiplication.
#pragma once

#include "detail/matmul/all.h"
#include "kernel_operator.h"
