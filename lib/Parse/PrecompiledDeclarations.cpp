//===- PrecompiledDeclarations.cpp - Not parsed again ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/PrecompiledDeclarations.h"
#include "LoadPrecompiled.h"
#include "banklint/CudaHeaders/CudaHeaders.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace banklint;
using namespace clang;

static constexpr llvm::StringLiteral ArchMacro = "#define __CUDA_ARCH__ ";

/// The macros that Clang predefines by itself, a line each.
static StringRef predefinesOf(const CompilerInstance &Compiler) {
  return StringRef(Compiler.getPreprocessor().getPredefines())
      .split("# 1 \"<command line>\"")
      .first;
}

static bool mentions(StringRef Text, StringRef Name) {
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    const StringRef Behind = Text.drop_front(At + Name.size());
    if ((At == 0 || !isAsciiIdentifierContinue(Text[At - 1])) &&
        (Behind.empty() || !isAsciiIdentifierContinue(Behind.front())))
      return true;
  }
  return false;
}

static bool doDeclarationsMention(StringRef Macro) {
  return llvm::any_of(cudaHeaders(), [Macro](const EmbeddedFile &Header) {
    return isDeclaredAtStart(Header) && mentions(Header.Text, Macro);
  });
}

/// The language and the target, but for what the declarations do not depend on.
static std::string languageKey(CompilerInstance &Compiler) {
  CompilerInvocation Invocation = Compiler.getInvocation();
  Invocation.getPreprocessorOpts().Macros.clear();
  Invocation.getHeaderSearchOpts().ResourceDir.clear();
  // They say which builtin functions there are, which no declaration uses, and
  // set predefined macros.
  Invocation.getTargetOpts().CPU.clear();
  Invocation.getTargetOpts().FeaturesAsWritten.clear();
  return Invocation.getModuleHash();
}

std::optional<std::string>
banklint::declarationsKey(CompilerInstance &Compiler) {
  const PreprocessorOptions &Options = Compiler.getPreprocessorOpts();
  if (!Options.ImplicitPCHInclude.empty() || Options.Includes.empty() ||
      Options.Includes.front() != DeclarationsHeader ||
      !Options.MacroIncludes.empty())
    return std::nullopt;
  llvm::MD5 Hash;
  Hash.update(languageKey(Compiler));
  for (const auto &[Macro, IsUndefined] : Options.Macros)
    if (doDeclarationsMention(StringRef(Macro).take_while(
            [](char C) { return isAsciiIdentifierContinue(C); }))) {
      Hash.update(IsUndefined ? "-U" : "-D");
      Hash.update(Macro);
    }
  for (StringRef Line : llvm::split(predefinesOf(Compiler), '\n'))
    if (!Line.starts_with(ArchMacro))
      Hash.update(Line);
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

void banklint::loadPrecompiled(CompilerInstance &Compiler, StringRef Name,
                               StringRef Contents) {
  PreprocessorOptions &Options = Compiler.getPreprocessorOpts();
  Options.ImplicitPCHInclude = (HeaderDirectory + "/" + Name + ".pch").str();
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Options.ImplicitPCHInclude, 0,
                  llvm::MemoryBuffer::getMemBuffer(Contents));
  llvm::cast<llvm::vfs::OverlayFileSystem>(Compiler.getVirtualFileSystem())
      .pushOverlay(std::move(Memory));
  // Clang's own comparison is stricter than the keys.
  Options.DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  // Predefined macros come from the precompiled header, and those of the
  // command line after them. Clang predefines this one for the language first,
  // as 1, and then for the target.
  const StringRef Arch =
      predefinesOf(Compiler).rsplit(ArchMacro).second.split('\n').first;
  if (!Arch.empty())
    Options.Macros.insert(Options.Macros.begin(),
                          {("__CUDA_ARCH__=" + Arch).str(), false});
}

void banklint::loadDeclarations(CompilerInstance &Compiler,
                                llvm::ArrayRef<PrecompiledDeclarations> Forms) {
  const std::optional<std::string> Key = declarationsKey(Compiler);
  const auto *Form =
      llvm::find_if(Forms, [&Key](const PrecompiledDeclarations &Known) {
        return Known.Key == Key;
      });
  // The one that is loaded only: adding a file takes a hash of it.
  if (Form != Forms.end())
    loadPrecompiled(Compiler, *Key, Form->Contents);
}
