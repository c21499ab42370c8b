#include "pyacl/convert.h"

#include <cstring>

namespace pyacl {

bool FromText(PyObject* object, const char** value) {
    if (!Is(object, Py_TPFLAGS_UNICODE_SUBCLASS)) {
        return false;
    }
    Py_ssize_t size = 0;
    *value = PyUnicode_AsUTF8AndSize(object, &size);
    if (*value == nullptr) {
        PyErr_Clear();  // a lone surrogate
        return false;
    }
    return std::strlen(*value) == static_cast<size_t>(size);
}

bool FromInteger(PyObject* object, long long least, long long greatest, long long* value) {
    const Ref number =
        Is(object, Py_TPFLAGS_LONG_SUBCLASS) ? Ref::Share(object) : Ref(PyNumber_Index(object));
    if (number) {
        *value = PyLong_AsLongLong(number.get());
    }
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        return false;
    }
    return *value >= least && *value <= greatest;
}

bool FromMasked(PyObject* object, unsigned long long* value) {
    const Ref number =
        Is(object, Py_TPFLAGS_LONG_SUBCLASS) ? Ref::Share(object) : Ref(PyNumber_Index(object));
    if (!number) {
        PyErr_Clear();
        return false;
    }
    *value = PyLong_AsUnsignedLongLongMask(number.get());
    return true;
}

bool FromReal(PyObject* object, double* value) {
    *value = PyFloat_AsDouble(object);
    if (PyErr_Occurred() != nullptr) {
        PyErr_Clear();
        return false;
    }
    return true;
}

PyObject* Pair(Ref value, int ret) {
    Ref pair(value ? PyTuple_New(2) : nullptr);
    PyObject* const code = pair ? PyLong_FromLongLong(ret) : nullptr;
    if (code == nullptr || PyTuple_SetItem(pair.get(), 0, value.release()) != 0 ||
        PyTuple_SetItem(pair.get(), 1, code) != 0) {
        return nullptr;
    }
    return pair.release();
}

}  // namespace pyacl
