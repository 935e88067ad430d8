//===- SourceFacts.cpp - What IR tells of the source ----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

uint32_t oracle::alignmentOf(const DIType *Type) {
  if (!Type)
    return 1;
  uint32_t Own = Type->getAlignInBytes();
  if (const auto *Derived = dyn_cast<DIDerivedType>(Type)) {
    if (Derived->getTag() == dwarf::DW_TAG_pointer_type)
      return 8;
    return std::max(Own, alignmentOf(Derived->getBaseType()));
  }
  const auto *Composite = dyn_cast<DICompositeType>(Type);
  if (!Composite)
    return std::max<uint64_t>(Own, Type->getSizeInBits() / 8);
  Own = std::max(Own, alignmentOf(Composite->getBaseType()));
  if (Composite->getTag() != dwarf::DW_TAG_array_type)
    for (const DINode *Element : Composite->getElements())
      if (const auto *Member = dyn_cast<DIDerivedType>(Element))
        if (!Member->isStaticMember())
          Own = std::max(Own, alignmentOf(Member));
  return Own;
}

uint64_t oracle::typeAlignment(const MemIntrinsic &I) {
  uint64_t OfDestination = I.getDestAlign().valueOrOne().value();
  const auto *Copy = dyn_cast<MemTransferInst>(&I);
  if (!Copy)
    return OfDestination;
  uint64_t OfSource = Copy->getSourceAlign().valueOrOne().value();
  auto IsArray = [](const Value *Pointer) {
    return isa<Constant>(getUnderlyingObject(Pointer));
  };
  if (!IsArray(Copy->getRawSource()))
    return OfSource;
  if (!IsArray(Copy->getRawDest()))
    return OfDestination;
  return std::min(OfDestination, OfSource);
}

const Instruction *oracle::otherChoice(const Instruction &I) {
  if (!isa<LoadInst>(I) || !I.hasOneUse())
    return nullptr;
  const auto *Phi = dyn_cast<PHINode>(*I.user_begin());
  if (!Phi || Phi->getNumIncomingValues() != 2)
    return nullptr;
  const Value *Other = Phi->getIncomingValue(Phi->getIncomingValue(0) == &I);
  return dyn_cast<LoadInst>(Other);
}

/// The size of the members if \p Type is a vector that is loaded at once.
static std::optional<uint64_t> memberSize(const Type *Type,
                                          const DataLayout &Layout) {
  const auto *Struct = dyn_cast<StructType>(Type);
  if (!Struct ||
      (Struct->getNumElements() != 2 && Struct->getNumElements() != 4) ||
      !all_equal(Struct->elements()))
    return std::nullopt;
  llvm::Type *Member = Struct->getElementType(0);
  const uint64_t Bytes = Layout.getTypeStoreSize(Member);
  if (Bytes < 4 || Bytes * Struct->getNumElements() > 16 ||
      !(Member->isIntegerTy() || Member->isFloatingPointTy()))
    return std::nullopt;
  return Bytes;
}

/// The member of the vector \p Local that \p Use loads.
static std::optional<uint64_t> loadedMember(const User &Use,
                                            const AllocaInst &Local,
                                            const DataLayout &Layout) {
  const auto *Load = dyn_cast<LoadInst>(&Use);
  const auto *Struct = cast<StructType>(Local.getAllocatedType());
  if (!Load || Load->isVolatile() ||
      Load->getType() != Struct->getElementType(0))
    return std::nullopt;
  APInt Offset(64, 0);
  if (Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/false) != &Local)
    return std::nullopt;
  return Offset.getZExtValue() / Layout.getTypeStoreSize(Load->getType());
}

/// True if \p Use gives the vector \p Local to a function, keeps a pointer to
/// it, or copies it: as loads of several members at once do for arguments.
static bool isPassedOn(const User &Use, const AllocaInst &Local) {
  if (const auto *Store = dyn_cast<StoreInst>(&Use))
    return Store->getValueOperand()->getType()->isPointerTy();
  if (const auto *Transfer = dyn_cast<MemTransferInst>(&Use))
    return Transfer->getRawSource() == &Local;
  return isa<LoadInst>(Use) || (isa<CallInst>(Use) && !isa<MemSetInst>(Use));
}

oracle::VectorUse oracle::useOfVector(const MemTransferInst &Copy) {
  const auto *Local = dyn_cast<AllocaInst>(Copy.getRawDest());
  const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Local || !Length || Copy.isVolatile())
    return {};
  const DataLayout &Layout = Copy.getDataLayout();
  const auto Bytes = memberSize(Local->getAllocatedType(), Layout);
  if (!Bytes || Length->getZExtValue() != typeAlignment(Copy) ||
      Length->getZExtValue() !=
          Layout.getTypeStoreSize(Local->getAllocatedType()))
    return {};
  VectorUse Result;
  // What has no name is an argument, what has many a structured binding.
  Result.MayBeInParts =
      findDVRDeclares(const_cast<AllocaInst *>(Local)).size() != 1;
  uint64_t Used = 0;
  SmallVector<const User *, 8> Left(Local->users());
  while (!Left.empty()) {
    const User *Use = Left.pop_back_val();
    if (const auto Member = loadedMember(*Use, *Local, Layout))
      Used |= uint64_t(1) << *Member;
    else if (isa<GetElementPtrInst>(Use))
      append_range(Left, Use->users());
    else if (isPassedOn(*Use, *Local))
      Result.MayBeInParts = true;
    else if (const auto *Set = dyn_cast<MemSetInst>(Use);
             Set && Set->hasMetadata(LLVMContext::MD_annotation))
      // By -ftrivial-auto-var-init, at the declaration.
      Result.MayBeInParts |=
          Set->getDebugLoc().getLine() != Copy.getDebugLoc().getLine();
    else if (Use != &Copy)
      return {};
  }
  const unsigned Count = Length->getZExtValue() / *Bytes;
  const unsigned UsedCount = llvm::popcount(Used);
  if (Result.MayBeInParts || UsedCount == 0 || UsedCount > 2 ||
      UsedCount == Count)
    return Result;
  for (unsigned I = 0; I != Count; ++I) {
    const bool IsHalf = I % 2 == 0 && (Used >> I & 3) == 3;
    if (Used >> I & 1)
      Result.Parts.push_back({I * *Bytes, IsHalf ? 2 * *Bytes : *Bytes});
    I += IsHalf;
  }
  return Result;
}

bool oracle::isHeader(StringRef File) {
  return File.starts_with(ORACLE_HEADERS) || File.starts_with("/usr/");
}

bool oracle::isOfUser(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return false;
  return none_of(ArrayRef<StringRef>{"_ZSt", "_ZNSt", "_ZNKSt", "_Zn", "_Zd",
                                     "_ZN9__gnu_cxx", "_ZN10__cxxabi"},
                 [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}
