//===- BankQueries.cpp - The bank calculator's line format ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankQueries.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

namespace {

/// An operation by the name of the instruction that it was measured with.
struct NamedOperation {
  llvm::StringLiteral Name;
  MemoryOperation Op;
  /// Wider forms are other instructions: a 64-bit add is no 'atom' but 'add'.
  unsigned MaxBytes;
  bool Generic = false;
};

} // namespace

static constexpr NamedOperation Operations[] = {
    {"ld", MemoryOperation::Load, 16},
    {"st", MemoryOperation::Store, 16},
    {"gld", MemoryOperation::Load, 16, /*Generic=*/true},
    {"gst", MemoryOperation::Store, 16, /*Generic=*/true},
    {"red", MemoryOperation::Atomic, 4},
    {"atom", MemoryOperation::Atomic, 4},
    {"min", MemoryOperation::Atomic, 4},
    {"inc", MemoryOperation::Atomic, 4},
    {"or", MemoryOperation::Atomic, 4},
    {"exch", MemoryOperation::Atomic, 8},
    {"popc", MemoryOperation::AtomicCount, 4},
    {"cas", MemoryOperation::AtomicCas, 8},
    {"add", MemoryOperation::AtomicWideAdd, 8},
    {"addf", MemoryOperation::AtomicFloatAdd, 4},
    {"redf", MemoryOperation::AtomicFloatAdd, 4},
    {"addh", MemoryOperation::AtomicHalfAdd, 2},
    {"addp", MemoryOperation::AtomicPackedAdd, 4},
    {"loop", MemoryOperation::AtomicLoopLoad, 8},
    {"ldsm1", MemoryOperation::MatrixLoad1, 16},
    {"ldsm1t", MemoryOperation::MatrixLoad1, 16},
    {"ldsm2", MemoryOperation::MatrixLoad2, 16},
    {"ldsm2t", MemoryOperation::MatrixLoad2, 16},
    {"ldsm4", MemoryOperation::MatrixLoad4, 16},
    {"ldsm4t", MemoryOperation::MatrixLoad4, 16},
    {"stsm1", MemoryOperation::MatrixStore1, 16},
    {"stsm1t", MemoryOperation::MatrixStore1, 16},
    {"stsm2", MemoryOperation::MatrixStore2, 16},
    {"stsm2t", MemoryOperation::MatrixStore2, 16},
    {"stsm4", MemoryOperation::MatrixStore4, 16},
    {"stsm4t", MemoryOperation::MatrixStore4, 16},
    {"cpa", MemoryOperation::AsyncCopy, 16},
    {"cpg", MemoryOperation::AsyncCopyBypass, 16},
};

