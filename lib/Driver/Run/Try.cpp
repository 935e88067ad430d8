//===- Try.cpp - What a kernel would cost otherwise -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Try.h"
#include "TrialTable.h"
#include "banklint/Driver/Files/MemoryFiles.h"
#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Interpreter/Layout.h"
#include "banklint/Support/ReadFile.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Regex.h"

using namespace banklint;

/// Rows of a table that somebody reads; each is an analysis of the kernel.
static constexpr uint64_t MostTrials = 256;

llvm::Expected<std::vector<Dim3>>
banklint::parseTriedBlocks(llvm::StringRef Text) {
  std::vector<Dim3> Blocks;
  for (llvm::StringRef Each : llvm::split(Text, ';')) {
    llvm::Expected<BlockOption> Option = parseBlockOption(Each);
    if (!Option)
      return Option.takeError();
    if (!Option->Kernel.empty())
      return llvm::createStringError("--block: '" + Each +
                                     "' names a kernel; use --kernel");
    Blocks.push_back(Option->Block);
  }
  return Blocks;
}

llvm::Expected<TriedPadding> banklint::parseTriedPadding(llvm::StringRef Text) {
  const auto Fail = [Text] {
    return llvm::createStringError("--pad: invalid value '" + Text +
                                   "'; expected an array and elements, as in "
                                   "'tile:0..4' or 'tile:0;1;8'");
  };
  TriedPadding Result;
  const auto [Array, Elements] = Text.split(':');
  Result.Array = Array.str();
  if (Array.empty() || Elements.empty())
    return Fail();
  // Longer rows than all of shared memory can't be meant.
  constexpr uint64_t Most = 1 << 18;
  for (llvm::StringRef Each : llvm::split(Elements, ';')) {
    const auto [FirstText, LastText] = Each.split("..");
    uint64_t First = 0, Last = 0;
    if (FirstText.getAsInteger(10, First) || First > Most)
      return Fail();
    Last = First;
    if (Each.contains("..") && (LastText.getAsInteger(10, Last) ||
                                Last < First || Last - First >= MostTrials))
      return Fail();
    for (uint64_t I = First; I <= Last; ++I)
      Result.Elements.push_back(I);
  }
  return Result;
}

llvm::Expected<TriedConstant>
banklint::parseTriedConstant(llvm::StringRef Text) {
  const auto [Name, Values] = Text.split('=');
  TriedConstant Result;
  Result.Name = Name.str();
  for (llvm::StringRef Each : llvm::split(Values, ';'))
    Result.Values.push_back(Each.str());
  const bool IsName =
      !Name.empty() && !llvm::isDigit(Name[0]) &&
      llvm::all_of(Name, [](char C) { return llvm::isAlnum(C) || C == '_'; });
  if (!IsName || Result.Values.empty() || llvm::is_contained(Result.Values, ""))
    return llvm::createStringError("--define: invalid value '" + Text +
                                   "'; expected a name and its values, as in "
                                   "'TILE=16;32'");
  return Result;
}

std::optional<std::string> banklint::withConstant(llvm::StringRef Source,
                                                  llvm::StringRef Name,
                                                  llvm::StringRef Value) {
  // What ends right before the value, and the value.
  const std::string Forms[] = {
      ("(^|\n)([ \t]*#[ \t]*define[ \t]+" + Name + "[ \t]+)([^\n]+)").str(),
      ("()(const(expr)?[^;{}()=\n]*[ \t*&]" + Name +
       "[ \t]*(=|\\{)[ \t]*)([^;,}\n]+)")
          .str(),
      ("()(enum[^;{}]*\\{([^};]*[^[:alnum:]_])?" + Name +
       "[ \t]*=[ \t]*)([^,}\n]+)")
          .str()};
  std::string Result;
  bool IsFound = false;
  for (const std::string &Form : Forms) {
    const llvm::Regex Definition(Form);
    llvm::StringRef Rest = IsFound ? llvm::StringRef() : Source;
    llvm::SmallVector<llvm::StringRef, 6> Matches;
    while (Definition.match(Rest, &Matches)) {
      const llvm::StringRef Old = Matches.back().rtrim();
      const size_t Begin = Old.data() - Rest.data();
      Result += Rest.take_front(Begin);
      Result += Value;
      Rest = Rest.drop_front(Begin + Old.size());
      IsFound = true;
    }
    if (IsFound) {
      Result += Rest;
      return Result;
    }
  }
  return std::nullopt;
}

