//===- VariableValues.h - The values of all variables -----------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every branch whose condition is not known keeps the values from before it,
// and kernels made of templates have thousands of variables, of which a branch
// assigns a few. So the values are the leaves of a tree of three levels, and
// copies share its nodes until one of them writes.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_INTERPRETER_VALUES_VARIABLEVALUES_H
#define BANKLINT_LIB_INTERPRETER_VALUES_VARIABLEVALUES_H

#include "banklint/Interpreter/Value.h"

namespace banklint {

class VariableValues {
public:
  VariableValues() = default;
  VariableValues(size_t Count, const WarpValue &Value);

  const WarpValue &operator[](unsigned Index) const {
    return Top->Books[Index / BookSize]
        ->Pages[Index / PageSize % PagesInBook]
        ->Values[Index % PageSize];
  }
  void set(unsigned Index, WarpValue Value);
  /// Calls \p Visit for all variables that may have other values in \p Other,
  /// which has as many, and perhaps for numbers up to the next page's.
  void forEachUnshared(const VariableValues &Other,
                       llvm::function_ref<void(unsigned)> Visit) const;
  /// True if \p Index surely has the same value in \p Other.
  bool shares(const VariableValues &Other, unsigned Index) const;

private:
  static constexpr unsigned PageSize = 8;
  static constexpr unsigned PagesInBook = 32;
  static constexpr unsigned BookSize = PageSize * PagesInBook;

  struct Page : llvm::RefCountedBase<Page> {
    std::array<WarpValue, PageSize> Values;
  };
  struct Book : llvm::RefCountedBase<Book> {
    std::array<llvm::IntrusiveRefCntPtr<Page>, PagesInBook> Pages;
  };
  struct Shelf : llvm::RefCountedBase<Shelf> {
    std::vector<llvm::IntrusiveRefCntPtr<Book>> Books;
  };
  llvm::IntrusiveRefCntPtr<Shelf> Top;
};

} // namespace banklint

#endif // BANKLINT_LIB_INTERPRETER_VALUES_VARIABLEVALUES_H
