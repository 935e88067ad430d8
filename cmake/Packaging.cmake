# Installed files other than the programs, and the Debian package.
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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME banklint)
set(CPACK_PACKAGE_CONTACT "banklint maintainers <maintainers@banklint.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY
    "static analyzer for CUDA shared-memory bank conflicts")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "banklint executes the index arithmetic of each kernel for all lanes of every\n\
warp, without a GPU. It reports the accesses to shared memory that take more\n\
wavefronts than they need, the cause, and a verified fix. Its rules are measured\n\
on hardware.")
# No library dependency brings the compiler's own headers.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-19-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang-tidy-19")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
