// Numbers by the names that interfaces of groups have for them.
#ifndef HCCL_BASE_H
#define HCCL_BASE_H

#include "hccl/hccl_types.h"

typedef signed char s8;
typedef signed short s16;
typedef signed int s32;
typedef signed long long s64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#endif  // HCCL_BASE_H
