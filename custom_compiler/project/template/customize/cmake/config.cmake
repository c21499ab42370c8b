# Settings of the project (cache variables with CANN's names) and the checks that need no tool.
set(vendor_name customize CACHE STRING "Vendor whose directory the operators are installed in")
set(ASCEND_CANN_PACKAGE_PATH /usr/local/Ascend/latest CACHE PATH "Root of the toolkit")
set(ASCEND_PYTHON_EXECUTABLE python3 CACHE STRING "Python interpreter of the build scripts")
set(ASCEND_COMPUTE_UNIT "" CACHE STRING "Compute units, for example ascend910b;ascend310p; empty: all registered")
set(ENABLE_SOURCE_PACKAGE TRUE CACHE BOOL "Put kernel sources into the package")
set(ENABLE_BINARY_PACKAGE TRUE CACHE BOOL "Put compiled kernels into the package")
set(EXTRA_INCLUDE_DIRS "" CACHE STRING "More include folders, for op_host and op_kernel")
set(EXTRA_HOST_SOURCES "" CACHE STRING "More host sources: those that the operators use of their repository")
set(OTHER_HOST_DIRS "" CACHE STRING "Folders in OP_HOST_DIR that are not compiled: those of other compute units")
set(OWN_ACLNN "" CACHE STRING "Operators, as in file names, of which no aclnn interface is generated")
set(OP_REPOSITORY_DIR "" CACHE PATH "The repository of EXTRA_HOST_SOURCES")
# Kernels include headers of other operators as "../OPERATOR/NAME", or from folders as "../../OPERATOR/NAME".
set(kernel_headers ${CMAKE_SOURCE_DIR}/kernel_headers)
if(IS_DIRECTORY ${kernel_headers})
  list(APPEND EXTRA_INCLUDE_DIRS ${kernel_headers}/here ${kernel_headers}/here/here ${kernel_headers}/here/here/here)
endif()
set(EXTRA_DEFINITIONS "" CACHE STRING "Macros for op_host and op_kernel: NAME or NAME=VALUE")
set(OP_HOST_DIR ${CMAKE_SOURCE_DIR}/op_host CACHE PATH "Folder of the host sources")
set(OP_KERNEL_DIR ${CMAKE_SOURCE_DIR}/op_kernel CACHE PATH "Folder of the kernel sources")
set(FRAMEWORK_DIR ${CMAKE_SOURCE_DIR}/framework CACHE PATH "Folder of the plugins for parsers of frameworks")
set(ENABLE_TEST FALSE CACHE BOOL "Add testcases/, if there is such a folder")
set(ENABLE_CROSS_COMPILE FALSE CACHE BOOL "Make a package for hosts with another CPU")
set(CMAKE_CROSS_PLATFORM_COMPILER "" CACHE STRING "Compiler for that CPU")
set(ASCEND_PACK_SHARED_LIBRARY FALSE CACHE BOOL "One library instead of a package")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
if(CMAKE_INSTALL_PREFIX_INITIALIZED_TO_DEFAULT)
  set(CMAKE_INSTALL_PREFIX ${CMAKE_BINARY_DIR} CACHE PATH "Where the package is copied to" FORCE)
endif()

