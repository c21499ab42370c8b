# find_package(custom_compiler): the embedded CANN for programs that call operators.
#
#   custom_compiler::ascendcl, custom_compiler::nnopbase   libraries with their headers
#   CUSTOM_COMPILER_CANN                                   root of the toolkit
#
# Found without further ado by wheels that are built with scikit-build-core and name custom_compiler among their build
# requirements; elsewhere pass -Dcustom_compiler_ROOT=<site-packages>/custom_compiler.
get_filename_component(CUSTOM_COMPILER_CANN "${CMAKE_CURRENT_LIST_DIR}/../cann" REALPATH)
foreach(library IN ITEMS ascendcl nnopbase)
  set(location "${CUSTOM_COMPILER_CANN}/lib64/lib${library}.so")
  if(NOT EXISTS "${location}")
    set(custom_compiler_FOUND FALSE)
    set(custom_compiler_NOT_FOUND_MESSAGE "${location} is missing")
    return()
  endif()
  if(NOT TARGET custom_compiler::${library})
    add_library(custom_compiler::${library} SHARED IMPORTED)
    set_target_properties(
      custom_compiler::${library} PROPERTIES IMPORTED_LOCATION "${location}" INTERFACE_INCLUDE_DIRECTORIES
                                                                "${CUSTOM_COMPILER_CANN}/include")
  endif()
endforeach()
# The libraries that these two need are in the same folder.
target_link_options(custom_compiler::ascendcl INTERFACE "LINKER:-rpath-link,${CUSTOM_COMPILER_CANN}/lib64")

# custom_compiler_add_operators(<target> OP_HOST <dir> OP_KERNEL <dir> [VENDOR_NAME <name>] [SOC_VERSION <units>]
#                               [INCLUDE_DIRECTORIES <dir>...] [DEFINITIONS <name>[=<value>]...] [DESTINATION <dir>])
#
# Builds operators into a vendor package with `all`, and installs it below the destination: vendors/<name>/, and
# ascend_operators.py, whose import lets programs find the operators. In a wheel made with scikit-build-core the
# destination is the Python package (default: the target's name).
function(custom_compiler_add_operators target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OP_HOST;OP_KERNEL;VENDOR_NAME;SOC_VERSION;DESTINATION"
                        "INCLUDE_DIRECTORIES;DEFINITIONS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "custom_compiler_add_operators(${target}): unknown: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  foreach(folder IN ITEMS OP_HOST OP_KERNEL)
    if(NOT arg_${folder})
      message(FATAL_ERROR "custom_compiler_add_operators(${target}): ${folder} is missing: the folder of sources")
    endif()
    get_filename_component(arg_${folder} "${arg_${folder}}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${arg_${folder}}/*")
    list(APPEND depends ${sources})
  endforeach()
  if(NOT arg_VENDOR_NAME)
    set(arg_VENDOR_NAME customize)
  endif()
  if(NOT arg_DESTINATION)
    set(arg_DESTINATION ${target})
  endif()
  set(options "")
  foreach(folder IN LISTS arg_INCLUDE_DIRECTORIES)
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND options --include "${folder}")
  endforeach()
  foreach(definition IN LISTS arg_DEFINITIONS)
    list(APPEND options "--define=${definition}")
  endforeach()
  find_package(Python COMPONENTS Interpreter REQUIRED)
  set(made "${CMAKE_CURRENT_BINARY_DIR}/${target}.ascend_operators")
  # Make does not look at commands; this file is written when it would be another.
  file(GENERATE OUTPUT "${made}/asked.txt" CONTENT "${arg_VENDOR_NAME};${arg_SOC_VERSION};${options}\n")
  # The build is incremental on its own; the stamp only says when to ask it.
  add_custom_command(
    OUTPUT "${made}/stamp"
    COMMAND
      "${Python_EXECUTABLE}" -m custom_compiler.wheel --op-host "${arg_OP_HOST}" --op-kernel "${arg_OP_KERNEL}"
      --vendor-name "${arg_VENDOR_NAME}" "--soc-version=${arg_SOC_VERSION}" ${options} --work "${made}/build" --target
      "${made}/package"
    COMMAND "${CMAKE_COMMAND}" -E touch "${made}/stamp"
    DEPENDS ${depends} "${made}/asked.txt"
    COMMENT "Ascend C operators of ${arg_VENDOR_NAME}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${made}/stamp")
  install(DIRECTORY "${made}/package/" DESTINATION "${arg_DESTINATION}" USE_SOURCE_PERMISSIONS)
endfunction()
