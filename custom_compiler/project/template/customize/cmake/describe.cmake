# Runs op_build over the operator definitions. This happens while configuring, because the rest of the
# build graph (aclnn sources, kernels) is made of what op_build says; it is incremental and parallel
# itself, and leaves files alone that did not change.

# Sources of op_host, in sub-folders too: HOST_SOURCES. Those in a folder op_api are aclnn interfaces
# written by hand: API_SOURCES.
macro(find_host_sources)
  set(HOST_SOURCES ${HOST_FILES})
  set(API_SOURCES ${HOST_API_FILES})
  if(API_SOURCES)
    list(REMOVE_ITEM HOST_SOURCES ${API_SOURCES})
  endif()
  foreach(sources IN ITEMS HOST_SOURCES API_SOURCES)
    list(FILTER ${sources} INCLUDE REGEX "[.](cpp|cc|cxx|c)$")
  endforeach()
  if(NOT HOST_SOURCES)
    message(FATAL_ERROR "${OP_HOST_DIR}: no source file (.cpp, .cc, .cxx, .c)")
  endif()
  if("${HOST_SOURCES}" MATCHES "\\.c(;|$)")
    enable_language(C)
  endif()
endmacro()

# The flags by which a source of op_host is compiled for the host libraries, one a line; empty if they are not
# known here. Where they are, and OP_ANY_LIB is known, one object of a source serves op_build and the libraries.
function(get_library_flags variable)
  set(${variable} "" PARENT_SCOPE)
  if(ENABLE_CROSS_COMPILE OR NOT "any_lib_objects" IN_LIST OPC_FEATURES)
    return()
  endif()
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS_${config}}")
  list(APPEND flags -DOP_ANY_LIB -fPIC -fvisibility=hidden)
  foreach(kind IN ITEMS COMPILE_DEFINITIONS INCLUDE_DIRECTORIES COMPILE_OPTIONS)
    get_directory_property(of_directory ${kind})
    get_target_property(of_target intf_pub INTERFACE_${kind})
    set(values ${of_directory} ${of_target})
    list(FILTER values EXCLUDE REGEX "-NOTFOUND$")
    string(REGEX REPLACE "\\$<\\$<CONFIG:${CMAKE_BUILD_TYPE}>:([^>]*)>" "\\1" values "${values}")
    string(REGEX REPLACE "\\$<\\$<CONFIG:[A-Za-z]*>:[^>]*>" "" values "${values}")
    list(FILTER values EXCLUDE REGEX "^$")
    if(kind STREQUAL "COMPILE_DEFINITIONS")
      list(TRANSFORM values REPLACE "^-D" "")
      list(TRANSFORM values PREPEND -D)
    elseif(kind STREQUAL "INCLUDE_DIRECTORIES")
      list(TRANSFORM values PREPEND -I)
    endif()
    list(APPEND flags ${values})
  endforeach()
  if(NOT flags MATCHES "[$]<") # generator expressions are known later
    set(${variable} ${flags} PARENT_SCOPE)
  endif()
endfunction()

macro(describe_operators)
  find_host_sources()
  set(compiler ${NATIVE_CXX_COMPILER})
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    set(compiler ${CMAKE_CXX_COMPILER_LAUNCHER} ${NATIVE_CXX_COMPILER})
  endif()
  get_library_flags(library_flags)
  # With -g, kernels have separate flags.
  set(precompile_kernels FALSE)
  if("precompile" IN_LIST OPC_FEATURES AND ENABLE_BINARY_PACKAGE AND NOT ENABLE_CROSS_COMPILE
     AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    set(precompile_kernels TRUE)
  endif()
  string(JOIN "\n" arguments
    "output=${AUTOGEN_DIR}" "toolkit=${ASCEND_CANN_PACKAGE_PATH}" "op_build=${OP_BUILD}" "opc=${OPC}"
    "source_dir=${OP_HOST_DIR}" "kernel_dir=${OP_KERNEL_DIR}" "standard=${CMAKE_CXX_STANDARD}"
    "flags=${CMAKE_CXX_FLAGS}" "compiler_id=${CMAKE_CXX_COMPILER_ID}" "precompile_kernels=${precompile_kernels}" "cxx_of_kernels=${CXX_OF_KERNELS}")
  if(ASCEND_PACK_SHARED_LIBRARY)
    string(APPEND arguments "\nlibrary_of=${vendor_name}\nlibrary_units=${REQUESTED_UNITS}")
  endif()
  foreach(word IN LISTS compiler)
    string(APPEND arguments "\ncompiler=${word}")
  endforeach()
  foreach(folder IN LISTS EXTRA_INCLUDE_DIRS)
    string(APPEND arguments "\ninclude=${folder}")
  endforeach()
  foreach(source IN LISTS HOST_SOURCES)
    string(APPEND arguments "\nsource=${source}")
  endforeach()
  foreach(flag IN LISTS library_flags)
    string(APPEND arguments "\nflag=${flag}")
  endforeach()
  file(WRITE ${CMAKE_BINARY_DIR}/describe.txt "${arguments}\n")
  execute_process(
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/describe.py ${CMAKE_BINARY_DIR}/describe.txt
    RESULT_VARIABLE result)
  # The sources and every file they include: a change runs this step again.
  include(${AUTOGEN_DIR}/dependencies.cmake OPTIONAL)
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${DESCRIBE_DEPENDENCIES} ${OP_BUILD})
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The operators of ${OP_HOST_DIR} cannot be described, see above")
  endif()
endmacro()
