//===- HostMemory.cpp - What memory surely still holds --------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launches/Values/HostMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using clang::QualType;

// Places that are held at once.
static constexpr size_t MaxParts = 64;

QualType banklint::typeOf(const HostPlace &Place) {
  if (Place.IsSomewhereInside)
    return {};
  QualType Type = typeOf(Place.Root);
  for (unsigned Index : Place.Path) {
    if (Type.isNull())
      break;
    Type = partOf(Type, Index);
  }
  return Type;
}

bool banklint::holdsNoInteger(QualType Type) {
  return !Type.isNull() && (Type->isAnyPointerType() || Type->isFloatingType());
}

std::optional<HostValue> HostMemory::find(const HostPlace &Place) const {
  if (!Held || Place.IsSomewhereInside)
    return std::nullopt;
  for (const auto &[Part, Value] : *Held) {
    if (!Part.overlaps(Place) || Part.Path.size() > Place.Path.size())
      continue;
    HostValue Found = Value;
    for (unsigned Index :
         llvm::ArrayRef(Place.Path).drop_front(Part.Path.size()))
      Found = HostValue(Found.element(Index));
    return Found;
  }
  return std::nullopt;
}

void HostMemory::set(const HostPlace &Place, HostValue Value) {
  if (IsClosed)
    return;
  keepIf([&Place](const Part &Each) { return !Each.first.overlaps(Place); });
  Parts Now = Held ? *Held : Parts();
  if (Now.size() == MaxParts)
    return;
  Now.emplace_back(Place, std::move(Value));
  Held = std::make_shared<const Parts>(std::move(Now));
}

void HostMemory::keepIf(llvm::function_ref<bool(const Part &)> IsKept) {
  if (!Held || llvm::all_of(*Held, IsKept))
    return;
  Parts Now;
  llvm::copy_if(*Held, std::back_inserter(Now), IsKept);
  Held = Now.empty() ? nullptr : std::make_shared<const Parts>(std::move(Now));
}

/// \p Place, or the array inside of a root that it is in.
static HostPlace withoutElement(HostPlace Place) {
  QualType Type = typeOf(Place.Root);
  for (size_t At = 0; At != Place.Path.size() && !Type.isNull(); ++At) {
    if (At != 0 && Type->isArrayType()) {
      Place.Path.resize(At);
      return Place;
    }
    Type = partOf(Type, Place.Path[At]);
  }
  return Place;
}

void HostMemory::forget(const HostPlace &Place) {
  const HostPlace Whole = withoutElement(Place);
  keepIf([&Whole](const Part &Each) { return !Each.first.overlaps(Whole); });
}

void HostMemory::forgetIf(llvm::function_ref<bool(HostRoot)> IsForgotten) {
  keepIf([IsForgotten](const Part &Each) {
    return !IsForgotten(Each.first.Root);
  });
}

void HostMemory::keepCommon(const HostMemory &Other) {
  IsClosed |= Other.IsClosed;
  if (Held == Other.Held)
    return;
  keepIf([&Other](const Part &Mine) {
    return Other.Held && llvm::any_of(*Other.Held, [&Mine](const Part &Theirs) {
             return Mine.first == Theirs.first &&
                    areIdentical(Mine.second, Theirs.second);
           });
  });
}

void HostMemory::change(llvm::function_ref<bool(const HostValue &)> Mentions,
                        llvm::function_ref<void(HostValue &)> Change) {
  if (!Held || llvm::none_of(*Held, [Mentions](const auto &Each) {
        return Mentions(Each.second);
      }))
    return;
  Parts Now = *Held;
  for (auto &Each : Now)
    if (Mentions(Each.second))
      Change(Each.second);
  Held = std::make_shared<const Parts>(std::move(Now));
}
