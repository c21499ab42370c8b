# The sources: those of the project's own folders op_host/, op_kernel/ and framework/, or of others, which are only
# read (OP_HOST_DIR, OP_KERNEL_DIR, FRAMEWORK_DIR). The lists of other folders are in lists/.
set(LISTS_DIR ${CMAKE_SOURCE_DIR})
if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/lists)
  set(LISTS_DIR ${CMAKE_SOURCE_DIR}/lists)
endif()
execute_process(
  COMMAND ${RUN_SCRIPT} ${SCRIPTS}/source_files.py ${CMAKE_BINARY_DIR}/sources.cmake
          HOST ${OP_HOST_DIR} KERNEL ${OP_KERNEL_DIR}
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "The sources cannot be listed, see above")
endif()
include(${CMAKE_BINARY_DIR}/sources.cmake)
foreach(folder IN LISTS OTHER_HOST_DIRS)
  foreach(path IN LISTS HOST_FILES)
    string(FIND ${path} "${OP_HOST_DIR}/${folder}/" position)
    if(position EQUAL 0)
      list(REMOVE_ITEM HOST_FILES ${path})
    endif()
  endforeach()
endforeach()
list(APPEND HOST_FILES ${EXTRA_HOST_SOURCES})
set(extra_api_files ${EXTRA_HOST_SOURCES})
list(FILTER extra_api_files INCLUDE REGEX "/op_api/[^/]*$")
list(APPEND HOST_API_FILES ${extra_api_files})
# Files that come and go have CMake run again.
foreach(folder IN LISTS HOST_FOLDERS KERNEL_FOLDERS)
  file(GLOB entries LIST_DIRECTORIES TRUE CONFIGURE_DEPENDS ${folder}/[!.]*)
endforeach()
