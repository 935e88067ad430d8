//===- Try.cpp - What a kernel would cost otherwise -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Try.h"
#include "TrialTable.h"
#include "banklint/Driver/Run/Analysis.h"
#include "banklint/Driver/Run/Console.h"
#include "banklint/Driver/Run/GuardedTask.h"
#include "banklint/Support/Wording.h"
#include "clang/Basic/CharInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using namespace banklint;

/// Rows of a table that somebody reads; each is an analysis of the kernel.
static constexpr uint64_t MostTrials = 256;

llvm::Expected<std::vector<Dim3>>
banklint::parseTriedBlocks(llvm::StringRef Text) {
  std::vector<Dim3> Blocks;
  for (llvm::StringRef Each : llvm::split(Text, ';')) {
    llvm::Expected<BlockOption> Option = parseBlockOption(Each);
    if (!Option) {
      std::string Why = llvm::toString(Option.takeError());
      llvm::StringRef Rest = Why;
      Rest.consume_front("--block-dim: ");
      return llvm::createStringError("--block: " + Rest);
    }
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
      Result.Values.push_back(I);
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
  if (!clang::isValidAsciiIdentifier(Name) || Result.Values.empty() ||
      llvm::is_contained(Result.Values, ""))
    return llvm::createStringError("--define: invalid value '" + Text +
                                   "'; expected a name and its values, as in "
                                   "'TILE=16;32'");
  return Result;
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
  AnalyzedUnits lowerWith(const Constants &Values,
                          const std::set<std::string> &AsMacros,
                          std::set<std::string> &Used);
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
    Sizes.push_back(Each.Values.size());
  return Sizes;
}

/// "TILE=16, PAD=1: ", or "" if there are none.
static std::string spell(const Constants &Values) {
  std::string Text;
  for (const auto &[Name, Value] : Values)
    Text += (Text.empty() ? "" : ", ") + Name + "=" + Value;
  return Text.empty() ? "" : Text + ": ";
}

/// Whether \p Array is one that \p Padding means, with rows to pad.
static bool isMeant(const SharedArray &Array, const TriedPadding &Padding) {
  return Array.Name == Padding.Array && !Array.IsLeftOut &&
         Array.Extents.size() > 1;
}

/// Logs what is wrong with the arrays to pad if \p Programs are all kernels,
/// and what a row does not see; false if there is nothing to pad.
bool Trier::hasArrays(llvm::ArrayRef<const KernelProgram *> Programs) {
  for (const TriedPadding &Padding : Options.Paddings) {
    std::vector<llvm::StringRef> Known;
    bool HasName = false, IsFound = false;
    std::set<std::string> Observed;
    for (const KernelProgram *Program : Programs)
      for (const SharedArray &Array : Program->Arrays) {
        Known.push_back(Array.Name);
        HasName |= Array.Name == Padding.Array;
        if (!isMeant(Array, Padding))
          continue;
        IsFound = true;
        for (const LayoutUse &Use : Array.LayoutUses)
          Observed.insert(Use.What);
      }
    if (!IsFound) {
      Log.error(HasName
                    ? "--pad: '" + Padding.Array +
                          "' has one extent, so that its rows are where its "
                          "subscripts say; try values of the constant in them "
                          "with --define"
                    : "--pad: no kernel has a shared array '" + Padding.Array +
                          "'" + didYouMean(Padding.Array, Known));
      return false;
    }
    if (!Observed.empty())
      Log.warn("--pad: the layout of '" + Padding.Array + "' is observed by " +
               llvm::join(Observed, ", ") +
               ": rows count these uses as they are, and a source that is "
               "edited so may differ or not compile");
  }
  return true;
}

/// The dynamic shared memory of \p Launch; nothing if it is not known, as for
/// another block than that of the launch that states it.
static std::optional<uint64_t> dynamicBytes(const KernelProgram &Program,
                                            const InferredLaunch &Launch) {
  if (llvm::none_of(Program.Arrays,
                    [](const SharedArray &Array) { return Array.IsDynamic; }))
    return Launch.Config.DynamicBytes.value_or(0);
  const Dim3 &Block = Launch.Config.Block;
  if (Launch.Origin == LaunchOrigin::Option && Launch.Site) {
    const auto &Stated = Program.Launches[*Launch.Site].Block;
    if (Stated[0] != Block.X || Stated[1] != Block.Y || Stated[2] != Block.Z)
      return std::nullopt;
  }
  return Launch.Config.DynamicBytes;
}

/// \p Launch of \p Kernel as a row.
static Trial trialOf(const KernelReport &Kernel, const LaunchReport &Launch,
                     const Architecture &Arch) {
  const KernelProgram &Program = Kernel.Program;
  Trial T;
  T.Kernel = Program.Name;
  T.At = placeOf(Program, Program.Span);
  T.Block = Launch.Launch.Config.Block;
  T.IsAssumed = !isStated(Launch.Launch.Origin);
  Report Alone;
  Alone.Kernels.push_back({Program, {Launch}});
  T.Accesses = summarize(Alone);
  const std::optional<uint64_t> Dynamic = dynamicBytes(Program, Launch.Launch);
  for (const PlaceVerdict &Each : placesOf(Kernel, Launch)) {
    const Verdict &V = Each.V;
    const Totals &Sum = V.BlockTotal ? *V.BlockTotal : V.Traced;
    T.IsWhole &= V.BlockTotal.has_value();
    T.Wavefronts += Sum.Wavefronts;
    T.Ideal += Sum.Ideal;
    T.Ways = std::max(T.Ways, V.Worst.Ways);
    T.Faulty +=
        V.Faults.Misaligned ||
        strayLane(V.Faults, Program, Program.Accesses[V.Access], Dynamic);
  }
  const bool HasSizes =
      llvm::all_of(Program.Arrays, [](const SharedArray &Array) {
        return Array.IsDynamic || Array.IsLeftOut || Array.bytes() != 0;
      });
  const uint64_t Static = staticBytes(Program);
  if (Dynamic && HasSizes)
    T.SharedBytes = Static + *Dynamic;
  T.IsTooLarge = Static > Arch.StaticSharedBytes ||
                 T.SharedBytes.value_or(0) > Arch.OptInSharedBytes;
  if (T.SharedBytes)
    T.ResidentBlocks =
        T.IsTooLarge ? 0
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
    std::vector<std::pair<std::string, uint64_t>> Added;
    for (auto [Padding, Chosen] :
         llvm::zip_equal(Options.Paddings, Paddings.chosen())) {
      const uint64_t Elements = Padding.Values[Chosen];
      Added.emplace_back(Padding.Array, Elements);
      for (SharedArray &Array : Padded.Arrays)
        if (isMeant(Array, Padding))
          Array.Extents.back().Elements += Elements;
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
      T.Constants = Values;
      T.Paddings = Added;
      Trials.push_back(std::move(T));
    }
  } while (Paddings.next());
  return true;
}

