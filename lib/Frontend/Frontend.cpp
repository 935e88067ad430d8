//===- Frontend.cpp - From a CUDA file to kernel programs -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Frontend/Frontend.h"
#include "EmbeddedHeaders.h"
#include "KernelFinder.h"
#include "Launches.h"
#include "Lowering.h"
#include "banklint/Frontend/Config.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"

using namespace banklint;
using namespace clang;

llvm::StringRef banklint::spelling(CudaHeaders Headers) {
  return Headers == CudaHeaders::Builtin ? "builtin" : "toolkit";
}

namespace {
/// Counts errors, keeps the first, and where those of the main file are.
class ErrorCounter : public DiagnosticConsumer {
public:
  unsigned Errors = 0;
  std::string First;
  std::vector<FullSourceLoc> Places;

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error)
      return;
    ++Errors;
    if (Info.hasSourceManager() && Info.getLocation().isValid())
      Places.emplace_back(
          Info.getSourceManager().getExpansionLoc(Info.getLocation()),
          Info.getSourceManager());
    if (!First.empty())
      return;
    llvm::SmallString<128> Message;
    Info.FormatDiagnostic(Message);
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc Loc =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      First =
          (llvm::Twine(Loc.getFilename()) + ":" + llvm::Twine(Loc.getLine()) +
           ":" + llvm::Twine(Loc.getColumn()) + ": ")
              .str();
    }
    First += Message.str();
  }
};

/// Goes on where a header is missing: as an error it would be fatal, and Clang
/// instantiates no template after a fatal error.
class MissingHeaders : public PPCallbacks {
public:
  explicit MissingHeaders(std::vector<std::string> &Names) : Names(Names) {}
  bool FileNotFound(StringRef Name) override {
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name.str());
    return true;
  }

private:
  std::vector<std::string> &Names;
};

class LoweringConsumer : public ASTConsumer {
public:
  LoweringConsumer(ParsedFile &Result, const ErrorCounter &Errors)
      : Result(Result), Errors(Errors) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    FileTraits Traits = traitsOf(Context);
    Result.HasDeviceCode = Traits.HasDeviceCode;
    Result.HasSharedMemory = Traits.HasSharedMemory;
    if (!Traits.HasSharedMemory)
      return;
    FoundKernels Found = findKernels(Context);
    HostConstants Constants(Context);
    for (const FunctionDecl *Kernel : Found.Kernels) {
      KernelProgram Program = Lowering(Context).lower(*Kernel);
      if (Program.Accesses.empty())
        continue;
      for (const CUDAKernelCallExpr *Launch : Found.Launches) {
        const FunctionDecl *Callee = Launch->getDirectCallee();
        if (Callee && Callee->getCanonicalDecl() == Kernel->getCanonicalDecl())
          Program.Launches.push_back(
              launchSiteOf(*Launch, Program, Context, Constants));
      }
      Program.ParseErrors = errorsIn(*Kernel, Context.getSourceManager());
      Result.Kernels.push_back(std::move(Program));
    }
  }

private:
  unsigned errorsIn(const FunctionDecl &Kernel, const SourceManager &Sources) {
    unsigned Count = 0;
    SourceLocation Begin = Sources.getExpansionLoc(Kernel.getBeginLoc());
    SourceLocation End = Sources.getExpansionLoc(Kernel.getEndLoc());
    for (const FullSourceLoc &Place : Errors.Places)
      Count += !Sources.isBeforeInTranslationUnit(Place, Begin) &&
               !Sources.isBeforeInTranslationUnit(End, Place);
    return Count;
  }

  ParsedFile &Result;
  const ErrorCounter &Errors;
};

class LoweringAction : public ASTFrontendAction {
public:
  LoweringAction(ParsedFile &Result, const ErrorCounter &Errors)
      : Result(Result), Errors(Errors) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<MissingHeaders>(Result.MissingHeaders));
    return std::make_unique<LoweringConsumer>(Result, Errors);
  }

private:
  ParsedFile &Result;
  const ErrorCounter &Errors;
};
} // namespace

// Where the embedded headers seem to lie. No real folder has this name.
static constexpr llvm::StringLiteral HeaderFolder = "/banklint-cuda-headers";

static std::vector<std::string>
commandLine(llvm::StringRef Path, const std::vector<std::string> &Arguments,
            const banklint::FrontendOptions &Options) {
  std::vector<std::string> Command = {
      "clang++", "-x", "cuda", "--cuda-device-only",
      "--cuda-gpu-arch=" + Options.Arch, "-nocudalib",
      "-Wno-unknown-cuda-version", "-w", "-fno-caret-diagnostics",
      "-fsyntax-only", "-ferror-limit=0",
      // The resource folder is not beside this program.
      "-resource-dir", BANKLINT_CLANG_RESOURCE_DIR};
  std::string Folder = HeaderFolder.str();
  if (Options.Headers == CudaHeaders::Builtin) {
    Command.insert(Command.end(), {"-nocudainc", "-isystem", Folder, "-include",
                                   "banklint_cuda.h"});
  } else {
    // CUDA 13 dropped a header that Clang 19's wrapper includes.
    // It also does not know CUDA 13's number, and then takes launches for those
    // of CUDA 8.
    Command.insert(Command.end(),
                   {"-Xclang", "-target-sdk-version=12.5",
                    "--cuda-path=" + Options.ToolkitPath, "-isystem",
                    Options.ToolkitPath + "/include/cccl", "-isystem",
                    Folder + "/toolkit-fixes"});
  }
  Command.insert(Command.end(), Arguments.begin(), Arguments.end());
  Command.push_back("--");
  Command.push_back(Path.str());
  return Command;
}

/// The real file system with the embedded headers laid over it.
static llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() {
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::vfs::getRealFileSystem());
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &Header : embeddedHeaders())
    Memory->addFile(HeaderFolder + "/" + Header.Name, 0,
                    llvm::MemoryBuffer::getMemBuffer(Header.Text));
  Memory->addFile(HeaderFolder + "/toolkit-fixes/texture_fetch_functions.h", 0,
                  llvm::MemoryBuffer::getMemBuffer(""));
  Overlay->pushOverlay(std::move(Memory));
  return Overlay;
}

ParsedFile banklint::parseCudaFile(llvm::StringRef Path,
                                   const std::vector<std::string> &Arguments,
                                   llvm::StringRef Directory,
                                   const banklint::FrontendOptions &Options) {
  ParsedFile Result;
  ErrorCounter Errors;
  FileSystemOptions FileOptions;
  FileOptions.WorkingDir = Directory.str();
  auto Files =
      llvm::makeIntrusiveRefCnt<FileManager>(FileOptions, fileSystem());
  tooling::ToolInvocation Invocation(
      commandLine(Path, Arguments, Options),
      std::make_unique<LoweringAction>(Result, Errors), Files.get());
  Invocation.setDiagnosticConsumer(&Errors);
  bool HasRun = Invocation.run();
  Result.ParseErrors = Errors.Errors;
  Result.FirstParseError = Errors.First;
  // Errors in the source leave an AST to look at; without one the compiler did
  // not get that far.
  if (!HasRun && Errors.Places.empty())
    Result.Failure =
        Errors.First.empty() ? "the compiler could not start" : Errors.First;
  return Result;
}
