// The CPU's vector instructions. Only for files that use them: these are long headers.
#pragma once

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif
