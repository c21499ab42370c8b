// Begins every source with kernels for AI CPUs (.aicpu, -x aicpu), which are CPUs of the host here.
#pragma once

#define __global__
#define __aicpu__ __attribute__((visibility("default")))
#define __gm__
