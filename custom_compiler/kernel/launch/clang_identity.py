"""Macros of clang, on which Huawei's compiler is based, for host code that GCC compiles."""

from __future__ import annotations

CLANG_VERSION = "15.0.5"

_HAS = "__bisheng_has_"
# Features of C++11 that __has_feature and __has_extension know.
_CXX_FEATURES = (
    *("alias_templates", "alignas", "alignof", "atomic", "attributes", "auto_type", "constexpr"),
    *("decltype", "default_function_template_args", "defaulted_functions", "deleted_functions"),
    *("delegating_constructors", "explicit_conversions", "generalized_initializers", "lambdas"),
    *("implicit_moves", "inheriting_constructors", "inline_namespaces", "noexcept", "nullptr"),
    *("local_type_template_args", "nonstatic_member_init", "override_control", "range_for"),
    *("raw_string_literals", "reference_qualified_functions", "rvalue_references"),
    *("static_assert", "strong_enums", "thread_local", "trailing_return", "unicode_literals"),
    *("unrestricted_unions", "user_literals", "variadic_templates"),
)
_C_FEATURES = ("alignas", "alignof", "atomic", "generic_selections", "static_assert")
# Each is the macro that GCC has where the feature is on: a number, or nothing, which is 0 in #if.
_FEATURES = {
    **{f"cxx_{name}": "__cplusplus" for name in _CXX_FEATURES},
    **{f"c_{name}": "__STDC_VERSION__" for name in (*_C_FEATURES, "thread_local")},
    "cxx_exceptions": "__cpp_exceptions",
    "cxx_rtti": "__cpp_rtti",
    "address_sanitizer": "__SANITIZE_ADDRESS__",
    "thread_sanitizer": "__SANITIZE_THREAD__",
    "attribute_deprecated_with_message": "1",
    "attribute_unavailable_with_message": "1",
}


def clang_macros() -> list[str]:
    """Return the options for GCC that define clang's macros and functions, for C and C++."""
    major, minor, patch = CLANG_VERSION.split(".")
    macros = {
        "__clang__": "1",
        "__clang_major__": major,
        "__clang_minor__": minor,
        "__clang_patchlevel__": patch,
        "__clang_version__": f'"{CLANG_VERSION}"',
        "__has_feature(name)": f"{_HAS}##name",
        "__has_extension(name)": f"{_HAS}##name",
        "__builtin_assume(condition)": "((void)0)",
        "__builtin_debugtrap()": "__builtin_trap()",
        "__builtin_unpredictable(condition)": "(condition)",
        **{_HAS + name: value for name, value in _FEATURES.items()},
    }
    # `#pragma clang diagnostic` is usual where __clang__ is defined.
    return [*(f"-D{name}={value}" for name, value in macros.items()), "-Wno-unknown-pragmas"]
