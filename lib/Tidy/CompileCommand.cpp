//===- CompileCommand.cpp - The command behind a preprocessor -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommand.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using clang::HeaderSearchOptions;

/// What banklint's own headers are included by.
static constexpr llvm::StringLiteral OwnHeader = "banklint_cuda.h";
/// What Clang's driver includes in front of a toolkit's headers.
static constexpr llvm::StringLiteral ClangHeader =
    "__clang_cuda_runtime_wrapper.h";
/// Of Clang 19, for commands that name none. banklint's own is newer.
static constexpr llvm::StringLiteral DefaultArch = "sm_52";

namespace {

class CommandBuilder {
public:
  explicit CommandBuilder(const clang::Preprocessor &PP) : PP(PP) {}

  std::vector<std::string> build();

private:
  void addLanguage();
  void addMacros();
  void addIncludes();
  void addFolders();
  void addArchitecture();
  void add(llvm::StringRef Argument) { Command.push_back(Argument.str()); }
  void add(llvm::StringRef Option, llvm::StringRef Value) {
    add(Option);
    add(Value);
  }
  void addIf(bool IsSet, llvm::StringRef Argument) {
    if (IsSet)
      add(Argument);
  }

  const clang::Preprocessor &PP;
  std::vector<std::string> Command;
};

} // namespace

void CommandBuilder::addLanguage() {
  const clang::LangOptions &Options = PP.getLangOpts();
  add("-x", "cuda");
  const auto &Standard =
      clang::LangStandard::getLangStandardForKind(Options.LangStd);
  add(std::string("-std=") + Standard.getName());
  addIf(PP.getTargetInfo().getTriple().isArch32Bit(), "-m32");
  addIf(Options.Optimize, Options.OptimizeSize ? "-Os" : "-O2");
  addIf(!Options.CXXExceptions, "-fno-exceptions");
  addIf(!Options.RTTI, "-fno-rtti");
  addIf(!Options.CharIsSigned, "-funsigned-char");
  addIf(Options.ShortEnums, "-fshort-enums");
  addIf(Options.POSIXThreads, "-pthread");
  addIf(Options.MicrosoftExt, "-fms-extensions");
  addIf(Options.FastMath, "-ffast-math");
  addIf(Options.GPURelocatableDeviceCode, "-fgpu-rdc");
  addIf(Options.GPUDefaultStream ==
            clang::LangOptions::GPUDefaultStreamKind::PerThread,
        "--default-stream=per-thread");
}

void CommandBuilder::addMacros() {
  for (const auto &[Macro, IsUndefined] : PP.getPreprocessorOpts().Macros)
    add(IsUndefined ? "-U" : "-D", Macro);
}

void CommandBuilder::addIncludes() {
  for (const std::string &File : PP.getPreprocessorOpts().MacroIncludes)
    add("-imacros", File);
  for (const std::string &File : PP.getPreprocessorOpts().Includes)
    if (llvm::sys::path::filename(File) != OwnHeader && File != ClangHeader)
      add("-include", File);
}

/// The option that adds a directory of \p Group, or nothing.
static llvm::StringRef optionFor(clang::frontend::IncludeDirGroup Group) {
  switch (Group) {
  case clang::frontend::Quoted:
    return "-iquote";
  case clang::frontend::Angled:
    return "-I";
  case clang::frontend::System:
  case clang::frontend::CXXSystem:
    return "-isystem";
  case clang::frontend::After:
    return "-idirafter";
  default:
    return "";
  }
}

static bool hasOwnHeader(llvm::StringRef Folder) {
  llvm::SmallString<256> File(Folder);
  llvm::sys::path::append(File, OwnHeader);
  return llvm::sys::fs::exists(File);
}

void CommandBuilder::addFolders() {
  const HeaderSearchOptions &Search =
      PP.getHeaderSearchInfo().getHeaderSearchOpts();
  if (!Search.UseStandardSystemIncludes)
    add(Search.UseBuiltinIncludes ? "-nostdlibinc" : "-nostdinc");
  addIf(!Search.UseStandardCXXIncludes, "-nostdinc++");
  addIf(Search.UseLibcxx, "-stdlib=libc++");
  if (!Search.Sysroot.empty() && Search.Sysroot != "/")
    add("-isysroot", Search.Sysroot);
  for (const HeaderSearchOptions::Entry &Entry : Search.UserEntries) {
    // The driver's own directories come last, Clang's wrappers for CUDA first
    // among them; banklint's parse finds them itself.
    if (!Search.ResourceDir.empty() &&
        llvm::StringRef(Entry.Path).starts_with(Search.ResourceDir))
      break;
    const llvm::StringRef Option = optionFor(Entry.Group);
    if (!Option.empty() && !Entry.IsFramework && !hasOwnHeader(Entry.Path))
      add(Option, Entry.Path);
  }
}

void CommandBuilder::addArchitecture() {
  const std::string &Name = PP.getTargetInfo().getTargetOpts().CPU;
  if (PP.getLangOpts().CUDAIsDevice && !Name.empty() && Name != DefaultArch)
    add("--cuda-gpu-arch=" + Name);
}

std::vector<std::string> CommandBuilder::build() {
  addLanguage();
  addMacros();
  addIncludes();
  addFolders();
  addArchitecture();
  return std::move(Command);
}

std::vector<std::string>
banklint::commandBehind(const clang::Preprocessor &PP) {
  return CommandBuilder(PP).build();
}
