//===- Frames.cpp - The functions that are being lowered ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Emit/Frames.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

LValue banklint::placeOf(const Binding &B) {
  if (B.Kind == Binding::Alias)
    return B.Target;
  LValue P;
  if (B.Kind == Binding::Ignored)
    return P;
  P.Kind = B.Kind == Binding::Scalar ? LValue::Variable : LValue::Record;
  P.Index = B.Index;
  return P;
}

Frame FrameStack::pop() {
  Frame Last = std::move(Frames.back());
  Frames.pop_back();
  return Last;
}

Binding *FrameStack::bindingOf(const VarDecl &Decl) {
  // Lambdas see the variables of the functions around them.
  for (Frame &F : llvm::reverse(Frames)) {
    auto It = F.Bindings.find(&Decl);
    if (It != F.Bindings.end())
      return &It->second;
  }
  return nullptr;
}

const LValue *FrameStack::thisPlace() const {
  for (const Frame &F : llvm::reverse(Frames))
    if (F.This)
      return &*F.This;
  return nullptr;
}
