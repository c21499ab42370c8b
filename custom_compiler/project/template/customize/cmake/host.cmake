# Of the generated aclnn files those that no hand-written file replaces.
function(find_generated_aclnn variable extension)
  file(GLOB found ${AUTOGEN_DIR}/aclnn_*.${extension})
  foreach(path IN LISTS HOST_API_FILES)
    if(path MATCHES "/(aclnn_[^/]*[.]${extension})$")
      list(REMOVE_ITEM found ${AUTOGEN_DIR}/${CMAKE_MATCH_1})
    endif()
  endforeach()
  foreach(operator IN LISTS OWN_ACLNN)
    list(REMOVE_ITEM found ${AUTOGEN_DIR}/aclnn_${operator}.${extension})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# The three host libraries: prototypes, tiling, aclnn interface.
function(add_host_libraries)
  find_generated_aclnn(aclnn_sources cpp)
  file(GLOB inner_sources ${AUTOGEN_DIR}/aclnnInner_*.cpp)
  list(APPEND aclnn_sources ${inner_sources})
  file(GLOB group_sources ${AUTOGEN_DIR}/group_proto/*.cc)
  file(GLOB fallback_sources ${AUTOGEN_DIR}/fallback_*.cpp)
  set(whole_registry -Wl,--whole-archive rt2_registry -Wl,--no-whole-archive)

  # Objects that op_build was shown are those of the libraries; their sources are listed for editors.
  if(HOST_OBJECTS)
    set_source_files_properties(${HOST_OBJECTS} PROPERTIES EXTERNAL_OBJECT TRUE)
    add_library(host_objects OBJECT EXCLUDE_FROM_ALL ${SHARED_SOURCES})
    target_compile_definitions(host_objects PRIVATE OP_ANY_LIB)
    target_link_libraries(host_objects PRIVATE intf_pub)
  endif()

  add_library(cust_op_proto SHARED ${HOST_OBJECTS} ${SEPARATE_SOURCES} ${AUTOGEN_DIR}/op_proto.cc ${group_sources})
  if(HOST_HEADER AND HOST_OBJECTS AND NOT SEPARATE_SOURCES)
    # The generated sources take the header along; neither macro means anything to them.
    set_target_properties(cust_op_proto PROPERTIES DEFINE_SYMBOL "")
    target_compile_definitions(cust_op_proto PRIVATE OP_ANY_LIB)
    target_compile_options(cust_op_proto PRIVATE -include ${HOST_HEADER})
  else()
    target_compile_definitions(cust_op_proto PRIVATE OP_PROTO_LIB)
  endif()
  target_link_libraries(cust_op_proto PRIVATE intf_pub exe_graph register tiling_api ${whole_registry})
  set_target_properties(cust_op_proto PROPERTIES OUTPUT_NAME cust_opsproto_rt2.0)

  add_library(cust_optiling SHARED ${HOST_OBJECTS} ${SEPARATE_SOURCES} ${fallback_sources})
  target_compile_definitions(cust_optiling PRIVATE OP_TILING_LIB)
  target_link_libraries(cust_optiling PRIVATE
    nnopbase intf_pub exe_graph register tiling_api ${whole_registry})
  set_target_properties(cust_optiling PROPERTIES OUTPUT_NAME cust_opmaster_rt2.0)

  if(NOT aclnn_sources AND NOT API_SOURCES) # every operator asked for no aclnn interface
    file(WRITE ${AUTOGEN_DIR}/no_aclnn.cpp "")
    set(aclnn_sources ${AUTOGEN_DIR}/no_aclnn.cpp)
  endif()
  add_library(cust_opapi SHARED ${aclnn_sources} ${API_SOURCES})
  target_link_libraries(cust_opapi PRIVATE intf_pub ascendcl nnopbase)
  if(API_SOURCES)
    target_include_directories(cust_opapi PRIVATE ${ASCEND_CANN_PACKAGE_PATH}/include/aclnn ${AUTOGEN_DIR})
    target_link_libraries(cust_opapi PRIVATE opapi)
    set(options -fvisibility=default)
    if(OP_REPOSITORY_DIR)
      list(APPEND options -DOP_LOG_LIBOPAPI_ONLY) # as the repositories' own build
    endif()
    set_source_files_properties(${API_SOURCES} PROPERTIES COMPILE_OPTIONS "${options}")
  endif()
  if(ASCEND_PACK_SHARED_LIBRARY)
    hold_operators()
  endif()
  precompile_registry(cust_op_proto ${AUTOGEN_DIR}/op_proto.cc ${group_sources})
  precompile_registry(cust_optiling ${fallback_sources})
  set(libraries cust_op_proto cust_optiling cust_opapi)
  set_target_properties(${libraries} PROPERTIES
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/op_host
    LINKER_LANGUAGE CXX
    CXX_VISIBILITY_PRESET hidden
    SKIP_BUILD_RPATH TRUE
    LINK_DEPENDS_NO_SHARED TRUE)
  if(ENABLE_CROSS_COMPILE AND NOT "tiling_registry" IN_LIST OPC_FEATURES)
    add_native_tiling()
  endif()
endfunction()

# Reading the registration header is most of the work of a small source: in projects of many sources it is
# read once. Sources that do not include it themselves are compiled without.
function(precompile_registry target)
  list(LENGTH SEPARATE_SOURCES count)
  if(count LESS 6 OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  target_precompile_headers(${target} PRIVATE <register/op_def_registry.h>)
  set(without ${ARGN})
  foreach(source IN LISTS SEPARATE_SOURCES)
    file(STRINGS ${source} found LIMIT_COUNT 1 REGEX "^[ \t]*#[ \t]*include[ \t]*[\"<]register/op_def_registry.h")
    if(NOT found)
      list(APPEND without ${source})
    endif()
  endforeach()
  set_source_files_properties(${without} PROPERTIES SKIP_PRECOMPILE_HEADERS TRUE)
endfunction()
