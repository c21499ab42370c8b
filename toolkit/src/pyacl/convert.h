// Values between Python and C. From<T>(object, &value) returns false if the object is no T: with an
// exception set, or without one to let the caller raise its TypeError that names Expected<T>().
// To(value) returns a new reference.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "pyacl/object.h"

namespace pyacl {

/// A str, or an argument that may be left out.
struct OptionalText {
    const char* value = nullptr;
};

/// Any object, borrowed.
struct Any {
    PyObject* value = nullptr;
};

/// Like Any, and may be left out.
struct OptionalAny {
    PyObject* value = nullptr;
};

/// An object that can be called, borrowed.
struct Callable {
    PyObject* value = nullptr;
};

/// A list of int.
template <typename T>
struct List {
    std::vector<T> values;
};

template <typename T>
constexpr bool kIsOptional = std::is_same_v<T, OptionalText> || std::is_same_v<T, OptionalAny>;

template <typename T>
struct IsList : std::false_type {};
template <typename T>
struct IsList<List<T>> : std::true_type {};

template <typename T>
constexpr bool kIsText = std::is_same_v<T, const char*>;

/// Pointers, handles and unsigned 64-bit numbers: modulo 2^64, as pyACL has them.
template <typename T>
constexpr bool kIsWord = (std::is_pointer_v<T> && !kIsText<T>) || std::is_same_v<T, uint64_t>;

/// Signed numbers and enumerations: the value must fit.
template <typename T>
constexpr bool kIsChecked = std::is_enum_v<T> || (std::is_integral_v<T> && std::is_signed_v<T>);

/// The number that stands for a value of T in Python; all of acl's enumerations have 32 bits.
template <typename T>
using SignedOf = std::conditional_t<std::is_enum_v<T>, int32_t, T>;

/// Shorter unsigned numbers: modulo their range.
template <typename T>
constexpr bool kIsMasked = std::is_integral_v<T> && std::is_unsigned_v<T> && sizeof(T) < 8;

// Conversions of structures; each is defined with the functions that take it.
template <typename T>
struct Converter;

bool FromText(PyObject* object, const char** value);
/// Reads anything with __index__; false without an exception if it has none or is out of range.
bool FromInteger(PyObject* object, long long least, long long greatest, long long* value);
bool FromMasked(PyObject* object, unsigned long long* value);
bool FromReal(PyObject* object, double* value);

template <typename T>
bool From(PyObject* object, T* value) {
    if constexpr (kIsText<T>) {
        return FromText(object, value);
    } else if constexpr (std::is_same_v<T, OptionalText>) {
        return FromText(object, &value->value);
    } else if constexpr (std::is_same_v<T, Any> || std::is_same_v<T, OptionalAny>) {
        value->value = object;
        return true;
    } else if constexpr (std::is_same_v<T, Callable>) {
        value->value = object;
        return PyCallable_Check(object) != 0;
    } else if constexpr (kIsWord<T>) {
        if (!Is(object, Py_TPFLAGS_LONG_SUBCLASS)) {
            return false;
        }
        *value = (T)PyLong_AsUnsignedLongLongMask(object);
        return true;
    } else if constexpr (kIsChecked<T>) {
        using Limits = std::numeric_limits<SignedOf<T>>;
        long long number = 0;
        if (!FromInteger(object, Limits::min(), Limits::max(), &number)) {
            return false;
        }
        *value = static_cast<T>(number);
        return true;
    } else if constexpr (kIsMasked<T>) {
        unsigned long long number = 0;
        if (!FromMasked(object, &number)) {
            return false;
        }
        *value = static_cast<T>(number);
        return true;
    } else if constexpr (std::is_floating_point_v<T>) {
        double number = 0;
        if (!FromReal(object, &number)) {
            return false;
        }
        *value = static_cast<T>(number);
        return true;
    } else if constexpr (IsList<T>::value) {
        if (!Is(object, Py_TPFLAGS_LIST_SUBCLASS)) {
            return false;
        }
        value->values.resize(static_cast<size_t>(PyList_Size(object)));
        for (size_t i = 0; i < value->values.size(); ++i) {
            if (!From(PyList_GetItem(object, static_cast<Py_ssize_t>(i)), &value->values[i])) {
                return false;
            }
        }
        return true;
    } else {
        return Converter<T>::From(object, value);
    }
}

/// What an argument of the type must be, for error messages.
template <typename T>
const char* Expected() {
    if constexpr (kIsText<T> || std::is_same_v<T, OptionalText>) {
        return "str";
    } else if constexpr (std::is_same_v<T, Callable>) {
        return "callable";
    } else if constexpr (kIsWord<T> || kIsMasked<T>) {
        return "int";
    } else if constexpr (kIsChecked<T>) {
        return sizeof(T) == 8 ? "int of 64 bits" : "int of 32 bits";
    } else if constexpr (std::is_floating_point_v<T>) {
        return "float";
    } else if constexpr (IsList<T>::value) {
        return "list of int";
    } else if constexpr (std::is_same_v<T, Any> || std::is_same_v<T, OptionalAny>) {
        return "object";
    } else {
        return Converter<T>::kExpected;
    }
}

template <typename T>
PyObject* To(const T& value) {
    if constexpr (std::is_same_v<T, Ref>) {
        return Ref::Share(value.get()).release();
    } else if constexpr (std::is_same_v<T, const char*>) {
        return value == nullptr ? None() : PyUnicode_FromString(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        return PyUnicode_FromString(value.c_str());
    } else if constexpr (std::is_pointer_v<T>) {
        return PyLong_FromUnsignedLongLong(reinterpret_cast<uintptr_t>(value));
    } else if constexpr (std::is_enum_v<T>) {
        return PyLong_FromLongLong(static_cast<int32_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        return PyFloat_FromDouble(static_cast<double>(value));
    } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
        return PyLong_FromLongLong(value);
    } else if constexpr (std::is_integral_v<T>) {
        return PyLong_FromUnsignedLongLong(value);
    } else if constexpr (IsList<T>::value) {
        Ref list(PyList_New(static_cast<Py_ssize_t>(value.values.size())));
        for (size_t i = 0; list && i < value.values.size(); ++i) {
            PyObject* const item = To(value.values[i]);
            if (item == nullptr ||
                PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), item) != 0) {
                return nullptr;
            }
        }
        return list.release();
    } else {
        return Converter<T>::To(value);
    }
}

/// Adds `value` to a dict; false with an exception if that fails.
template <typename T>
bool Put(const Ref& dict, const char* key, const T& value) {
    const Ref item(To(value));
    return item && PyDict_SetItemString(dict.get(), key, item.get()) == 0;
}

/// (value, ret), or NULL if value is.
PyObject* Pair(Ref value, int ret);

/// Reads `dict[key]` into a value of at most 32 bits; a missing key or another type leaves it, as
/// pyACL does. Returns false with a ValueError if an int does not fit.
template <typename T>
bool FromKey(PyObject* dict, const char* key, T* value) {
    PyObject* const item = PyDict_GetItemString(dict, key);
    if (item == nullptr || !Is(item, Py_TPFLAGS_LONG_SUBCLASS)) {
        return true;
    }
    using Limits = std::numeric_limits<SignedOf<T>>;
    long long number = 0;
    if (!FromInteger(item, Limits::min(), Limits::max(), &number)) {
        PyErr_Format(PyExc_ValueError, "the value of \"%s\" does not fit", key);
        return false;
    }
    *value = static_cast<T>(number);
    return true;
}

}  // namespace pyacl
