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
# The libraries that these two need lie beside them.
target_link_options(custom_compiler::ascendcl INTERFACE "LINKER:-rpath-link,${CUSTOM_COMPILER_CANN}/lib64")
