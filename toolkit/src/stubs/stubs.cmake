# Symbols that programs of CANN link against and never call: one list per library, symbols/<library>.txt.
# Every listed symbol exists and ends the process with a message naming it (generate.py, trap.cpp).
find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(STUBS_DIR ${CMAKE_CURRENT_LIST_DIR})

# target_stubs(<target> <library>): adds the symbols of symbols/<library>.txt to a library that has others of its own.
function(target_stubs target library)
  set(list ${STUBS_DIR}/symbols/${library}.txt)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${library}_stubs.c)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${Python3_EXECUTABLE} ${STUBS_DIR}/generate.py ${list} ${source}
    DEPENDS ${STUBS_DIR}/generate.py ${list}
    COMMENT "Writing stubs of lib${library}.so")
  # Listed names include some that the compiler knows better than their list does.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-fno-builtin;-w")
  target_sources(${target} PRIVATE ${source} ${STUBS_DIR}/trap.cpp)
endfunction()
