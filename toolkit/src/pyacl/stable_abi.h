// The part of CPython's stable ABI (PEP 384, version 3.10) that the module `acl` uses. Declared
// here and not taken from Python.h, so that the toolkit builds where no Python headers are
// installed, and for other CPUs; the ABI guarantees these declarations for every later version.
#pragma once

#include <cstddef>

extern "C" {

using Py_ssize_t = ptrdiff_t;
struct PyTypeObject;
struct PyThreadState;

struct PyObject {
    Py_ssize_t ob_refcnt;
    PyTypeObject* ob_type;
};

using PyCFunction = PyObject* (*)(PyObject * self, PyObject* arguments);

struct PyMethodDef {
    const char* ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char* ml_doc;
};

struct PyModuleDef_Base {
    PyObject ob_base;
    PyObject* (*m_init)();
    Py_ssize_t m_index;
    PyObject* m_copy;
};

struct PyModuleDef {
    PyModuleDef_Base m_base;
    const char* m_name;
    const char* m_doc;
    Py_ssize_t m_size;
    PyMethodDef* m_methods;
    void* m_slots;
    void* m_traverse;
    void* m_clear;
    void* m_free;
};

constexpr int METH_FASTCALL = 0x0080;
constexpr int PYTHON_ABI_VERSION = 3;
constexpr unsigned long Py_TPFLAGS_LONG_SUBCLASS = 1UL << 24;
constexpr unsigned long Py_TPFLAGS_LIST_SUBCLASS = 1UL << 25;
constexpr unsigned long Py_TPFLAGS_TUPLE_SUBCLASS = 1UL << 26;
constexpr unsigned long Py_TPFLAGS_BYTES_SUBCLASS = 1UL << 27;
constexpr unsigned long Py_TPFLAGS_UNICODE_SUBCLASS = 1UL << 28;
constexpr unsigned long Py_TPFLAGS_DICT_SUBCLASS = 1UL << 29;
constexpr int PyBUF_WRITE = 0x200;

extern PyObject _Py_NoneStruct;
extern PyObject* PyExc_ImportError;
extern PyObject* PyExc_KeyError;
extern PyObject* PyExc_MemoryError;
extern PyObject* PyExc_OverflowError;
extern PyObject* PyExc_RuntimeError;
extern PyObject* PyExc_TypeError;
extern PyObject* PyExc_ValueError;
extern PyObject* PyExc_Warning;

void Py_IncRef(PyObject* object);
void Py_DecRef(PyObject* object);
unsigned long PyType_GetFlags(PyTypeObject* type);

PyObject* PyModule_Create2(PyModuleDef* definition, int abi_version);
const char* PyModule_GetName(PyObject* module);
int PyModule_AddFunctions(PyObject* module, PyMethodDef* functions);
int PyModule_AddObjectRef(PyObject* module, const char* name, PyObject* value);
PyObject* PyImport_AddModule(const char* name);
PyObject* PyImport_ImportModule(const char* name);

PyObject* PyLong_FromLongLong(long long value);
PyObject* PyLong_FromUnsignedLongLong(unsigned long long value);
long long PyLong_AsLongLong(PyObject* object);
unsigned long long PyLong_AsUnsignedLongLongMask(PyObject* object);
PyObject* PyFloat_FromDouble(double value);
double PyFloat_AsDouble(PyObject* object);
PyObject* PyNumber_Index(PyObject* object);

PyObject* PyUnicode_FromString(const char* text);
const char* PyUnicode_AsUTF8AndSize(PyObject* object, Py_ssize_t* size);
PyObject* PyBytes_FromStringAndSize(const char* bytes, Py_ssize_t size);
char* PyBytes_AsString(PyObject* bytes);
PyObject* PyMemoryView_FromMemory(char* memory, Py_ssize_t size, int flags);

PyObject* PyTuple_New(Py_ssize_t size);
Py_ssize_t PyTuple_Size(PyObject* tuple);
PyObject* PyTuple_GetItem(PyObject* tuple, Py_ssize_t index);
int PyTuple_SetItem(PyObject* tuple, Py_ssize_t index, PyObject* stolen);
PyObject* PyList_New(Py_ssize_t size);
Py_ssize_t PyList_Size(PyObject* list);
PyObject* PyList_GetItem(PyObject* list, Py_ssize_t index);
int PyList_SetItem(PyObject* list, Py_ssize_t index, PyObject* stolen);
PyObject* PyDict_New();
Py_ssize_t PyDict_Size(PyObject* dict);
PyObject* PyDict_GetItemString(PyObject* dict, const char* key);
int PyDict_SetItemString(PyObject* dict, const char* key, PyObject* value);

PyObject* PyObject_GetAttrString(PyObject* object, const char* name);
PyObject* PyObject_CallObject(PyObject* callable, PyObject* arguments);
PyObject* PyObject_CallFunctionObjArgs(PyObject* callable, ...);
PyObject* PyObject_CallMethod(PyObject* object, const char* name, const char* format, ...);
int PyObject_IsInstance(PyObject* object, PyObject* type);
int PyObject_IsTrue(PyObject* object);
int PyCallable_Check(PyObject* object);

PyObject* PyErr_Occurred();
void PyErr_Clear();
void PyErr_Fetch(PyObject** type, PyObject** value, PyObject** traceback);
void PyErr_Restore(PyObject* type, PyObject* value, PyObject* traceback);
PyObject* PyErr_Format(PyObject* exception, const char* format, ...);
void PyErr_SetString(PyObject* exception, const char* text);
int PyErr_WarnEx(PyObject* category, const char* text, Py_ssize_t stack_level);
void PyErr_WriteUnraisable(PyObject* object);

PyThreadState* PyEval_SaveThread();
void PyEval_RestoreThread(PyThreadState* state);
int PyGILState_Ensure();
void PyGILState_Release(int state);
int Py_IsInitialized();

}  // extern "C"
