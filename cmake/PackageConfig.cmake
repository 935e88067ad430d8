# What differs between the packages; CPack reads it for each.
if(CPACK_GENERATOR STREQUAL TGZ)
  # banklint-VERSION-linux-PROCESSOR/bin/banklint and so on.
  set(CPACK_COMPONENTS_ALL banklint)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  string(CONCAT CPACK_PACKAGE_FILE_NAME
                "banklint-${CPACK_PACKAGE_VERSION}-linux-"
                "${CPACK_SYSTEM_PROCESSOR}")
  set(CPACK_ARCHIVE_BANKLINT_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})
  set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
elseif(CPACK_GENERATOR STREQUAL External)
  # cmake/RunnerPackages.cmake makes the packages and their checksums. CPack's own
  # result is a description of what is staged, which is not for users.
  set(CPACK_COMPONENTS_ALL banklint)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_OUTPUT_FILE_PREFIX ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages)
  unset(CPACK_PACKAGE_CHECKSUM)
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
