//===- Frontend.cpp - From a CUDA file to kernel programs -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Frontend/Frontend.h"
#include "ParsePass.h"
#include <tuple>

using namespace banklint;

llvm::StringRef banklint::spelling(CudaHeaders Headers) {
  return Headers == CudaHeaders::Builtin ? "builtin" : "toolkit";
}

/// \p Arguments with headers of the C++ library whose names nvcc's own headers
/// declare. They include more, such as <cmath>, which takes as long as all the
/// rest.
static std::vector<std::string>
withLibrary(std::vector<std::string> Arguments) {
  for (const char *Header :
       {"algorithm", "cstdlib", "limits", "new", "utility"})
    Arguments.insert(Arguments.end(), {"-include", Header});
  return Arguments;
}

/// Parses \p S once more if \p First, the first pass over it, lacks names or
/// has what Clang takes otherwise than nvcc.
static ParsedFile finish(const PassSource &S, Pass &First) {
  const bool IsDeclared = !First.Declarations.empty();
  if (!IsDeclared && First.Diagnostics.Differences.empty())
    return std::move(First.Result);
  Pass Second;
  Second.Earlier = &First;
  runPass(Second, S);
  if (!IsDeclared)
    return Second.Result.ParseErrors < First.Result.ParseErrors
               ? std::move(Second.Result)
               : std::move(First.Result);
  // A declaration that is of another kind than the real one leads to more.
  if (Second.Result.ParseErrors > First.Result.ParseErrors)
    return std::move(First.Result);
  // The declarations of what is missing hide what is wrong.
  if (!Second.Differences.empty()) {
    First.Diagnostics.Errors.dropMended(Second.Diagnostics.Errors);
    countErrors(First);
  }
  Second.Result.ParseErrors = First.Result.ParseErrors;
  Second.Result.ParseErrorTexts = std::move(First.Result.ParseErrorTexts);
  Second.Result.DeviceErrors = First.Result.DeviceErrors;
  Second.Result.Causes = std::move(First.Result.Causes);
  return std::move(Second.Result);
}

namespace {
/// What a first pass over a source says of the rest.
struct Start {
  std::vector<std::string> Arguments;
  Pass First;
};
} // namespace

/// \p Known: what a pass with other arguments found.
static Start startWith(const PassSource &S, std::vector<std::string> Arguments,
                       bool EndsWithoutLibrary,
                       const CompilerDifferences &Known = {}) {
  Start Result;
  Result.Arguments = std::move(Arguments);
  Result.First.EndsWithoutLibrary = EndsWithoutLibrary;
  Result.First.Differences = Known;
  runPass(Result.First, {S.Path, Result.Arguments, S.Directory, S.Options,
                         S.Files, S.Unrecorded});
  return Result;
}

/// Parses \p S, and once more with headers of the C++ library if it lacks names
/// that they have.
static Start start(const PassSource &S) {
  Start Plain = startWith(S, S.Arguments, /*EndsWithoutLibrary=*/true);
  if (!Plain.First.Diagnostics.Undeclared.isOfLibrary() ||
      (!Plain.First.HasEnded && !Plain.First.Result.HasSharedMemory))
    return Plain;
  const CompilerDifferences Differences = Plain.First.Diagnostics.Differences;
  Start Better = startWith(S, withLibrary(S.Arguments), false, Differences);
  const ParsedFile &Found = Better.First.Result;
  if (!Found.Failure && Found.ParseErrors == 0)
    return Better;
  // What the library declares may clash with the source.
  if (Plain.First.HasEnded)
    Plain =
        startWith(S, S.Arguments, /*EndsWithoutLibrary=*/false, Differences);
  return Found.Failure || Found.ParseErrors >= Plain.First.Result.ParseErrors
             ? std::move(Plain)
             : std::move(Better);
}

/// What \p S gives after \p Begun.
static ParsedFile finish(const PassSource &S, Start &Begun) {
  const PassSource Chosen = {S.Path,    Begun.Arguments, S.Directory,
                             S.Options, S.Files,         S.Unrecorded};
  ParsedFile Result = finish(Chosen, Begun.First);
  Result.Headers = S.Options.Headers;
  return Result;
}

