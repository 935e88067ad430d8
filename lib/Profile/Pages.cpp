//===- Pages.cpp - The pages of an export ---------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pages.h"
#include "CsvRow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace banklint;

/// A page with one wrong row mostly has many.
constexpr size_t MaxErrors = 20;

namespace {

/// Reads the lines of a text one by one.
class PageReader {
public:
  explicit PageReader(llvm::StringRef Text) : Rest(Text) {
    Rest.consume_front("\xef\xbb\xbf");
  }

  Page read();

private:
  using Row = std::vector<std::string>;

  bool next();
  void error(const llvm::Twine &Message);
  void setHeader(Row Names);
  std::optional<size_t> column(llvm::StringRef Name) const;
  llvm::StringRef field(const Row &Fields, llvm::StringRef Name) const;

  void readListed();
  ListedLaunch &launchOf(const Row &Fields);
  void readMetric(const Row &Fields, ProfiledLaunch &Launch) const;
  void readCounters(const Row &Fields, ProfiledLaunch &Launch) const;

  void readSource();
  void beginFile(llvm::StringRef File);
  void beginFunction(llvm::StringRef Name);
  void readSourceRow();
  ProfiledLine &lineOf(ProfiledOperation Operation);
  void addInstruction(llvm::ArrayRef<llvm::StringRef> Fields);

  llvm::StringRef Rest;
  llvm::StringRef Line;
  unsigned LineNumber = 0;
  Page Result;

  /// Of the header: the first column of each name.
  llvm::StringMap<size_t> Columns;
  size_t Width = 0;

  std::map<std::string, size_t> ListedByKey;
  // Of the source page.
  std::string File;
  /// Instructions of the last launch; those that were inlined are in several
  /// files.
  llvm::StringSet<> Counted;
  /// Files that the last launch has.
  llvm::StringSet<> Files;
  std::optional<unsigned> SourceLine;
  /// Instructions of the line that were added: they are listed twice.
  llvm::StringSet<> Instructions;
};

} // namespace

/// Takes the next line that is not empty.
bool PageReader::next() {
  while (!Rest.empty()) {
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.rtrim('\r');
    ++LineNumber;
    if (!Line.trim().empty())
      return true;
  }
  return false;
}

void PageReader::error(const llvm::Twine &Message) {
  if (Result.Errors.size() < MaxErrors)
    Result.Errors.push_back(std::to_string(LineNumber) + ": " + Message.str());
}

void PageReader::setHeader(Row Names) {
  Columns.clear();
  Width = Names.size();
  for (const auto &[Number, Name] : llvm::enumerate(Names))
    Columns.try_emplace(Name, Number);
}

std::optional<size_t> PageReader::column(llvm::StringRef Name) const {
  auto Found = Columns.find(Name);
  return Found == Columns.end() ? std::nullopt
                                : std::optional<size_t>(Found->second);
}

/// Empty if there is no such column.
llvm::StringRef PageReader::field(const Row &Fields,
                                  llvm::StringRef Name) const {
  std::optional<size_t> Number = column(Name);
  return Number && *Number < Fields.size() ? llvm::StringRef(Fields[*Number])
                                           : llvm::StringRef();
}

/// "(32, 8, 1)"; nothing if it is no block or grid.
static std::optional<Dim3> dimOf(llvm::StringRef Text) {
  if (!Text.consume_front("(") || !Text.consume_back(")"))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Text.split(Parts, ',');
  Dim3 Dim;
  if (Parts.size() != 3)
    return std::nullopt;
  for (auto [Part, Into] :
       llvm::zip_equal(Parts, std::array{&Dim.X, &Dim.Y, &Dim.Z}))
    if (Part.trim().getAsInteger(10, *Into) || *Into == 0)
      return std::nullopt;
  return Dim;
}

