//===- Precompile.cpp - Clang's form of the declarations ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/Precompile.h"
#include "banklint/Parse/PrecompiledDeclarations.h"
#include "banklint/Parse/RunParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;

static constexpr llvm::StringLiteral EmptySource = "/banklint-empty.cu";

namespace {
struct Form {
  std::string Key;
  std::string Path;
};

class PrecompileAction : public clang::GeneratePCHAction {
public:
  explicit PrecompileAction(Form &Result) : Result(Result) {}

  bool BeginInvocation(clang::CompilerInstance &Compiler) override {
    Compiler.getFrontendOpts().OutputFile = Result.Path;
    // Two builds give the same bytes.
    Compiler.getFrontendOpts().IncludeTimestamps = false;
    return GeneratePCHAction::BeginInvocation(Compiler);
  }

  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    Result.Key = declarationsKey(Compiler).value_or("");
    return !Result.Key.empty() &&
           GeneratePCHAction::BeginSourceFileAction(Compiler);
  }

private:
  Form &Result;
};
} // namespace

static bool precompile(const std::vector<std::string> &Arguments,
                       Form &Result) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(EmptySource, 0, llvm::MemoryBuffer::getMemBuffer(""));
  auto Layers = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::createPhysicalFileSystem());
  Layers->pushOverlay(std::move(Memory));
  ParseInput Input;
  Input.Path = EmptySource.str();
  Input.Arguments = Arguments;
  Input.Directory = "/";
  Input.Setup.Arch = "sm_90";
  Input.Files = std::move(Layers);
  return runParse(Input, std::make_unique<PrecompileAction>(Result),
                  /*Diagnostics=*/nullptr);
}

/// The symbol at the start of form number \p Index.
static std::string symbolOf(size_t Index) {
  return ("banklintDeclarations" + llvm::Twine(Index)).str();
}

static void writeSource(llvm::raw_ostream &OS, llvm::ArrayRef<Form> Forms) {
  OS << "// Written by banklint-precompile.\n"
        "#include \"EmbeddedDeclarations.h\"\n\n";
  for (const auto &[Index, F] : llvm::enumerate(Forms)) {
    const std::string Symbol = symbolOf(Index);
    OS << "__asm__(\".pushsection .rodata\\n.balign 16\\n\"\n"
       << "        \".hidden " << Symbol << "\\n.globl " << Symbol << "\\n"
       << Symbol << ":\\n\"\n"
       << "        \".incbin \\\"" << F.Path << "\\\"\\n\"\n"
       << "        \".hidden " << Symbol << "End\\n.globl " << Symbol
       << "End\\n"
       << Symbol << "End:\\n\"\n"
       << "        \".byte 0\\n.popsection\\n\");\n"
       << "extern \"C\" const char " << Symbol << "[], " << Symbol
       << "End[];\n\n";
  }
  OS << "llvm::ArrayRef<banklint::PrecompiledDeclarations>\n"
        "banklint::embeddedDeclarations() {\n"
        "  static const PrecompiledDeclarations Forms[] = {\n";
  for (const auto &[Index, F] : llvm::enumerate(Forms)) {
    const std::string Symbol = symbolOf(Index);
    OS << "      {\"" << F.Key << "\", {" << Symbol << ", size_t(" << Symbol
       << "End - " << Symbol << ")}},\n";
  }
  OS << "  };\n  return Forms;\n}\n";
}

llvm::Error
banklint::precompileDeclarations(llvm::StringRef Directory,
                                 llvm::ArrayRef<std::string> Dialects) {
  std::vector<Form> Forms;
  for (llvm::StringRef Dialect : Dialects) {
    std::vector<std::string> Arguments = {("-std=" + Dialect).str()};
    for (const char *Suffix : {".pch", "-ndebug.pch"}) {
      Forms.push_back({"", (Directory + "/" + Dialect + Suffix).str()});
      if (!precompile(Arguments, Forms.back()))
        return llvm::createStringError(
            "could not precompile the declarations for " +
            llvm::join(Arguments, " "));
      Arguments.push_back("-DNDEBUG");
    }
  }
  return llvm::writeToOutput((Directory + "/EmbeddedDeclarations.cpp").str(),
                             [&Forms](llvm::raw_ostream &OS) {
                               writeSource(OS, Forms);
                               return llvm::Error::success();
                             });
}
