#define CALL_FORMS(name, Params, params, ...)                                                \
    switch (c.form) {                                                                        \
        case 0:                                                                              \
            name(__VA_ARGS__, (int32_t)c.count);                                             \
            break;                                                                           \
        case 1:                                                                              \
            name(__VA_ARGS__, c.mask[0], (uint8_t)c.repeat, Params params);                  \
            break;                                                                           \
        case 2: {                                                                            \
            uint64_t m[2] = {c.mask[0], c.mask[1]};                                          \
            name(__VA_ARGS__, m, (uint8_t)c.repeat, Params params);                          \
            break;                                                                           \
        }                                                                                    \
        case 3:                                                                              \
            SetVectorMask<T>(c.mask[1], c.mask[0]);                                          \
            name<T, false>(__VA_ARGS__, MASK_PLACEHOLDER, (uint8_t)c.repeat, Params params); \
            break;                                                                           \
        default:                                                                             \
            SetMaskCount();                                                                  \
            SetVectorMask<T, MaskMode::COUNTER>(0, c.count);                                 \
            name<T, false>(__VA_ARGS__, MASK_PLACEHOLDER, 1, Params params);                 \
            SetMaskNorm();                                                                   \
            ResetMask();                                                                     \
            break;                                                                           \
    }
#define BINARY_PARAMS (c.blk[0], c.blk[1], c.blk[2], c.rep[0], c.rep[1], c.rep[2])
#define UNARY_PARAMS (c.blk[0], c.blk[1], c.rep[0], c.rep[1])
