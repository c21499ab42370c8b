// C types of the operator callbacks.
#ifndef INC_EXE_GRAPH_RUNTIME_BASE_TYPE_H_
#define INC_EXE_GRAPH_RUNTIME_BASE_TYPE_H_

#ifdef __cplusplus
extern "C" {
#endif
typedef unsigned int UINT32;
typedef UINT32 KernelStatus;
#ifdef __cplusplus
}
#endif

#endif  // INC_EXE_GRAPH_RUNTIME_BASE_TYPE_H_
