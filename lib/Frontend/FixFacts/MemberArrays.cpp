//===- MemberArrays.cpp - Arrays inside of shared structs -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemberArrays.h"
#include "Ast/AstWalker.h"
#include "Lowering/Memory/Extents.h"
#include "Recovery/RawTokens.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace banklint;
using namespace clang;

/// Structs in an array that are looked into.
static constexpr uint64_t MaxCopies = 16;

namespace {

/// A field with several extents, and the structs around it, by their places:
/// instantiations of a template share these.
struct FieldOfRows {
  const FieldDecl *Field = nullptr;
  llvm::DenseSet<SourceLocation> Around;
};

/// Finds what sees the layout of a field or of the structs around it.
class LayoutWatch : public AstWalker {
public:
  LayoutWatch(const FieldOfRows &Of, unsigned Rank,
              const SourceManager &Sources)
      : Of(Of), Rank(Rank), Sources(Sources) {
    EntersInstantiations = true;
  }

  bool visitStmt(const clang::Stmt *S) override;
  bool visitDecl(Decl *D) override;
  /// True if the main file's text has the field's name behind a dot or an
  /// arrow where no AST has it.
  bool hasUncompiledUse(const LangOptions &Language) const;

  /// Where, and LayoutUse::What.
  std::optional<std::pair<SourceRange, std::string>> Found;
  /// What is subscripted to get rows of the field.
  std::vector<const clang::Expr *> Rows;

private:
  bool note(SourceRange Range, llvm::StringRef What) {
    Found.emplace(Range, What.str());
    return false;
  }
  bool isAround(QualType Type) const;
  const MemberExpr *fieldBehind(const clang::Expr *E, unsigned &Depth) const;

  const FieldOfRows &Of;
  const unsigned Rank;
  const SourceManager &Sources;
  llvm::SmallPtrSet<const MemberExpr *, 16> Subscripted;
  llvm::DenseSet<unsigned> Known;
};

class MemberFinder {
public:
  MemberFinder(LoweredKernel &Lowered, const ASTContext &Context,
               PitchFactors &Factors)
      : Lowered(Lowered), Context(Context), Factors(Factors) {}
  void find(unsigned Array);

private:
  void collect(const CXXRecordDecl &Record, uint64_t Offset,
               const std::string &Prefix,
               llvm::SmallVectorImpl<const CXXRecordDecl *> &Around);
  void add(const FieldDecl &Field, uint64_t Offset, std::string Name,
           std::vector<Extent> Extents, QualType Element,
           llvm::ArrayRef<const CXXRecordDecl *> Around);
  void addUses(const FieldOfRows &Of, llvm::ArrayRef<unsigned> Members);

  LoweredKernel &Lowered;
  const ASTContext &Context;
  PitchFactors &Factors;
  StructArray Into;
  /// By field: its members' numbers.
  llvm::MapVector<const FieldDecl *,
                  std::pair<FieldOfRows, llvm::SmallVector<unsigned, 4>>>
      Fields;
};

} // namespace

bool LayoutWatch::isAround(QualType Type) const {
  if (Type.isNull())
    return false;
  const auto *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Record && Of.Around.contains(Record->getLocation());
}

/// The place in the field that \p E subscripts, Depth times.
const MemberExpr *LayoutWatch::fieldBehind(const clang::Expr *E,
                                           unsigned &Depth) const {
  E = E->IgnoreParenImpCasts();
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    ++Depth;
    E = Subscript->getBase()->IgnoreParenImpCasts();
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && Member->getMemberDecl()->getLocation() ==
                       Of.Field->getLocation()
             ? Member
             : nullptr;
}