/// Names and values.
using Constants = std::vector<std::pair<std::string, std::string>>;

namespace {

/// A choice for each of several lists, one after the other; the last one
/// changes fastest.
class Combinations {
public:
  explicit Combinations(std::vector<size_t> Sizes)
      : Sizes(std::move(Sizes)), Chosen(this->Sizes.size()) {}

  llvm::ArrayRef<size_t> chosen() const { return Chosen; }
  /// False if that was the last one.
  bool next() {
    for (size_t I = Sizes.size(); I-- != 0;) {
      if (++Chosen[I] != Sizes[I])
        return true;
      Chosen[I] = 0;
    }
    return false;
  }

private:
  std::vector<size_t> Sizes;
  std::vector<size_t> Chosen;
};

class Trier {
public:
  Trier(const TryOptions &Options, AnalysisRequest Request, MessageLog &Log)
      : Options(Options), Request(std::move(Request)), Log(Log) {}

  /// Tries all; false if that failed and the log says why.
  bool run();
  const std::vector<Trial> &trials() const { return Trials; }
  const Architecture &arch() const { return *Request.Arch; }
  bool mustExitAtOnce() const { return IsWasted; }

private:
  bool tryConstants(const Constants &Values);
  bool tryKernel(const Unit &U, const KernelProgram &Program,
                 const Constants &Values);
  bool hasArrays(llvm::ArrayRef<const KernelProgram *> Programs);
  void sortTrials();

  const TryOptions &Options;
  AnalysisRequest Request;
  MessageLog &Log;
  std::vector<Trial> Trials;
  bool IsFirst = true;
  bool IsWasted = false;
};

} // namespace

template <typename T> static std::vector<size_t> sizesOf(const T &Lists) {
  std::vector<size_t> Sizes;
  for (const auto &Each : Lists)
    if constexpr (std::is_same_v<std::decay_t<decltype(Each)>, TriedPadding>)
      Sizes.push_back(Each.Elements.size());
    else
      Sizes.push_back(Each.Values.size());
  return Sizes;
}

static llvm::vfs::FileSystem &filesOf(const Unit &U) {
  return U.Frontend.Files ? *U.Frontend.Files : *llvm::vfs::getRealFileSystem();
}

/// Has \p U see \p Values.
static void define(Unit &U, const Constants &Values) {
  const std::string &Path = U.Source.AbsolutePath;
  llvm::Expected<std::string> Text = readFile(Path, filesOf(U));
  // lowerUnit says so.
  if (!Text)
    return llvm::consumeError(Text.takeError());
  for (const auto &[Name, Value] : Values)
    if (std::optional<std::string> Changed = withConstant(*Text, Name, Value))
      *Text = std::move(*Changed);
    else
      U.Arguments.push_back("-D" + Name + "=" + Value);
  U.Frontend.Files = overDisk({{Path, std::move(*Text)}});
}

/// The header of \p U, of those in \p Read, that defines one of \p Values in
/// any case, and so hides what the command says; empty if there is none.
static std::string hiddenBy(const Unit &U, llvm::ArrayRef<std::string> Read,
                            const Constants &Values) {
  for (const std::string &Path : Read) {
    if (Path == U.Source.AbsolutePath)
      continue;
    llvm::Expected<std::string> Text = readFile(Path, filesOf(U));
    if (!Text) {
      llvm::consumeError(Text.takeError());
      continue;
    }
    for (const auto &[Name, Value] : Values) {
      const llvm::Regex Guard("(ifndef[ \t]+|![ \t]*defined[ \t(]+)" + Name);
      if (withConstant(*Text, Name, Value) && !Guard.match(*Text))
        return "'" + Name + "' is defined in '" + Path +
               "', which --define does not change";
    }
  }
  return "";
}

/// The number of the array of \p Program named \p Name.
static std::optional<unsigned> findArray(const KernelProgram &Program,
                                         llvm::StringRef Name) {
  for (auto [Number, Array] : llvm::enumerate(Program.Arrays))
    if (Array.Name == Name)
      return Number;
  return std::nullopt;
}

