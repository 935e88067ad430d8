# Writes OUTPUT, a C++ file with the text of every file below FOLDER.
file(GLOB_RECURSE HEADERS RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT HEADERS)
set(TABLE "")
foreach(HEADER IN LISTS HEADERS)
  if(HEADER MATCHES "\\.md$")
    continue()
  endif()
  file(READ ${FOLDER}/${HEADER} TEXT)
  string(APPEND TABLE
         "    {\"${HEADER}\", R\"BANKLINT(${TEXT})BANKLINT\"},\n")
endforeach()
file(
  WRITE ${OUTPUT}
  "#include \"EmbeddedHeaders.h\"
llvm::ArrayRef<banklint::EmbeddedHeader> banklint::embeddedHeaders() {
  static const EmbeddedHeader Headers[] = {
${TABLE}  };
  return Headers;
}
")
