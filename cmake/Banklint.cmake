#[[
Runs banklint in a project's build: find_package(banklint), or include this file.

  banklint_add_target(<name>
    [TARGETS <target>...]  # analyze their CUDA sources; default: the whole database
    [ALL]                  # add it to the default build
    [ARGS <option>...])    # further options, such as --baseline=FILE

adds a target that runs banklint with the compile commands of this build:
`cmake --build build --target <name>`. The target depends on no other target. It
fails if banklint does: if a finding is an error by an option or a .banklint
file, or if a file cannot be analyzed.

BANKLINT_EXECUTABLE is the program.
]]

find_program(BANKLINT_EXECUTABLE banklint
             HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin
             DOC "Finds shared-memory bank conflicts")

function(banklint_add_target NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "" "TARGETS;ARGS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "banklint_add_target: unknown arguments: "
                        "${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT BANKLINT_EXECUTABLE)
    message(FATAL_ERROR "banklint_add_target: banklint not found; "
                        "set BANKLINT_EXECUTABLE")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "banklint_add_target: '${CMAKE_GENERATOR}' does not "
                        "write a compilation database; use Ninja or Makefiles")
  endif()
  if(NOT ARG_TARGETS AND NOT CMAKE_EXPORT_COMPILE_COMMANDS)
    message(FATAL_ERROR "banklint_add_target: without TARGETS, set "
                        "CMAKE_EXPORT_COMPILE_COMMANDS to ON before the "
                        "targets are added")
  endif()
  set(ALL)
  if(ARG_ALL)
    set(ALL ALL)
  endif()
  add_custom_target(
    ${NAME} ${ALL}
    COMMAND ${BANKLINT_EXECUTABLE} -p ${CMAKE_BINARY_DIR} ${ARG_ARGS}
            "$<TARGET_PROPERTY:${NAME},BANKLINT_SOURCES>"
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Checking for bank conflicts"
    COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL)
  if(ARG_TARGETS)
    # Sources may still be added to the targets, in any directory.
    cmake_language(EVAL CODE "
      cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
                     CALL _banklint_collect ${NAME} ${ARG_TARGETS})")
  endif()
endfunction()

# Collects the CUDA sources of the targets for the target NAME.
function(_banklint_collect NAME)
  set(ALL_SOURCES)
  foreach(TARGET ${ARGN})
    if(NOT TARGET ${TARGET})
      message(FATAL_ERROR "banklint_add_target: '${TARGET}' is not a target")
    endif()
    set_target_properties(${TARGET} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
    get_target_property(SOURCES ${TARGET} SOURCES)
    get_target_property(FOLDER ${TARGET} SOURCE_DIR)
    foreach(SOURCE ${SOURCES})
      # A generator expression gives no file before the build is generated.
      if(SOURCE MATCHES "^\\$<")
        message(WARNING "banklint_add_target: the source '${SOURCE}' of "
                        "'${TARGET}' is not analyzed")
        continue()
      endif()
      get_source_file_property(LANGUAGE ${SOURCE} TARGET_DIRECTORY ${TARGET}
                               LANGUAGE)
      if(LANGUAGE STREQUAL CUDA OR SOURCE MATCHES "\\.cu$")
        get_filename_component(PATH ${SOURCE} ABSOLUTE BASE_DIR ${FOLDER})
        list(APPEND ALL_SOURCES ${PATH})
      endif()
    endforeach()
  endforeach()
  if(NOT ALL_SOURCES)
    # Without a source, banklint would analyze all files of the database.
    message(FATAL_ERROR "banklint_add_target: no CUDA sources in: ${ARGN}")
  endif()
  list(REMOVE_DUPLICATES ALL_SOURCES)
  set_target_properties(${NAME} PROPERTIES BANKLINT_SOURCES "${ALL_SOURCES}")
endfunction()
