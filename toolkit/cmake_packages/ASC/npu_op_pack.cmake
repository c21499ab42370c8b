# Run by CPack on the staged tree of a package of npu_op_package() whose libraries the project compiles.
set(vendors ${CPACK_TEMPORARY_DIRECTORY}/packages/vendors)
if(NOT IS_DIRECTORY ${vendors}/${VENDOR_NAME})
  message(FATAL_ERROR "npu_op_package(${CPACK_PACKAGE_NAME}): the project installs nothing below "
    "packages/vendors/${VENDOR_NAME}; VENDOR_NAME is the folder's name")
endif()
find_program(PYTHON python3 REQUIRED)
set(run_script ${PYTHON} -I -S)
set(scripts ${TEMPLATE}/cmake/util)
set(package ${INSTALL_PATH}/${CPACK_PACKAGE_FILE_NAME})
file(MAKE_DIRECTORY ${INSTALL_PATH})
execute_process(
  COMMAND ${run_script} ${scripts}/package_info.py --stage ${CPACK_TEMPORARY_DIRECTORY} --toolkit ${TOOLKIT}
          --build ${CPACK_PACKAGE_DIRECTORY} --package ${package} --result ${CPACK_PACKAGE_DIRECTORY}/result.json
  RESULT_VARIABLE result)
if(result EQUAL 0 AND ENABLE_CPACK)
  execute_process(
    COMMAND ${run_script} ${scripts}/pack_run.py --source ${CPACK_TEMPORARY_DIRECTORY} --output ${package}
            --label version:1.0
    RESULT_VARIABLE result)
  set(CPACK_EXTERNAL_BUILT_PACKAGES ${package})
elseif(result EQUAL 0)
  file(COPY ${vendors} DESTINATION ${INSTALL_PATH})
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "npu_op_package(${CPACK_PACKAGE_NAME}): the package cannot be packed, see above")
endif()
