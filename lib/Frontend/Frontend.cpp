//===- Frontend.cpp - From a CUDA file to kernel programs -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Frontend/Frontend.h"
#include "Annotations.h"
#include "Ast/SourceFiles.h"
#include "EmbeddedDeclarations.h"
#include "ErrorCollector.h"
#include "FixFacts/FixFacts.h"
#include "Launches/HostExecution.h"
#include "Launches/KernelFinder.h"
#include "Launches/Launches.h"
#include "Lowering/LowerKernel.h"
#include "Recovery/LostCode.h"
#include "Recovery/MissingHeaders.h"
#include "Recovery/MissingNames.h"
#include "Recovery/SourceErrors.h"
#include "Recovery/UndeclaredNames.h"
#include "Recovery/WholeKernels.h"
#include "SharedScan.h"
#include "banklint/Parse/CompilerArguments.h"
#include "banklint/Parse/FileLayers.h"
#include "banklint/Parse/PrecompiledDeclarations.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace clang;

llvm::StringRef banklint::spelling(CudaHeaders Headers) {
  return Headers == CudaHeaders::Builtin ? "builtin" : "toolkit";
}

// Steps of Clang's evaluator for an expression that may be a constant.
static constexpr unsigned ConstantSteps = 1 << 14;

namespace {
/// One parse of the file.
struct Pass {
  /// FrontendOptions::Header.
  std::string Header;
  /// FrontendOptions::WantsLaunches.
  bool WantsLaunches = false;
  /// What may stand for the text of the embedded declarations.
  llvm::ArrayRef<PrecompiledDeclarations> Forms;
  ErrorCollector Diagnostics;
  ParsedFile Result;
  /// Declarations of names that an earlier pass missed, and its errors.
  const Pass *Earlier = nullptr;
  /// Those that this pass misses. While there are any, nothing is lowered.
  std::string Declarations;
  /// Where the source says `__shared__`.
  std::vector<SourceLocation> SharedPlaces;
  Annotations Stated;
  std::vector<LaunchText> Launches;
};

/// Takes a note of each `__shared__` that the parser gets to see.
class SharedSpecifiers : public PPCallbacks {
public:
  SharedSpecifiers(Pass &P, const Preprocessor &Source)
      : P(P), Source(Source),
        Specifier(Source.getIdentifierInfo("__shared__")) {}
  void MacroExpands(const Token &Name, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    if (Name.getIdentifierInfo() != Specifier)
      return;
    const SourceManager &Sources = Source.getSourceManager();
    SourceLocation Place = Sources.getExpansionLoc(Name.getLocation());
    if (!Sources.isInSystemHeader(Place))
      P.SharedPlaces.push_back(Place);
  }

private:
  Pass &P;
  const Preprocessor &Source;
  const IdentifierInfo *Specifier;
};

/// Looks at the text, since the code may be in a branch or a macro that is not
/// compiled here.
bool mayRaiseSharedLimit(const SourceManager &Sources,
                         const Preprocessor &Macros) {
  static constexpr llvm::StringLiteral Names[] = {
      "FuncSetAttribute", "MaxDynamicShared",    "MAX_DYNAMIC_SHARED",
      "haredMemPerBlock", "haredMemoryPerBlock", "SHARED_MEMORY_PER_BLOCK"};
  return llvm::any_of(loadedFiles(Sources), [&](const SourceText &Read) {
    return !SrcMgr::isSystem(
               Macros.getHeaderSearchInfo().getFileDirFlavor(Read.File)) &&
           llvm::any_of(Names, [&Read](StringRef Name) {
             return Read.Text.contains(Name);
           });
  });
}

/// True if the file at \p Path is among what was read.
bool hasFile(const SourceManager &Sources, StringRef Path) {
  if (Path.empty())
    return false;
  const llvm::ErrorOr<llvm::vfs::Status> Status =
      Sources.getFileManager().getVirtualFileSystem().status(Path);
  if (!Status)
    return false;
  return llvm::any_of(loadedFiles(Sources), [&](const SourceText &Read) {
    return Read.File.getUniqueID() == Status->getUniqueID();
  });
}

/// Takes a note of what the files say that \p Macros has read.
void inspectFiles(Pass &P, const Preprocessor &Macros) {
  const SourceManager &Sources = Macros.getSourceManager();
  P.Result.HasHeader = hasFile(Sources, P.Header);
  P.Result.MayRaiseSharedLimit = mayRaiseSharedLimit(Sources, Macros);
}

class LoweringConsumer : public ASTConsumer {
public:
  LoweringConsumer(Pass &P, CompilerInstance &Compiler)
      : P(P), Macros(Compiler.getPreprocessor()),
        Language(Compiler.getLangOpts()) {}

