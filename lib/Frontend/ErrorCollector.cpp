//===- ErrorCollector.cpp - The errors of a parse -------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorCollector.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"

using namespace banklint;
using namespace clang;

/// nvcc takes `__device__ __shared__ float s[32]` in a function, where the
/// first specifier means nothing.
static bool isSharedLocal(const Diagnostic &Info) {
  if (Info.getID() != diag::err_cuda_nonstatic_constdev ||
      !Info.hasSourceManager())
    return false;
  const SourceManager &Sources = Info.getSourceManager();
  const auto [File, Offset] =
      Sources.getDecomposedExpansionLoc(Info.getLocation());
  const llvm::StringRef Text = Sources.getBufferData(File);
  const size_t Begin = Text.take_front(Offset).find_last_of(";{}") + 1;
  return Text.slice(Begin, Text.find_first_of(";{}", Offset))
      .contains("__shared__");
}

/// nvcc takes `__shared__ alignas(16) float s[32]`; writtenAlignment keeps what
/// Clang drops.
static bool isLateAlignment(const Diagnostic &Info) {
  if ((Info.getID() != diag::err_attributes_not_allowed &&
       Info.getID() != diag::err_attribute_not_type_attr) ||
      !Info.hasSourceManager())
    return false;
  const SourceManager &Sources = Info.getSourceManager();
  return llvm::StringRef(Sources.getCharacterData(Info.getLocation()))
      .starts_with("alignas");
}

/// The declarations of missing names are wrong on purpose.
static bool isInInjected(const Diagnostic &Info) {
  return Info.hasSourceManager() && Info.getSourceManager()
                                        .getFilename(Info.getLocation())
                                        .ends_with(InjectedHeader);
}

/// nvcc's pass for the device does not look into templates that nobody
/// instantiates. Eigen has `using ::arg;` in one, which no header declares.
static bool isGlobalName(const Diagnostic &Info) {
  if (Info.getID() != diag::err_no_member || !Info.hasSourceManager() ||
      Info.getLocation().isInvalid())
    return false;
  const SourceManager &Sources = Info.getSourceManager();
  // Where it is the argument of a macro, the macro's text counts.
  SourceLocation Place = Info.getLocation();
  while (Sources.isMacroArgExpansion(Place))
    Place = Sources.getImmediateExpansionRange(Place).getBegin();
  const auto [File, Offset] =
      Sources.getDecomposedLoc(Sources.getSpellingLoc(Place));
  llvm::StringRef Before = Sources.getBufferData(File).take_front(Offset);
  return Before.consume_back("::") && Before.rtrim().ends_with("using");
}

static QualType typeIn(const Diagnostic &Info, unsigned Argument) {
  return QualType::getFromOpaquePtr(
             reinterpret_cast<const void *>(Info.getRawArg(Argument)))
      .getCanonicalType()
      .getUnqualifiedType();
}

/// nvcc's pass for the device takes the operator of the device in functions of
/// the host, which it does not compile.
static bool isOperatorOfDevice(const Diagnostic &Info) {
  if (Info.getID() != diag::err_ovl_ambiguous_oper_binary ||
      Info.getArgKind(0) != DiagnosticsEngine::ak_std_string ||
      Info.getArgKind(1) != DiagnosticsEngine::ak_qualtype ||
      Info.getArgKind(2) != DiagnosticsEngine::ak_qualtype)
    return false;
  const QualType Operands[] = {typeIn(Info, 1), typeIn(Info, 2)};
  const CXXRecordDecl *Record = Operands[0]->getAsCXXRecordDecl();
  if (!Record)
    return false;
  const auto IsOfDevice = [&](const NamedDecl *Named) {
    const FunctionDecl *Function = Named->getAsFunction();
    return Function && Function->hasAttr<CUDADeviceAttr>() &&
           !Function->hasAttr<CUDAHostAttr>() &&
           llvm::equal(Function->parameters(), Operands,
                       [](const ParmVarDecl *Parameter, QualType Operand) {
                         return Parameter->getType()
                                    .getNonReferenceType()
                                    .getCanonicalType()
                                    .getUnqualifiedType() == Operand;
                       });
  };
  DeclarationNameTable &Names = Record->getASTContext().DeclarationNames;
  DeclarationName Operator;
  for (int Kind = OO_None + 1; Kind != NUM_OVERLOADED_OPERATORS; ++Kind)
    if (const char *Spelling =
            getOperatorSpelling(static_cast<OverloadedOperatorKind>(Kind));
        Spelling && Spelling == Info.getArgStdStr(0))
      Operator =
          Names.getCXXOperatorName(static_cast<OverloadedOperatorKind>(Kind));
  const auto IsBeside = [&](const CXXRecordDecl *Class) {
    return llvm::any_of(Class->getEnclosingNamespaceContext()->lookup(Operator),
                        IsOfDevice);
  };
  return IsBeside(Record) ||
         !Record->forallBases(
             [&](const CXXRecordDecl *Base) { return !IsBeside(Base); });
}

