# Tiling sink: tiling functions that the device's AI CPU runs (DEVICE_IMPL_OP_OPTILING), in libcust_opmaster.so.

# The sources of op_host that register such functions, unless a CMakeLists.txt names them itself.
function(add_device_tiling)
  if(TARGET device_tiling)
    return()
  endif()
  set(sources "")
  foreach(source IN LISTS HOST_SOURCES)
    file(STRINGS ${source} found LIMIT_COUNT 1 REGEX "^[ \t]*DEVICE_IMPL_OP_OPTILING[ \t]*\\(")
    if(found)
      list(APPEND sources ${source})
    endif()
  endforeach()
  if(sources)
    ascendc_device_library(TARGET cust_opmaster OPTION SHARED SRC ${sources})
  endif()
endfunction()

# ascendc_device_library(TARGET <name> OPTION SHARED SRC <source>...): CANN's function of this name
function(ascendc_device_library)
  cmake_parse_arguments(DEVICE "" "TARGET;OPTION" "SRC" ${ARGN})
  if(NOT DEVICE_SRC OR NOT DEVICE_OPTION STREQUAL "SHARED")
    message(FATAL_ERROR "ascendc_device_library(OPTION ${DEVICE_OPTION} SRC ${DEVICE_SRC}): "
      "name sources and OPTION SHARED")
  endif()
  set(compiler ${ASCEND_CANN_PACKAGE_PATH}/toolkit/toolchain/hcc/bin/aarch64-target-linux-gnu-g++)
  if(NOT EXISTS ${compiler})
    message(FATAL_ERROR "ASCEND_CANN_PACKAGE_PATH=${ASCEND_CANN_PACKAGE_PATH}: the compiler for tiling on the device is "
      "missing (toolkit/toolchain/hcc/bin)")
  endif()
  set(sources "")
  foreach(source IN LISTS DEVICE_SRC)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  set(includes ${ASCEND_CANN_PACKAGE_PATH}/include ${OP_HOST_DIR} ${OP_KERNEL_DIR} ${EXTRA_INCLUDE_DIRS}
      ${ASCEND_CANN_PACKAGE_PATH}/include/experiment/platform)
  list(TRANSFORM includes PREPEND -I)
  set(definitions ${EXTRA_DEFINITIONS})
  list(TRANSFORM definitions PREPEND -D)
  set(library ${CMAKE_BINARY_DIR}/op_host/device/libcust_opmaster.so)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/op_host/device)
  add_custom_command(
    OUTPUT ${library}
    COMMAND ${compiler} -std=c++${CMAKE_CXX_STANDARD} -O2 -fPIC -shared -fvisibility=hidden
            -fvisibility-inlines-hidden -fstack-protector-strong -DDEVICE_OP_TILING_LIB -D_FORTIFY_SOURCE=2
            -Dgoogle=ascend_private ${definitions} ${includes} ${sources} -o ${library}
            -L${ASCEND_CANN_PACKAGE_PATH}/lib64/device/lib64 -L${ASCEND_CANN_PACKAGE_PATH}/compiler/lib64
            -Wl,--whole-archive -ldevice_register -lc_sec -lmmpa -ltiling_api -lplatform_static -lascend_protobuf
            -lexe_meta_device -laicpu_cust_log -Wl,--no-whole-archive
    DEPENDS ${sources} ${DESCRIBE_DEPENDENCIES}
    COMMENT "Tiling functions of the device"
    VERBATIM)
  add_custom_target(device_tiling ALL DEPENDS ${library})
  set_property(GLOBAL PROPERTY DEVICE_TILING_LIBRARY ${library})
endfunction()
