# Symbols that programs of CANN link against and never call: toolkit/src/stubs has one list per library.
# Every listed symbol exists and ends the process with a message naming it (generate.py, trap.cpp).
find_package(Python3 COMPONENTS Interpreter REQUIRED)

# target_stubs(<target>): adds the symbols of symbols/<target>.txt to a library.
function(target_stubs library)
  set(folder ${PROJECT_SOURCE_DIR}/toolkit/src/stubs)
  set(list ${folder}/symbols/${library}.txt)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${library}_stubs.c)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${Python3_EXECUTABLE} ${folder}/generate.py ${list} ${source}
    DEPENDS ${folder}/generate.py ${list}
    COMMENT "Writing stubs of lib${library}.so")
  # Listed names include some that the compiler knows better than their list does.
  set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "-fno-builtin;-w")
  # There are none for C.
  set_target_properties(${library} PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
  target_sources(${library} PRIVATE ${source} ${folder}/trap.cpp)
endfunction()
