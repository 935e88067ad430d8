//===- LowerParameters.cpp - Structs that kernels are passed --------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
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
};
} // namespace

/// Adds the integers inside of \p Type: those of arrays are left out.
static void collectIntegers(ASTContext &Context, QualType Type,
                            const Member &At, std::vector<Member> &Into) {
  if (Type->isIntegralOrEnumerationType())
    return Into.push_back(At);
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
    collectIntegers(Context, Part, Inner, Into);
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
              memberIndex(*Field), "." + Field->getNameAsString());
}

/// Binds a struct that is passed to the kernel as number \p Number, and never
/// changed, to a record whose integers are parameters of their own.
bool Lowering::bindMemberParameters(const ParmVarDecl &Parameter,
                                    unsigned Number, Binding &Into) {
  std::vector<Member> Integers;
  collectIntegers(Context, Parameter.getType(),
                  {0, {}, Parameter.getNameAsString()}, Integers);
  if (Integers.empty())
    return false;
  unsigned Record = addRecord(Parameter.getName(), Parameter.getType(),
                              /*Owner=*/nullptr, MaxArgumentMembers);
  // Copied: assigning adds no records, but nothing says so.
  std::map<int64_t, unsigned> Variables = Records[Record].Variables;
  if (Variables.empty())
    return false;
  for (const Member &Integer : Integers) {
    auto It = Variables.find(Integer.Offset);
    if (It == Variables.end())
      continue;
    Program.Parameters.push_back(
        {Integer.Name, Program.Variables[It->second].Type});
    Program.MemberParameters.push_back({Number, Integer.Path});
    assign(It->second, Builder.parameter(Program.Parameters.size() - 1));
    Variables.erase(It);
  }
  for (auto [Offset, Variable] : Variables)
    assign(Variable, Builder.opaque({{ReasonCode::UnknownPointer,
                                      "part of the argument '" +
                                          Parameter.getNameAsString() + "'"},
                                     Parameter.getNameAsString(),
                                     /*Divergent=*/false},
                                    Program.Variables[Variable].Type));
  Records[Record].IsArgument = true;
  Into.Kind = Binding::Members;
  Into.Index = Record;
  return true;
}
