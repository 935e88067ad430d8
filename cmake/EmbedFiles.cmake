# banklint_embed(<file>.inc <folder>): makes the file in the build folder, the
# elements of an array of EmbeddedFile with every file below the folder. As a
# script, with FOLDER and OUTPUT, it writes them.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(banklint_embed OUTPUT FOLDER)
    file(GLOB_RECURSE FILES CONFIGURE_DEPENDS ${FOLDER}/*)
    add_custom_command(
      OUTPUT ${OUTPUT}
      COMMAND ${CMAKE_COMMAND} -DFOLDER=${FOLDER} -DOUTPUT=${OUTPUT} -P
              ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake
      DEPENDS ${FILES} ${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake)
  endfunction()
  return()
endif()

file(GLOB_RECURSE FILES RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT FILES)
set(ELEMENTS "")
foreach(NAME IN LISTS FILES)
  file(READ ${FOLDER}/${NAME} TEXT)
  string(APPEND ELEMENTS "{\"${NAME}\", R\"BANKLINT(${TEXT})BANKLINT\"},\n")
endforeach()
file(WRITE ${OUTPUT} "${ELEMENTS}")
