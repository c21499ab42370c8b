using namespace AscendC;
template <typename T>
using ScalarCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const T&, const int32_t&);
template <typename T>
using BinaryCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&,
                        const int32_t&);
template <typename T>
using UnaryCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&);
template <typename T>
using MathCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const uint32_t);
template <typename T>
using MaskCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, uint64_t,
                      const uint8_t, const BinaryRepeatParams&);
template <typename T, ScalarCall<T>* op>
void Scalar(LocalTensor<T>& t) {
    op(t, t, T(2), 8);
}
template <typename T, BinaryCall<T>* op>
void Binary(LocalTensor<T>& t) {
    op(t, t, t, 8);
}
template <typename T, UnaryCall<T>* op>
void Unary(LocalTensor<T>& t) {
    op(t, t, 8);
}
template <typename T, MathCall<T>* op>
void Math(LocalTensor<T>& t) {
    op(t, t, 8);
}
template <typename T, MaskCall<T>* op>
void Mask(LocalTensor<T>& t) {
    op(t, t, t, 8, 1, BinaryRepeatParams());
}
template <typename T>
void All(LocalTensor<T> t) {
    Scalar<T, Adds>(t);
    Scalar<T, Muls>(t);
    Scalar<T, Mins>(t);
    Scalar<T, Maxs>(t);
    Binary<T, Add>(t);
    Binary<T, Sub>(t);
    Binary<T, Mul>(t);
    Binary<T, Div>(t);
    Binary<T, Max>(t);
    Binary<T, Min>(t);
    Unary<T, Exp>(t);
    Unary<T, Ln>(t);
    Unary<T, Abs>(t);
    Unary<T, Sqrt>(t);
    Unary<T, Rsqrt>(t);
    Unary<T, Reciprocal>(t);
    Unary<T, Relu>(t);
    Math<T, Sin<T, false>>(t);
    Math<T, Tanh<T, false>>(t);
    Math<T, Erf<T, false>>(t);
    Math<T, Tan<T, false>>(t);
    Math<T, Cosh<T, false>>(t);
    Mask<T, Add<T, true>>(t);
    Mask<T, Mul<T, true>>(t);
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe;
    TBuf<> buf;
    pipe.InitBuffer(buf, 256);
    All<float>(buf.Get<float>());
    All<half>(buf.Get<half>());
    *(__gm__ float*)x = 1;
}
