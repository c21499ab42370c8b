# toolkit_sanitize(<target>...): compiles and links the targets with the sanitizer that the build was asked for.
set(CUSTOM_COMPILER_SANITIZE
    ""
    CACHE STRING "Sanitizer for the runtime and the cores' scheduler: thread or address; empty for none")
function(toolkit_sanitize)
  if(CUSTOM_COMPILER_SANITIZE)
    foreach(target IN LISTS ARGV)
      target_compile_options(${target} PRIVATE -fsanitize=${CUSTOM_COMPILER_SANITIZE} -g -fno-omit-frame-pointer)
      get_target_property(type ${target} TYPE)
      if(NOT type STREQUAL OBJECT_LIBRARY)
        target_link_options(${target} PRIVATE -fsanitize=${CUSTOM_COMPILER_SANITIZE})
      endif()
    endforeach()
  endif()
endfunction()
