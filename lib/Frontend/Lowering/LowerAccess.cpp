//===- LowerAccess.cpp - Shared arrays and accesses -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using banklint::StmtKind;

/// The file range of \p Range: what the user wrote, macro names included.
static CharSourceRange fileRange(SourceRange Range,
                                 const SourceManager &Sources,
                                 const LangOptions &Language) {
  CharSourceRange Exact = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Language);
  if (Exact.isValid())
    return Exact;
  // Part of a macro's expansion: its name stands for it.
  CharSourceRange Expansion = Sources.getExpansionRange(Range);
  return Lexer::getAsCharRange(Expansion, Sources, Language);
}

SourceSpan Lowering::spanOf(SourceRange Range) {
  SourceSpan Span;
  if (Range.isInvalid())
    return Span;
  CharSourceRange Chars = fileRange(Range, Sources, Context.getLangOpts());
  if (Chars.isInvalid())
    return Span;
  auto [File, Offset] = Sources.getDecomposedLoc(Chars.getBegin());
  auto [It, IsNew] = FileNumbers.try_emplace(File, Program.Files.size());
  if (IsNew) {
    OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
    Program.Files.push_back(Entry ? Entry->getName().str() : "<memory>");
  }
  Span.File = It->second;
  Span.Line = Sources.getLineNumber(File, Offset);
  Span.Column = Sources.getColumnNumber(File, Offset);
  Span.Offset = Offset;
  auto [EndFile, EndOffset] = Sources.getDecomposedLoc(Chars.getEnd());
  if (EndFile == File && EndOffset >= Offset)
    Span.Length = EndOffset - Offset;
  return Span;
}

/// The place of \p Loc if the program has places of its file. What only
/// computes makes no file one of the kernel's.
SourceSpan Lowering::knownSpanOf(SourceLocation Loc) {
  if (Loc.isInvalid() ||
      !FileNumbers.contains(Sources.getFileID(Sources.getFileLoc(Loc))))
    return {};
  return spanOf(Loc);
}

/// The source of \p Range on one line, cut where it gets long.
std::string Lowering::textOf(SourceRange Range) {
  constexpr unsigned MaxLength = 80;
  if (Range.isInvalid())
    return "?";
  llvm::StringRef Text =
      Lexer::getSourceText(fileRange(Range, Sources, Context.getLangOpts()),
                           Sources, Context.getLangOpts());
  std::string Result;
  for (char C : Text) {
    bool IsSpace = isspace(static_cast<unsigned char>(C));
    if (IsSpace && (Result.empty() || Result.back() == ' '))
      continue;
    Result += IsSpace ? ' ' : C;
  }
  if (Result.size() > MaxLength) {
    Result.resize(MaxLength - 3);
    Result += "...";
  }
  return Result;
}

/// The loc of the outermost array type in \p Loc.
static ArrayTypeLoc arrayLoc(TypeLoc Loc) {
  while (Loc) {
    if (auto Array = Loc.getAs<ArrayTypeLoc>())
      return Array;
    if (auto Qualified = Loc.getAs<QualifiedTypeLoc>())
      Loc = Qualified.getUnqualifiedLoc();
    else if (auto Paren = Loc.getAs<ParenTypeLoc>())
      Loc = Paren.getInnerLoc();
    else if (auto Attributed = Loc.getAs<AttributedTypeLoc>())
      Loc = Attributed.getModifiedLoc();
    else
      break;
  }
  return ArrayTypeLoc();
}

/// The source of \p Range, if changing it there changes nothing else: not in
/// the body of a macro, nor in an argument, which the body may use several
/// times.
static std::optional<std::string> editableText(SourceRange Range,
                                               const SourceManager &Sources,
                                               const LangOptions &Language) {
  SourceLocation Place = Range.getBegin();
  while (Place.isMacroID()) {
    if (Sources.isMacroArgExpansion(Place))
      return std::nullopt;
    Place = Sources.getImmediateExpansionRange(Place).getBegin();
  }
  const CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), Sources, Language);
  if (Chars.isInvalid())
    return std::nullopt;
  return Lexer::getSourceText(Chars, Sources, Language).str();
}

