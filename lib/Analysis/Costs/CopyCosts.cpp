//===- CopyCosts.cpp - Copies past the cache ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Costs/CopyCosts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace banklint;

/// Differences between lanes that are as large are not looked at.
constexpr int64_t MaxDifference = int64_t(1) << 28;
/// A pitch that separates all rows, a multiple of the bytes of all banks. Times
/// a difference it leaves room in 64 bits.
constexpr int64_t FarPitch = MaxDifference << 2;

LaneAddresses CopySource::addresses(int64_t Pitch, unsigned Shift) const {
  // Lanes may lie before the first; all stay above 0.
  constexpr uint64_t Middle = uint64_t(1) << 62;
  LaneAddresses Result;
  for (unsigned Lane = 0; Lane != WarpSize; ++Lane)
    Result[Lane] = Middle + Shift + uint64_t(Offset[Lane]) +
                   uint64_t(Rows[Lane]) * uint64_t(Pitch);
  return Result;
}

static unsigned lineBytes(const Architecture &Arch) {
  return Arch.BankCount * Arch.BankBytes;
}

/// The step of what all lanes add to the addresses of shared memory and is not
/// known: where the array starts, and symbols.
static unsigned targetStep(const WarpValue &Address,
                           const AccessPattern &Pattern,
                           const KernelProgram &Program,
                           const Architecture &Arch) {
  const unsigned First = Pattern.Addressing.lowest();
  uint64_t Step = lineBytes(Arch);
  const int64_t Object = objectOf(Address.base(First));
  if (Object <= 0 || uint64_t(Object) > Program.Arrays.size())
    return Pattern.Bytes;
  // Arrays lie one after another, the first at a multiple of all banks' bytes.
  if (Program.Arrays.size() > 1) {
    uint64_t Start = Program.Arrays[Object - 1].Alignment;
    if (llvm::none_of(Program.Arrays,
                      [](const SharedArray &A) { return A.IsDynamic; })) {
      uint64_t Bytes = Step;
      for (const SharedArray &A : Program.Arrays)
        Bytes = std::gcd(Bytes, A.bytes());
      Start = std::max(Start, Bytes);
    }
    Step = std::gcd(Step, Start);
  }
  for (const SymbolTerm &Term : Address.terms())
    Step = std::gcd(Step, uint64_t(Term.coefficient(First)));
  return std::max<unsigned>(Step, Pattern.Bytes);
}

/// Sets \p By to \p To - \p From; false if that is too much.
static bool differ(int64_t From, int64_t To, int64_t &By) {
  By = int64_t(uint64_t(To) - uint64_t(From));
  return -MaxDifference < By && By < MaxDifference;
}

std::optional<Reason> banklint::describeSource(const AccessEvent &Event,
                                               const WarpValue &Address,
                                               const KernelProgram &Program,
                                               const Architecture &Arch,
                                               AccessPattern &Pattern) {
  if (Pattern.Symbol)
    return Reason{ReasonCode::UniformUnknown,
                  dependsOn(Event.Symbols.name(*Pattern.Symbol))};
  if (!Event.Source)
    return Reason{ReasonCode::UnknownCost,
                  "the cost depends on the source of the copy, which is not "
                  "followed"};
  const WarpValue &From = *Event.Source;
  if (!From.affine().contains(Pattern.Lanes) || From.cases())
    return From.reason() ? *From.reason()
                         : Reason{ReasonCode::UnknownCost,
                                  "the cost depends on the source of the copy, "
                                  "which is not known"};
  auto Source = std::make_shared<CopySource>();
  Source->MayLackLanes = !Event.IsMaskExact;
  Source->TargetStep = targetStep(Address, Pattern, Program, Arch);
  const unsigned First = Pattern.Lanes.lowest();
  Source->Start = uint64_t(From.base(First)) % lineBytes(Arch) & -Pattern.Bytes;
  const Reason TooFar = {ReasonCode::UnknownCost,
                         "the cost depends on the source of the copy, of which "
                         "the lanes are too far apart"};
  for (unsigned Lane : Pattern.Lanes)
    if (!differ(From.base(First), From.base(Lane), Source->Offset[Lane]))
      return TooFar;
  for (const SymbolTerm &Term : From.terms()) {
    if (!varies(Term, Pattern.Lanes))
      continue;
    if (std::exchange(Source->HasRows, true))
      return Reason{ReasonCode::UnknownCost,
                    "the cost depends on the source of the copy, which has "
                    "more than one unknown pitch"};
    for (unsigned Lane : Pattern.Lanes)
      if (!differ(Term.coefficient(First), Term.coefficient(Lane),
                  Source->Rows[Lane]))
        return TooFar;
  }
  Pattern.Source = std::move(Source);
  return std::nullopt;
}

