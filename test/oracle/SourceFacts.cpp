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
