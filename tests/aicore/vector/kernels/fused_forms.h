#define FORMS(name, Params, params, T, U, ...)                                                  \
    switch (c.form) {                                                                           \
        case 0:                                                                                 \
            name(__VA_ARGS__, c.count);                                                         \
            break;                                                                              \
        case 1:                                                                                 \
            name(__VA_ARGS__, c.mask[0], (uint8_t)c.repeat, Params params);                     \
            break;                                                                              \
        case 2: {                                                                               \
            uint64_t m[2] = {c.mask[0], c.mask[1]};                                             \
            name(__VA_ARGS__, m, (uint8_t)c.repeat, Params params);                             \
            break;                                                                              \
        }                                                                                       \
        case 3:                                                                                 \
            SetVectorMask<U>(c.mask[1], c.mask[0]);                                             \
            name<T, U, false>(__VA_ARGS__, MASK_PLACEHOLDER, (uint8_t)c.repeat, Params params); \
            break;                                                                              \
        default:                                                                                \
            SetMaskCount();                                                                     \
            SetVectorMask<U, MaskMode::COUNTER>(0, c.count);                                    \
            name<T, U, false>(__VA_ARGS__, MASK_PLACEHOLDER, 1, Params params);                 \
            SetMaskNorm();                                                                      \
            ResetMask();                                                                        \
            break;                                                                              \
    }
#define BINARY(name, T, U)                                                                 \
    {                                                                                      \
        auto d = View<T>(c.at[0]);                                                         \
        auto a = View<U>(c.at[1]);                                                         \
        auto b = View<U>(c.at[2]);                                                         \
        FORMS(name, BinaryRepeatParams,                                                    \
              (c.blk[0], c.blk[1], c.blk[2], c.rep[0], c.rep[1], c.rep[2]), T, U, d, a, b) \
    }
#define AXPY(T, U)                                                                           \
    {                                                                                        \
        auto d = View<T>(c.at[0]);                                                           \
        auto a = View<U>(c.at[1]);                                                           \
        FORMS(Axpy, UnaryRepeatParams, (c.blk[0], c.blk[1], c.rep[0], c.rep[1]), T, U, d, a, \
              ScalarOf<U>(c))                                                                \
    }