template <typename... Parts> static llvm::Error problem(Parts &&...Text) {
  std::string Message;
  llvm::raw_string_ostream Stream(Message);
  (Stream << ... << Text);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

static bool isSupported(const Architecture &Arch, const NamedOperation &Named,
                        unsigned Bytes) {
  return Bytes <= Named.MaxBytes && isSupported(Arch, Named.Op, Bytes);
}

static llvm::Expected<const NamedOperation *>
parseOperation(llvm::StringRef Text) {
  const auto *Named =
      llvm::find_if(Operations, [&](const NamedOperation &Candidate) {
        return Candidate.Name == Text;
      });
  if (Named != std::end(Operations))
    return Named;
  auto Names = llvm::map_range(Operations, [](const NamedOperation &Known) {
    return llvm::StringRef(Known.Name);
  });
  return problem("unknown operation '", Text, "'; expected one of ",
                 llvm::join(Names, " "));
}

static llvm::Expected<unsigned> parseBytes(const Architecture &Arch,
                                           const NamedOperation &Named,
                                           llvm::StringRef Text) {
  unsigned Bytes;
  if (!Text.getAsInteger(10, Bytes) && isSupported(Arch, Named, Bytes))
    return Bytes;
  std::string Widths;
  for (unsigned Width : {1, 2, 4, 8, 16})
    if (isSupported(Arch, Named, Width))
      Widths += (Widths.empty() ? "" : ", ") + std::to_string(Width);
  if (Widths.empty())
    return problem("operation '", Named.Name, "' does not exist on ",
                   Arch.Name);
  return problem("'", Text, "' bytes per lane are not supported for '",
                 Named.Name, "' on ", Arch.Name, "; expected one of ", Widths);
}

static llvm::Expected<LaneMask> parseMask(llvm::StringRef Text) {
  llvm::StringRef Digits = Text;
  Digits.consume_front("0x");
  uint32_t Bits;
  if (Digits.getAsInteger(16, Bits))
    return problem("invalid active mask '", Text,
                   "'; expected up to 8 hexadecimal digits");
  return LaneMask(Bits);
}

static llvm::Expected<LaneAddresses> parseOffsets(llvm::StringRef Text,
                                                  llvm::StringRef What) {
  llvm::SmallVector<llvm::StringRef, WarpSize> Fields;
  Text.split(Fields, ',');
  if (Fields.size() != WarpSize)
    return problem("found ", Fields.size(), " ", What,
                   "; expected 32, separated by commas");
  LaneAddresses Offsets;
  for (auto [Field, Offset] : llvm::zip_equal(Fields, Offsets))
    if (Field.getAsInteger(10, Offset))
      return problem("invalid entry '", Field, "' in the ", What,
                     "; expected a decimal number of bytes");
  return Offsets;
}

/// True if \p Column is meant as a list of offsets, rather than as one of the
/// further columns that are ignored.
static bool looksLikeOffsets(llvm::StringRef Column) {
  return Column.contains(',') &&
         Column.find_first_not_of("0123456789,") == llvm::StringRef::npos;
}

llvm::Expected<BankQuery> banklint::parseBankQuery(const Architecture &Arch,
                                                   llvm::StringRef Line) {
  llvm::SmallVector<llvm::StringRef, 8> Columns;
  Line.split(Columns, '\t');
  if (Columns.size() < 5)
    return problem("found ", Columns.size(),
                   " tab-separated columns; expected at least 5: id, "
                   "operation, bytes per lane, active mask, byte offsets");
  BankQuery Query;
  Query.Id = Columns[0];
  llvm::Expected<const NamedOperation *> Named = parseOperation(Columns[1]);
  if (!Named)
    return Named.takeError();
  Query.Request.Op = (*Named)->Op;
  Query.Generic = (*Named)->Generic;
  if (llvm::Error E =
          parseBytes(Arch, **Named, Columns[2]).moveInto(Query.Request.Bytes))
    return E;
  if (llvm::Error E = parseMask(Columns[3]).moveInto(Query.Request.Active))
    return E;
  if (llvm::Error E = parseOffsets(Columns[4], "byte offsets")
                          .moveInto(Query.Request.Address))
    return E;
  const bool IsCopy = Query.Request.Op == MemoryOperation::AsyncCopy ||
                      Query.Request.Op == MemoryOperation::AsyncCopyBypass;
  if (IsCopy && Columns.size() > 5 && looksLikeOffsets(Columns[5])) {
    Query.Request.Source.emplace();
    if (llvm::Error E = parseOffsets(Columns[5], "source offsets")
                            .moveInto(*Query.Request.Source))
      return E;
  }
  if (!isAligned(Query.Request))
    return problem("misaligned access; expected the offset of every active "
                   "lane to be a multiple of ",
                   Query.Request.Bytes);
  return Query;
}

static void print(llvm::raw_ostream &Out, const BankQuery &Query,
                  const RequestCost &Cost) {
  Out << Query.Id << '\t';
  if (Cost.Kind == CostKind::Unknown) {
    Out << "-\t-\t-\tunknown\n";
    return;
  }
  Out << Cost.Wavefronts << '\t' << Cost.Ideal << '\t' << Cost.Ways;
  bool MayBeMore = Query.Generic && Query.Request.Active.any();
  if (Cost.Kind == CostKind::LowerBound || MayBeMore)
    Out << "\tlower-bound";
  Out << '\n';
}

unsigned banklint::answerBankQueries(const Architecture &Arch,
                                     llvm::StringRef Input,
                                     llvm::raw_ostream &Out,
                                     llvm::raw_ostream &Errors) {
  unsigned BadLines = 0;
  for (unsigned Number = 1; !Input.empty(); ++Number) {
    llvm::StringRef Line;
    std::tie(Line, Input) = Input.split('\n');
    Line.consume_back("\r");
    if (Line.empty() || Line.starts_with("#") || Line.starts_with("id\t"))
      continue;
    llvm::Expected<BankQuery> Query = parseBankQuery(Arch, Line);
    if (!Query) {
      Errors << "<stdin>:" << Number
             << ": error: " << llvm::toString(Query.takeError()) << '\n';
      ++BadLines;
      continue;
    }
    print(Out, *Query, costOf(Arch, Query->Request));
  }
  return BadLines;
}
