//===- VariableValues.cpp - The values of all variables -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VariableValues.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

VariableValues::VariableValues(size_t Count, const WarpValue &Value)
    : Top(llvm::makeIntrusiveRefCnt<Shelf>()) {
  auto FirstPage = llvm::makeIntrusiveRefCnt<Page>();
  FirstPage->Values.fill(Value);
  auto FirstBook = llvm::makeIntrusiveRefCnt<Book>();
  FirstBook->Pages.fill(FirstPage);
  Top->Books.assign(llvm::divideCeil(Count, BookSize), FirstBook);
}

/// Makes \p Node one that nobody else has.
template <typename T> static T &own(llvm::IntrusiveRefCntPtr<T> &Node) {
  if (Node->UseCount() != 1)
    Node = llvm::makeIntrusiveRefCnt<T>(*Node);
  return *Node;
}

void VariableValues::set(unsigned Index, WarpValue Value) {
  Book &InBook = own(own(Top).Books[Index / BookSize]);
  Page &InPage = own(InBook.Pages[Index / PageSize % PagesInBook]);
  InPage.Values[Index % PageSize] = std::move(Value);
}

bool VariableValues::shares(const VariableValues &Other, unsigned Index) const {
  if (Top == Other.Top)
    return true;
  const Book *Own = Top->Books[Index / BookSize].get();
  const Book *Theirs = Other.Top->Books[Index / BookSize].get();
  const unsigned Number = Index / PageSize % PagesInBook;
  return Own == Theirs || Own->Pages[Number] == Theirs->Pages[Number];
}

void VariableValues::forEachUnshared(
    const VariableValues &Other,
    llvm::function_ref<void(unsigned)> Visit) const {
  if (Top == Other.Top)
    return;
  for (unsigned Number = 0; Number != Top->Books.size(); ++Number) {
    if (Top->Books[Number] == Other.Top->Books[Number])
      continue;
    for (unsigned First = Number * BookSize; First != (Number + 1) * BookSize;
         First += PageSize)
      if (!shares(Other, First))
        for (unsigned Index = First; Index != First + PageSize; ++Index)
          Visit(Index);
  }
}
