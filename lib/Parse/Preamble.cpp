//===- Preamble.cpp - A source's first headers, not parsed again ----------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/Preamble.h"
#include "LoadPrecompiled.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace banklint;
using namespace clang;

/// A parse of CUDA's declarations with headers of the C++ library, and one more
/// with those of a toolkit.
static constexpr size_t MostKept = 3;
static constexpr llvm::StringLiteral PreambleName = "banklint-preamble.cu";

/// The header that \p Text, from behind `#include` on, names, as spelled.
static StringRef spelledHeader(StringRef Text) {
  Text = Text.ltrim(" \t");
  const StringRef Line = Text.take_until([](char C) { return C == '\n'; });
  const size_t End = Line.starts_with("<")    ? Line.find('>')
                     : Line.starts_with("\"") ? Line.find('"', 1)
                                              : StringRef::npos;
  return End == StringRef::npos ? "" : Line.take_front(End + 1);
}

std::vector<std::string>
banklint::leadingIncludes(StringRef Text, const LangOptions &Language) {
  std::vector<std::string> Includes;
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  Token T;
  Raw.LexFromRawLexer(T);
  while (T.is(tok::hash) && T.isAtStartOfLine()) {
    Raw.LexFromRawLexer(T);
    if (T.isAtStartOfLine() || T.isNot(tok::raw_identifier) ||
        T.getRawIdentifier() != "include")
      break;
    const StringRef Header =
        spelledHeader(Text.substr(Raw.getCurrentBufferOffset()));
    if (Header.empty())
      break;
    Includes.push_back(("#include " + Header).str());
    do
      Raw.LexFromRawLexer(T);
    while (T.isNot(tok::eof) && !T.isAtStartOfLine());
  }
  return Includes;
}

static std::string preambleKey(CompilerInstance &Compiler,
                               llvm::ArrayRef<std::string> Includes) {
  CompilerInvocation Invocation = Compiler.getInvocation();
  Invocation.getFrontendOpts().Inputs.clear();
  Invocation.getCodeGenOpts().MainFileName.clear();
  llvm::erase(Invocation.getPreprocessorOpts().Includes, InjectedHeader);
  return llvm::join(Invocation.getCC1CommandLine(), "\n") + "\n" +
         llvm::join(Includes, "\n");
}

namespace {
/// Counts the include directives of the main file up to the first one that
/// leads to a header that is not the system's.
class SystemIncludes : public PPCallbacks {
public:
  SystemIncludes(const SourceManager &Sources, size_t &Count, bool &HasOther)
      : Sources(Sources), Count(Count), HasOther(HasOther) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef, StringRef,
                          StringRef, const clang::Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!HasOther && Sources.isWrittenInMainFile(Hash))
      ++Count;
  }
  void FileChanged(SourceLocation Loc, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind Kind, FileID) override {
    if (Reason == EnterFile && !SrcMgr::isSystem(Kind) &&
        !Sources.isInMainFile(Loc) &&
        Sources.getFileEntryForID(Sources.getFileID(Loc)))
      HasOther = true;
  }

private:
  const SourceManager &Sources;
  size_t &Count;
  bool &HasOther;
};

/// Clang's own action writes a file.
class PreambleAction : public GeneratePCHAction {
public:
  PreambleAction(std::string &Contents, size_t &Count, bool &HasOther)
      : Contents(Contents), Count(Count), HasOther(HasOther),
        Buffer(std::make_shared<PCHBuffer>()) {}

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(std::make_unique<SystemIncludes>(
        Compiler.getSourceManager(), Count, HasOther));
    return std::make_unique<PCHGenerator>(
        PP, Compiler.getModuleCache(), /*OutputFile=*/"", /*isysroot=*/"",
        Buffer, /*Extensions=*/std::nullopt, /*AllowASTWithErrors=*/false,
        /*IncludeTimestamps=*/false);
  }
  void EndSourceFileAction() override {
    if (Buffer->IsComplete)
      Contents.assign(Buffer->Data.begin(), Buffer->Data.end());
  }

  std::string &Contents;
  size_t &Count;
  bool &HasOther;
  std::shared_ptr<PCHBuffer> Buffer;
};
} // namespace

/// The lines of \p Includes twice: what may be included again is not read again
/// in vain.
static std::string textOf(llvm::ArrayRef<std::string> Includes) {
  const std::string Once = llvm::join(Includes, "\n") + "\n";
  return Once + Once;
}

static std::vector<PreambleFile> filesOf(const ReadRecorder &Read,
                                         llvm::vfs::FileSystem &Files) {
  std::vector<PreambleFile> Result;
  for (FileState &State : Read.states()) {
    PreambleFile File;
    if (const auto Status = Files.status(State.Path); Status && State.Hash) {
      File.Size = Status->getSize();
      File.Time = Status->getLastModificationTime().time_since_epoch().count();
    }
    File.State = std::move(State);
    Result.push_back(std::move(File));
  }
  return Result;
}

