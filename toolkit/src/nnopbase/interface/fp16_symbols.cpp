// Half precision numbers of programs that bring their own header for them (catlass): CANN's
// library has the functions that it declares.
#include <cstdint>

#include "aclnn/opdev/fp16_t.h"

namespace op {

/// Its copy constructor is its own, so it is passed by address.
struct __attribute__((visibility("default"))) tagFp16 {
    tagFp16(fp16_t value) : val(value.val) {}
    tagFp16(const tagFp16& other) : val(other.val) {}

    tagFp16 operator+(const tagFp16 other);
    tagFp16 operator-(const tagFp16 other);
    tagFp16 operator*(const tagFp16 other);
    tagFp16 operator/(const tagFp16 other);
    tagFp16& operator=(const tagFp16& other);
    tagFp16& operator=(const float& value);
    tagFp16& operator=(const double& value);
    tagFp16& operator=(const int32_t& value);
    operator float() const;
    operator double() const;
    operator int32_t() const;

    uint16_t val;

private:
    fp16_t Number() const {
        fp16_t number;
        number.val = val;
        return number;
    }
};

tagFp16 tagFp16::operator+(const tagFp16 other) {
    return Number() + other.Number();
}
tagFp16 tagFp16::operator-(const tagFp16 other) {
    return Number() - other.Number();
}
tagFp16 tagFp16::operator*(const tagFp16 other) {
    return Number() * other.Number();
}
tagFp16 tagFp16::operator/(const tagFp16 other) {
    return Number() / other.Number();
}
tagFp16& tagFp16::operator=(const tagFp16& other) {
    val = other.val;
    return *this;
}
tagFp16& tagFp16::operator=(const float& value) {
    return *this = tagFp16(fp16_t(value));
}
tagFp16& tagFp16::operator=(const double& value) {
    return *this = tagFp16(fp16_t(value));
}
tagFp16& tagFp16::operator=(const int32_t& value) {
    return *this = tagFp16(fp16_t(value));
}
tagFp16::operator float() const {
    return Number();
}
tagFp16::operator double() const {
    return Number();
}
tagFp16::operator int32_t() const {
    return Number();
}

}  // namespace op