bool LayoutWatch::visitStmt(const clang::Stmt *S) {
  // The outermost subscript comes first.
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(S)) {
    unsigned Depth = 0;
    const MemberExpr *Member = fieldBehind(Subscript, Depth);
    if (Member && Depth == Rank)
      Subscripted.insert(Member);
    else if (Member && Member->getMemberDecl() == Of.Field)
      Rows.push_back(Subscript->getBase());
    return true;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    unsigned Depth = 0;
    if (fieldBehind(Member, Depth) != Member)
      return true;
    Known.insert(
        Sources.getFileOffset(Sources.getFileLoc(Member->getMemberLoc())));
    return Subscripted.contains(Member) ||
           note(Member->getSourceRange(), "a pointer to its rows");
  }
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    return !isAround(Trait->getTypeOfArgument()) ||
           note(Trait->getSourceRange(), "sizeof");
  if (const auto *Offset = dyn_cast<OffsetOfExpr>(S))
    return !isAround(Offset->getTypeSourceInfo()->getType()) ||
           note(Offset->getSourceRange(), "offsetof");
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && (Cast->getCastKind() == CK_BitCast ||
               Cast->getCastKind() == CK_LValueBitCast)) {
    const QualType To = Cast->getType(), From = Cast->getSubExpr()->getType();
    const auto Pointee = [](QualType Type) {
      return Type->isPointerType() ? Type->getPointeeType() : Type;
    };
    return !(isAround(Pointee(To)) || isAround(Pointee(From))) ||
           note(Cast->getSourceRange(), "a cast");
  }
  return true;
}

bool LayoutWatch::visitDecl(Decl *D) {
  const auto *Value = dyn_cast<ValueDecl>(D);
  if (!Value || Value->isImplicit() || isa<FunctionDecl>(D))
    return true;
  const QualType Type = Value->getType();
  const auto *Parameter = dyn_cast<ParmVarDecl>(D);
  const auto *Function =
      Parameter ? dyn_cast<FunctionDecl>(Parameter->getDeclContext()) : nullptr;
  if (Function && Function->hasAttr<CUDAGlobalAttr>() &&
      Type->isPointerType() && isAround(Type->getPointeeType()))
    return note(D->getSourceRange(), "a kernel's parameter");
  if (!isAround(Type))
    return true;
  if (isa<VarDecl>(D) && !D->hasAttr<CUDASharedAttr>())
    return note(D->getSourceRange(), "a variable outside of shared memory");
  const auto *Field = dyn_cast<FieldDecl>(D);
  return !Field || Of.Around.contains(Field->getParent()->getLocation()) ||
         note(D->getSourceRange(), "another struct");
}

bool LayoutWatch::hasUncompiledUse(const LangOptions &Language) const {
  bool IsFound = false, IsBehindDot = false;
  forEachRawToken(
      Sources, Language, Sources.getMainFileID(), 0, [&](const Token &T, bool) {
        IsFound |= IsBehindDot && T.is(tok::raw_identifier) &&
                   T.getRawIdentifier() == Of.Field->getName() &&
                   !Known.contains(Sources.getFileOffset(T.getLocation()));
        IsBehindDot = T.isOneOf(tok::period, tok::arrow);
        return !IsFound;
      });
  return IsFound;
}

void MemberFinder::add(const FieldDecl &Field, uint64_t Offset,
                       std::string Name, std::vector<Extent> Extents,
                       QualType Element,
                       llvm::ArrayRef<const CXXRecordDecl *> Around) {
  auto &[Of, Members] = Fields[&Field];
  Of.Field = &Field;
  for (const CXXRecordDecl *Record : Around)
    Of.Around.insert(Record->getLocation());
  Members.push_back(Into.Members.size());
  MemberArray Member;
  Member.Name = std::move(Name);
  Member.Begin = Offset;
  Member.ElementBytes = Context.getTypeSizeInChars(Element).getQuantity();
  Member.Extents = std::move(Extents);
  Member.Span = Lowered.Places.spanOf(Field.getLocation());
  Into.Members.push_back(std::move(Member));
}

