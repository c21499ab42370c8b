# ASCEND_PACK_SHARED_LIBRARY: libcust_opapi.so holds the aclnn functions, the host functions and the kernels. It is
# called without an installed package; it comes to op_api/lib, its headers to op_api/include.
set(EMBEDDED_DIR ${CMAKE_BINARY_DIR}/library)

# Makes cust_opapi that library, in the directory of the host libraries.
function(hold_operators)
  file(GLOB registry ${AUTOGEN_DIR}/custom_op_registry.cpp)
  target_sources(cust_opapi PRIVATE ${HOST_OBJECTS} ${AUTOGEN_DIR}/op_proto.cc ${group_sources} ${registry}
    ${EMBEDDED_DIR}/embedded_files.cpp)
  set_source_files_properties(${EMBEDDED_DIR}/embedded_files.cpp PROPERTIES GENERATED TRUE)
  if(SEPARATE_SOURCES)
    foreach(kind IN ITEMS PROTO TILING)
      add_library(operators_${kind} OBJECT ${SEPARATE_SOURCES})
      target_compile_definitions(operators_${kind} PRIVATE OP_${kind}_LIB)
      target_link_libraries(operators_${kind} PRIVATE intf_pub)
      target_sources(cust_opapi PRIVATE $<TARGET_OBJECTS:operators_${kind}>)
    endforeach()
    # Functions that are not static are in both.
    target_link_options(cust_opapi PRIVATE -Wl,--allow-multiple-definition)
  endif()
  target_compile_definitions(cust_opapi PRIVATE ACLNN_WITH_BINARY LOG_CPP)
  target_include_directories(cust_opapi PRIVATE ${EMBEDDED_DIR})
  target_link_libraries(cust_opapi PRIVATE exe_graph register tiling_api ${whole_registry})
  add_dependencies(cust_opapi embed_kernels)
endfunction()

# What cust_opapi needs of the kernels, and its place below CMAKE_INSTALL_PREFIX.
function(add_operator_library)
  get_property(units GLOBAL PROPERTY PLAN_UNITS)
  get_property(inputs GLOBAL PROPERTY PACKAGE_INPUTS)
  get_property(kernels GLOBAL PROPERTY KERNEL_OUTPUTS)
  # The script also writes the headers <Op>_op_resource.h.
  add_custom_command(
    OUTPUT ${EMBEDDED_DIR}/embedded_files.cpp
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/embed_kernels.py ${KERNEL_DIR} ${vendor_name} ${EMBEDDED_DIR} ${units}
    DEPENDS ${inputs} ${kernels} ${SCRIPTS}/embed_kernels.py
    COMMENT "Kernels of the library"
    VERBATIM)
  add_custom_target(embed_kernels DEPENDS ${EMBEDDED_DIR}/embedded_files.cpp)
  add_dependencies(embed_kernels binary)

  install(TARGETS cust_opapi LIBRARY DESTINATION op_api/lib)
  find_generated_aclnn(aclnn_headers h)
  file(GLOB proto_headers ${AUTOGEN_DIR}/op_proto.h ${AUTOGEN_DIR}/group_proto/*.h)
  install(FILES ${aclnn_headers} ${proto_headers} DESTINATION op_api/include)
  add_custom_target(operator_library ALL
    COMMAND ${CMAKE_COMMAND} --install ${CMAKE_BINARY_DIR}
    COMMENT "Library op_api/lib/libcust_opapi.so"
    VERBATIM)
  add_dependencies(operator_library cust_opapi)
endfunction()
