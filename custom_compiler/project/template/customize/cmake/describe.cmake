# Runs op_build over the operator definitions. This happens while configuring, because the rest of the
# build graph (aclnn sources, kernels) is made of what op_build says; it is incremental and parallel
# itself, and leaves files alone that did not change.

# Sources of op_host, in sub-folders too: HOST_SOURCES. Those in a folder op_api are aclnn interfaces
# written by hand: API_SOURCES.
macro(find_host_sources)
  set(patterns "")
  foreach(extension IN ITEMS cpp cc cxx c)
    list(APPEND patterns ${OP_HOST_DIR}/*.${extension})
  endforeach()
  file(GLOB_RECURSE HOST_SOURCES CONFIGURE_DEPENDS ${patterns})
  set(API_SOURCES ${HOST_SOURCES})
  list(FILTER API_SOURCES INCLUDE REGEX "/op_api/[^/]+$")
  list(FILTER HOST_SOURCES EXCLUDE REGEX "/op_api/[^/]+$")
  if(NOT HOST_SOURCES)
    message(FATAL_ERROR "${OP_HOST_DIR}: no source file (.cpp, .cc, .cxx, .c)")
  endif()
  if("${HOST_SOURCES}" MATCHES "\\.c(;|$)")
    enable_language(C)
  endif()
endmacro()

macro(describe_operators)
  find_host_sources()
  set(compiler ${NATIVE_CXX_COMPILER})
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(compiler ${CMAKE_CXX_COMPILER_LAUNCHER} ${NATIVE_CXX_COMPILER})
  endif()
  string(JOIN "\n" arguments
    "output=${AUTOGEN_DIR}" "toolkit=${ASCEND_CANN_PACKAGE_PATH}" "op_build=${OP_BUILD}"
    "source_dir=${OP_HOST_DIR}" "kernel_dir=${OP_KERNEL_DIR}" "standard=${CMAKE_CXX_STANDARD}"
    "flags=${CMAKE_CXX_FLAGS}" "source_package=${ENABLE_SOURCE_PACKAGE}")
  foreach(word IN LISTS compiler)
    string(APPEND arguments "\ncompiler=${word}")
  endforeach()
  foreach(folder IN LISTS EXTRA_INCLUDE_DIRS)
    string(APPEND arguments "\ninclude=${folder}")
  endforeach()
  foreach(source IN LISTS HOST_SOURCES)
    string(APPEND arguments "\nsource=${source}")
  endforeach()
  file(WRITE ${CMAKE_BINARY_DIR}/describe.txt "${arguments}\n")
  execute_process(
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/describe.py ${CMAKE_BINARY_DIR}/describe.txt
    RESULT_VARIABLE result)
  # The sources and every file they include: a change runs this step again.
  include(${AUTOGEN_DIR}/dependencies.cmake OPTIONAL)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${DESCRIBE_DEPENDENCIES} ${OP_BUILD} ${SCRIPTS}/describe.py)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The operators of ${OP_HOST_DIR} cannot be described, see above")
  endif()
endmacro()
