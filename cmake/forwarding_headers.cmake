# write_forwarding_headers(<list> <directory>): writes the headers of the list (its head says how it reads) below a
# directory, and removes what an earlier list had there. Unchanged files keep their time.
function(write_forwarding_headers list directory)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
  file(STRINGS ${list} lines REGEX "^[^#]")
  set(headers "")
  foreach(line IN LISTS lines)
    if(line MATCHES "/$")
      set(folder ${line})
    elseif(line MATCHES "^ ")
      separate_arguments(names UNIX_COMMAND "${line}")
      foreach(name IN LISTS names)
        string(MAKE_C_IDENTIFIER ${folder}${name}_ guard)
        string(TOUPPER ${guard} guard)
        # Kernels have folders of these headers among their include paths, next to a header of the target's name.
        set(included ${target})
        if(folder MATCHES "^tikcpp/")
          get_filename_component(parent /${name} DIRECTORY)
          file(RELATIVE_PATH included ${parent} /${target})
        endif()
        file(
          CONFIGURE
          OUTPUT ${directory}/${folder}${name}
          CONTENT "// CANN has this header; here, all of it is in @target@.\n#ifndef @guard@\n#define @guard@\n
#include \"@included@\"\n\n#endif  // @guard@\n"
          @ONLY)
        list(APPEND headers ${directory}/${folder}${name})
      endforeach()
    else()
      set(target ${line})
    endif()
  endforeach()
  file(GLOB_RECURSE stale ${directory}/*)
  list(REMOVE_ITEM stale ${headers})
  if(stale)
    file(REMOVE ${stale})
  endif()
endfunction()
