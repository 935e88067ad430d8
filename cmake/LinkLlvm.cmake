# The libraries banklintLLVM and banklintClang link what depends on them to LLVM
# and Clang: to the shared libraries, or, in programs with the property
# BANKLINT_STATIC_LLVM, to the archives. A program that is linked to the archives
# starts in a fraction of the time. clang-tidy's module has to share the libraries
# of clang-tidy.
option(BANKLINT_STATIC_LLVM "Link the programs to LLVM's and Clang's archives"
       OFF)

# Adds to the variable OUT the imported target and all that it depends on but the
# shared library of LLVM, each before what it depends on.
function(banklint_collect_archives OUT ARCHIVE)
  if(ARCHIVE IN_LIST ${OUT} OR ARCHIVE STREQUAL LLVM)
    return()
  endif()
  set(BELOW ${${OUT}})
  get_target_property(USED ${ARCHIVE} INTERFACE_LINK_LIBRARIES)
  foreach(NAME IN LISTS USED)
    if(TARGET ${NAME})
      banklint_collect_archives(BELOW ${NAME})
    endif()
  endforeach()
  set(${OUT} ${ARCHIVE} ${BELOW} PARENT_SCOPE)
endfunction()

add_library(banklintLLVM INTERFACE)
add_library(banklintClang INTERFACE)
if(NOT BANKLINT_STATIC_LLVM)
  target_link_libraries(banklintLLVM INTERFACE LLVM)
  target_link_libraries(banklintClang INTERFACE clang-cpp LLVM)
  return()
endif()

# What LLVM needs is linked statically, too: the programs need libc alone, and
# run on any system whose libc is as new as that of the build.
foreach(NAME z zstd)
  find_library(BANKLINT_LIB${NAME} lib${NAME}.a)
  if(NOT BANKLINT_LIB${NAME})
    message(FATAL_ERROR "BANKLINT_STATIC_LLVM needs lib${NAME}.a (Debian's "
                        "packages zlib1g-dev and libzstd-dev)")
  endif()
endforeach()
foreach(CONFIG "" _NONE _RELEASE _RELWITHDEBINFO _NOCONFIG)
  set_target_properties(ZLIB::ZLIB PROPERTIES IMPORTED_LOCATION${CONFIG}
                                              ${BANKLINT_LIBz})
  set_target_properties(zstd::libzstd_shared PROPERTIES
                        IMPORTED_LOCATION${CONFIG} ${BANKLINT_LIBzstd})
endforeach()
llvm_map_components_to_libnames(
  LLVM_ARCHIVES
  asmparser
  bitreader
  core
  frontendoffloading
  frontendopenmp
  option
  profiledata
  support
  targetparser
  windowsdriver)
set(CLANG_ARCHIVES)
foreach(NAME clangASTMatchers clangTooling clangToolingInclusionsStdlib)
  banklint_collect_archives(CLANG_ARCHIVES ${NAME})
endforeach()
list(TRANSFORM CLANG_ARCHIVES REPLACE "(.+)" "$<TARGET_FILE:\\1>")

add_library(banklintSharedLLVM INTERFACE)
target_link_libraries(banklintSharedLLVM INTERFACE LLVM)
add_library(banklintSharedClang INTERFACE)
target_link_libraries(banklintSharedClang INTERFACE clang-cpp LLVM)
add_library(banklintArchivedLLVM INTERFACE)
target_link_libraries(banklintArchivedLLVM INTERFACE ${LLVM_ARCHIVES})
# Debian's archives name libraries that only parts of theirs need. Programs of
# this size take a tenth of their time to relocate themselves; compilers do
# without, too.
target_link_options(banklintArchivedLLVM INTERFACE LINKER:--as-needed
                    LINKER:--gc-sections -no-pie -static-libstdc++
                    -static-libgcc)
add_library(banklintArchivedClang INTERFACE)
# Files have no dependencies of their own: what they need has to come behind.
target_link_libraries(
  banklintArchivedClang INTERFACE ${CLANG_ARCHIVES} ${LLVM_ARCHIVES}
                                  banklintArchivedLLVM)

set(IS_STATIC "$<BOOL:$<TARGET_PROPERTY:BANKLINT_STATIC_LLVM>>")
foreach(NAME LLVM Clang)
  target_link_libraries(
    banklint${NAME}
    INTERFACE
      "$<IF:${IS_STATIC},banklintArchived${NAME},banklintShared${NAME}>")
endforeach()
