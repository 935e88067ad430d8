# What is installed besides the programs, and the Debian package of it all.
include(CMakePackageConfigHelpers)

# For tools that parse CUDA without banklint around them.
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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME banklint)
set(CPACK_PACKAGE_CONTACT "banklint maintainers <maintainers@banklint.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "finds CUDA shared-memory bank conflicts, without GPU or toolkit")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "It executes the index arithmetic of each kernel for all lanes of every warp\n\
and tells which accesses to shared memory take more wavefronts than they need,\n\
why, and what to change. Its rules are measured on hardware.")
# The compiler's own headers are in no library.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-19-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-19")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
