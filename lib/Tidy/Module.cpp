//===- Module.cpp - The module that clang-tidy loads ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedMemoryCheck.h"
#include "banklint/Checks/AllChecks.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"

using namespace banklint;
using clang::tidy::ClangTidyCheckFactories;
using clang::tidy::ClangTidyContext;

namespace {

class BanklintModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(ClangTidyCheckFactories &Factories) override {
    // clang-tidy makes all checks of a translation unit, and destroys them
    // before those of the next. While one lives, so does what they share.
    auto Current = std::make_shared<std::weak_ptr<UnitAnalysis>>();
    for (const Check &Each : allChecks())
      Factories.registerCheckFactory(
          (SharedMemoryCheck::Prefix + Each.Name).str(),
          [Current](llvm::StringRef Name, ClangTidyContext *Context) {
            std::shared_ptr<UnitAnalysis> Unit = Current->lock();
            if (!Unit)
              *Current = Unit = std::make_shared<UnitAnalysis>(*Context);
            return std::make_unique<SharedMemoryCheck>(Name, Context,
                                                       std::move(Unit));
          });
  }
};

} // namespace

static clang::tidy::ClangTidyModuleRegistry::Add<BanklintModule>
    Registration("banklint", "Shared-memory accesses of CUDA kernels.");
