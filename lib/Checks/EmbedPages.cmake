# Writes OUTPUT, a C++ file with the page of every check in FOLDER.
file(GLOB PAGES RELATIVE ${FOLDER} ${FOLDER}/*.md)
list(SORT PAGES)
set(TABLE "")
foreach(PAGE IN LISTS PAGES)
  get_filename_component(NAME ${PAGE} NAME_WE)
  file(READ ${FOLDER}/${PAGE} TEXT)
  string(APPEND TABLE "      {\"${NAME}\", R\"BANKLINT(${TEXT})BANKLINT\"},\n")
endforeach()
file(
  WRITE ${OUTPUT}
  "#include \"EmbeddedPages.h\"
llvm::ArrayRef<banklint::EmbeddedPage> banklint::embeddedPages() {
  static const EmbeddedPage Pages[] = {
${TABLE}  };
  return Pages;
}
")
