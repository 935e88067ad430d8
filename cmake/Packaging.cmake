# Installed files other than the programs, and the packages.
include(CMakePackageConfigHelpers)

# For tools that parse CUDA without banklint.
install(DIRECTORY lib/CudaHeaders/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/banklint/cuda-headers)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# For find_package(banklint).
set(CONFIG_VERSION ${PROJECT_BINARY_DIR}/banklint-config-version.cmake)
write_basic_package_version_file(
  ${CONFIG_VERSION} COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES cmake/Banklint.cmake cmake/banklint-config.cmake
              ${CONFIG_VERSION}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/banklint)

# Two packages, so that only who wants clang-tidy's module needs LLVM's libraries,
# and an archive of the first for everything else.
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_COMPONENTS_ALL banklint tidy)
if(NOT BANKLINT_HAS_TIDY)
  set(CPACK_COMPONENTS_ALL banklint)
endif()
set(CPACK_PACKAGE_NAME banklint)
set(CPACK_PACKAGE_CONTACT "banklint maintainers <maintainers@banklint.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "static analyzer for CUDA shared-memory bank conflicts")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/PackageConfig.cmake)
set(CPACK_SYSTEM_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_BANKLINT_PACKAGE_NAME banklint)
set(CPACK_COMPONENT_BANKLINT_DESCRIPTION
    "banklint executes the index arithmetic of each kernel for all lanes of every\n\
warp, without a GPU. It reports the accesses to shared memory that take more\n\
wavefronts than they need, the cause, and a verified fix. Its rules are measured\n\
on hardware.")
set(CPACK_DEBIAN_BANKLINT_PACKAGE_SUGGESTS banklint-tidy)
set(CPACK_DEBIAN_TIDY_PACKAGE_NAME banklint-tidy)
set(CPACK_COMPONENT_TIDY_DESCRIPTION
    "banklint's checks as a module of clang-tidy.")
set(CPACK_DEBIAN_TIDY_PACKAGE_DEPENDS
    "banklint (= ${PROJECT_VERSION}), clang-tidy-${LLVM_VERSION_MAJOR}")
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)

# The packages for npm and pip are of one platform, and have to run on all of its
# systems.
if(BANKLINT_STATIC_LLVM AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  list(APPEND CPACK_GENERATOR External)
  set(CPACK_EXTERNAL_ENABLE_STAGING ON)
  set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${PROJECT_SOURCE_DIR}/cmake/RunnerPackages.cmake)
endif()
include(CPack)
