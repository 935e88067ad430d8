//===- MemberParameters.cpp - Structs that kernels are passed -------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Memory/MemberParameters.h"
#include "Ast/AstQueries.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;

/// Libraries pass all that a kernel may need in one struct.
static constexpr unsigned MaxArgumentMembers = 256;

namespace {
struct Member {
  int64_t Offset;
  std::vector<unsigned> Path;
  std::string Name;
  bool IsPointer = false;
};

} // namespace

/// The name of \p Field, or of the variable that it holds for a lambda.
static std::string nameOf(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || !Class->isLambda())
    return Field.getNameAsString();
  llvm::DenseMap<const ValueDecl *, FieldDecl *> Captures;
  FieldDecl *This = nullptr;
  Class->getCaptureFields(Captures, This);
  for (auto [Captured, Holder] : Captures)
    if (Holder == &Field)
      return Captured->getNameAsString();
  return "this";
}

/// Adds the integers and pointers inside of \p Type: those of arrays are left
/// out.
static void collectMembers(ASTContext &Context, QualType Type, const Member &At,
                           std::vector<Member> &Into) {
  if (Type->isIntegralOrEnumerationType() || Type->isPointerType()) {
    Into.push_back(At);
    Into.back().IsPointer = Type->isPointerType();
    return;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || Record->isUnion() || Record->isInvalidDecl() ||
      !Record->isCompleteDefinition())
    return;
  const ASTRecordLayout &Layout = Context.getASTRecordLayout(Record);
  auto Descend = [&](QualType Part, CharUnits Distance, unsigned Index,
                     const std::string &Name) {
    Member Inner = At;
    Inner.Offset += Distance.getQuantity();
    Inner.Path.push_back(Index);
    Inner.Name += Name;
    collectMembers(Context, Part, Inner, Into);
  };
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const auto &[Index, Base] : llvm::enumerate(Class->bases()))
      if (const CXXRecordDecl *BaseClass = Base.getType()->getAsCXXRecordDecl();
          BaseClass && !Base.isVirtual())
        Descend(Base.getType(), Layout.getBaseClassOffset(BaseClass), Index,
                "");
  for (const FieldDecl *Field : Record->fields())
    if (!Field->isBitField())
      Descend(Field->getType(),
              Context.toCharUnitsFromBits(
                  Layout.getFieldOffset(Field->getFieldIndex())),
              memberIndex(*Field), "." + nameOf(*Field));
}

std::optional<unsigned>
banklint::addMemberParameters(const ParmVarDecl &Parameter, unsigned Number,
                              Emitter &Emit, Memory &Mem) {
  std::vector<Member> Members;
  collectMembers(Emit.Context, Parameter.getType(),
                 {0, {}, Parameter.getNameAsString()}, Members);
  if (Members.empty())
    return std::nullopt;
  unsigned Record = Mem.addRecord(Parameter.getName(), Parameter.getType(),
                                  /*Owner=*/nullptr, MaxArgumentMembers);
  // Copied: assigning adds no records, but nothing says so.
  std::map<int64_t, unsigned> Variables = Mem.record(Record).Variables;
  if (Variables.empty())
    return std::nullopt;
  for (const Member &M : Members) {
    auto It = Variables.find(M.Offset);
    if (It == Variables.end())
      continue;
    if (M.IsPointer) {
      LValue Pointee;
      Pointee.IsDivergent = false;
      Pointee.Name = M.Name;
      Emit.assign(It->second, Emit.elsewhere(Pointee, "a kernel argument"));
    } else {
      Emit.Program.Parameters.push_back(
          {M.Name, Emit.Program.Variables[It->second].Type});
      Emit.Program.MemberParameters.push_back({Number, M.Path});
      Emit.assign(It->second,
                  Emit.Builder.parameter(Emit.Program.Parameters.size() - 1));
    }
    Variables.erase(It);
  }
  for (auto [Offset, Variable] : Variables)
    Emit.assign(Variable,
                Emit.Builder.opaque({{ReasonCode::UnknownPointer,
                                      "part of the argument '" +
                                          Parameter.getNameAsString() + "'"},
                                     Parameter.getNameAsString(),
                                     /*Divergent=*/false},
                                    Emit.Program.Variables[Variable].Type));
  Mem.record(Record).IsArgument = true;
  return Record;
}
