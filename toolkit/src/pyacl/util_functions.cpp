// acl.util: addresses of bytes and NumPy arrays, and threads.
#include <pthread.h>

#include <cerrno>
#include <map>
#include <memory>

#include "pyacl/table.h"

namespace pyacl {
namespace {

PyObject* BytesToPtr(Any bytes) {
    if (!Is(bytes.value, Py_TPFLAGS_BYTES_SUBCLASS)) {
        return PyErr_Format(PyExc_ValueError, "acl.util.bytes_to_ptr needs bytes as argument");
    }
    return To(static_cast<const void*>(PyBytes_AsString(bytes.value)));
}

PyObject* PtrToBytes(const void* pointer, size_t size) {
    if (pointer == nullptr && size > 0) {
        return PyErr_Format(PyExc_ValueError, "acl.util.ptr_to_bytes cannot read address 0");
    }
    return PyBytes_FromStringAndSize(static_cast<const char*>(pointer),
                                     static_cast<Py_ssize_t>(size));
}

bool WarnDeprecated(const char* text) {
    return PyErr_WarnEx(PyExc_Warning, text, 1) == 0;
}

Ref Attribute(const Ref& object, const char* name) {
    return Ref(object ? PyObject_GetAttrString(object.get(), name) : nullptr);
}

/// `array` as a reference; empty with ValueError if it is no ndarray.
Ref AsArray(const Ref& numpy, PyObject* array) {
    const Ref type = Attribute(numpy, "ndarray");
    const int is_array = type ? PyObject_IsInstance(array, type.get()) : -1;
    if (is_array == 0) {
        PyErr_SetString(PyExc_ValueError, "needs an ndarray as argument");
    }
    return is_array == 1 ? Ref::Share(array) : Ref();
}

/// Address of an array's first element, as an int.
Ref DataAddress(const Ref& array) {
    const Ref interface = Attribute(array, "__array_interface__");
    PyObject* const data = interface ? PyDict_GetItemString(interface.get(), "data") : nullptr;
    return data == nullptr ? Ref() : Ref::Share(PyTuple_GetItem(data, 0));
}

PyObject* NumpyToPtr(Any object) {
    if (!WarnDeprecated("acl.util.numpy_to_ptr will be deprecated. Please use "
                        "acl.util.bytes_to_ptr instead.")) {
        return nullptr;
    }
    const Ref array = AsArray(Ref(PyImport_ImportModule("numpy")), object.value);
    const Ref contiguous = Attribute(Attribute(array, "flags"), "contiguous");
    if (!contiguous || (PyObject_IsTrue(contiguous.get()) == 0 &&
                        !WarnDeprecated("The input ndarray is discontiguous. Please use "
                                        "acl.util.bytes_to_ptr instead."))) {
        return nullptr;
    }
    return DataAddress(array).release();
}

PyObject* NumpyContiguousToPtr(Any object) {
    if (!WarnDeprecated("acl.util.numpy_contiguous_to_ptr will be deprecated. Please use "
                        "acl.util.bytes_to_ptr instead.")) {
        return nullptr;
    }
    const Ref numpy(PyImport_ImportModule("numpy"));
    const Ref array = AsArray(numpy, object.value);
    const Ref convert = array ? Attribute(numpy, "ascontiguousarray") : Ref();
    if (!convert) {
        return nullptr;
    }
    Ref contiguous(PyObject_CallFunctionObjArgs(convert.get(), array.get(), nullptr));
    Ref address = contiguous ? DataAddress(contiguous) : Ref();
    Ref pair(address ? PyTuple_New(2) : nullptr);
    if (!pair || PyTuple_SetItem(pair.get(), 0, address.release()) != 0 ||
        PyTuple_SetItem(pair.get(), 1, contiguous.release()) != 0) {
        return nullptr;
    }
    return pair.release();
}

/// The dtype that has NumPy's type number.
Ref DataType(const Ref& numpy, int number) {
    const Ref type = Attribute(numpy, "dtype");
    for (const char code : std::string_view("?bBhHiIlLqQfdgFDGeMm")) {
        const char text[] = {code, '\0'};
        const Ref name(To(static_cast<const char*>(text)));
        Ref candidate(type && name ? PyObject_CallFunctionObjArgs(type.get(), name.get(), nullptr)
                                   : nullptr);
        const Ref candidate_number = Attribute(candidate, "num");
        long long value = 0;
        if (!candidate_number ||
            !FromInteger(candidate_number.get(), INT32_MIN, INT32_MAX, &value)) {
            return Ref();
        }
        if (value == number) {
            return candidate;
        }
    }
    PyErr_Format(PyExc_ValueError, "acl.util.ptr_to_numpy has no data type %d", number);
    return Ref();
}

/// Bytes of an array of that shape and data type; -1 with ValueError if it cannot be.
Py_ssize_t ByteCount(PyObject* shape, const Ref& data_type) {
    const Ref item_size = Attribute(data_type, "itemsize");
    long long bytes = 0;
    if (!item_size || !FromInteger(item_size.get(), 0, INT32_MAX, &bytes)) {
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyTuple_Size(shape); ++i) {
        long long extent = 0;
        if (!FromInteger(PyTuple_GetItem(shape, i), 0, INT64_MAX, &extent) ||
            __builtin_mul_overflow(bytes, extent, &bytes)) {
            PyErr_SetString(PyExc_ValueError, "acl.util.ptr_to_numpy needs a shape of int");
            return -1;
        }
    }
    return static_cast<Py_ssize_t>(bytes);
}

PyObject* PtrToNumpy(char* pointer, Any shape, int number) {
    if (!WarnDeprecated("acl.util.ptr_to_numpy will be deprecated. Please use "
                        "acl.util.ptr_to_bytes instead.")) {
        return nullptr;
    }
    if (!Is(shape.value, Py_TPFLAGS_TUPLE_SUBCLASS)) {
        return PyErr_Format(PyExc_ValueError,
                            "acl.util.ptr_to_numpy needs a shape that is a tuple");
    }
    const Ref numpy(PyImport_ImportModule("numpy"));
    const Ref data_type = DataType(numpy, number);
    const Py_ssize_t bytes = data_type ? ByteCount(shape.value, data_type) : -1;
    if (bytes < 0) {
        return nullptr;
    }
    if (pointer == nullptr) {
        return PyErr_Format(PyExc_ValueError, "acl.util.ptr_to_numpy cannot read address 0");
    }
    const Ref memory(PyMemoryView_FromMemory(pointer, bytes, PyBUF_WRITE));
    const Ref type = Attribute(numpy, "ndarray");
    if (!memory || !type) {
        return nullptr;
    }
    return PyObject_CallFunctionObjArgs(type.get(), shape.value, data_type.get(), memory.get(),
                                        nullptr);
}

/// A thread of acl.util.start_thread.
struct Thread {
    Ref function;
    Ref argument;
    std::string failure;  ///< what the function raised
};

/// The threads that were not joined, by id; protected by the interpreter's lock.
std::map<uint64_t, std::shared_ptr<Thread>>& Threads() {
    static auto* const threads = new std::map<uint64_t, std::shared_ptr<Thread>>();
    return *threads;
}

/// Shows the exception that is set and keeps its class for stop_thread.
void KeepFailure(Thread* thread) {
    PyObject* type = nullptr;
    PyObject* value = nullptr;
    PyObject* traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    const Ref name = Attribute(Ref::Share(type), "__name__");
    const char* text = "unknown";
    if (name) {
        FromText(name.get(), &text);
    }
    thread->failure = std::string("exception=") + text + ",msg=thread call failed;";
    PyErr_Restore(type, value, traceback);
    PyErr_WriteUnraisable(thread->function.get());
}

void* RunThread(void* data) {
    const Locked locked;
    const std::unique_ptr<std::shared_ptr<Thread>> thread(
        static_cast<std::shared_ptr<Thread>*>(data));
    PyObject* const argument = (*thread)->argument.get();
    const Ref result(PyObject_CallFunctionObjArgs((*thread)->function.get(),
                                                  IsNone(argument) ? nullptr : argument, nullptr));
    if (!result) {
        KeepFailure(thread->get());
    }
    return nullptr;
}

PyObject* StartThread(Callable function, Any argument) {
    const auto thread = std::make_shared<Thread>();
    thread->function = Ref::Share(function.value);
    thread->argument = Ref::Share(argument.value);
    auto handed_over = std::make_unique<std::shared_ptr<Thread>>(thread);
    pthread_t id{};
    const int error = pthread_create(&id, nullptr, RunThread, handed_over.get());
    if (error == 0) {
        handed_over.release();
        Threads()[static_cast<uint64_t>(id)] = thread;
    }
    return Pair(Ref(To(static_cast<uint64_t>(id))), error);
}

PyObject* StopThread(uint64_t id) {
    const auto entry = Threads().find(id);
    if (entry == Threads().end()) {
        return To(ESRCH);
    }
    const std::shared_ptr<Thread> thread = entry->second;
    Threads().erase(entry);
    int error = 0;
    {
        const Unlocked unlocked;
        error = pthread_join(static_cast<pthread_t>(id), nullptr);
    }
    if (!thread->failure.empty()) {
        return PyErr_Format(PyExc_RuntimeError, "%s", thread->failure.c_str());
    }
    return To(error);
}

}  // namespace

PyMethodDef* UtilFunctions() {
    static PyMethodDef rows[] = {
        CALL(bytes_to_ptr, "(bytes, /)", "ptr", BytesToPtr),
        CALL(ptr_to_bytes, "(ptr, size, /)", "bytes", PtrToBytes),
        CALL(numpy_to_ptr, "(array, /)", "ptr", NumpyToPtr),
        CALL(numpy_contiguous_to_ptr, "(array, /)", "(ptr, array)", NumpyContiguousToPtr),
        CALL(ptr_to_numpy, "(ptr, shape, type_number, /)", "array", PtrToNumpy),
        CALL(start_thread, "(function, args, /)", "(thread_id, ret)", StartThread),
        CALL(stop_thread, "(thread_id, /)", "ret", StopThread),
        {},
    };
    return rows;
}

}  // namespace pyacl