/// Logs what is wrong with the arrays to pad if \p Programs are all kernels;
/// false if something is.
bool Trier::hasArrays(llvm::ArrayRef<const KernelProgram *> Programs) {
  for (const TriedPadding &Padding : Options.Paddings) {
    std::vector<llvm::StringRef> Known;
    const SharedArray *Found = nullptr;
    for (const KernelProgram *Program : Programs)
      for (const SharedArray &Array : Program->Arrays) {
        Known.push_back(Array.Name);
        if (Array.Name == Padding.Array)
          Found = &Array;
      }
    if (!Found)
      Log.error("--pad: no kernel has a shared array '" + Padding.Array + "'" +
                didYouMean(Padding.Array, Known));
    else if (Found->Extents.size() < 2)
      Log.error("--pad: '" + Padding.Array +
                "' has one extent, so that its rows are where its subscripts "
                "say; try values of the constant in them with --define");
    else
      continue;
    return false;
  }
  return true;
}

/// \p Launch of \p Kernel as a row.
static Trial trialOf(const KernelReport &Kernel, const LaunchReport &Launch,
                     const Architecture &Arch) {
  Trial T;
  T.Kernel = Kernel.Program.Name;
  T.Block = Launch.Launch.Config.Block;
  T.IsAssumed = !isStated(Launch.Launch.Origin);
  Report Alone;
  Alone.Kernels.push_back({Kernel.Program, {Launch}});
  T.Accesses = summarize(Alone);
  for (const PlaceVerdict &Each : placesOf(Kernel, Launch)) {
    const Verdict &V = Each.V;
    const Totals &Sum = V.BlockTotal ? *V.BlockTotal : V.Traced;
    T.IsWhole &= V.BlockTotal.has_value();
    T.Wavefronts += Sum.Wavefronts;
    T.Ideal += Sum.Ideal;
    T.Ways = std::max(T.Ways, V.Worst.Ways);
    T.Faulty +=
        V.Faults.Misaligned ||
        strayLane(V.Faults, Kernel.Program, Kernel.Program.Accesses[V.Access],
                  Launch.Launch.Config.DynamicBytes);
  }
  const bool HasDynamic =
      llvm::any_of(Kernel.Program.Arrays,
                   [](const SharedArray &Array) { return Array.IsDynamic; });
  const std::optional<uint64_t> Dynamic = Launch.Launch.Config.DynamicBytes;
  if (Dynamic || !HasDynamic)
    T.SharedBytes = staticBytes(Kernel.Program) + Dynamic.value_or(0);
  if (T.SharedBytes)
    T.ResidentBlocks =
        *T.SharedBytes > Arch.OptInSharedBytes
            ? 0
            : residentBlocks(Arch, T.Block.count(), *T.SharedBytes);
  return T;
}

/// Adds the rows of one kernel; false if its analysis did not end.
bool Trier::tryKernel(const Unit &Of, const KernelProgram &Program,
                      const Constants &Values) {
  Unit U = Of;
  if (!Options.Blocks.empty())
    U.Blocks.clear();
  for (const Dim3 &Block : Options.Blocks)
    U.Blocks.push_back({"", Block});
  Combinations Paddings(sizesOf(Options.Paddings));
  do {
    KernelProgram Padded = Program;
    Trial Common;
    Common.Constants = Values;
    for (auto [Padding, Chosen] :
         llvm::zip_equal(Options.Paddings, Paddings.chosen())) {
      const uint64_t Elements = Padding.Elements[Chosen];
      Common.Paddings.emplace_back(Padding.Array, Elements);
      if (const auto Number = findArray(Program, Padding.Array))
        Padded.Arrays[*Number].Extents.back().Elements += Elements;
    }
    // It owns all that it touches, since it may outlive this call.
    auto Kernel = std::make_shared<KernelReport>();
    const TaskEnd End =
        runGuarded([Kernel, U, Padded] { *Kernel = judgeKernel(U, Padded); },
                   Request.TimeLimit);
    if (End != TaskEnd::Finished) {
      IsWasted = true;
      Log.error("the analysis of '" + Program.Name + "' " +
                (End == TaskEnd::TimedOut ? "takes longer than --time-limit"
                                          : "crashed"));
      return false;
    }
    for (const LaunchReport &Launch : Kernel->Launches) {
      Trial T = trialOf(*Kernel, Launch, *Request.Arch);
      T.Constants = Common.Constants;
      T.Paddings = Common.Paddings;
      Trials.push_back(std::move(T));
    }
  } while (Paddings.next());
  return true;
}