  void HandleTagDeclDefinition(TagDecl *Tag) override {
    if (auto *Enum = dyn_cast<EnumDecl>(Tag))
      invalidateLostValues(*Enum, P.Diagnostics.Errors);
    else if (auto *Record = dyn_cast<CXXRecordDecl>(Tag))
      invalidateLostLayout(*Record, P.Diagnostics.Errors);
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    // The compiler is done with what the language wants evaluated. Whether an
    // expression is a constant is asked for again and again from here on.
    Language.ConstexprStepLimit =
        std::min(Language.ConstexprStepLimit, ConstantSteps);
    SourceIndex Index = indexSource(Context);
    ParsedFile &Result = P.Result;
    Result.HasDeviceCode = !Index.DeviceFunctions.empty();
    Result.HasSharedMemory = Index.HasSharedMemory;
    inspectFiles(P, Macros);
    for (const FunctionDecl *Function : Index.DeviceFunctions)
      Result.DeviceErrors += P.Diagnostics.Errors.countIn(
          Context.getSourceManager(), Function->getBeginLoc(),
          Function->getEndLoc());
    if (P.Diagnostics.Errors.count())
      findLostShared(Index, Context.getSourceManager());
    if (!Index.HasSharedMemory) {
      if (P.WantsLaunches)
        executeHost(Context, Index, allErrors());
      return;
    }
    if (!P.Earlier) {
      P.Declarations = P.Diagnostics.Missing.declarations(
          Context.getSourceManager(), Index.DeviceFunctions);
      if (!P.Declarations.empty())
        return;
    }
    lowerKernels(Context, Index);
  }

private:
  void findLostShared(const SourceIndex &Index, const SourceManager &Sources) {
    for (SourceLocation Place : P.SharedPlaces) {
      PresumedLoc Loc = Sources.getPresumedLoc(Place);
      SourceLine Line = {Loc.getFilename(), Loc.getLine()};
      if (!Index.SharedPlaces.count(Place) &&
          !llvm::is_contained(P.Result.LostShared, Line))
        P.Result.LostShared.push_back(std::move(Line));
    }
  }

  /// Those of this pass and the one before.
  SourceErrors allErrors() const {
    SourceErrors Errors = P.Diagnostics.Errors;
    if (P.Earlier)
      Errors.merge(P.Earlier->Diagnostics.Errors);
    return Errors;
  }

  std::vector<LaunchRecord> executeHost(ASTContext &Context,
                                        const SourceIndex &Index,
                                        const SourceErrors &Errors) {
    LostEffects Lost(LostCode(Context, Macros, Errors));
    if (Errors.count())
      Lost.addOutside(*Context.getTranslationUnitDecl());
    for (const FunctionDecl *Function : Index.Functions)
      Lost.add(*Function);
    std::vector<LaunchRecord> Launches =
        executeHostCode(Context, Index, Lost, P.Launches);
    if (P.WantsLaunches) {
      P.Result.Launches = kernelLaunches(Launches, Context);
      for (const FunctionDecl *Kernel : Index.Kernels)
        P.Result.Defined.push_back(identityOf(*Kernel));
    }
    return Launches;
  }

  void lowerKernels(ASTContext &Context, const SourceIndex &Index) {
    const SourceManager &Sources = Context.getSourceManager();
    const SourceErrors Errors = allErrors();
    P.Result.WholeKernels =
        wholeKernels(Index.Kernels, Index.Functions, Errors, Sources);
    const std::vector<LaunchRecord> Launches =
        executeHost(Context, Index, Errors);
    for (const FunctionDecl *Kernel : Index.Kernels) {
      LoweredKernel Lowered = lowerKernel(Context, Macros, Errors, *Kernel);
      KernelProgram &Program = Lowered.Program;
      if (Program.Accesses.empty())
        continue;
      addFixFacts(Lowered, Context, Macros, Errors, *Kernel);
      Program.Identity = identityOf(*Kernel);
      Program.Launches = launchSitesOf(*Kernel, Program, Launches, Context);
      P.Stated.attach(*Kernel, Sources, Context.getLangOpts(), Program,
                      P.Result.Problems);
      Program.ParseErrors =
          Errors.countIn(Sources, Kernel->getBeginLoc(), Kernel->getEndLoc());
      P.Result.Kernels.push_back(std::move(Program));
    }
    findSystemHeaders(Sources);
    P.Stated.finish(Index.Kernels, Sources, Context.getLangOpts(),
                    P.Result.Problems);
  }

  /// Fills in the system headers among the kernels' files.
  void findSystemHeaders(const SourceManager &Sources) {
    llvm::StringSet<> Names;
    for (const KernelProgram &Program : P.Result.Kernels)
      Names.insert(Program.Files.begin(), Program.Files.end());
    for (const SourceText &Read : loadedFiles(Sources))
      // A library has thousands of files, and each is searched for among all.
      if (Names.contains(Read.File.getName()) &&
          Sources.isInSystemHeader(
              Sources.getLocForEndOfFile(Sources.translateFile(Read.File))))
        P.Result.SystemHeaders.push_back(Read.File.getName().str());
  }

