// Kernels read the declaration of their template arguments as constants.
#pragma once

#include "kernel_operator.h"
#include "detail/template_argument.h"