/// The entry of the launch that a row is about, a new one if there is none.
ListedLaunch &PageReader::launchOf(const Row &Fields) {
  std::string Key;
  for (llvm::StringRef Name : {"Process ID", "Process Name", "ID"})
    Key += field(Fields, Name).str() + '\n';
  Key += field(Fields, "Kernel Name");
  const auto [Known, IsNew] =
      ListedByKey.try_emplace(Key, Result.Listed.size());
  if (!IsNew)
    return Result.Listed[Known->second];
  ListedLaunch &New = Result.Listed.emplace_back();
  New.Key = std::move(Key);
  New.Launch.Kernel = field(Fields, "Kernel Name").str();
  New.Launch.Block = dimOf(field(Fields, "Block Size"));
  New.Launch.Grid = dimOf(field(Fields, "Grid Size"));
  if (!New.Launch.Block)
    error("'" + field(Fields, "Block Size") + "' is no block size");
  return New;
}

/// A row of the details page.
void PageReader::readMetric(const Row &Fields, ProfiledLaunch &Launch) const {
  // Other units are rounded.
  if (!field(Fields, "Metric Unit").starts_with("byte"))
    return;
  const llvm::StringRef Name = field(Fields, "Metric Name");
  const std::optional<uint64_t> Value = numberOf(field(Fields, "Metric Value"));
  if (Name == "Static Shared Memory Per Block")
    Launch.StaticBytes = Value;
  else if (Name == "Dynamic Shared Memory Per Block")
    Launch.DynamicBytes = Value;
}

/// A row of the raw page.
void PageReader::readCounters(const Row &Fields, ProfiledLaunch &Launch) const {
  static constexpr llvm::StringLiteral Bytes = "launch__shared_mem_per_block_";
  Launch.StaticBytes =
      numberOf(field(Fields, (llvm::Twine(Bytes) + "static").str()));
  Launch.DynamicBytes =
      numberOf(field(Fields, (llvm::Twine(Bytes) + "dynamic").str()));
  static constexpr llvm::StringLiteral Counter =
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_";
  for (auto [Name, Into] :
       llvm::zip_equal(std::array{"ld", "st", "atom"}, Launch.Counted))
    Into =
        numberOf(field(Fields, (llvm::Twine(Counter) + Name + ".sum").str()));
}

/// Reads rows below a header with kernels and blocks.
void PageReader::readListed() {
  const bool IsDetails = column("Metric Name").has_value();
  while (next()) {
    const Row Fields = fieldsOf(Line);
    if (field(Fields, "Kernel Name").empty()) {
      // The raw page has a row of units, and ncu writes lines of its own.
      if (!Line.starts_with("==") && Fields.size() != Width)
        error("the row has " + llvm::Twine(Fields.size()) +
              " fields instead of " + llvm::Twine(Width));
      continue;
    }
    // ncu leaves out the last fields of some rows of the details page.
    if (!IsDetails && Fields.size() != Width) {
      error("the row has " + llvm::Twine(Fields.size()) +
            " fields instead of " + llvm::Twine(Width));
      continue;
    }
    ProfiledLaunch &Launch = launchOf(Fields).Launch;
    if (IsDetails)
      readMetric(Fields, Launch);
    else
      readCounters(Fields, Launch);
  }
}

void PageReader::beginFile(llvm::StringRef Name) {
  File = Name.str();
  SourceLine.reset();
}

/// A launch has each of its files once.
void PageReader::beginFunction(llvm::StringRef Name) {
  Columns.clear();
  Width = 0;
  if (Result.Source.empty() || Result.Source.back().Kernel != Name ||
      Files.contains(File)) {
    Result.Source.emplace_back().Kernel = Name.str();
    Files.clear();
    Counted.clear();
  }
  Files.insert(File);
}

/// What \p Text, "Load" or "Load(2)", says; nothing if it is several or none.
static std::optional<ProfiledOperation> operationOf(llvm::StringRef Text) {
  const llvm::StringRef Name = Text.take_until([](char C) { return C == '('; });
  if (Text.contains(','))
    return std::nullopt;
  if (Name == "Load")
    return ProfiledOperation::Load;
  if (Name == "Store")
    return ProfiledOperation::Store;
  if (Name == "Atomic" || Name == "Reduction")
    return ProfiledOperation::Atomic;
  return std::nullopt;
}