bool Trier::tryConstants(const Constants &Values) {
  AnalysisRequest Own = Request;
  for (Unit &U : Own.Units)
    define(U, Values);
  // What holds for all is said once.
  MessageLog Silent;
  const AnalyzedUnits Units =
      analyzeUnits(Own, lowerUnit, IsFirst ? Log : Silent);
  std::vector<const KernelProgram *> Programs;
  std::vector<std::pair<const Unit *, const KernelProgram *>> Tried;
  std::vector<llvm::StringRef> Names;
  for (auto [U, Result] : llvm::zip_equal(Units.Units, Units.Results)) {
    IsWasted |= Result.IsAbandoned;
    if (Result.File.Status == FileStatus::Failed) {
      Log.error(U.Source.File + ": " + Result.File.FailureReason);
      return false;
    }
    if (const std::string Problem = hiddenBy(U, Result.FilesRead, Values);
        !Problem.empty()) {
      Log.error("--define: " + Problem);
      return false;
    }
    if (Result.File.ParseErrors)
      Log.warn(U.Source.File + ": " +
               counted(Result.File.ParseErrors, "parse error") +
               ", first: " + Result.File.firstParseError());
    for (const KernelReport &Kernel : Result.Kernels) {
      Names.push_back(plainName(Kernel.Program.Name));
      if (isUninstantiated(Kernel.Program) ||
          (!Options.Kernel.empty() && !isNamed(Kernel.Program, Options.Kernel)))
        continue;
      Programs.push_back(&Kernel.Program);
      Tried.emplace_back(&U, &Kernel.Program);
    }
  }
  if (Tried.empty()) {
    if (Options.Kernel.empty())
      Log.error("no kernel that is instantiated uses shared memory");
    else
      Log.error("--kernel: no kernel named '" + Options.Kernel +
                "' is instantiated and uses shared memory" +
                didYouMean(Options.Kernel, Names));
    return false;
  }
  if (IsFirst && !hasArrays(Programs))
    return false;
  IsFirst = false;
  for (auto [U, Program] : Tried)
    if (!tryKernel(*U, *Program, Values))
      return false;
  return true;
}

bool Trier::run() {
  uint64_t Count = std::max<size_t>(1, Options.Blocks.size());
  for (const auto &Sizes :
       {sizesOf(Options.Paddings), sizesOf(Options.Constants)})
    for (size_t Size : Sizes)
      Count = std::min(MostTrials + 1, Count * Size);
  if (Count > MostTrials) {
    Log.error("there are more than " + llvm::Twine(MostTrials) +
              " combinations; try fewer values at once");
    return false;
  }
  Combinations Chosen(sizesOf(Options.Constants));
  do {
    Constants Values;
    for (auto [Constant, Index] :
         llvm::zip_equal(Options.Constants, Chosen.chosen()))
      Values.emplace_back(Constant.Name, Constant.Values[Index]);
    if (!tryConstants(Values))
      return false;
  } while (Chosen.next());
  sortTrials();
  return true;
}

/// Each kernel's rows together, then those of one value of the constants, then
/// those of one block; each in the order that they were asked for.
void Trier::sortTrials() {
  std::map<std::string, size_t> Kernels;
  std::map<Constants, size_t> Values;
  std::map<Dim3, size_t> Blocks;
  for (const Dim3 &Block : Options.Blocks)
    Blocks.try_emplace(Block, Blocks.size());
  for (const Trial &T : Trials) {
    Kernels.try_emplace(T.Kernel, Kernels.size());
    Values.try_emplace(T.Constants, Values.size());
    Blocks.try_emplace(T.Block, Blocks.size());
  }
  const auto KeyOf = [&](const Trial &T) {
    return std::tuple(Kernels[T.Kernel], Values[T.Constants], Blocks[T.Block]);
  };
  llvm::stable_sort(Trials, [&KeyOf](const Trial &A, const Trial &B) {
    return KeyOf(A) < KeyOf(B);
  });
}

RunOutcome banklint::runTry(const TryOptions &Options, llvm::raw_ostream &Out,
                            llvm::raw_ostream &Err) {
  MessageLog Log = consoleLog(Options.Run.IsQuiet, Err);
  llvm::Expected<AnalysisRequest> Request =
      prepare(Options.Run, /*Files=*/nullptr, Log);
  if (!Request) {
    Log.error(Request.takeError());
    return {ExitFailure};
  }
  Trier Tried(Options, std::move(*Request), Log);
  if (Tried.run())
    writeOutput(Options.Run.OutputFile, Out, Log, [&](llvm::raw_ostream &OS) {
      if (Options.Run.Format == OutputFormat::Json)
        writeTrialsAsJson(Tried.trials(), Tried.arch(), OS);
      else
        writeTrials(Tried.trials(), OS);
    });
  return {Log.hasErrors() ? ExitFailure : ExitClean, Tried.mustExitAtOnce()};
}