string(LENGTH "${vendor_name}" vendor_name_length)
if(NOT vendor_name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$" OR vendor_name_length GREATER 64)
  message(FATAL_ERROR "vendor_name=${vendor_name}: use letters, digits and _, no digit first, 64 characters at most")
endif()
if(ASCEND_PACK_SHARED_LIBRARY AND NOT ENABLE_BINARY_PACKAGE)
  message(FATAL_ERROR "ASCEND_PACK_SHARED_LIBRARY=${ASCEND_PACK_SHARED_LIBRARY}: the library holds compiled kernels, set ENABLE_BINARY_PACKAGE=True")
endif()
foreach(needed IN ITEMS include/register/op_def_registry.h lib64/libregister.so)
  if(NOT EXISTS ${ASCEND_CANN_PACKAGE_PATH}/${needed})
    message(FATAL_ERROR "ASCEND_CANN_PACKAGE_PATH=${ASCEND_CANN_PACKAGE_PATH}: no toolkit, ${needed} is missing")
  endif()
endforeach()
set(HOST_LIBRARY_DIRS ${ASCEND_CANN_PACKAGE_PATH}/lib64)
# Of CXX="ccache g++" CMake takes the first word for the compiler and keeps the others apart.
separate_arguments(compiler_words NATIVE_COMMAND "${CMAKE_CXX_COMPILER_ARG1}")
set(NATIVE_CXX_COMPILER ${CMAKE_CXX_COMPILER} ${compiler_words})
set(cross_compiler ${CMAKE_CROSS_PLATFORM_COMPILER}) # named, so that CMake does not report it unused
if(ENABLE_CROSS_COMPILE)
  include(${CMAKE_CURRENT_LIST_DIR}/cross.cmake)
endif()
# Found again each time: the toolkit may have been changed for another one.
unset(OP_BUILD CACHE)
unset(OPC CACHE)
unset(ASCEND_PYTHON CACHE)
find_program(OP_BUILD op_build NO_DEFAULT_PATH
  PATHS ${ASCEND_CANN_PACKAGE_PATH}/toolkit/tools/opbuild ${ASCEND_CANN_PACKAGE_PATH}/tools/opbuild)
# The toolkit's own opc comes before one of another toolkit on PATH.
find_program(OPC opc NO_DEFAULT_PATH PATHS ${ASCEND_CANN_PACKAGE_PATH}/bin
  ${ASCEND_CANN_PACKAGE_PATH}/compiler/bin)
find_program(OPC opc)
foreach(tool IN ITEMS OP_BUILD OPC)
  if(NOT ${tool})
    string(TOLOWER ${tool} name)
    message(FATAL_ERROR "ASCEND_CANN_PACKAGE_PATH=${ASCEND_CANN_PACKAGE_PATH}: ${name} is missing")
  endif()
endforeach()
find_program(ASCEND_PYTHON ${ASCEND_PYTHON_EXECUTABLE})
if(NOT ASCEND_PYTHON)
  message(FATAL_ERROR "ASCEND_PYTHON_EXECUTABLE=${ASCEND_PYTHON_EXECUTABLE}: no such interpreter")
endif()

# What the toolkit's opc can do beyond CANN's; empty for CANN's own.
set(OPC_FEATURES "")
if(EXISTS ${ASCEND_CANN_PACKAGE_PATH}/compiler/opc_features)
  file(STRINGS ${ASCEND_CANN_PACKAGE_PATH}/compiler/opc_features OPC_FEATURES)
endif()

# Units as the sources register them; the placeholder is what an unedited preset holds.
set(REQUESTED_UNITS ${ASCEND_COMPUTE_UNIT})
if(ASCEND_COMPUTE_UNIT STREQUAL "__ASCNED_COMPUTE_UNIT__")
  set(REQUESTED_UNITS "")
endif()

set(SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/util)
set(RUN_SCRIPT ${ASCEND_PYTHON} -I -S)
set(AUTOGEN_DIR ${CMAKE_BINARY_DIR}/autogen)
set(KERNEL_DIR ${CMAKE_BINARY_DIR}/op_kernel)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "")
set(CMAKE_CXX_FLAGS_DEBUG "")
foreach(definition IN LISTS EXTRA_DEFINITIONS)
  string(APPEND CMAKE_CXX_FLAGS " -D${definition}")
  string(APPEND CMAKE_C_FLAGS " -D${definition}")
endforeach()
if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 17)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_SKIP_BUILD_RPATH TRUE) # else installing changes the libraries that plugins of frameworks are

# Everything the host libraries have in common.
add_library(intf_pub INTERFACE)
target_compile_options(intf_pub INTERFACE
  -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -fstack-protector-strong
  $<$<CONFIG:Release>:-O2> $<$<CONFIG:Release>:-g1> $<$<CONFIG:Debug>:-O0> $<$<CONFIG:Debug>:-g>)
# Paths in __FILE__ and debug information are relative to the project, its sources and the toolkit: the package is
# the same wherever it is built. What debug information there is says where a crashed function stands.
set(HAVE_PREFIX_MAP FALSE)
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 8)
   OR (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12))
  set(HAVE_PREFIX_MAP TRUE)
endif()
if(HAVE_PREFIX_MAP)
  if(OP_REPOSITORY_DIR)
    target_compile_options(intf_pub INTERFACE "-ffile-prefix-map=${OP_REPOSITORY_DIR}=./repository")
  endif()
  target_compile_options(intf_pub INTERFACE
    "-ffile-prefix-map=${CMAKE_SOURCE_DIR}=." "-ffile-prefix-map=${ASCEND_CANN_PACKAGE_PATH}=cann"
    "-ffile-prefix-map=${FRAMEWORK_DIR}=./framework"
    "-ffile-prefix-map=${OP_HOST_DIR}=./op_host" "-ffile-prefix-map=${OP_KERNEL_DIR}=./op_kernel")
endif()
target_compile_definitions(intf_pub INTERFACE
  _GLIBCXX_USE_CXX11_ABI=0 $<$<CONFIG:Release>:_FORTIFY_SOURCE=2>)
target_include_directories(intf_pub INTERFACE
  ${ASCEND_CANN_PACKAGE_PATH}/include ${OP_HOST_DIR} ${OP_KERNEL_DIR} ${EXTRA_INCLUDE_DIRS}
  ${ASCEND_CANN_PACKAGE_PATH}/include/experiment/platform) # platform/platform_info.h of CANN's own operators
target_link_directories(intf_pub INTERFACE ${HOST_LIBRARY_DIRS})
target_link_options(intf_pub INTERFACE
  -Wl,--compress-debug-sections=zlib -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
