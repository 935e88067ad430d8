//===- DeviceFunctionsTest.cpp - The table against the headers ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering/Device/DeviceFunctions.h"
#include "banklint/CudaHeaders/CudaHeaders.h"
#include "banklint/Parse/ClangHeaders.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <set>

using namespace banklint;
using namespace clang;

namespace {
/// Collects the functions for the device in the embedded headers.
class DeviceFinder : public RecursiveASTVisitor<DeviceFinder> {
public:
  std::vector<const FunctionDecl *> Found;
  bool VisitFunctionDecl(FunctionDecl *Function) {
    const SourceManager &Sources = Function->getASTContext().getSourceManager();
    if (Function->hasAttr<CUDADeviceAttr>() && !Function->isImplicit() &&
        Function->getDeclName().isIdentifier() &&
        Sources.getFilename(Sources.getExpansionLoc(Function->getLocation()))
            .starts_with("/cuda/"))
      Found.push_back(Function);
    return true;
  }
};

std::unique_ptr<ASTUnit> parseHeaders() {
  tooling::FileContentMappings Files;
  std::string Code;
  for (const EmbeddedFile &File : cudaHeaders()) {
    Files.push_back({("/cuda/" + File.Name).str(), File.Text.str()});
    if (!File.Name.ends_with(".md") && !File.Name.starts_with("banklint/"))
      Code += ("#include <" + File.Name + ">\n").str();
  }
  for (const EmbeddedFile &File : clangHeaders())
    Files.push_back(
        {(ResourceDirectory + "/" + File.Name).str(), File.Text.str()});
  return tooling::buildASTFromCodeWithArgs(
      Code,
      {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80",
       "-nocudalib", "-nocudainc", "-Wno-unknown-cuda-version", "-std=c++17",
       "-isystem", "/cuda", "-include", "banklint_cuda.h", "-resource-dir",
       ResourceDirectory.str()},
      "k.cu", "clang++", std::make_shared<PCHContainerOperations>(),
      tooling::getClangStripDependencyFileAdjuster(), Files);
}

std::string readTestFile(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(BANKLINT_TEST_DIR "/" + Path);
  EXPECT_TRUE(Buffer) << Path.str();
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// The qualified names in functions-without-meaning.txt.
std::set<std::string> functionsWithoutMeaning() {
  const std::string Text =
      readTestFile("unit/Frontend/functions-without-meaning.txt");
  std::set<std::string> Names;
  for (llvm::StringRef Line : llvm::split(Text, '\n'))
    if (!Line.empty() && !Line.starts_with("#"))
      Names.insert(Line.str());
  return Names;
}

/// The functions that the oracle's header \p Path defines, but for its own.
std::set<std::string> oracleFunctions(llvm::StringRef Path) {
  const std::string Text = readTestFile(Path);
  const llvm::Regex Definition(
      "^(inline|template <[^>]*>|T|static) ?[A-Za-z_0-9 *:]*[ *]"
      "([A-Za-z_0-9]+)\\(");
  std::set<std::string> Names;
  bool IsOwn = false;
  for (llvm::StringRef Line : llvm::split(Text, '\n')) {
    if (Line.starts_with("namespace oracle") || Line.starts_with("}  //") ||
        Line.starts_with("} // namespace"))
      IsOwn = Line.starts_with("namespace oracle");
    llvm::SmallVector<llvm::StringRef> Parts;
    if (!IsOwn && Definition.match(Line, &Parts))
      Names.insert(Parts[2].str());
  }
  return Names;
}

/// The rows of \p Function, by the numbers of arguments that it takes.
std::set<const DeviceFunction *> rowsOf(const FunctionDecl &Function) {
  std::set<const DeviceFunction *> Rows;
  for (unsigned Count = Function.getMinRequiredArguments();
       Count <= Function.getNumParams(); ++Count)
    if (const DeviceFunction *Row = findDeviceFunction(Function, Count))
      Rows.insert(Row);
  return Rows;
}

std::string nameOf(const DeviceFunction &Row) {
  return (Row.Scope + "::" + Row.Name).str();
}

TEST(DeviceFunctions, AgreeWithTheEmbeddedHeaders) {
  std::unique_ptr<ASTUnit> Unit = parseHeaders();
  DeviceFinder Finder;
  Finder.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  EXPECT_GT(Finder.Found.size(), 1000u);
  std::set<std::string> Declared, Others;
  for (const FunctionDecl *Function : Finder.Found) {
    std::set<const DeviceFunction *> Rows = rowsOf(*Function);
    for (const DeviceFunction *Row : Rows)
      Declared.insert(nameOf(*Row));
    if (Rows.empty())
      Others.insert(Function->getQualifiedNameAsString());
  }
  // Too many to be printed by a comparison.
  for (const std::string &Name : functionsWithoutMeaning())
    EXPECT_TRUE(Others.count(Name)) << Name << " is not declared";
  for (const std::string &Name : functionsWithoutMeaning())
    Others.erase(Name);
  EXPECT_THAT(Others, testing::IsEmpty())
      << "give a function a row in DeviceFunctions.def, or name it in "
         "functions-without-meaning.txt";

  // Clang's own, and what only other headers declare.
  const std::set<std::string> Elsewhere = {
      "::__nvvm_barrier0",
      "::__nvvm_get_smem_pointer",
      "::__nvvm_read_ptx_sreg_*",
      "::__builtin_nvvm_read_ptx_sreg_*",
      "::__builtin_*",
      "::__builtin_memcpy",
      "::__builtin_popcount",
      "::__builtin_expect",
      "::__builtin_assume",
      "::__lane_id",
      "nvcuda::arrive_and_wait",
      "nvcuda::memcpy_async",
      "std::make_pair",
      "cuda::make_pair",
      "thrust::make_pair",
      "std::make_tuple",
      "cuda::make_tuple",
      "thrust::make_tuple",
  };
  for (const DeviceFunction &Row : allDeviceFunctions()) {
    // The C++ library has what the global namespace has.
    const bool IsOfLibrary = (Row.Scope == "std" || Row.Scope == "cuda") &&
                             Declared.count(("::" + Row.Name).str());
    EXPECT_NE(Declared.count(nameOf(Row)) || IsOfLibrary,
              Elsewhere.count(nameOf(Row)) != 0)
        << nameOf(Row);
  }
}

TEST(DeviceFunctions, CoverWhatTheOracleExecutes) {
  std::set<std::string> Names;
  for (const std::string &Name : functionsWithoutMeaning())
    Names.insert(llvm::StringRef(Name).rsplit("::").second.empty()
                     ? Name
                     : llvm::StringRef(Name).rsplit("::").second.str());
  unsigned Count = 0;
  for (llvm::StringRef Header :
       {"oracle/cuda/oracle_math.h", "oracle/cuda/oracle_warp.h",
        "oracle/cuda/oracle_vectors.h", "oracle/cuda/cuda_fp16.h"})
    for (const std::string &Name : oracleFunctions(Header)) {
      ++Count;
      EXPECT_TRUE(Names.count(Name) ||
                  llvm::any_of(allDeviceFunctions(),
                               [&](const DeviceFunction &Row) {
                                 return Row.isNamed(Name);
                               }))
          << Name << " in " << Header.str();
    }
  EXPECT_GT(Count, 40u);
}

TEST(DeviceFunctions, RowsAreDistinct) {
  for (const DeviceFunction &Row : allDeviceFunctions()) {
    EXPECT_LE(Row.Least, Row.Most) << nameOf(Row);
    EXPECT_FALSE(Row.Name.empty());
    for (const DeviceFunction &Other : allDeviceFunctions())
      EXPECT_FALSE(&Row != &Other && Row.Scope == Other.Scope &&
                   Row.Name == Other.Name)
          << nameOf(Row) << " has two rows";
  }
}
} // namespace
