# The layers of toolkit/src. A source sees the headers of its folder and of those that its target is said to use,
# and a folder can use only folders that are added before it: so there are no circles.

# toolkit_layers(<folder>...): adds the folders of src/, lower layers first.
function(toolkit_layers)
  set(layers_headers ${CMAKE_CURRENT_BINARY_DIR}/headers)
  foreach(folder IN LISTS ARGV)
    # Nothing but the folder is in there, so "folder/header.h" finds its headers and no others.
    file(MAKE_DIRECTORY ${layers_headers}/${folder})
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/src/${folder} ${layers_headers}/${folder}/${folder} SYMBOLIC)
    list(APPEND layers_added ${folder})
    add_subdirectory(src/${folder})
  endforeach()
endfunction()

# toolkit_uses(<target> [<folder>...]): the target is compiled as all of the toolkit is, with the headers of these folders.
function(toolkit_uses target)
  target_link_libraries(${target} PRIVATE toolkit_common)
  get_filename_component(own ${CMAKE_CURRENT_SOURCE_DIR} NAME)
  foreach(folder IN ITEMS ${own} ${ARGN})
    if(NOT folder IN_LIST layers_added)
      message(FATAL_ERROR "${target} cannot use ${folder}: toolkit/CMakeLists.txt has no such folder before ${own}")
    endif()
    target_include_directories(${target} PRIVATE ${layers_headers}/${folder})
  endforeach()
  get_target_property(own_headers ${target} PRECOMPILE_HEADERS)
  get_target_property(headers ${target} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT own_headers AND NOT headers)
    target_precompile_headers(${target} REUSE_FROM standard_headers)
  endif()
endfunction()

# toolkit_optimize(<target>): compiles what runs for long with more optimisation. To be called before toolkit_uses().
function(toolkit_optimize target)
  target_compile_options(${target} PRIVATE ${OPTIMIZED})
  target_precompile_headers(${target} REUSE_FROM optimized_headers)
endfunction()
