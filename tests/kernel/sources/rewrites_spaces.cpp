// clang-format off: rewriting keeps what it finds
namespace n {
template <typename T>
inline void put(__gm__ T* to, __ubuf__ T* from, int n = 3) { put_it(to); }
template <typename T>
inline void put(__ubuf__ T *dst, __gm__ T *src, int n = 3)
{
}
}
inline int once(__gm__ float*) { return 1; }
inline int where(__ubuf__ float*) { return 1; }
inline int where(__gm__ float *x) { return 2; }