/// The number of the array that \p Decl declares, if it is a shared variable
/// whose layout is known.
std::optional<unsigned> Lowering::sharedArray(const VarDecl &Decl) {
  if (!Decl.hasAttr<CUDASharedAttr>() || Decl.isInvalidDecl())
    return std::nullopt;
  auto Known = ArrayNumbers.find(&Decl);
  if (Known != ArrayNumbers.end())
    return Known->second;
  QualType Type = Decl.getType();
  if (Type->isDependentType())
    return std::nullopt;
  SharedArray Array;
  Array.Name = Decl.getNameAsString();
  Array.Span = spanOf(Decl.getLocation());
  ArrayTypeLoc Loc;
  if (Decl.getTypeSourceInfo())
    Loc = arrayLoc(Decl.getTypeSourceInfo()->getTypeLoc());
  while (const ArrayType *Dimension = Context.getAsArrayType(Type)) {
    Extent E;
    if (const auto *Constant = dyn_cast<ConstantArrayType>(Dimension))
      E.Elements = Constant->getZExtSize();
    else if (Array.Extents.empty() && isa<IncompleteArrayType>(Dimension))
      Array.IsDynamic = true;
    else
      return std::nullopt;
    if (Loc && Loc.getSizeExpr()) {
      SourceRange Range = Loc.getSizeExpr()->getSourceRange();
      std::optional<std::string> Text =
          editableText(Range, Sources, Context.getLangOpts());
      if (Text) {
        E.Span = spanOf(Range);
        E.Text = std::move(*Text);
      }
    }
    Array.Extents.push_back(std::move(E));
    Type = Dimension->getElementType();
    if (Loc)
      Loc = arrayLoc(Loc.getElementLoc());
  }
  if (Type->isIncompleteType())
    return std::nullopt;
  Array.ElementType =
      Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy());
  Array.ElementBytes = Context.getTypeSizeInChars(Type).getQuantity();
  Array.Alignment = std::max<unsigned>(
      Context.getDeclAlign(&Decl).getQuantity(), writtenAlignment(Decl));
  if (Array.ElementBytes == 0)
    return std::nullopt;
  if (Array.Extents.size() > 1)
    Array.Mentions = mentionsOf(Decl);
  unsigned Number = Program.Arrays.size();
  Program.Arrays.push_back(std::move(Array));
  ArrayNumbers[&Decl] = Number;
  return Number;
}

void Lowering::emitAccess(MemoryOperation Op, const LValue &P, QualType Type,
                          const Expr *E) {
  std::optional<unsigned> Array;
  if (P.Kind == LValue::Shared)
    Array = P.Index;
  Type = Type.getNonReferenceType();
  if (Type->isIncompleteType() || Type->isDependentType())
    return emitUnknownAccess(
        Op, Array, 4, E->getSourceRange(),
        {ReasonCode::UnknownArray, "the size of the access"});
  unsigned Size = Context.getTypeSizeInChars(Type).getQuantity();
  unsigned Alignment = Context.getTypeAlignInChars(Type).getQuantity();
  if (NotFollowed)
    return emitUnknownAccess(Op, Array, std::min(Size, 16u),
                             E->getSourceRange(), *NotFollowed);
  constexpr unsigned MaxBytes = 16;
  constexpr unsigned MaxPieces = 64;
  banklint::Access A;
  A.Op = Op;
  A.Bytes = std::min(Type->isRecordType() ? Alignment : Size, MaxBytes);
  A.Pieces = A.Bytes == 0 ? 0 : Size / A.Bytes;
  if (A.Pieces == 0 || A.Pieces > MaxPieces)
    return emitUnknownAccess(Op, Array, 4, E->getSourceRange(),
                             {ReasonCode::UnsupportedConstruct,
                              "a copy of " + std::to_string(Size) + " bytes"});
  A.Array = Array;
  A.IsVolatile = E->getType().isVolatileQualified();
  A.Span = spanOf(E->getSourceRange());
  A.Text = textOf(E->getSourceRange());
  A.Address = addressOf(P);
  A.Spelled = spelledPlace(E, A.Address);
  addAccess(std::move(A), E->getBeginLoc());
}

/// Appends \p A, and in front of it the load of the loop that it may be.
void Lowering::addAccess(banklint::Access A, SourceLocation Loc) {
  if (NotFollowed)
    A.Address = Builder.opaque({*NotFollowed, "", /*Divergent=*/true}, U64);
  A.Calls = Calls;
  for (SourceLocation At = Loc; Loc.isMacroID();
       At = Sources.getImmediateExpansionRange(At).getBegin()) {
    const SourceLocation Spelled = Sources.getSpellingLoc(At);
    // What '##' makes is written nowhere.
    if (Sources.getFileEntryRefForID(Sources.getFileID(Spelled)))
      A.MacroPlaces.push_back(spanOf(Spelled));
    if (!At.isMacroID())
      break;
  }
  A.IsApart = std::exchange(HasBranched, false) || BranchingStatements != 0;
  auto Append = [&](banklint::Access One) {
    Program.Accesses.push_back(std::move(One));
    append(StmtKind::Access, Loc).Index = Program.Accesses.size() - 1;
  };
  banklint::Access Load = A;
  // Nothing merges with it.
  Load.IsVolatile = true;
  switch (A.Op) {
  case MemoryOperation::AtomicHalfAdd:
    // It stands in front of the loop.
    Load.Op = MemoryOperation::Load;
    Append(std::move(Load));
    break;
  case MemoryOperation::AtomicFloatAdd:
  case MemoryOperation::AtomicWideAdd:
  case MemoryOperation::AtomicPackedAdd:
    Load.Op = MemoryOperation::AtomicLoopLoad;
    Append(std::move(Load));
    break;
  default:
    break;
  }
  Append(std::move(A));
}

