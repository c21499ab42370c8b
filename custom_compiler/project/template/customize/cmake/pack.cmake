# Run by CPack on the staged tree: describes and packs it, and puts the package where the build expects it.
set(packed ${CPACK_TOPLEVEL_DIRECTORY}/packed)
set(made ${packed}/${CPACK_PACKAGE_FILE_NAME})
file(MAKE_DIRECTORY ${packed})
execute_process(
  COMMAND ${RUN_SCRIPT} ${SCRIPTS}/package_info.py --stage ${CPACK_TEMPORARY_DIRECTORY} --toolkit ${TOOLKIT}
          --build ${CPACK_PACKAGE_DIRECTORY} --package ${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME}
          --result ${packed}/result.json
  RESULT_VARIABLE result)
if(result EQUAL 0)
  execute_process(
    COMMAND ${RUN_SCRIPT} ${SCRIPTS}/pack_run.py --source ${CPACK_TEMPORARY_DIRECTORY} --output ${made} --label version:1.0
    RESULT_VARIABLE result)
endif()
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${CPACK_PACKAGE_FILE_NAME} cannot be packed, see above")
endif()
# In CANN's layout the package also lies in the staged tree.
set(staged ${CPACK_TEMPORARY_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME})
file(RENAME ${made} ${staged})
foreach(folder IN ITEMS ${CPACK_PACKAGE_DIRECTORY} ${PACK_INSTALL_PREFIX})
  if(IS_DIRECTORY ${folder})
    string(RANDOM LENGTH 16 unique)
    set(part ${folder}/${CPACK_PACKAGE_FILE_NAME}.${unique}.part)
    execute_process(COMMAND cp ${staged} ${part} RESULT_VARIABLE result)  # says why, if it cannot
    if(NOT result EQUAL 0)
      file(REMOVE ${part})
      message(FATAL_ERROR "${CPACK_PACKAGE_FILE_NAME} cannot be put into ${folder}, see above")
    endif()
    file(RENAME ${part} ${folder}/${CPACK_PACKAGE_FILE_NAME})
  endif()
endforeach()
# Last: where it is, the package is.
file(RENAME ${packed}/result.json ${CPACK_PACKAGE_DIRECTORY}/result.json)
set(CPACK_EXTERNAL_BUILT_PACKAGES ${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME})
