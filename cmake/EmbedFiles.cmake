# banklint_embed(<file>.inc <folder> [INCLUDE <regex>] [EXCLUDE <regex>]): makes the
# file in the build folder, the elements of an array of EmbeddedFile with every file
# below the folder whose relative path matches INCLUDE and not EXCLUDE, sorted by
# name. As a script, with FOLDER, INCLUDE, EXCLUDE and OUTPUT, it writes them.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(banklint_embed OUTPUT FOLDER)
    cmake_parse_arguments(PARSE_ARGV 2 ARG "" "INCLUDE;EXCLUDE" "")
    file(GLOB_RECURSE FILES CONFIGURE_DEPENDS ${FOLDER}/*)
    if(ARG_INCLUDE)
      list(TRANSFORM FILES REPLACE "^${FOLDER}/" "")
      list(FILTER FILES INCLUDE REGEX ${ARG_INCLUDE})
      list(TRANSFORM FILES PREPEND "${FOLDER}/")
    endif()
    add_custom_command(
      OUTPUT ${OUTPUT}
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${FOLDER}
              -DINCLUDE=${ARG_INCLUDE} -DEXCLUDE=${ARG_EXCLUDE}
              -DOUTPUT=${OUTPUT} -P
              ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
      DEPENDS ${FILES} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
      VERBATIM)
  endfunction()
  return()
endif()

file(GLOB_RECURSE FILES RELATIVE ${FOLDER} ${FOLDER}/*)
if(INCLUDE)
  list(FILTER FILES INCLUDE REGEX ${INCLUDE})
endif()
if(EXCLUDE)
  list(FILTER FILES EXCLUDE REGEX ${EXCLUDE})
endif()
list(SORT FILES)
file(WRITE ${OUTPUT} "")
foreach(NAME IN LISTS FILES)
  file(READ ${FOLDER}/${NAME} TEXT)
  file(APPEND ${OUTPUT} "{\"${NAME}\", R\"BANKLINT(${TEXT})BANKLINT\"},\n")
endforeach()