/// Lowers all with \p Values, which a command states if \p AsMacros, and logs
/// what is wrong with that. Adds the names of those that have an effect to
/// \p Used.
AnalyzedUnits Trier::lowerWith(const Constants &Values,
                               const std::set<std::string> &AsMacros,
                               std::set<std::string> &Used) {
  AnalysisRequest Own = Request;
  for (Unit &U : Own.Units)
    for (const auto &[Name, Value] : Values) {
      U.Frontend.Constants.push_back({Name, Value});
      if (AsMacros.count(Name))
        U.Arguments.push_back("-D" + Name + "=" + Value);
    }
  // What holds for all is said once.
  MessageLog Silent;
  AnalyzedUnits Units = analyzeUnits(Own, lowerUnit, IsFirst ? Log : Silent);
  for (const UnitResult &Result : Units.Results)
    Used.insert(Result.UsedConstants.begin(), Result.UsedConstants.end());
  return Units;
}

bool Trier::tryConstants(const Constants &Values) {
  std::set<std::string> Used, AsMacros;
  AnalyzedUnits Units = lowerWith(Values, {}, Used);
  for (const auto &[Name, Value] : Values)
    if (!Used.count(Name))
      AsMacros.insert(Name);
  if (!AsMacros.empty())
    Units = lowerWith(Values, AsMacros, Used);
  for (const auto &[Name, Value] : Values)
    if (Used.count(Name + "()")) {
      Log.error("--define: '" + Name + "' is a macro with parameters");
      return false;
    } else if (!Used.count(Name)) {
      Log.error("--define: no code that is compiled defines '" + Name +
                "' as a macro, a constant or an enumerator, or uses such a "
                "macro");
      return false;
    }
  std::vector<const KernelProgram *> Programs;
  std::vector<std::pair<const Unit *, const KernelProgram *>> Tried;
  std::vector<llvm::StringRef> Names;
  // A kernel in a header is one in all files that include it.
  std::set<std::tuple<std::string, std::string, unsigned>> Known;
  for (auto [U, Result] : llvm::zip_equal(Units.Units, Units.Results)) {
    IsWasted |= Result.IsAbandoned;
    if (Result.File.Status == FileStatus::Failed)
      Log.error(spell(Values) + U.Source.File + ": " +
                Result.File.FailureReason);
    else if (Result.File.ParseErrors)
      Log.warn(spell(Values) + U.Source.File + ": " +
               counted(Result.File.ParseErrors, "parse error") +
               ", first: " + Result.File.firstParseError());
    for (const KernelReport &Kernel : Result.Kernels) {
      const KernelProgram &Program = Kernel.Program;
      Names.push_back(plainName(Program.Name));
      const Place At = placeOf(Program, Program.Span);
      // What a value does not compile with has no row.
      if (isUninstantiated(Program) ||
          (Program.ParseErrors && !Values.empty()) ||
          (!Options.Kernel.empty() && !isNamed(Program, Options.Kernel)) ||
          !Known.emplace(Program.Name, At.File, At.Span.Line).second)
        continue;
      Programs.push_back(&Program);
      Tried.emplace_back(&U, &Program);
    }
  }
  if (Tried.empty()) {
    if (Options.Kernel.empty())
      Log.error(spell(Values) +
                "no kernel that is instantiated uses shared memory");
    else
      Log.error(spell(Values) + "--kernel: no kernel named '" + Options.Kernel +
                "' is instantiated and uses shared memory" +
                didYouMean(Options.Kernel, Names));
    // Another value may have some.
    return true;
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
  return !Trials.empty();
}

/// Each kernel's rows together, then those of one value of the constants, then
/// those of one block; each in the order that they were asked for.
void Trier::sortTrials() {
  std::map<std::tuple<std::string, std::string, unsigned>, size_t> Kernels;
  std::map<Constants, size_t> Values;
  std::map<Dim3, size_t> Blocks;
  for (const Dim3 &Block : Options.Blocks)
    Blocks.try_emplace(Block, Blocks.size());
  const auto IdOf = [](const Trial &T) {
    return std::tuple(T.Kernel, T.At.File, T.At.Span.Line);
  };
  for (const Trial &T : Trials) {
    Kernels.try_emplace(IdOf(T), Kernels.size());
    Values.try_emplace(T.Constants, Values.size());
    Blocks.try_emplace(T.Block, Blocks.size());
  }
  const auto KeyOf = [&](const Trial &T) {
    return std::tuple(Kernels[IdOf(T)], Values[T.Constants], Blocks[T.Block]);
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
