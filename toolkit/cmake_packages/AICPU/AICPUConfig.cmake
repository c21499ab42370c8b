# find_package(AICPU): the CMake language AICPU, sources (.aicpu) with kernels for AI CPUs. Targets are
# linked by ASC, whose sources launch these kernels:
#
#   find_package(ASC REQUIRED)
#   find_package(AICPU REQUIRED)
#   project(demo LANGUAGES ASC AICPU CXX)
#   add_executable(demo main.asc kernel.aicpu)
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/language)
get_filename_component(AICPU_ROOT "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(AICPU_FOUND TRUE)
