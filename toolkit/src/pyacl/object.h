// Owned references to Python objects, checks of their types, and the interpreter's lock.
#pragma once

#include <utility>

#include "pyacl/stable_abi.h"

namespace pyacl {

/// An owned reference; empty stands for NULL, which in Python's interface means an exception is
/// set.
class Ref {
public:
    Ref() = default;
    explicit Ref(PyObject* owned) : object_(owned) {}
    Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Ref& operator=(Ref&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Ref() {
        if (object_ != nullptr) {
            Py_DecRef(object_);
        }
    }

    static Ref Share(PyObject* borrowed) {
        Py_IncRef(borrowed);
        return Ref(borrowed);
    }

    explicit operator bool() const { return object_ != nullptr; }
    PyObject* get() const { return object_; }
    PyObject* release() { return std::exchange(object_, nullptr); }

private:
    PyObject* object_ = nullptr;
};

inline PyObject* None() {
    Py_IncRef(&_Py_NoneStruct);
    return &_Py_NoneStruct;
}

inline bool IsNone(const PyObject* object) {
    return object == &_Py_NoneStruct;
}

/// True if the object's class is the built-in one of the flag Py_TPFLAGS_..., or derived from it.
inline bool Is(const PyObject* object, unsigned long flag) {
    return (PyType_GetFlags(object->ob_type) & flag) != 0;
}

/// The interpreter's lock is free during the lifetime of the object.
class Unlocked {
public:
    Unlocked() : state_(PyEval_SaveThread()) {}
    ~Unlocked() { PyEval_RestoreThread(state_); }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

private:
    PyThreadState* state_;
};

/// Any thread holds the interpreter's lock during the lifetime of the object.
class Locked {
public:
    Locked() : state_(PyGILState_Ensure()) {}
    ~Locked() { PyGILState_Release(state_); }
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

private:
    int state_;
};

}  // namespace pyacl
