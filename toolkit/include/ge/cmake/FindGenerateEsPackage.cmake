# CANN's module generates a library and a Python wheel with functions that build graphs of operators (libes_<name>.so).
# Graphs are not executed here, so the targets exist and are empty: an operator package, its kernels and its aclnn library
# need none of it.
#
#   add_es_library(ES_LINKABLE_AND_ALL_TARGET <target> OPP_PROTO_TARGET <target> OUTPUT_PATH <folder>
#                  [EXCLUDE_OPS <operator>...])
#   add_es_library_and_whl(...)  # the same arguments, and SKIP_WHL
#
# <target> can be linked, and build_<target> can be depended on.
function(add_es_library)
  cmake_parse_arguments(es "SKIP_WHL" "ES_LINKABLE_AND_ALL_TARGET;OPP_PROTO_TARGET;OUTPUT_PATH" "EXCLUDE_OPS" ${ARGN})
  if(NOT es_ES_LINKABLE_AND_ALL_TARGET)
    message(FATAL_ERROR "add_es_library: ES_LINKABLE_AND_ALL_TARGET is missing")
  endif()
  set(name ${es_ES_LINKABLE_AND_ALL_TARGET})
  if(TARGET ${name})
    return()
  endif()
  message(STATUS "${name}: functions that build graphs are not generated, this toolkit does not execute graphs")
  add_library(${name} INTERFACE)
  add_custom_target(build_${name})
endfunction()

function(add_es_library_and_whl)
  add_es_library(${ARGV})
endfunction()

set(GenerateEsPackage_FOUND TRUE)
