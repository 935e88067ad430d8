//===- AnnotationText.cpp - What an annotation states ---------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnnotationText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace banklint;

// Of a block, by CUDA.
static constexpr unsigned MaxThreads = 1024;

namespace {
/// Reads the text of one annotation.
class AnnotationReader {
public:
  AnnotationReader(const KernelProgram &Program, LaunchSite &Site)
      : Program(Program), Site(Site) {}

  /// What is wrong, empty if nothing is.
  std::string read(llvm::StringRef Text);

private:
  std::string readSetting(llvm::StringRef Key, llvm::StringRef Value);
  std::string readSizes(llvm::StringRef Key, llvm::StringRef Value,
                        std::array<std::optional<uint32_t>, 3> &Into);
  std::string readArgument(llvm::StringRef Name, llvm::StringRef Value);

  const KernelProgram &Program;
  LaunchSite &Site;
};
} // namespace

std::string
AnnotationReader::readSizes(llvm::StringRef Key, llvm::StringRef Value,
                            std::array<std::optional<uint32_t>, 3> &Into) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Value.split(Parts, ',');
  Into = {1, 1, 1};
  for (size_t I = 0; I != Parts.size(); ++I) {
    uint32_t Number = 0;
    if (I == 3 || Parts[I].getAsInteger(10, Number) || Number == 0 ||
        Number > INT32_MAX)
      return (Key + ": invalid shape '" + Value +
              "'; expected one to three comma-separated numbers, "
              "each at least 1, as in '" +
              Key + "=32,8'")
          .str();
    Into[I] = Number;
  }
  bool IsTooLarge = llvm::any_of(
      Into, [](const auto &Extent) { return *Extent > MaxThreads; });
  if (Key == "block" && (IsTooLarge || *Into[0] * *Into[1] > MaxThreads ||
                         *Into[0] * *Into[1] * *Into[2] > MaxThreads))
    return ("block: '" + Value + "' has more than " + llvm::Twine(MaxThreads) +
            " threads")
        .str();
  return {};
}

std::string AnnotationReader::readArgument(llvm::StringRef Name,
                                           llvm::StringRef Value) {
  std::string Known;
  for (size_t I = 0; I != Program.Parameters.size(); ++I) {
    const Parameter &P = Program.Parameters[I];
    if (P.Type.Bits == 0)
      continue;
    Known += (Known.empty() ? "" : ", ") + P.Name;
    if (P.Name != Name)
      continue;
    int64_t Number = 0;
    if (Value.getAsInteger(0, Number))
      return (Name + ": invalid integer '" + Value + "'").str();
    if (canonical(Number, P.Type) != Number)
      return (Name + ": " + Value + " does not fit into the parameter's " +
              llvm::Twine(unsigned(P.Type.Bits)) + " bits")
          .str();
    Site.Arguments[I] = Number;
    return {};
  }
  return ("unknown setting '" + Name +
          "'; expected block, grid, shared or an integer parameter of '" +
          Program.Name + "'" +
          (Known.empty() ? ", which has none" : ": " + Known))
      .str();
}

std::string AnnotationReader::readSetting(llvm::StringRef Key,
                                          llvm::StringRef Value) {
  if (Key == "block")
    return readSizes(Key, Value, Site.Block);
  if (Key == "grid")
    return readSizes(Key, Value, Site.Grid);
  if (Key == "shared") {
    uint64_t Bytes = 0;
    if (Value.getAsInteger(0, Bytes))
      return ("shared: invalid number of bytes '" + Value + "'").str();
    Site.DynamicBytes = Bytes;
    return {};
  }
  if (Key == "instantiate")
    return ("instantiate: invalid value '" + Value +
            "'; expected template arguments, as in 'instantiate=<float, 128>'")
        .str();
  // For parameters whose names are words of the annotation.
  Key.consume_front("arg:");
  return readArgument(Key, Value);
}

std::string AnnotationReader::read(llvm::StringRef Text) {
  Site.Arguments.resize(Program.Parameters.size());
  llvm::SmallVector<llvm::StringRef, 8> Words;
  llvm::SplitString(Text, Words);
  if (Words.empty())
    return "the annotation is empty; expected settings such as 'block=32,8' "
           "or 'n=256'";
  llvm::StringSet<> Seen;
  for (llvm::StringRef Word : Words) {
    Word.consume_back(",");
    auto [Key, Value] = Word.split('=');
    if (Key.empty() || Value.empty())
      return ("invalid setting '" + Word +
              "'; expected 'name=value' without spaces")
          .str();
    if (!Seen.insert(Key).second)
      return ("'" + Key + "' is set twice").str();
    std::string Problem = readSetting(Key, Value);
    if (!Problem.empty())
      return Problem;
  }
  return {};
}

std::string banklint::readAnnotation(llvm::StringRef Text,
                                     const KernelProgram &Program,
                                     LaunchSite &Site) {
  return AnnotationReader(Program, Site).read(Text);
}

/// The number of bytes of the list in angle brackets that \p Text starts with;
/// 0 if it starts with none.
static size_t lengthOfList(llvm::StringRef Text) {
  unsigned Angles = 0, Parentheses = 0;
  for (auto [I, C] : llvm::enumerate(Text)) {
    Parentheses += C == '(';
    Parentheses -= C == ')' && Parentheses != 0;
    if (Parentheses != 0)
      continue;
    Angles += C == '<';
    Angles -= C == '>' && Angles != 0;
    if (Angles == 0)
      return C == '>' ? I + 1 : 0;
  }
  return 0;
}

std::vector<StatedInstance> banklint::takeInstances(std::string &Text) {
  static constexpr llvm::StringLiteral Key = "instantiate=";
  std::vector<StatedInstance> Instances;
  std::string Left;
  llvm::StringRef Rest = Text;
  for (size_t At; (At = Rest.find(Key)) != llvm::StringRef::npos;) {
    const llvm::StringRef Value = Rest.drop_front(At + Key.size());
    const size_t Length = lengthOfList(Value);
    if (Length == 0) {
      // readAnnotation says what is wrong.
      Left += Rest.take_front(At + Key.size());
    } else {
      Left += Rest.take_front(At);
      Instances.push_back(
          {Value.take_front(Length).str(), size_t(Value.data() - Text.data())});
    }
    Rest = Value.drop_front(Length);
  }
  Left += Rest;
  Text = std::move(Left);
  return Instances;
}
