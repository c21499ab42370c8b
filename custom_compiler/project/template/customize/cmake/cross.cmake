# ENABLE_CROSS_COMPILE: a package for hosts with another CPU, for example aarch64 built on x86-64.
# CMAKE_CROSS_PLATFORM_COMPILER makes what runs there: the host libraries, linked against the toolkit's
# libraries for that CPU, and kernels where they are host code. op_build and opc run here, on what the
# native compiler (NATIVE_CXX_COMPILER) makes.
set(native_cpu ${CMAKE_HOST_SYSTEM_PROCESSOR})
unset(CROSS_CXX_COMPILER CACHE)
find_program(CROSS_CXX_COMPILER "${CMAKE_CROSS_PLATFORM_COMPILER}")
if(NOT CROSS_CXX_COMPILER)
  message(FATAL_ERROR "CMAKE_CROSS_PLATFORM_COMPILER=${CMAKE_CROSS_PLATFORM_COMPILER}: no such compiler")
endif()
execute_process(COMMAND ${CROSS_CXX_COMPILER} -dumpmachine OUTPUT_VARIABLE machine RESULT_VARIABLE result)
string(REGEX MATCH "^[^-\n]+" target_cpu "${machine}")
if(NOT result EQUAL 0 OR target_cpu STREQUAL native_cpu)
  message(FATAL_ERROR "CMAKE_CROSS_PLATFORM_COMPILER=${CROSS_CXX_COMPILER}: no compiler for another CPU than ${native_cpu}")
endif()

set(HOST_LIBRARY_DIRS "")
set(places ${native_cpu}-linux/devlib/linux/${target_cpu} ${native_cpu}-linux/devlib/${target_cpu})
foreach(place IN LISTS places)
  if(IS_DIRECTORY ${ASCEND_CANN_PACKAGE_PATH}/${place})
    list(APPEND HOST_LIBRARY_DIRS ${ASCEND_CANN_PACKAGE_PATH}/${place})
  endif()
endforeach()
if(NOT HOST_LIBRARY_DIRS)
  message(FATAL_ERROR "ASCEND_CANN_PACKAGE_PATH=${ASCEND_CANN_PACKAGE_PATH}: no libraries for ${target_cpu}, "
    "${native_cpu}-linux/devlib/${target_cpu} is missing")
endif()
# The names that plugins of frameworks have for these places.
set(CMAKE_COMPILE_COMPILER_LIBRARY ${HOST_LIBRARY_DIRS})
set(CMAKE_COMPILE_RUNTIME_LIBRARY ${HOST_LIBRARY_DIRS})
set(CMAKE_SYSTEM_PROCESSOR ${target_cpu})
set(CMAKE_CXX_COMPILER ${CROSS_CXX_COMPILER})
set(CMAKE_CXX_COMPILER_ARG1 "")

# Where opc reads the tiling structures from the tiling library itself, it needs one it can load.
set(NATIVE_TILING_LIBRARY ${CMAKE_BINARY_DIR}/op_host/native/libcust_opmaster_rt2.0.so)
function(add_native_tiling)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/op_host/native)
  file(GLOB fallback_sources ${AUTOGEN_DIR}/fallback_*.cpp)
  set(includes ${ASCEND_CANN_PACKAGE_PATH}/include ${OP_HOST_DIR} ${OP_KERNEL_DIR} ${HOST_INCLUDE_DIRS})
  list(TRANSFORM includes PREPEND -I)
  separate_arguments(flags NATIVE_COMMAND "${CMAKE_CXX_FLAGS}")
  add_custom_command(
    OUTPUT ${NATIVE_TILING_LIBRARY}
    COMMAND ${NATIVE_CXX_COMPILER} -std=c++${CMAKE_CXX_STANDARD} ${flags} -O1 -fPIC -shared
            -D_GLIBCXX_USE_CXX11_ABI=0 -DOP_TILING_LIB ${includes} ${HOST_SOURCES} ${fallback_sources}
            -o ${NATIVE_TILING_LIBRARY} -L${ASCEND_CANN_PACKAGE_PATH}/lib64 -lnnopbase -lexe_graph -lregister -ltiling_api
            -Wl,--whole-archive -lrt2_registry -Wl,--no-whole-archive
    DEPENDS ${HOST_SOURCES} ${fallback_sources} ${DESCRIBE_DEPENDENCIES}
    COMMENT "Tiling library for ${native_cpu}"
    VERBATIM)
  add_custom_target(native_tiling DEPENDS ${NATIVE_TILING_LIBRARY})
endfunction()
