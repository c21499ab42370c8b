// Attributes spelled for the compiler in use.
#ifndef INC_EXTERNAL_GRAPH_COMPILER_DEF_H_
#define INC_EXTERNAL_GRAPH_COMPILER_DEF_H_

#if defined(__GNUC__)
#define VAR_UNUSED __attribute__((unused))
#else
#define VAR_UNUSED
#endif

#endif  // INC_EXTERNAL_GRAPH_COMPILER_DEF_H_
