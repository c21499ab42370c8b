// Part of the Ascend C library; everything is in kernel_operator.h.
#pragma once

#include "kernel_operator.h"
