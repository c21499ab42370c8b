# The vendor tree and the self-extracting package.

# Operating system and CPU as they stand in the package's name: debian_x86_64.
function(get_system_info variable)
  set(id linux)
  if(EXISTS /etc/os-release)
    file(STRINGS /etc/os-release lines REGEX "^ID=")
    string(REGEX REPLACE "^ID=|\"" "" id "${lines}")
  endif()
  set(${variable} ${id}_${CMAKE_SYSTEM_PROCESSOR} PARENT_SCOPE)
endfunction()

# The headers of aclnn interfaces that were written by hand.
function(find_handwritten_headers variable)
  set(found ${HOST_API_FILES})
  list(FILTER found INCLUDE REGEX "/aclnn_[^/]*[.]h$")
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# The libraries of framework/, in whatever folder of it they are added.
function(find_framework_libraries variable folder)
  get_property(found DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS folders)
    find_framework_libraries(of_inner ${inner})
    list(APPEND found ${of_inner})
  endforeach()
  set(${variable} ${found} PARENT_SCOPE)
endfunction()

# Has CPack stage what is installed and run `script` on that: the package `file`, which is also put into `folder`.
# CPack reads the variables of the caller, hence a macro.
macro(configure_packing name file folder script)
  set(CPACK_GENERATOR External)
  set(CPACK_PACKAGE_NAME ${name})
  set(CPACK_PACKAGE_FILE_NAME ${file})
  set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
  # Named so, CPack does not build the project once more before it packs.
  set(CPACK_CMAKE_GENERATOR Ninja)
  set(CPACK_EXTERNAL_ENABLE_STAGING TRUE)
  set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${script})
  set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/pack_config.cmake)
  file(WRITE ${CPACK_PROJECT_CONFIG_FILE}
    "set(RUN_SCRIPT ${RUN_SCRIPT})\n"
    "set(SCRIPTS [==[${SCRIPTS}]==])\n"
    "set(TOOLKIT [==[${ASCEND_CANN_PACKAGE_PATH}]==])\n"
    "set(PACK_INSTALL_PREFIX [==[${folder}]==])\n")
  include(CPack)
endmacro()

