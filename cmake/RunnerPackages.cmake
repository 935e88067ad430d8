# The packages of runners of programs, npm's and pip's; CPack runs this script once
# the programs are staged. Neither runs anything when it is installed.
get_filename_component(SOURCE_DIR ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(STAGED ${CPACK_TEMPORARY_DIRECTORY}/banklint/bin)

# pip's is a wheel, which takes hashes that CMake does not compute.
find_program(PYTHON python3)
if(NOT PYTHON)
  message(STATUS "no package for pip: python3 was not found")
else()
  execute_process(
    COMMAND
      ${PYTHON} ${CMAKE_CURRENT_LIST_DIR}/wheel.py ${CPACK_PACKAGE_VERSION}
      ${CPACK_SYSTEM_PROCESSOR}
      "${CPACK_PACKAGE_DESCRIPTION_SUMMARY}" ${CMAKE_CURRENT_LIST_DIR}/pip/README.md
      ${SOURCE_DIR}/LICENSE ${CMAKE_CURRENT_LIST_DIR}/copyright
      ${CPACK_PACKAGE_DIRECTORY} -- ${STAGED}/banklint ${STAGED}/banklint-banks
      ${STAGED}/banklint-lsp ${STAGED}/banklint-mcp
    OUTPUT_VARIABLE WHEEL OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  message(STATUS "package: ${WHEEL} generated.")
endif()

# npm's has one name for all machines, so it is made of x86-64 alone.
if(NOT CPACK_SYSTEM_PROCESSOR STREQUAL x86_64)
  return()
endif()
# It is a compressed tar file with one directory, package/, so that it is made
# without node. Its commands are the programs: npm, pnpm and Yarn start them
# directly, and a launcher in JavaScript would add its start to each run.
set(ROOT ${CPACK_TOPLEVEL_DIRECTORY}/npm)
file(REMOVE_RECURSE ${ROOT})
file(COPY ${STAGED}/banklint ${STAGED}/banklint-lsp ${STAGED}/banklint-mcp
     DESTINATION ${ROOT}/package/bin)
file(COPY ${CMAKE_CURRENT_LIST_DIR}/npm/README.md
          ${CMAKE_CURRENT_LIST_DIR}/copyright ${SOURCE_DIR}/LICENSE
     DESTINATION ${ROOT}/package)
configure_file(${CMAKE_CURRENT_LIST_DIR}/npm/package.json.in
               ${ROOT}/package/package.json @ONLY)

# The name is the one that npm gives its packages.
set(NAME banklint-${CPACK_PACKAGE_VERSION}.tgz)
execute_process(
  COMMAND ${CMAKE_COMMAND} -E tar czf ${CPACK_PACKAGE_DIRECTORY}/${NAME} package
  WORKING_DIRECTORY ${ROOT} COMMAND_ERROR_IS_FATAL ANY)
file(SHA256 ${CPACK_PACKAGE_DIRECTORY}/${NAME} CHECKSUM)
file(WRITE ${CPACK_PACKAGE_DIRECTORY}/${NAME}.sha256 "${CHECKSUM}  ${NAME}\n")
message(STATUS "package: ${CPACK_PACKAGE_DIRECTORY}/${NAME} generated.")
