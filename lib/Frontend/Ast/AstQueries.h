//===- AstQueries.h - What a piece of the AST says on its own ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about types, members and statements that both the execution of host
// code and the lowering of kernels ask. They depend on the AST alone.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_FRONTEND_AST_ASTQUERIES_H
#define BANKLINT_LIB_FRONTEND_AST_ASTQUERIES_H

#include "banklint/Program/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>

namespace banklint {

/// That of \p Type if it is an integer type, `bool` or a complete enumeration
/// of at most 64 bits.
std::optional<IntType> integerType(clang::QualType Type,
                                   const clang::ASTContext &Context);

/// The number of \p Field in its record's value: bases come first.
unsigned memberIndex(const clang::FieldDecl &Field);
/// The number of what \p Init, of a constructor of \p Class, initializes; none
/// for virtual bases and delegating constructors.
std::optional<unsigned> memberIndex(const clang::CXXCtorInitializer &Init,
                                    const clang::CXXRecordDecl &Class);
/// The number of \p Base among the bases of \p Class.
std::optional<unsigned> baseIndex(const clang::CXXRecordDecl &Class,
                                  const clang::CXXRecordDecl *Base);

/// The variable that \p Ref names, or of which it names a part; null if it
/// names something else.
const clang::VarDecl *variableOf(const clang::DeclRefExpr &Ref);

/// What \p E names, a reference, a member or a set of overloads; empty if it is
/// none of these.
clang::DeclarationName nameIn(const clang::Expr &E);

/// True if \p Variable is declared by one of the statements of \p Block, and
/// not by those inside of them.
bool isDeclaredIn(const clang::VarDecl &Variable,
                  const clang::CompoundStmt &Block);

/// True if no code may change \p Variable: a constant number or pointer.
bool isConstantScalar(const clang::VarDecl &Variable);

/// True if \p Parameter is one of a kernel: all threads get the same.
bool isKernelArgument(const clang::ParmVarDecl &Parameter);

/// True if the host may execute \p Function.
bool isHostCode(const clang::FunctionDecl &Function);

/// True for functions of CUDA's runtime that are given kernels and do not
/// launch them: cudaFuncSetAttribute, cudaOccupancyMaxPotentialBlockSize and
/// their like.
bool looksAtKernels(llvm::StringRef Function);

/// True if \p Function is marked so, or has no return and ends with a call of
/// such a function.
bool neverReturns(const clang::FunctionDecl &Function);

/// True if control may come into \p S, which may be null, from outside, to a
/// label.
bool hasLabel(const clang::Stmt *S);

/// True if \p Function is one of Clang's or is in a system header.
bool isOfHeaders(const clang::FunctionDecl &Function);

/// The same, but false for libraries of device code, as CUB is, which are
/// followed as code of the user is: their headers are often system headers.
/// True for PyTorch's scalar types, which are what CUDA's are.
bool isOfCuda(const clang::FunctionDecl &Function);

/// The instantiation of a class template that \p Type is, or refers to; null if
/// it is none.
const clang::ClassTemplateSpecializationDecl *instanceOf(clang::QualType Type);

/// True for what the user of a kernel calls and does not change: what is in
/// system headers, and in headers of libraries of templates as CuTe is, which
/// are on the include path of the user's own headers most often.
bool isOfLibrary(const clang::Decl &D);

/// True for classes of libraries whose objects have a layout that users do not
/// choose, such as CUB's temporary storage; in CuTe's and CUTLASS's they do.
bool hasLayoutOfLibrary(const clang::CXXRecordDecl &Class);

/// True if \p D is declared in the namespace of cooperative groups.
bool isOfCooperativeGroups(const clang::Decl &D);

/// True for functions of the C++ standard library and of libcu++'s.
bool isOfStandardLibrary(const clang::FunctionDecl &Function);

/// True for std::forward, std::move and their like, which are the argument
/// itself. Clang makes no bodies for them.
bool isForwarding(const clang::CallExpr &Call);

/// True for std::function and its like, which stand for the function that they
/// hold.
bool isFunctionWrapper(const clang::CXXRecordDecl &Class);

/// What \p E copies or moves as it is, byte by byte; null if it does not.
const clang::Expr *trivialCopySource(const clang::CXXConstructExpr &E);

/// True if \p A and \p B are the same expression of the same names.
bool areSpelledAlike(const clang::Expr *A, const clang::Expr *B,
                     const clang::ASTContext &Context);

/// True if \p E has an error in an operand, and changes none of them, whatever
/// they are: it does not read from a stream or an archive.
bool readsOperands(const clang::BinaryOperator &E);

/// Null stands for the object that `this` points to.
using VariableSet = llvm::DenseSet<const clang::VarDecl *>;

/// Adds the variables that a statement may change, apart from what is inside
/// of it.
using ChangeHook =
    llvm::function_ref<void(const clang::Stmt *S, VariableSet &Changed)>;

/// What a statement may change.
struct ChangedPlaces {
  VariableSet Whole;
  /// Members of variables that are not in Whole.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallPtrSet<const clang::FieldDecl *, 4>>
      Members;
};

/// As changedVariables, but tells changes of members apart.
ChangedPlaces changedPlaces(const clang::Stmt *S,
                            ChangeHook AlsoChanges = nullptr);

/// The variables that \p S may change: they, or parts of them, are used in any
/// other way than being read, or bound as const. \p AlsoChanges is called for
/// every statement in \p S.
VariableSet changedVariables(const clang::Stmt *S,
                             ChangeHook AlsoChanges = nullptr);

} // namespace banklint

#endif // BANKLINT_LIB_FRONTEND_AST_ASTQUERIES_H
