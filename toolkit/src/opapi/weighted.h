// Functions of several numbers that operators on one tensor and on lists of tensors share.
#pragma once

namespace opapi {

/// x[0] + x[3] * (x[1] * x[2])
inline double Addcmul(const double* x) {
    return x[0] + x[3] * (x[1] * x[2]);
}

/// x[0] + x[3] * (x[1] / x[2])
inline double Addcdiv(const double* x) {
    return x[0] + x[3] * (x[1] / x[2]);
}

/// x[0] moved towards x[1] by the part x[2] of the way.
inline double Lerp(const double* x) {
    return x[0] + x[2] * (x[1] - x[0]);
}

}  // namespace opapi
