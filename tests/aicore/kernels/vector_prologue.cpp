using namespace AscendC;
struct Call {
    uint32_t op, type, form, count, repeat, at[4], blk[3], rep[3], extra[9];
    uint64_t mask[2], scalar;
};
template <typename T>
__aicore__ inline LocalTensor<T> View(uint32_t offset) {
    return LocalTensor<T>(TPosition::VECCALC, offset, (65536 - offset) * 8 / isa::kBitsOf<T>);
}
template <typename T>
__aicore__ inline T ScalarOf(const Call& c) {
    T value;
    __builtin_memcpy(&value, &c.scalar, sizeof(T));
    return value;
}
