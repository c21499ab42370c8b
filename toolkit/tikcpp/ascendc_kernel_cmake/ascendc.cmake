# CANN's CMake functions for kernels that host code launches directly:
#
#   ascendc_library(<target> STATIC|SHARED|OBJECT <source>...)   kernels with their launch functions
#   ascendc_fatbin_library(<target> <source>...)                 one kernel object for aclrtBinaryLoad
#   ascendc_compile_definitions(<target> PRIVATE|... <definition>...)
#   ascendc_compile_options(<target> PRIVATE|... <option>...)
#   ascendc_include_directories(<target> PRIVATE|... <folder>...)
#
# ASCEND_CANN_PACKAGE_PATH and SOC_VERSION are set by the project before. `host_intf_pub` is what the
# launching program links with. A source is compiled once, host and kernel code together, with the
# launches rewritten (see custom_compiler/kernel/launch/bisheng.py).
include_guard(GLOBAL)

get_filename_component(_ascendc_root "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
if(ASCEND_CANN_PACKAGE_PATH)
  set(_ascendc_root ${ASCEND_CANN_PACKAGE_PATH})
endif()
set(ASCENDC_BISHENG ${_ascendc_root}/bin/bisheng)

if(NOT TARGET host_intf_pub)
  add_library(host_intf_pub INTERFACE IMPORTED GLOBAL)
  target_include_directories(host_intf_pub INTERFACE ${_ascendc_root}/include)
  target_link_directories(host_intf_pub INTERFACE ${_ascendc_root}/lib64)
  target_link_libraries(host_intf_pub INTERFACE ascendcl ascendc_aicore)
endif()

function(ascendc_library target type)
  _ascendc_add_library(${target} ${type} ${ARGN})
  # CANN installs the library without being asked to; samples rely on it.
  if(NOT type STREQUAL "OBJECT")
    install(TARGETS ${target} LIBRARY DESTINATION lib ARCHIVE DESTINATION lib)
  endif()
endfunction()

function(_ascendc_add_library target type)
  string(TOUPPER "${type}" type)
  if(NOT type MATCHES "^(SHARED|STATIC|OBJECT)$")
    message(FATAL_ERROR "ascendc_library(${target} ${type}): the type is SHARED, STATIC or OBJECT")
  endif()
  set(sources)
  foreach(source IN LISTS ARGN)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
  endforeach()
  add_library(${target} ${type} ${sources})
  set_source_files_properties(${sources} PROPERTIES LANGUAGE CXX)
  set(launcher ${ASCENDC_BISHENG})
  if(SOC_VERSION)
    list(APPEND launcher --soc-version=${SOC_VERSION})
  endif()
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "${launcher};--launch"
                                             POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PUBLIC host_intf_pub)

  # aclrtlaunch_<kernel>.h, there before anything that links with the library is compiled. Kernels
  # that macros make are found with the folders and definitions that the sources are compiled with.
  set(headers ${CMAKE_BINARY_DIR}/include/${target})
  set(folders $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  add_custom_command(
    OUTPUT ${headers}/.written
    COMMAND ${CMAKE_COMMAND} -E make_directory ${headers}
    COMMAND
      ${ASCENDC_BISHENG} --launch-headers ${headers} $<$<BOOL:${SOC_VERSION}>:--soc-version=${SOC_VERSION}>
      "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" ${sources}
    COMMAND ${CMAKE_COMMAND} -E touch ${headers}/.written
    DEPENDS ${sources}
    COMMENT "Launch functions of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_headers DEPENDS ${headers}/.written)
  add_dependencies(${target} ${target}_headers)
  target_include_directories(${target} PUBLIC ${headers})
endfunction()

function(ascendc_fatbin_library target)
  _ascendc_add_library(${target} SHARED ${ARGN})
  set(folder ${CMAKE_BINARY_DIR}/fatbin/${target})
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX .o LIBRARY_OUTPUT_DIRECTORY ${folder})
  # The launching program may hold kernels of the same names.
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic)
  install(TARGETS ${target} LIBRARY DESTINATION fatbin/${target})
endfunction()

function(ascendc_compile_definitions target)
  target_compile_definitions(${target} ${ARGN})
endfunction()

function(ascendc_compile_options target)
  target_compile_options(${target} ${ARGN})
endfunction()

function(ascendc_include_directories target)
  target_include_directories(${target} ${ARGN})
endfunction()