/// The entry of the current line for \p Operation, a new one if there is none.
ProfiledLine &PageReader::lineOf(ProfiledOperation Operation) {
  std::vector<ProfiledLine> &Lines = Result.Source.back().Lines;
  for (ProfiledLine &Each : llvm::reverse(Lines)) {
    if (Each.Line != *SourceLine || Each.File != File)
      break;
    if (Each.Operation == Operation)
      return Each;
  }
  ProfiledLine &New = Lines.emplace_back();
  New.File = File;
  New.Line = *SourceLine;
  New.Operation = Operation;
  return New;
}

/// Adds an instruction to those of its line.
void PageReader::addInstruction(llvm::ArrayRef<llvm::StringRef> Fields) {
  const auto FieldOf = [&](llvm::StringRef Name) {
    std::optional<size_t> Number = column(Name);
    return Number ? Fields[*Number] : llvm::StringRef();
  };
  const std::optional<ProfiledOperation> Operation =
      operationOf(FieldOf("Access Operation"));
  if (FieldOf("Address Space") != "Shared" || !Operation ||
      !Instructions.insert(FieldOf("Address")).second)
    return;
  const std::optional<uint64_t> Wavefronts =
      numberOf(FieldOf("L1 Wavefronts Shared"));
  const std::optional<uint64_t> Ideal =
      numberOf(FieldOf("L1 Wavefronts Shared Ideal"));
  if (!Wavefronts || !Ideal)
    return error("an instruction without wavefronts");
  if (Counted.insert(FieldOf("Address")).second) {
    uint64_t &Sum =
        Result.Source.back().Computed[static_cast<size_t>(*Operation)];
    Sum = llvm::SaturatingAdd(Sum, *Wavefronts);
  }
  ProfiledLine &Into = lineOf(*Operation);
  Into.Wavefronts = llvm::SaturatingAdd(Into.Wavefronts, *Wavefronts);
  Into.Ideal = llvm::SaturatingAdd(Into.Ideal, *Ideal);
}

/// A line of the source, or an instruction of it.
void PageReader::readSourceRow() {
  if (Width == 0)
    return error("a row without a header");
  // The text of the line is the second field; an instruction has none, and its
  // own text, the fourth, holds no quotes.
  const auto Fields = fieldsAround(Line, *column("Source"), Width);
  if (!Fields)
    return error("the row has less than " + llvm::Twine(Width) + " fields");
  const llvm::StringRef Number = Fields->front();
  if (Number.empty()) {
    if (SourceLine)
      addInstruction(*Fields);
    return;
  }
  unsigned Value;
  if (Number.getAsInteger(10, Value) || Value == 0)
    return error("'" + Number + "' is no line");
  SourceLine = Value;
  Instructions.clear();
}

/// Reads the source page from its first line on.
void PageReader::readSource() {
  do {
    const llvm::StringRef Text = Line;
    if (Text.starts_with("\"File Path\",")) {
      beginFile(fieldsOf(Text)[1]);
    } else if (Text.starts_with("\"Function Name\",")) {
      beginFunction(fieldsOf(Text)[1]);
    } else if (Text.starts_with("\"Line No\",")) {
      setHeader(fieldsOf(Text));
      for (llvm::StringRef Name :
           {"Source", "Address", "Address Space", "Access Operation",
            "L1 Wavefronts Shared", "L1 Wavefronts Shared Ideal"})
        if (!column(Name)) {
          Width = 0;
          error("no column '" + Name +
                "'; export with --print-source cuda,sass");
          break;
        }
    } else if (Result.Source.empty()) {
      error("a row of no function");
    } else if (Text.starts_with("\"")) {
      readSourceRow();
    }
  } while (next());
}

Page PageReader::read() {
  while (next()) {
    if (Line.starts_with("\"File Path\",")) {
      readSource();
      return std::move(Result);
    }
    setHeader(fieldsOf(Line));
    if (column("Kernel Name") && column("Block Size")) {
      readListed();
      return std::move(Result);
    }
    if (Line.starts_with("\"Kernel Name\",")) {
      error("a source page without lines; export with --print-source "
            "cuda,sass");
      return std::move(Result);
    }
    if (Line.starts_with("==ERROR=="))
      error(Line);
  }
  if (Result.Errors.empty())
    error("no page of Nsight Compute in CSV");
  return std::move(Result);
}

Page banklint::readPage(llvm::StringRef Text) {
  return PageReader(Text).read();
}