  Pass &P;
  const Preprocessor &Macros;
  LangOptions &Language;
};

/// Takes a note of each launch that the parser gets to see.
class LaunchWatch {
public:
  LaunchWatch(Pass &P, const SourceManager &Sources) : P(P), Sources(Sources) {}

  void operator()(const Token &T) {
    if (T.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::eof))
      return finish();
    if (T.is(tok::lesslessless))
      Places.push_back(T.getLocation());
    if (T.isNot(tok::identifier))
      return;
    if (launchKind(T.getIdentifierInfo()->getName()))
      Places.push_back(T.getLocation());
    Names.push_back({T.getIdentifierInfo(), T.getLocation()});
  }

private:
  void finish() {
    for (SourceLocation Place : Places)
      if (!Sources.isInSystemHeader(Place))
        P.Launches.push_back({Place, Names});
    Places.clear();
    Names.clear();
  }

  Pass &P;
  const SourceManager &Sources;
  /// Those of the statement so far.
  std::vector<SourceLocation> Places;
  LaunchText::NameList Names;
};

class LoweringAction : public ASTFrontendAction {
public:
  explicit LoweringAction(Pass &P) : P(P) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    loadDeclarations(Compiler, P.Forms);
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(
        std::make_unique<MissingHeaders>(P.Result.MissingHeaders));
    PP.addPPCallbacks(std::make_unique<SharedSpecifiers>(P, PP));
    PP.addCommentHandler(&P.Stated);
    PP.setTokenWatcher(LaunchWatch(P, PP.getSourceManager()));
    return std::make_unique<LoweringConsumer>(P, Compiler);
  }

private:
  Pass &P;
};

/// Parses the file, unless a scan shows that there is nothing to lower.
class LoweringFactory : public tooling::FrontendActionFactory {
public:
  LoweringFactory(Pass &P, bool MayScan) : P(P), MayScan(MayScan) {}

  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<LoweringAction>(P);
  }

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers,
                     DiagnosticConsumer *Diagnostics) override {
    const auto Inspect = [this](const Preprocessor &Macros) {
      inspectFiles(P, Macros);
    };
    // There may be errors in the options.
    P.Result.WasScanned =
        MayScan && Diagnostics->getNumErrors() == 0 &&
        isWithoutShared(*Invocation, *Files, P.Forms,
                        P.WantsLaunches ? &P.Result.Defined : nullptr, Inspect);
    if (!P.Result.WasScanned)
      P.Result.Defined.clear();
    return P.Result.WasScanned || FrontendActionFactory::runInvocation(
                                      std::move(Invocation), Files,
                                      std::move(Containers), Diagnostics);
  }

private:
  Pass &P;
  bool MayScan;
};

/// A source and how to parse it.
struct Source {
  llvm::StringRef Path;
  const std::vector<std::string> &Arguments;
  llvm::StringRef Directory;
  const banklint::FrontendOptions &Options;
  /// Without the embedded headers.
  llvm::IntrusiveRefCntPtr<ReadRecorder> Files;
};
} // namespace

static void run(Pass &P, const Source &S) {
  P.Header = S.Options.Header;
  P.WantsLaunches = S.Options.WantsLaunches;
  const std::string Injected = P.Earlier ? P.Earlier->Declarations : "";
  CudaSetup Setup;
  Setup.Arch = S.Options.Arch;
  Setup.HasInjected = !Injected.empty();
  if (S.Options.Headers == CudaHeaders::Toolkit)
    Setup.ToolkitPath = S.Options.ToolkitPath;
  else if (S.Options.LoadsDeclarations)
    P.Forms = embeddedDeclarations();
  FileSystemOptions FileOptions;
  FileOptions.WorkingDir = S.Directory.str();
  const ToolkitsLast Given =
      S.Options.Headers == CudaHeaders::Builtin
          ? withToolkitsLast(S.Arguments, S.Directory, *S.Files)
          : ToolkitsLast{S.Arguments, {}};
  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(
      FileOptions, withEmbedded(S.Files, Injected, Given.Directories));
  LoweringFactory Factory(P, S.Options.MayScan && !P.Earlier);
  tooling::ToolInvocation Invocation(
      compilerArguments(S.Path, Given.Arguments, Setup), &Factory, Files.get(),
      std::make_shared<PCHContainerOperations>());
  Invocation.setDiagnosticConsumer(&P.Diagnostics);
  bool HasRun = Invocation.run();
  const SourceErrors &Errors = P.Diagnostics.Errors;
  P.Result.ParseErrors = Errors.count();
  P.Result.ParseErrorTexts = Errors.texts();
  // Errors in the source leave an AST to look at; without one the compiler did
  // not get that far.
  if (!HasRun && !P.Diagnostics.HasPlace)
    P.Result.Failure = Errors.first().empty() ? "the compiler could not start"
                                              : Errors.first();
}

