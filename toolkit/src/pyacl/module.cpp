// The Python modules acl, acl.rt, acl.op and acl.util.
#include <cstdio>

#include "pyacl/table.h"

namespace pyacl {
namespace {

const std::vector<Group>& Groups() {
    static const auto* const groups = new std::vector<Group>{
        {"acl", ProcessFunctions()},   {"acl", DescriptionFunctions()},
        {"acl.rt", DeviceFunctions()}, {"acl.rt", StreamFunctions()},
        {"acl.rt", NotifyFunctions()}, {"acl.rt", LimitFunctions()},
        {"acl.rt", EventFunctions()},  {"acl.rt", CallbackFunctions()},
        {"acl.rt", MemoryFunctions()}, {"acl.rt", VirtualMemoryFunctions()},
        {"acl.rt", KernelFunctions()}, {"acl.op", OpFunctions()},
        {"acl.util", UtilFunctions()},
    };
    return *groups;
}

/// Full name of a function, as "acl.rt.malloc".
std::string NameOf(PyCFunction method) {
    for (const Group& group : Groups()) {
        for (const PyMethodDef* row = group.rows; row->ml_name != nullptr; ++row) {
            if (row->ml_meth == method) {
                return std::string(group.module) + "." + row->ml_name;
            }
        }
    }
    return "acl";
}

/// A module that `import acl.rt` finds and that is an attribute of acl; borrowed.
PyObject* AddSubmodule(PyObject* acl, const char* full_name) {
    PyObject* const module = PyImport_AddModule(full_name);
    const char* const name = full_name + std::string_view("acl.").size();
    return module != nullptr && PyModule_AddObjectRef(acl, name, module) == 0 ? module : nullptr;
}

bool Fill(PyObject* acl) {
    for (const Group& group : Groups()) {
        PyObject* const module =
            std::string_view(group.module) == "acl" ? acl : AddSubmodule(acl, group.module);
        if (module == nullptr || PyModule_AddFunctions(module, group.rows) != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

PyObject* RaiseParseError(PyCFunction method, Py_ssize_t actual, size_t least, size_t most) {
    const std::string name = NameOf(method);
    const std::string expected = least == most
                                     ? std::to_string(most)
                                     : std::to_string(least) + " to " + std::to_string(most);
    return PyErr_Format(PyExc_TypeError,
                        "%s args parse failed: it takes %s positional arguments, not %zd",
                        name.c_str(), expected.c_str(), actual);
}

PyObject* RaiseArgumentError(PyCFunction method, size_t index, const char* expected,
                             PyObject* value) {
    const Ref type = Ref(PyObject_GetAttrString(value, "__class__"));
    const Ref type_name = Ref(type ? PyObject_GetAttrString(type.get(), "__name__") : nullptr);
    const char* text = "another object";
    if (type_name) {
        FromText(type_name.get(), &text);
    }
    PyErr_Clear();
    return PyErr_Format(PyExc_TypeError, "%s args parse failed: argument %zd must be %s, not %s",
                        NameOf(method).c_str(), static_cast<Py_ssize_t>(index + 1), expected, text);
}

}  // namespace pyacl

extern "C" __attribute__((visibility("default"))) PyObject* PyInit_acl() {
    static PyModuleDef definition = {};
    definition.m_base.ob_base.ob_refcnt = 1;
    definition.m_name = "acl";
    definition.m_doc = "AscendCL: devices, memory, streams, events and kernels, as CANN's pyACL.";
    definition.m_size = -1;
    pyacl::Ref module(PyModule_Create2(&definition, PYTHON_ABI_VERSION));
    return module && pyacl::Fill(module.get()) ? module.release() : nullptr;
}
