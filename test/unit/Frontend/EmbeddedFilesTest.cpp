//===- EmbeddedFilesTest.cpp - The binary's files, as files ---------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/ClangHeaders.h"
#include "banklint/Parse/EmbeddedFileSystem.h"
#include "banklint/Parse/RunParse.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace banklint;

namespace {

constexpr EmbeddedFile Files[] = {{"a.h", "first"},
                                  {"below/a.h", "second"},
                                  {"below/deep/b.h", "third"},
                                  {"belowless.h", ""}};

std::string contents(EmbeddedFileSystem &System, llvm::StringRef Path) {
  auto Buffer = System.getBufferForFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str()
                : "error: " + Buffer.getError().message();
}

TEST(EmbeddedFileSystem, HasFilesBelowItsDirectories) {
  EmbeddedFileSystem System;
  System.add("/one", Files);
  System.add("/other/place", Files);
  EXPECT_EQ(contents(System, "/one/a.h"), "first");
  EXPECT_EQ(contents(System, "/one/below/../below/./a.h"), "second");
  EXPECT_EQ(contents(System, "/other/place/below/deep/b.h"), "third");
  for (const char *Missing : {"/one/b.h", "/onea.h", "/a.h", "/one/below/b.h",
                              "/one/z.h", "/other/a.h"})
    EXPECT_EQ(contents(System, Missing), "error: No such file or directory")
        << Missing;
  System.setCurrentWorkingDirectory("/one/below");
  EXPECT_EQ(contents(System, "a.h"), "second");
}

TEST(EmbeddedFileSystem, TellsFilesFromDirectories) {
  EmbeddedFileSystem System;
  System.add("/one", Files);
  for (const char *Directory : {"/one", "/one/below", "/one/below/deep"}) {
    EXPECT_TRUE(System.status(Directory)->isDirectory()) << Directory;
    EXPECT_FALSE(System.openFileForRead(Directory)) << Directory;
  }
  for (const char *Missing : {"/one/bel", "/one/below/de", "/on"})
    EXPECT_FALSE(System.exists(Missing)) << Missing;
  const llvm::vfs::Status File = *System.status("/one/below/a.h");
  EXPECT_TRUE(File.isRegularFile());
  EXPECT_EQ(File.getSize(), 6u);
  EXPECT_EQ(File.getUniqueID(),
            System.status("/one/./below/a.h")->getUniqueID());
  EXPECT_NE(File.getUniqueID(), System.status("/one/a.h")->getUniqueID());
}

TEST(ClangHeaders, HaveWhatHostsInclude) {
  const auto Has = [](llvm::StringRef Name) {
    return llvm::any_of(clangHeaders(), [Name](const EmbeddedFile &File) {
      return File.Name == Name;
    });
  };
  for (const char *Name :
       {"include/stddef.h", "include/limits.h", "include/__stddef_size_t.h",
        "include/__clang_cuda_runtime_wrapper.h",
        "include/cuda_wrappers/bits/basic_string.h"})
    EXPECT_TRUE(Has(Name)) << Name;
  EXPECT_FALSE(Has("include/opencl-c.h"));
}

/// The disk of a machine without any compiler: with the C library's headers at
/// most.
class WithoutCompilers : public llvm::vfs::ProxyFileSystem {
public:
  WithoutCompilers() : ProxyFileSystem(llvm::vfs::getRealFileSystem()) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    if (isHidden(Path))
      return make_error_code(llvm::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(Path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    if (isHidden(Path))
      return make_error_code(llvm::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(Path);
  }

private:
  static bool isHidden(const llvm::Twine &Path) {
    const std::string Name = Path.str();
    return llvm::any_of(
        std::initializer_list<llvm::StringRef>{
            "/usr/include/clang", "/usr/lib/clang", "/usr/lib/llvm",
            "/usr/lib/gcc", "/usr/local"},
        [&Name](llvm::StringRef Start) {
          return llvm::StringRef(Name).starts_with(Start);
        });
  }
};

TEST(ClangHeaders, AreFoundWithoutAnInstalledCompiler) {
  auto Source = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Source->addFile(
      "/text.cu", 0,
      llvm::MemoryBuffer::getMemBuffer("#include <stdarg.h>\n"
                                       "#include <stddef.h>\n"
                                       "#include <float.h>\n"
                                       "static_assert(FLT_MANT_DIG == 24);\n"
                                       "size_t count(va_list arguments);\n"));
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<WithoutCompilers>());
  Files->pushOverlay(Source);
  ParseInput Input;
  Input.Path = "/text.cu";
  Input.Directory = "/";
  Input.Setup.Arch = "sm_90";
  Input.Files = Files;
  clang::DiagnosticConsumer Errors;
  EXPECT_TRUE(
      runParse(Input, std::make_unique<clang::SyntaxOnlyAction>(), &Errors));
  EXPECT_EQ(Errors.getNumErrors(), 0u);
}

} // namespace