/// \p Arguments with headers of the C++ library that nvcc's own headers
/// include. They include more, such as <cmath>, which takes as long as all the
/// rest.
static std::vector<std::string>
withLibrary(std::vector<std::string> Arguments) {
  for (const char *Header : {"cstdlib", "new", "utility"})
    Arguments.insert(Arguments.end(), {"-include", Header});
  return Arguments;
}

/// Parses \p S once more if \p First, the first pass over it, lacks names.
static ParsedFile finish(const Source &S, Pass &First) {
  if (First.Declarations.empty())
    return std::move(First.Result);
  Pass Second;
  Second.Earlier = &First;
  run(Second, S);
  // The declarations may clash with what the source declares further down.
  if (Second.Result.ParseErrors > First.Result.ParseErrors) {
    First.Declarations.clear();
    Second = Pass();
    Second.Earlier = &First;
    run(Second, S);
  }
  Second.Result.ParseErrors = First.Result.ParseErrors;
  Second.Result.ParseErrorTexts = std::move(First.Result.ParseErrorTexts);
  Second.Result.DeviceErrors = First.Result.DeviceErrors;
  return std::move(Second.Result);
}

namespace {
/// What a first pass over a source says of the rest.
struct Start {
  std::vector<std::string> Arguments;
  Pass First;
  /// Names that are not declared.
  UndeclaredNames Undeclared;
};
} // namespace

/// Parses \p S, and once more with headers of the C++ library if it lacks names
/// that they have.
static Start start(const Source &S) {
  Start Result;
  Result.Arguments = S.Arguments;
  run(Result.First, S);
  Result.Undeclared = std::move(Result.First.Diagnostics.Undeclared);
  if (!Result.Undeclared.isOfStandard() || !Result.First.Result.HasSharedMemory)
    return Result;
  Start Better;
  Better.Arguments = withLibrary(S.Arguments);
  run(Better.First,
      {S.Path, Better.Arguments, S.Directory, S.Options, S.Files});
  if (Better.First.Result.Failure ||
      Better.First.Result.ParseErrors >= Result.First.Result.ParseErrors)
    return Result;
  Better.Undeclared = std::move(Better.First.Diagnostics.Undeclared);
  return Better;
}

/// What \p S gives after \p Begun.
static ParsedFile finish(const Source &S, Start &Begun) {
  const Source Chosen = {S.Path, Begun.Arguments, S.Directory, S.Options,
                         S.Files};
  ParsedFile Result = finish(Chosen, Begun.First);
  Result.Headers = S.Options.Headers;
  return Result;
}

/// Large sources are parsed for seconds: all passes that only help to choose
/// come before those that only the choice needs.
static ParsedFile parse(const Source &S, llvm::vfs::FileSystem &Unrecorded) {
  const banklint::FrontendOptions &Options = S.Options;
  Start Builtin = start(S);
  const ParsedFile &Known = Builtin.First.Result;
  if (Options.Headers == CudaHeaders::Toolkit || Options.ToolkitPath.empty() ||
      Known.DeviceErrors == 0 || !Known.HasSharedMemory ||
      !Builtin.Undeclared.mayBeIn(Options.ToolkitPath, Known.MissingHeaders,
                                  Unrecorded))
    return finish(S, Builtin);
  banklint::FrontendOptions WithToolkit = Options;
  WithToolkit.Headers = CudaHeaders::Toolkit;
  WithToolkit.MayScan = false;
  const Source Other = {S.Path, S.Arguments, S.Directory, WithToolkit, S.Files};
  Start Toolkit = start(Other);
  const ParsedFile &Better = Toolkit.First.Result;
  return !Better.Failure && Better.HasSharedMemory &&
                 Better.DeviceErrors < Known.DeviceErrors
             ? finish(Other, Toolkit)
             : finish(S, Builtin);
}

ParsedFile banklint::parseCudaFile(llvm::StringRef Path,
                                   const std::vector<std::string> &Arguments,
                                   llvm::StringRef Directory,
                                   const banklint::FrontendOptions &Options) {
  // The physical one has a working directory of its own, so that no parse can
  // change the process's.
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Unrecorded =
      Options.Files ? Options.Files : llvm::vfs::createPhysicalFileSystem();
  auto Files = llvm::makeIntrusiveRefCnt<ReadRecorder>(Unrecorded);
  ParsedFile Result =
      parse({Path, Arguments, Directory, Options, Files}, *Unrecorded);
  Result.FilesRead = Files->opened();
  Result.States = Files->states();
  return Result;
}
