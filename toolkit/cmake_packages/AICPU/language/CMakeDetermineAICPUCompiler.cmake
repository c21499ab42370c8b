# Finds the compiler of language AICPU: the toolkit's bisheng.
if(NOT CMAKE_AICPU_COMPILER)
  find_program(
    CMAKE_AICPU_COMPILER
    NAMES bisheng
    HINTS ${AICPU_ROOT}/bin $ENV{ASCEND_HOME_PATH}/bin
    NO_DEFAULT_PATH REQUIRED)
endif()
mark_as_advanced(CMAKE_AICPU_COMPILER)
set(CMAKE_AICPU_COMPILER_ENV_VAR AICPU)
configure_file(${CMAKE_CURRENT_LIST_DIR}/CMakeAICPUCompiler.cmake.in
               ${CMAKE_PLATFORM_INFO_DIR}/CMakeAICPUCompiler.cmake @ONLY)
