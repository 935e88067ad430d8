//===- ParsePass.cpp - One parse of a file
//---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsePass.h"
#include "Ast/SourceFiles.h"
#include "EmbeddedDeclarations.h"
#include "FixFacts/FixFacts.h"
#include "Launches/HostExecution.h"
#include "Launches/Source/KernelFinder.h"
#include "Lowering/LowerKernel.h"
#include "Recovery/LostCode.h"
#include "Recovery/MissingHeaders.h"
#include "Recovery/MissingNames.h"
#include "Recovery/ParseCauses.h"
#include "Recovery/SourceErrors.h"
#include "Recovery/WholeKernels.h"
#include "SharedScan.h"
#include "banklint/Parse/Preamble.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringSet.h"

using namespace banklint;
using namespace clang;

// Steps of Clang's evaluator for an expression that may be a constant.
static constexpr unsigned ConstantSteps = 1 << 14;

// Clang makes a value of some hundred bytes for each when it evaluates a
// variable. No shared memory has room for as many.
static constexpr unsigned MaxMembers = 1 << 18;

namespace {
/// Takes a note of each `__shared__` that the parser gets to see, and of what
/// the preprocessor leaves out.
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
  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    if (!Source.getSourceManager().isInSystemHeader(Range.getBegin()))
      P.Skipped.push_back(Range);
  }

private:
  Pass &P;
  const Preprocessor &Source;
  const IdentifierInfo *Specifier;
};

/// True if one of \p Names stands in a file that is not of the system. Looks
/// at the text, since the code may be in a branch or a macro that is not
/// compiled here.
bool isMentioned(llvm::ArrayRef<llvm::StringLiteral> Names,
                 const SourceManager &Sources, const Preprocessor &Macros) {
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
  static constexpr llvm::StringLiteral Raising[] = {
      "FuncSetAttribute", "MaxDynamicShared", "MAX_DYNAMIC_SHARED"};
  static constexpr llvm::StringLiteral Asking[] = {
      "haredMemPerBlock", "haredMemoryPerBlock", "SHARED_MEMORY_PER_BLOCK"};
  P.Result.AsksSharedLimit = isMentioned(Asking, Sources, Macros);
  P.Result.MayRaiseSharedLimit =
      P.Result.AsksSharedLimit || isMentioned(Raising, Sources, Macros);
}

class LoweringConsumer : public ASTConsumer {
public:
  LoweringConsumer(Pass &P, CompilerInstance &Compiler)
      : P(P), Macros(Compiler.getPreprocessor()),
        Language(Compiler.getLangOpts()) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      P.Differences.addDevice(*D);
    // With other errors it may be this parse that is better.
    P.HasEnded = P.EndsWithoutLibrary && !P.SharedPlaces.empty() &&
                 P.Result.MissingHeaders.empty() &&
                 P.Diagnostics.Undeclared.isOfLibrary();
    return !P.HasEnded;
  }

  void HandleTagDeclDefinition(TagDecl *Tag) override {
    if (auto *Enum = dyn_cast<EnumDecl>(Tag)) {
      invalidateLostValues(*Enum, P.Diagnostics.Dropping);
    } else if (auto *Record = dyn_cast<CXXRecordDecl>(Tag)) {
      if (countMembers(*Record) == MaxMembers)
        Record->setInvalidDecl();
      P.WrappedConstants += wrapConstants(*Record);
      invalidateLostLayout(*Record, P.Diagnostics.Dropping);
      for (Decl *Member : Record->decls())
        P.Differences.addDevice(*Member);
    }
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
    Result.HasFunctions = !Index.Functions.empty();
    Result.HasOpenTemplates =
        llvm::any_of(Index.Kernels, [](const FunctionDecl *Kernel) {
          return Kernel->isDependentContext();
        });
    inspectFiles(P, Macros);
    for (const FunctionDecl *Function : Index.DeviceFunctions)
      Result.DeviceErrors += P.Diagnostics.Errors.countIn(
          Context.getSourceManager(), Function->getBeginLoc(),
          Function->getEndLoc());
    // A later pass is not asked whether there should be another one.
    if (!P.Earlier)
      P.Diagnostics.Undeclared.finish(Context);
    if (P.Diagnostics.Errors.count()) {
      findLostShared(Index, Context.getSourceManager());
      llvm::append_range(Result.Causes,
                         excludedNames(P.Skipped,
                                       P.Diagnostics.Undeclared.names(),
                                       Context.getSourceManager(), Language));
    }
    if (!Result.HasDeviceCode && P.SharedPlaces.empty())
      findLeftOutShared(Context.getSourceManager());
    if (!Index.HasSharedMemory) {
      if (P.WantsLaunches)
        executeHost(Context, Index, allErrors(&ErrorCollector::Dropping));
      return;
    }
    if (!P.Earlier)
      P.Declarations = P.Diagnostics.Missing.declarations(
          Context, Index.DeviceFunctions, Index.BrokenTemplates);
    lowerKernels(Context, Index);
  }

