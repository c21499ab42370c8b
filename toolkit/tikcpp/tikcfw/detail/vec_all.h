// The vector API.
#pragma once

#include "detail/vec_binary.h"
#include "detail/vec_cast.h"
#include "detail/vec_fill.h"
#include "detail/vec_gather.h"
#include "detail/vec_interpolate.h"
#include "detail/vec_padding.h"
#include "detail/vec_raw.h"
#include "detail/vec_reduce.h"
#include "detail/vec_renamed.h"
#include "detail/vec_scalar.h"
#include "detail/vec_select.h"
#include "detail/vec_sort.h"
#include "detail/vec_transpose.h"
#include "detail/vec_unary.h"