/// The file that includes the headers for \p Input: in the same directory, so
/// that the same headers are found.
static std::string preamblePath(const ParseInput &Input) {
  llvm::SmallString<256> Path(llvm::sys::path::parent_path(Input.Path));
  llvm::sys::path::append(Path, PreambleName);
  return Path.str().str();
}

static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
fileWith(llvm::StringRef Path, llvm::StringRef Text) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  return Memory;
}

Preamble banklint::makePreamble(const PreambleSource &Source) {
  Preamble Result;
  Result.Key = Source.Key;
  llvm::ArrayRef<std::string> Includes = Source.Includes;
  const std::string Path = preamblePath(Source.Input);
  for (;;) {
    Result.Text = textOf(Includes);
    auto Read = llvm::makeIntrusiveRefCnt<ReadRecorder>(Source.Input.Files);
    auto Layers = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(Read);
    Layers->pushOverlay(fileWith(Path, Result.Text));
    ParseInput Input = Source.Input;
    Input.Path = Path;
    Input.Files = std::move(Layers);
    size_t Count = 0;
    bool HasOther = false;
    IgnoringDiagConsumer Unread;
    const bool IsValid = runParse(
        Input,
        std::make_unique<PreambleAction>(Result.Contents, Count, HasOther),
        &Unread);
    Result.Files = filesOf(*Read, *Source.Input.Files);
    if (IsValid && !HasOther)
      return Result;
    Result.Contents.clear();
    // The one that led to another header is left out, and what follows it.
    if (!HasOther || Count == 0 || Count > Includes.size())
      return Result;
    Includes = Includes.take_front(Count - 1);
  }
}

static bool hasChanged(const PreambleFile &File, llvm::vfs::FileSystem &Files) {
  const auto Status = Files.status(File.State.Path);
  if (!File.State.Hash)
    return bool(Status);
  return !Status || Status->getSize() != File.Size ||
         Status->getLastModificationTime().time_since_epoch().count() !=
             File.Time;
}

const Preamble *Preambles::find(StringRef Key, llvm::vfs::FileSystem &Files) {
  const auto Found = llvm::find_if(
      Known, [Key](const Preamble &Each) { return Each.Key == Key; });
  if (Found == Known.end())
    return nullptr;
  if (llvm::any_of(Found->Files, [&Files](const PreambleFile &File) {
        return hasChanged(File, Files);
      })) {
    Known.erase(Found);
    return nullptr;
  }
  Known.splice(Known.begin(), Known, Found);
  return &Known.front();
}

void Preambles::add(Preamble New) {
  Known.remove_if([&New](const Preamble &Each) { return Each.Key == New.Key; });
  Known.push_front(std::move(New));
  if (Known.size() > MostKept)
    Known.pop_back();
}

/// The name in a line of leadingIncludes.
static StringRef nameIn(StringRef Include) {
  return Include.drop_until([](char C) { return C == '<' || C == '"'; })
      .drop_front()
      .drop_back();
}

/// True if there is more to parse than the embedded declarations, which are
/// precompiled.
static bool isWorthwhile(const ParseInput &Input,
                         llvm::ArrayRef<std::string> Includes) {
  return !Input.Setup.ToolkitPath.empty() ||
         !llvm::all_of(Includes, [](StringRef Include) {
           return llvm::any_of(embeddedHeaders(),
                               [Include](const EmbeddedFile &Header) {
                                 return Header.Name == nameIn(Include);
                               });
         });
}

const Preamble *banklint::loadPreamble(CompilerInstance &Compiler,
                                       const ParseInput &Input,
                                       Preambles &Known) {
  const SourceManager &Sources = Compiler.getSourceManager();
  std::vector<std::string> Includes = leadingIncludes(
      Sources.getBufferData(Sources.getMainFileID()), Compiler.getLangOpts());
  if (!isWorthwhile(Input, Includes))
    return nullptr;
  std::string Key = preambleKey(Compiler, Includes);
  const Preamble *Found = Known.find(Key, *Input.Files);
  if (!Found) {
    PreambleSource Wanted{std::move(Key), std::move(Includes), Input};
    Wanted.Input.Setup.HasInjected = false;
    Known.want(std::move(Wanted));
    return nullptr;
  }
  if (Found->Contents.empty())
    return nullptr;
  const std::string Name = llvm::utohexstr(llvm::xxh3_64bits(Found->Key));
  loadPrecompiled(Compiler, Name, Found->Contents);
  llvm::cast<llvm::vfs::OverlayFileSystem>(Compiler.getVirtualFileSystem())
      .pushOverlay(fileWith(preamblePath(Input), Found->Text));
  return Found;
}
