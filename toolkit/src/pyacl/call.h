// Python functions made from C functions: Call<&aclrtMalloc, 0> takes the parameters of aclrtMalloc
// but the one at index 0, which is a pointer to a result, and returns (result, error code).
#pragma once

#include <tuple>

#include "acl/acl.h"
#include "pyacl/convert.h"

namespace pyacl {

enum class Lock { kKeep, kRelease };

/// Raises the TypeError of the function `method`: "acl.rt.malloc args parse failed: ...".
PyObject* RaiseParseError(PyCFunction method, Py_ssize_t actual, size_t least, size_t most);
PyObject* RaiseArgumentError(PyCFunction method, size_t index, const char* expected,
                             PyObject* value);

namespace detail {

template <typename Function>
struct Signature;

template <typename Result, typename... Parameters>
struct Signature<Result (*)(Parameters...)> {
    using Return = Result;
    /// What is stored for each parameter while the call is prepared.
    using Types = std::tuple<std::decay_t<Parameters>...>;
    static constexpr size_t kCount = sizeof...(Parameters);
};

template <size_t... Outs>
constexpr bool IsOut(size_t index) {
    return ((index == Outs) || ...);
}

}  // namespace detail

/// The Python function that calls `kFunction`; see above. A result other than aclError is returned
/// alone, None for void.
template <Lock kLock, auto kFunction, size_t... kOuts>
class CallWith {
    using Signature = detail::Signature<decltype(kFunction)>;
    using Return = typename Signature::Return;
    using Types = typename Signature::Types;
    using Indices = std::make_index_sequence<Signature::kCount>;

    template <size_t I>
    using Type = std::tuple_element_t<I, Types>;
    template <size_t I>
    static constexpr bool kIsOut = detail::IsOut<kOuts...>(I);
    /// Storage: for a result what it points to, else the value.
    template <size_t I>
    using Slot =
        std::conditional_t<kIsOut<I>, std::remove_pointer_t<Type<I>>, std::remove_const_t<Type<I>>>;

    template <typename>
    struct Slots;
    template <size_t... I>
    struct Slots<std::index_sequence<I...>> {
        using Tuple = std::tuple<Slot<I>...>;
        static constexpr size_t kInputs = (size_t{0} + ... + (kIsOut<I> ? 0 : 1));
        static constexpr size_t kOptional =
            (size_t{0} + ... + (!kIsOut<I> && kIsOptional<Slot<I>> ? 1 : 0));
    };
    using Storage = Slots<Indices>;

public:
    static constexpr size_t kInputs = Storage::kInputs;
    /// The function makes the Python object itself.
    static constexpr bool kReturnsObject = std::is_same_v<Return, PyObject*>;
    /// Items of what the function returns.
    static constexpr size_t kResults = sizeof...(kOuts) + (std::is_void_v<Return> ? 0 : 1);

    static PyObject* Invoke(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
        return Run(arguments, count, Indices());
    }

    static PyCFunction Method() {
        return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&Invoke));
    }

private:
    template <size_t... I>
    static PyObject* Run([[maybe_unused]] PyObject* const* arguments, Py_ssize_t count,
                         std::index_sequence<I...>) {
        const size_t passed = static_cast<size_t>(count);
        if (passed > kInputs || passed < kInputs - Storage::kOptional) {
            return RaiseParseError(Method(), count, kInputs - Storage::kOptional, kInputs);
        }
        typename Storage::Tuple slots{};
        size_t next = 0;
        if (!(Read<I>(arguments, passed, &next, &std::get<I>(slots)) && ...)) {
            return nullptr;
        }
        if constexpr (std::is_void_v<Return>) {
            kFunction(Pass<I>(&std::get<I>(slots))...);
            return None();
        } else {
            const Return result = CallC(Pass<I>(&std::get<I>(slots))...);
            if constexpr (kReturnsObject) {
                return result;
            } else {
                return Pack(slots, result);
            }
        }
    }

    template <typename... Passed>
    static Return CallC(Passed&&... passed) {
        if constexpr (kLock == Lock::kRelease) {
            const Unlocked unlocked;
            return kFunction(std::forward<Passed>(passed)...);
        } else {
            return kFunction(std::forward<Passed>(passed)...);
        }
    }

    template <size_t I>
    static bool Read(PyObject* const* arguments, size_t passed, size_t* next, Slot<I>* slot) {
        if constexpr (!kIsOut<I>) {
            if (*next >= passed) {
                return true;  // left out
            }
            PyObject* const object = arguments[*next];
            if (!From(object, slot)) {
                if (PyErr_Occurred() == nullptr) {
                    RaiseArgumentError(Method(), *next, Expected<Slot<I>>(), object);
                }
                return false;
            }
            ++*next;
        }
        return true;
    }

    template <size_t I>
    static decltype(auto) Pass(Slot<I>* slot) {
        if constexpr (kIsOut<I>) {
            return slot;
        } else {
            return (*slot);
        }
    }

    template <typename Tuple, typename Result>
    static PyObject* Pack(const Tuple& slots, const Result& result) {
        if constexpr (sizeof...(kOuts) == 0) {
            return To(result);
        } else {
            Ref items(PyTuple_New(kResults));
            Py_ssize_t index = 0;
            const bool done = items && (Put(items.get(), &index, std::get<kOuts>(slots)) && ...) &&
                              Put(items.get(), &index, result);
            return done ? items.release() : nullptr;
        }
    }

    template <typename T>
    static bool Put(PyObject* tuple, Py_ssize_t* index, const T& value) {
        PyObject* const item = To(value);
        return item != nullptr && PyTuple_SetItem(tuple, (*index)++, item) == 0;
    }
};

template <auto kFunction, size_t... kOuts>
using Call = CallWith<Lock::kKeep, kFunction, kOuts...>;

/// The same for functions that wait: other Python threads run meanwhile.
template <auto kFunction, size_t... kOuts>
using WaitingCall = CallWith<Lock::kRelease, kFunction, kOuts...>;

}  // namespace pyacl