/// The lowest pitch for which each row ends before the next one starts, and the
/// lowest for which none share a line.
static std::pair<int64_t, int64_t> nearPitches(const CopySource &Source,
                                               LaneMask Lanes, unsigned Bytes,
                                               int64_t LineBytes) {
  std::map<int64_t, std::pair<int64_t, int64_t>> Rows;
  for (unsigned Lane : Lanes) {
    auto &[Low, High] = Rows.try_emplace(Source.Rows[Lane], Source.Offset[Lane],
                                         Source.Offset[Lane] + Bytes)
                            .first->second;
    Low = std::min(Low, Source.Offset[Lane]);
    High = std::max(High, Source.Offset[Lane] + int64_t(Bytes));
  }
  int64_t Apart = 1, Far = 1;
  for (auto Row = Rows.begin(), Next = std::next(Row); Next != Rows.end();
       ++Row, ++Next) {
    const int64_t Step = Next->first - Row->first;
    const int64_t Needed = Row->second.second - Next->second.first;
    Apart = std::max(Apart, (Needed + Step - 1) / Step);
    Far = std::max(Far, (Needed + LineBytes + Step - 1) / Step);
  }
  return {Apart, Far};
}

/// All that the pitch of \p Source makes a difference for.
static std::vector<int64_t> pitchesOf(const CopySource &Source, LaneMask Lanes,
                                      unsigned Bytes, int64_t LineBytes) {
  if (!Source.HasRows)
    return {0};
  uint64_t Step = LineBytes;
  for (unsigned Lane : Lanes)
    Step = std::gcd(Step, uint64_t(Source.Rows[Lane]));
  std::vector<int64_t> Result;
  for (int64_t Residue = 0; Residue != LineBytes / int64_t(Step); ++Residue)
    Result.push_back(FarPitch + Residue);
  auto [Apart, Far] = nearPitches(Source, Lanes, Bytes, LineBytes);
  for (int64_t Pitch = Apart; Pitch < Far; ++Pitch)
    Result.push_back(Pitch);
  return Result;
}

/// Includes the cost of one shift and pitch, \p OfAll if no lane is missing.
static void include(CopyFacts &Facts, const RequestCost &OfAll, bool IsInStep,
                    bool IsFirst) {
  if (IsInStep && isWorse(OfAll, Facts.IfInStep))
    Facts.IfInStep = OfAll;
  if (IsFirst || isWorse(Facts.Least, OfAll))
    Facts.Least = OfAll;
  if (IsFirst || OfAll.Wavefronts < Facts.Fewest.Wavefronts)
    Facts.Fewest = OfAll;
}

PatternCost banklint::worstCopy(const Architecture &Arch, WarpRequest Request,
                                const CopySource &Source) {
  const unsigned LineBytes = lineBytes(Arch);
  const LaneAddresses Target = Request.Address;
  PatternCost Worst;
  CopyFacts Facts;
  bool IsOneCost = !Source.MayLackLanes;
  CostKind Kind = CostKind::Exact;
  for (int64_t Pitch :
       pitchesOf(Source, Request.Active, Request.Bytes, LineBytes))
    for (unsigned From = 0; From != LineBytes; From += Request.Bytes) {
      Request.Source = Source.addresses(Pitch, From);
      for (unsigned Shift = 0; Shift != LineBytes; Shift += Source.TargetStep) {
        for (unsigned Lane : Request.Active)
          Request.Address[Lane] = Target[Lane] + Shift;
        if (!isAligned(Request))
          continue;
        const RequestCost OfAll = costOf(Arch, Request);
        const bool IsFirst = !Worst.IsAligned;
        include(Facts, OfAll, From == Source.Start && Pitch % LineBytes == 0,
                IsFirst);
        PatternCost Each;
        Each.Cost =
            Source.MayLackLanes ? costOfSomeLanes(Arch, Request) : OfAll;
        Each.Shift = Shift;
        Each.IsAligned = true;
        Each.MostWavefronts = Each.Cost.Wavefronts;
        IsOneCost &= IsFirst || isSame(Worst.Cost, Each.Cost);
        Kind = std::max(Kind, Each.Cost.Kind);
        if (Worst.include(Each)) {
          Facts.Shift = From;
          Facts.Pitch = Pitch;
        }
      }
    }
  Worst.IsOneCost = IsOneCost;
  Worst.Cost.Kind = Kind;
  Worst.Copy = Facts;
  return Worst;
}
