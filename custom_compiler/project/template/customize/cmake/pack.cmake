# Run by CPack on the staged tree: packs it, and puts the package where the build expects it.
set(made ${CPACK_TOPLEVEL_DIRECTORY}/packed/${CPACK_PACKAGE_FILE_NAME})
file(MAKE_DIRECTORY ${CPACK_TOPLEVEL_DIRECTORY}/packed)
execute_process(
  COMMAND ${PACK_COMMAND} --source ${CPACK_TEMPORARY_DIRECTORY}
          --output ${made} --label version:1.0
  RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "${CPACK_PACKAGE_FILE_NAME} cannot be packed, see above")
endif()
# In CANN's layout the package also lies in the staged tree.
set(staged ${CPACK_TEMPORARY_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME})
file(RENAME ${made} ${staged})
foreach(folder IN ITEMS ${CPACK_PACKAGE_DIRECTORY} ${PACK_INSTALL_PREFIX})
  if(IS_DIRECTORY ${folder})
    set(part ${folder}/${CPACK_PACKAGE_FILE_NAME}.part)
    execute_process(COMMAND cp ${staged} ${part} RESULT_VARIABLE result)  # says why, if it cannot
    if(NOT result EQUAL 0)
      file(REMOVE ${part})
      message(FATAL_ERROR "${CPACK_PACKAGE_FILE_NAME} cannot be put into ${folder}, see above")
    endif()
    file(RENAME ${part} ${folder}/${CPACK_PACKAGE_FILE_NAME})
  endif()
endforeach()
set(CPACK_EXTERNAL_BUILT_PACKAGES ${CPACK_PACKAGE_DIRECTORY}/${CPACK_PACKAGE_FILE_NAME})