/// True if errors may have taken something of device code of \p S from
/// \p Known.
static bool isDeviceLacking(const PassSource &S, const ParsedFile &Known) {
  if (Known.DeviceErrors != 0 || Known.HasSharedMemory)
    return Known.DeviceErrors != 0;
  const auto Text = S.Unrecorded->getBufferForFile(S.Path);
  return Text && (*Text)->getBuffer().contains("__shared__");
}

/// True if \p Better, with the toolkit's headers, has what \p Known lacks.
static bool isMore(const ParsedFile &Better, const ParsedFile &Known) {
  if (Better.Failure)
    return false;
  if (Better.HasSharedMemory != Known.HasSharedMemory)
    return Better.HasSharedMemory;
  return std::tie(Better.DeviceErrors, Better.ParseErrors) <
         std::tie(Known.DeviceErrors, Known.ParseErrors);
}

/// Parses \p S after \p Builtin, its start. Large sources are parsed for
/// seconds: all passes that only help to choose come before those that only the
/// choice needs.
static ParsedFile parse(const PassSource &S, Start Builtin) {
  const banklint::FrontendOptions &Options = S.Options;
  const ParsedFile &Known = Builtin.First.Result;
  if (Options.Headers == CudaHeaders::Toolkit || Options.ToolkitPath.empty() ||
      Known.ParseErrors == 0 || !isDeviceLacking(S, Known) ||
      !Builtin.First.Diagnostics.Undeclared.mayBeIn(
          Options.ToolkitPath, Known.MissingHeaders, *S.Unrecorded))
    return finish(S, Builtin);
  banklint::FrontendOptions WithToolkit = Options;
  WithToolkit.Headers = CudaHeaders::Toolkit;
  WithToolkit.MayScan = false;
  const PassSource Other = {S.Path,      S.Arguments, S.Directory,
                            WithToolkit, S.Files,     S.Unrecorded};
  // Whether headers of the C++ library help is known by now.
  Start Toolkit =
      startWith(Other, Builtin.Arguments, /*EndsWithoutLibrary=*/false,
                Builtin.First.Diagnostics.Differences);
  return isMore(Toolkit.First.Result, Known) ? finish(Other, Toolkit)
                                             : finish(S, Builtin);
}

/// The option of a C++ standard that would remove a cause of \p Known, or
/// empty.
static llvm::StringRef laterStandard(const ParsedFile &Known) {
  for (const Cause &Each : Known.Causes)
    for (llvm::StringRef Option : Each.Options)
      if (Option.starts_with("-std="))
        return Option;
  return "";
}

/// Parses \p S, as a later standard if it asks for one and no option states
/// any.
static ParsedFile parse(const PassSource &S) {
  Start Plain = start(S);
  const llvm::StringRef Standard =
      S.Options.MayAssumeStandard ? laterStandard(Plain.First.Result) : "";
  if (Standard.empty())
    return parse(S, std::move(Plain));
  std::vector<std::string> Arguments = S.Arguments;
  Arguments.push_back(Standard.str());
  const PassSource Later = {S.Path,    Arguments, S.Directory,
                            S.Options, S.Files,   S.Unrecorded};
  Start Newer = start(Later);
  if (Newer.First.Result.Failure ||
      Newer.First.Result.ParseErrors >= Plain.First.Result.ParseErrors)
    return parse(S, std::move(Plain));
  ParsedFile Result = parse(Later, std::move(Newer));
  Result.AssumedStandard = Standard.drop_front(strlen("-std=")).str();
  return Result;
}

ParsedFile banklint::parseCudaFile(llvm::StringRef Path,
                                   const std::vector<std::string> &Arguments,
                                   llvm::StringRef Directory,
                                   const banklint::FrontendOptions &Options) {
  // The physical one has a working directory of its own, so that no parse can
  // change the process's.
  const llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Unrecorded =
      Options.Files ? Options.Files : llvm::vfs::createPhysicalFileSystem();
  auto Files = llvm::makeIntrusiveRefCnt<ReadRecorder>(Unrecorded);
  ParsedFile Result =
      parse({Path, Arguments, Directory, Options, Files, Unrecorded});
  Result.FilesRead = Files->opened();
  Result.States = Files->states();
  return Result;
}