private:
  /// The members of \p Record that are no structs themselves, those of all
  /// elements of an array once.
  unsigned countMembers(const CXXRecordDecl &Record) {
    if (Record.isDependentContext())
      return 0;
    unsigned Count = 0;
    const auto Add = [&](QualType Type) {
      const CXXRecordDecl *Inner =
          Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      Count += Inner ? Members.lookup(Inner->getCanonicalDecl()) : 1;
      Count = std::min(Count, MaxMembers);
    };
    for (const CXXBaseSpecifier &Base : Record.bases())
      Add(Base.getType());
    for (const FieldDecl *Field : Record.fields())
      Add(Field->getType());
    return Members[Record.getCanonicalDecl()] = Count;
  }

  void findLostShared(const SourceIndex &Index, const SourceManager &Sources) {
    for (SourceLocation Place : P.SharedPlaces) {
      PresumedLoc Loc = Sources.getPresumedLoc(Place);
      SourceLine Line = {Loc.getFilename(), Loc.getLine()};
      if (!Index.SharedPlaces.count(Place) &&
          !llvm::is_contained(P.Result.LostShared, Line))
        P.Result.LostShared.push_back(std::move(Line));
    }
  }

  /// The source has device code, but the preprocessor left out all of it.
  void findLeftOutShared(const SourceManager &Sources) {
    std::vector<SourceLocation> Places;
    llvm::append_range(P.Result.Causes,
                       excludedShared(P.Skipped, Sources, Language, Places));
    for (SourceLocation Place : Places) {
      const PresumedLoc Loc = Sources.getPresumedLoc(Place);
      P.Result.LostShared.push_back({Loc.getFilename(), Loc.getLine()});
    }
  }

  /// Those of this pass and the one before.
  SourceErrors allErrors(SourceErrors ErrorCollector::*Kind) const {
    SourceErrors Errors = P.Diagnostics.*Kind;
    if (P.Earlier)
      Errors.merge(P.Earlier->Diagnostics.*Kind,
                   /*WithMendable=*/P.Differences.empty());
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
    const SourceErrors Errors = allErrors(&ErrorCollector::Errors);
    const SourceErrors Dropping = allErrors(&ErrorCollector::Dropping);
    P.Result.WholeKernels =
        wholeKernels(Index.Kernels, Index.Functions, Errors, Sources);
    const std::vector<LaunchRecord> Launches =
        executeHost(Context, Index, Dropping);
    for (const FunctionDecl *Kernel : Index.Kernels) {
      if (P.Stated.instances().isRefused(*Kernel))
        continue;
      LoweredKernel Lowered = lowerKernel(Context, Macros, Dropping, *Kernel);
      KernelProgram &Program = Lowered.Program;
      if (Program.Accesses.empty())
        continue;
      addFixFacts(Lowered, Context, Macros, Dropping, *Kernel);
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
  /// What countMembers returned.
  llvm::DenseMap<const CXXRecordDecl *, unsigned> Members;
};

/// Takes a note of each launch that the parser gets to see, and adds what
/// CompilerDifferences know to be missing.
class TokenWatch {
public:
  TokenWatch(Pass &P, Preprocessor &Macros)
      : P(P), Macros(Macros), Sources(Macros.getSourceManager()) {}

  void operator()(const Token &T) {
    P.Differences.addKeyword(T, Macros);
    P.Stated.instances().onToken(T, Macros);
    P.Values.onToken(T, Macros);
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
  Preprocessor &Macros;
  const SourceManager &Sources;
  /// Those of the statement so far.
  std::vector<SourceLocation> Places;
  LaunchText::NameList Names;
};

/// Has \p Compiler search \p Directories for headers after all others. No
/// option does that: -idirafter makes system headers of what it finds.
void searchLast(CompilerInstance &Compiler,
                llvm::ArrayRef<std::string> Directories) {
  for (const std::string &Directory : Directories)
    if (const OptionalDirectoryEntryRef Entry =
            Compiler.getFileManager().getOptionalDirectoryRef(Directory))
      Compiler.getPreprocessor().getHeaderSearchInfo().AddSystemSearchPath(
          {*Entry, SrcMgr::C_User, /*isFramework=*/false});
}

class LoweringAction : public ASTFrontendAction {
public:
  explicit LoweringAction(Pass &P) : P(P) {}

  bool BeginSourceFileAction(CompilerInstance &Compiler) override {
    P.LoadHeaders(Compiler);
    searchLast(Compiler, P.LastDirectories);
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(
        std::make_unique<MissingHeaders>(P.Result.MissingHeaders));
    PP.addPPCallbacks(std::make_unique<SharedSpecifiers>(P, PP));
    auto Conditions = std::make_unique<OpenConditions>(PP.getSourceManager());
    P.Diagnostics.Conditions = Conditions.get();
    PP.addPPCallbacks(std::move(Conditions));
    PP.addCommentHandler(&P.Stated);
    P.Stated.instances().setNamed(P.Instances);
    P.Values.begin(P.Constants, P.Result.UsedConstants, PP);
    P.Diagnostics.Instances = &P.Stated.instances();
    PP.setTokenWatcher(TokenWatch(P, PP));
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
    const auto Begin = [this](CompilerInstance &Compiler) {
      loadDeclarations(Compiler, P.Forms);
      searchLast(Compiler, P.LastDirectories);
    };
    const auto Inspect = [this](const Preprocessor &Macros) {
      inspectFiles(P, Macros);
    };
    // There may be errors in the options.
    P.Result.WasScanned =
        MayScan && Diagnostics->getNumErrors() == 0 &&
        isWithoutShared(*Invocation, *Files,
                        P.WantsLaunches ? &P.Result.Defined : nullptr, Begin,
                        Inspect);
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
} // namespace

static ParseInput inputOf(const PassSource &S, llvm::StringRef Injected) {
  ParseInput Input;
  Input.Path = S.Path.str();
  Input.Directory = S.Directory.str();
  Input.Setup.Arch = S.Options.Arch;
  Input.Setup.HasInjected = !Injected.empty();
  Input.Injected = Injected.str();
  Input.Files = S.Files;
  ToolkitsLast Given{S.Arguments, {}};
  if (S.Options.Headers == CudaHeaders::Toolkit)
    Input.Setup.ToolkitPath = S.Options.ToolkitPath;
  else
    Given = withToolkitsLast(S.Arguments, S.Directory, *S.Files);
  Input.Arguments = std::move(Given.Arguments);
  Input.Toolkits = std::move(Given.Directories);
  return Input;
}

/// Has \p Compiler load the preamble of \p Input. False if there is none.
static bool loadIfKnown(CompilerInstance &Compiler, const PassSource &S,
                        ParseInput Input) {
  if (!S.Options.KnownPreambles)
    return false;
  Input.Files = S.Unrecorded;
  const Preamble *Loaded =
      loadPreamble(Compiler, Input, *S.Options.KnownPreambles);
  if (Loaded)
    for (const PreambleFile &File : Loaded->Files)
      S.Files->add(File.State);
  return Loaded;
}

/// Adds what is behind the errors of the pass to what it found meanwhile.
static void addCauses(Pass &P, const PassSource &S) {
  std::vector<Cause> &Causes = P.Result.Causes;
  const llvm::StringRef Toolkit = S.Options.Headers == CudaHeaders::Builtin
                                      ? llvm::StringRef(S.Options.ToolkitPath)
                                      : "";
  for (const std::string &Header : P.Result.MissingHeaders)
    Causes.push_back(missingHeader(Header, Toolkit, *S.Unrecorded));
  // What an `#error` asks for comes before names that are missing behind it.
  const auto AsksForMacro = [](const Cause &Error) {
    return Error.Kind == CauseKind::ErrorDirective && !Error.Options.empty();
  };
  llvm::erase_if(Causes, [&](const Cause &Excluded) {
    return llvm::any_of(P.Diagnostics.Causes, [&](const Cause &Error) {
      return AsksForMacro(Error) && Excluded.Kind == CauseKind::ExcludedCode &&
             (!Excluded.Subject.empty() || Error.Options == Excluded.Options);
    });
  });
  llvm::append_range(Causes, P.Diagnostics.Causes);
  // Missing headers may define them, and what an `#error` stands for.
  if (P.Result.MissingHeaders.empty() && llvm::none_of(Causes, AsksForMacro))
    for (Cause &Macro : undeclaredMacros(P.Diagnostics.Undeclared))
      if (llvm::none_of(Causes, [&Macro](const Cause &Known) {
            return Known.Subject == Macro.Subject ||
                   llvm::is_contained(Known.Options, "-D" + Macro.Subject);
          }))
        Causes.push_back(std::move(Macro));
  if (Causes.empty() && P.Diagnostics.Errors.count())
    Causes.push_back(P.Diagnostics.First);
}

void banklint::countErrors(Pass &P) {
  const SourceErrors &Errors = P.Diagnostics.Errors;
  P.Result.ParseErrors = Errors.count() - P.WrappedConstants;
  P.Result.ParseErrorTexts = Errors.texts();
  unsigned Wrapped = P.WrappedConstants;
  llvm::erase_if(P.Result.ParseErrorTexts, [&](llvm::StringRef Text) {
    return Wrapped != 0 && Text.ends_with(constantError()) && Wrapped-- != 0;
  });
}

void banklint::runPass(Pass &P, const PassSource &S) {
  P.Header = S.Options.Header;
  P.WantsLaunches = S.Options.WantsLaunches;
  P.Instances = S.Options.Instances;
  P.Constants = S.Options.Constants;
  P.LastDirectories = S.Options.LastDirectories;
  if (P.Earlier) {
    P.Differences = P.Earlier->Differences;
    P.Differences.merge(P.Earlier->Diagnostics.Differences);
  }
  const ParseInput Input =
      inputOf(S, P.Earlier ? llvm::StringRef(P.Earlier->Declarations) : "");
  if (Input.Setup.ToolkitPath.empty() && S.Options.LoadsDeclarations)
    P.Forms = embeddedDeclarations();
  P.LoadHeaders = [&](CompilerInstance &Compiler) {
    if (!loadIfKnown(Compiler, S, Input))
      loadDeclarations(Compiler, P.Forms);
  };
  LoweringFactory Factory(P, S.Options.MayScan && !P.Earlier);
  const bool HasRun = runParse(Input, Factory, &P.Diagnostics);
  P.Diagnostics.Conditions = nullptr;
  addCauses(P, S);
  countErrors(P);
  // Errors in the source leave an AST to look at; without one the compiler did
  // not get that far.
  if (!HasRun && !P.Diagnostics.HasPlace)
    P.Result.Failure = P.Diagnostics.Errors.first().empty()
                           ? "the compiler could not start"
                           : P.Diagnostics.Errors.first();
}
