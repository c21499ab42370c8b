# Run by CPack on the staged tree of a package of npu_op_package() whose libraries the project compiles.
file(MAKE_DIRECTORY ${PACK_INSTALL_PREFIX})
if(ENABLE_CPACK)
  include(${SCRIPTS}/../pack.cmake)
else()
  file(COPY ${CPACK_TEMPORARY_DIRECTORY}/packages/vendors DESTINATION ${PACK_INSTALL_PREFIX})
endif()