function(add_package)
  set(plugins "")
  if(EXISTS ${LISTS_DIR}/framework/CMakeLists.txt)
    find_framework_libraries(plugins ${LISTS_DIR}/framework)
  endif()
  get_system_info(system)
  get_property(PLAN_UNITS GLOBAL PROPERTY PLAN_UNITS)
  get_property(device_tiling GLOBAL PROPERTY DEVICE_TILING_LIBRARY)
  set(package custom_opp_${system}.run)
  install_vendor_tree(packages/vendors/${vendor_name})
  # The installer's scripts are next to packages/.
  install(DIRECTORY ${CMAKE_SOURCE_DIR}/scripts/ DESTINATION .
    FILE_PERMISSIONS OWNER_EXECUTE OWNER_READ GROUP_READ)

  configure_packing(${CMAKE_PROJECT_NAME} ${package} "${CMAKE_INSTALL_PREFIX}" ${CMAKE_SOURCE_DIR}/cmake/pack.cmake)

  get_property(inputs GLOBAL PROPERTY PACKAGE_INPUTS)
  file(GLOB scripts ${CMAKE_SOURCE_DIR}/scripts/* ${CMAKE_SOURCE_DIR}/cmake/*.cmake)
  file(GLOB headers ${AUTOGEN_DIR}/aclnn_*.h)
  find_handwritten_headers(handwritten)
  list(APPEND headers ${handwritten})
  file(GLOB_RECURSE implementations ${KERNEL_DIR}/binary/dynamic/*.py ${KERNEL_DIR}/binary/dynamic/op_host/*)
  file(GLOB toolkit_version ${ASCEND_CANN_PACKAGE_PATH}/compiler/version.info)
  # Ninja does not notice that an input went away, or that the tree is another one; this list does.
  set(settings ${vendor_name} ${ENABLE_SOURCE_PACKAGE} ${ENABLE_BINARY_PACKAGE} ${CMAKE_INSTALL_PREFIX})
  string(REPLACE ";" "\n" list "${settings};${PLAN_UNITS};${plugins};${inputs};${headers};${implementations}")
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/package_inputs.txt CONTENT "${list}\n")
  add_custom_command(
    OUTPUT ${CMAKE_BINARY_DIR}/${package} ${CMAKE_BINARY_DIR}/result.json
    COMMAND ${CMAKE_CPACK_COMMAND} --config ${CMAKE_BINARY_DIR}/CPackConfig.cmake -G External
    DEPENDS cust_op_proto cust_optiling cust_opapi ${plugins} ${device_tiling} ${inputs} ${scripts} ${headers} ${implementations}
            ${KERNEL_DIR}/version.info ${AUTOGEN_DIR}/op_proto.h ${SCRIPTS}/pack_run.py
            ${SCRIPTS}/run_header.sh ${SCRIPTS}/package_info.py ${toolkit_version} ${CMAKE_BINARY_DIR}/package_inputs.txt
    WORKING_DIRECTORY ${CMAKE_BINARY_DIR}
    COMMENT "Package ${package}"
    VERBATIM)
  add_custom_target(custom_package ALL DEPENDS ${CMAKE_BINARY_DIR}/${package})
  add_dependencies(custom_package binary)
endfunction()

function(install_vendor_tree vendor)
  set(ai_core ${vendor}/op_impl/ai_core/tbe)
  set(system linux/${CMAKE_SYSTEM_PROCESSOR})
  set(libraries "cust_op_proto=op_proto/lib/${system}" "cust_opapi=op_api/lib"
    "cust_optiling=op_impl/ai_core/tbe/op_tiling/lib/${system}")
  foreach(pair IN LISTS libraries)
    string(REGEX MATCH "^[^=]+" target ${pair})
    string(REGEX MATCH "[^=]+$" folder ${pair})
    install(TARGETS ${target} LIBRARY DESTINATION ${vendor}/${folder}
      PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  endforeach()
  set(compat ${CMAKE_BINARY_DIR}/compat)
  file(MAKE_DIRECTORY ${compat})
  file(CREATE_LINK lib/${system}/libcust_opmaster_rt2.0.so ${compat}/liboptiling.so SYMBOLIC)
  install(FILES ${compat}/liboptiling.so DESTINATION ${ai_core}/op_tiling)
  file(GLOB proto_headers ${AUTOGEN_DIR}/op_proto.h ${AUTOGEN_DIR}/group_proto/*.h)
  install(FILES ${proto_headers} DESTINATION ${vendor}/op_proto/inc)
  find_generated_aclnn(aclnn_headers h)
  find_handwritten_headers(handwritten)
  list(APPEND aclnn_headers ${handwritten})
  install(FILES ${aclnn_headers} DESTINATION ${vendor}/op_api/include)
  install(FILES ${KERNEL_DIR}/version.info DESTINATION ${vendor})
  install(FILES ${KERNEL_DIR}/tbe/op_info_cfg/ai_core/npu_supported_ops.json
    DESTINATION ${vendor}/framework/plugin)
  install(FILES ${CMAKE_SOURCE_DIR}/custom.proto DESTINATION ${vendor} OPTIONAL)
  foreach(unit IN LISTS PLAN_UNITS)
    install(FILES ${KERNEL_DIR}/tbe/op_info_cfg/ai_core/${unit}/aic-${unit}-ops-info.json
      DESTINATION ${ai_core}/config/${unit})
  endforeach()
  if(device_tiling)
    install(FILES ${device_tiling} DESTINATION ${ai_core}/op_master_device/lib)
  endif()
  if(ENABLE_SOURCE_PACKAGE)
    install(DIRECTORY ${KERNEL_DIR}/binary/dynamic/ DESTINATION ${ai_core}/${vendor_name}_impl/dynamic)
  endif()
  if(ENABLE_BINARY_PACKAGE)
    foreach(unit IN LISTS PLAN_UNITS)
      # A build that was killed while it wrote leaves *.part.
      install(DIRECTORY ${KERNEL_DIR}/binary/${unit} DESTINATION ${ai_core}/kernel
        PATTERN *.part EXCLUDE)
      install(DIRECTORY ${KERNEL_DIR}/binary/config/${unit} DESTINATION ${ai_core}/kernel/config
        PATTERN *.part EXCLUDE)
    endforeach()
  endif()
endfunction()