void Lowering::emitUnknownAccess(MemoryOperation Op,
                                 std::optional<unsigned> Array, unsigned Bytes,
                                 SourceRange Range, Reason Why) {
  banklint::Access A;
  A.Op = Op;
  A.Bytes = Bytes;
  A.Array = Array;
  A.Span = spanOf(Range);
  A.Text = textOf(Range);
  OpaqueValue Value;
  Value.Why = std::move(Why);
  Value.Divergent = true;
  A.Address = Builder.opaque(std::move(Value), U64);
  A.Calls = Calls;
  Program.Accesses.push_back(std::move(A));
  append(StmtKind::Access, Range.getBegin()).Index =
      Program.Accesses.size() - 1;
}

namespace {
/// Finds the uses of shared variables.
class SharedUses : public RecursiveASTVisitor<SharedUses> {
public:
  explicit SharedUses(ASTContext &Context) : Context(Context) {}

  std::vector<const DeclRefExpr *> Evaluated;
  /// Those that only ask for the type, and how.
  std::vector<std::pair<const DeclRefExpr *, llvm::StringRef>> Measured;

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (!E->getDecl()->hasAttr<CUDASharedAttr>())
      return true;
    if (!Question.empty())
      Measured.push_back({E, Question});
    else if (E->isNonOdrUse() != NOUR_Unevaluated)
      Evaluated.push_back(E);
    return true;
  }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    // Elements keep their size.
    if (!E->isArgumentType() && !E->getArgumentExpr()->getType()->isArrayType())
      return true;
    llvm::SaveAndRestore Restore(Question, llvm::StringRef("sizeof"));
    return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
  }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc Loc) {
    llvm::SaveAndRestore Restore(Question, llvm::StringRef("decltype"));
    return RecursiveASTVisitor::TraverseDecltypeTypeLoc(Loc);
  }
  // The discarded side of 'if constexpr' is never compiled.
  bool TraverseIfStmt(IfStmt *S) {
    std::optional<clang::Stmt *> Taken;
    if (S->isConstexpr())
      Taken = S->getNondiscardedCase(Context);
    if (!Taken)
      return RecursiveASTVisitor::TraverseIfStmt(S);
    return TraverseStmt(S->getInit()) && TraverseStmt(*Taken);
  }

private:
  ASTContext &Context;
  llvm::StringRef Question;
};
} // namespace

/// Uses in \p Function, whose body has just been lowered to Out, that no
/// lowering rule has met are accesses nobody knows anything of.
void Lowering::addUnseenAccesses(const FunctionDecl &Function) {
  SharedUses Uses(Context);
  Uses.TraverseStmt(Function.getBody());
  Reason Why{ReasonCode::UnsupportedConstruct,
             "a use of shared memory that is not lowered"};
  if (Function.isDependentContext())
    Why = {ReasonCode::UninstantiatedTemplate,
           "the template is not instantiated in this file"};
  observeUncompiledUses(Function);
  banklint::Block &Body = *Out;
  banklint::Block Front;
  Out = &Front;
  for (auto [Use, Question] : Uses.Measured)
    if (const auto *Decl = dyn_cast<VarDecl>(Use->getDecl()))
      if (std::optional<unsigned> Array = sharedArray(*Decl))
        Program.Arrays[*Array].LayoutUses.push_back(
            {spanOf(Use->getSourceRange()), Question.str(),
             /*IsOfType=*/true});
  for (const DeclRefExpr *Use : Uses.Evaluated)
    if (Seen.insert(Use).second) {
      const auto *Decl = dyn_cast<VarDecl>(Use->getDecl());
      Reason Because = Why;
      if (Decl && Decl->isInvalidDecl())
        Because = invalidDeclaration(*Decl);
      emitUnknownAccess(MemoryOperation::Load,
                        Decl ? sharedArray(*Decl) : std::nullopt, 4,
                        Use->getSourceRange(), std::move(Because));
    }
  // In front, where no condition hides them.
  Body.insert(Body.begin(), std::make_move_iterator(Front.begin()),
              std::make_move_iterator(Front.end()));
  Out = &Body;
}