/// True for what nvcc accepts and Clang parses on from as if nothing was said.
static bool isHarmless(const Diagnostic &Info) {
  // The runtime's templates have no bodies here, and nobody links. Of some
  // warnings, such as that on `register`, Clang makes errors. "%laneid" in the
  // text of an asm statement, an operand that it does not have, where nothing
  // instantiates it, an alignment that is less than the type's, and what
  // consteval functions of the host do, are no errors of nvcc's.
  return isInInjected(Info) || isLateAlignment(Info) || isSharedLocal(Info) ||
         isGlobalName(Info) || isOperatorOfDevice(Info) ||
         DiagnosticIDs::isBuiltinWarningOrExtension(Info.getID()) ||
         Info.getID() == diag::err_undefined_internal_type ||
         Info.getID() == diag::err_asm_invalid_escape ||
         Info.getID() == diag::err_asm_invalid_operand_number ||
         Info.getID() == diag::err_alignas_underaligned ||
         Info.getID() == diag::err_invalid_consteval_call;
}

/// True for a note that says which code has a template instantiated, or a
/// member defined, that the error before it is in.
static bool namesRequester(unsigned Id) {
  switch (Id) {
  case diag::note_default_arg_instantiation_here:
  case diag::note_default_function_arg_instantiation_here:
  case diag::note_explicit_template_arg_substitution_here:
  case diag::note_function_template_deduction_instantiation_here:
  case diag::note_function_template_spec_here:
  case diag::note_member_synthesized_at:
  case diag::note_template_class_instantiation_here:
  case diag::note_template_default_arg_checking:
  case diag::note_template_enum_def_here:
  case diag::note_template_exception_spec_instantiation_here:
  case diag::note_template_member_class_here:
  case diag::note_template_member_function_here:
  case diag::note_template_nsdmi_here:
  case diag::note_template_static_data_member_def_here:
  case diag::note_template_type_alias_instantiation_here:
  case diag::note_template_variable_def_here:
    return true;
  default:
    return false;
  }
}

void ErrorCollector::addCause(const Diagnostic &Error) {
  const bool IsDirective =
      Error.getID() == diag::err_pp_hash_error && Conditions;
  llvm::SmallString<128> Text;
  if (IsDirective || First.Subject.empty())
    Error.FormatDiagnostic(Text);
  if (First.Subject.empty()) {
    First.Subject = Text.str().str();
    if (Error.hasSourceManager() && Error.getLocation().isValid()) {
      const PresumedLoc At =
          Error.getSourceManager().getPresumedLoc(Error.getLocation());
      First.File = At.getFilename();
      First.Line = At.getLine();
    }
  }
  if (IsDirective)
    Causes.push_back(Conditions->errorDirective(Error.getLocation(), Text));
  if (!MayBeCxx20)
    return;
  if (const std::string Word = wordOfCxx20(Error); !Word.empty()) {
    Causes.push_back(laterStandard(Word));
    MayBeCxx20 = false;
  }
}

void ErrorCollector::HandleDiagnostic(DiagnosticsEngine::Level Level,
                                      const Diagnostic &Info) {
  DiagnosticConsumer::HandleDiagnostic(Level, Info);
  if (Level == DiagnosticsEngine::Note) {
    Differences.addNote(Info);
    if (Instances)
      Instances->takeNote(Info);
    if (IsLastKept && namesRequester(Info.getID()))
      Dropping.add(Info, IsLastMendable);
    if (IsLastKept)
      Undeclared.addNote(Info);
  }
  if (Level < DiagnosticsEngine::Error)
    return;
  HasPlace |= Info.hasSourceManager() && Info.getLocation().isValid();
  IsLastKept = false;
  if (Instances && Instances->takeError(Info))
    return;
  Differences.add(Info);
  IsLastKept = !isHarmless(Info);
  if (!IsLastKept)
    return;
  IsLastMendable = !Missing.add(Info);
  Errors.add(Info, IsLastMendable);
  Dropping.add(Info, IsLastMendable);
  addCause(Info);
  Undeclared.add(Info);
}
