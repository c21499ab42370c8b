# Finds the compiler of language ASC: the toolkit's bisheng.
if(NOT CMAKE_ASC_COMPILER)
  find_program(
    CMAKE_ASC_COMPILER
    NAMES bisheng
    HINTS ${ASC_ROOT}/bin $ENV{ASCEND_HOME_PATH}/bin
    NO_DEFAULT_PATH REQUIRED)
endif()
mark_as_advanced(CMAKE_ASC_COMPILER)
set(CMAKE_ASC_COMPILER_ENV_VAR ASC)
configure_file(${CMAKE_CURRENT_LIST_DIR}/CMakeASCCompiler.cmake.in
               ${CMAKE_PLATFORM_INFO_DIR}/CMakeASCCompiler.cmake @ONLY)
