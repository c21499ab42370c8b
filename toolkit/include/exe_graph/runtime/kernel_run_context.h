// The C structures under every gert context.
#ifndef INC_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_
#define INC_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_

#include <stddef.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void (*FreeCallback)(void*);

/* A value: up to 8 bytes in place, larger ones at the pointer. */
typedef struct {
    union {
        void* pointer;
        unsigned char inplace[sizeof(void*)];
    } data;
    FreeCallback deleter;
} AsyncAnyValue;

/* `values` continues after the structure: input_size inputs, then output_size outputs. */
typedef struct {
    size_t input_size;
    size_t output_size;
    const void* compute_node_info;
    const void* kernel_extend_info;
    AsyncAnyValue** output_start;
    AsyncAnyValue* values[1];
} KernelRunContext;

#ifdef __cplusplus
}
#endif

#endif  // INC_EXE_GRAPH_RUNTIME_KERNEL_RUN_CONTEXT_H_
