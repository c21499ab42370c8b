# find_package(ASC): the CMake language ASC, sources (.asc) that hold kernels and host code.
#
#   find_package(ASC REQUIRED)
#   project(demo LANGUAGES ASC CXX)
#   add_executable(demo demo.asc)
#   target_compile_options(demo PRIVATE $<$<COMPILE_LANGUAGE:ASC>:--npu-arch=dav-2201>)
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/language)
get_filename_component(ASC_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(ASC_INCLUDE_DIRS ${ASC_ROOT}/include)
# Samples link the host libraries by name.
link_directories(${ASC_ROOT}/lib64)
include_directories(SYSTEM ${ASC_ROOT}/include)
include(${CMAKE_CURRENT_LIST_DIR}/../../../tikcpp/ascendc_kernel_cmake/ascendc.cmake OPTIONAL)
include(${CMAKE_CURRENT_LIST_DIR}/npu_op.cmake)
set(ASC_FOUND TRUE)
