// All parts of the cube.
#pragma once

#include "detail/cube_burst.h"
#include "detail/cube_copy.h"
#include "detail/cube_fixpipe.h"
#include "detail/cube_gemm.h"
#include "detail/cube_group.h"
#include "detail/cube_load.h"
#include "detail/cube_load3d.h"
#include "detail/cube_mmad.h"
#include "detail/cube_params.h"
#include "detail/cube_raw.h"
#include "detail/cube_sparse.h"
#include "detail/image.h"