/// Adds the members of \p Record, which is at byte \p Offset.
void MemberFinder::collect(
    const CXXRecordDecl &Record, uint64_t Offset, const std::string &Prefix,
    llvm::SmallVectorImpl<const CXXRecordDecl *> &Around) {
  if (Record.isUnion() || Record.isInvalidDecl() || !Record.getDefinition() ||
      Record.isDependentType() || Record.getNumVBases() != 0)
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(&Record);
  Around.push_back(&Record);
  for (const CXXBaseSpecifier &Base : Record.bases())
    if (const CXXRecordDecl *Of = Base.getType()->getAsCXXRecordDecl())
      collect(*Of, Offset + Layout.getBaseClassOffset(Of).getQuantity(), Prefix,
              Around);
  for (const FieldDecl *Field : Record.fields()) {
    if (Field->isBitField() || Field->getType()->isReferenceType())
      continue;
    const uint64_t At =
        Offset + Layout.getFieldOffset(Field->getFieldIndex()) / 8;
    QualType Element = Field->getType();
    auto Extents =
        extentsOf(Element, Field->getTypeSourceInfo(), Context, Lowered.Places);
    const std::string Name = Prefix + Field->getNameAsString();
    if (!Extents)
      continue;
    if (const CXXRecordDecl *Inner = Element->getAsCXXRecordDecl()) {
      uint64_t Copies = 1;
      for (const Extent &E : *Extents)
        Copies *= E.Elements;
      const uint64_t Bytes = Context.getTypeSizeInChars(Element).getQuantity();
      for (uint64_t I = 0; Copies <= MaxCopies && I != Copies; ++I)
        collect(*Inner, At + I * Bytes,
                Name + (Extents->empty() ? "" : "[]") + ".", Around);
    } else if (Extents->size() >= 2) {
      add(*Field, At, Name, std::move(*Extents), Element, Around);
    }
  }
  Around.pop_back();
}

/// Adds what sees the layout of the members of \p Of; if nothing does, their
/// rows to the factors.
void MemberFinder::addUses(const FieldOfRows &Of,
                           llvm::ArrayRef<unsigned> Members) {
  const std::vector<Extent> &Extents = Into.Members[Members.front()].Extents;
  LayoutWatch Watch(Of, Extents.size(), Lowered.Places.sources());
  walkSource(Watch, Context);
  if (!Watch.Found && Watch.hasUncompiledUse(Lowered.Places.language()))
    Watch.Found.emplace(SourceRange(), "code that is not compiled here");
  for (unsigned Member : Members)
    if (Watch.Found)
      Into.Members[Member].LayoutUses.push_back(
          {Watch.Found->first.isValid()
               ? Lowered.Places.spanOf(Watch.Found->first)
               : SourceSpan(),
           Watch.Found->second});
  if (Watch.Found)
    return;
  RowPitch Pitch;
  Pitch.Array = Into.Array;
  Pitch.Member = Members.front();
  Pitch.Elements = Extents.back().Elements;
  for (const clang::Expr *Row : Watch.Rows)
    Factors.Numbers[Row] = Factors.Pitches.size();
  Factors.Pitches.push_back(std::move(Pitch));
}

void MemberFinder::find(unsigned Array) {
  const QualType Type = Lowered.ArrayDecls[Array]->getType();
  const auto *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  // CUDA's vectors have no room for more members.
  if (!Record || Record->isUnion() || Lowered.Program.Arrays[Array].IsDynamic ||
      Lowered.Places.sources().isInSystemHeader(Record->getLocation()))
    return;
  Into = {Array, {}};
  llvm::SmallVector<const CXXRecordDecl *, 4> Around;
  Fields.clear();
  collect(*Record, 0, "", Around);
  for (auto &[Field, Of] : Fields)
    addUses(Of.first, Of.second);
  Factors.Structs.push_back(std::move(Into));
}

void banklint::findMemberArrays(LoweredKernel &Lowered,
                                const ASTContext &Context,
                                PitchFactors &Factors) {
  MemberFinder Finder(Lowered, Context, Factors);
  for (unsigned Array = 0; Array != Lowered.ArrayDecls.size(); ++Array)
    Finder.find(Array);
}
