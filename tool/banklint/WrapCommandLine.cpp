//===- WrapCommandLine.cpp - banklint wrap --------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrapCommandLine.h"
#include "AuditCommandLine.h"
#include "ReadOptions.h"
#include "banklint/Audit/Audit.h"
#include "banklint/Commands/RecordedCommands.h"
#include "banklint/Driver/Filter/FindingIdentity.h"
#include "banklint/Support/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <unistd.h>

using namespace banklint;
namespace cl = llvm::cl;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr char Examples[] = R"(
Examples:
  cmake -B build -DCMAKE_CUDA_COMPILER_LAUNCHER='banklint;wrap;--'
  make NVCC='banklint wrap -- nvcc'
  PYTORCH_NVCC='banklint wrap -- nvcc' pip install --no-build-isolation -e .
  banklint wrap --report
  banklint wrap --report --html=report.html
)";

static constexpr char Help[] = R"(
Behind '--' stands a command, which runs as it would without banklint: it keeps
its output and its status. Of one that compiles CUDA sources a record is kept, in
'banklint/wrap' in the user's cache directory, or in $BANKLINT_WRAP_DIR.

With --report, 'banklint audit' runs on all sources recorded that are in the
checkout around the working directory, or were compiled there; its options follow.
With --database, a compilation database is written,
for -p and for other tools.

Exit status:
  that of the command, 127 if it could not be run; that of 'banklint audit'; or
  2  invalid usage, or nothing is recorded
)";

namespace {
struct WrapArguments {
  cl::OptionCategory Category{"banklint wrap options"};
  OptionPageRequest Pages{Category};
  cl::extrahelp More{Help};
  cl::opt<bool> Report{
      "report", cl::desc("Audit what was recorded; options of audit follow"),
      cl::cat(Category)};
  cl::opt<std::string> Database{
      "database", cl::desc("Write compile_commands.json of what was recorded"),
      cl::value_desc("directory"), cl::cat(Category)};
};
} // namespace

static int fail(const llvm::Twine &Why, int Status = AuditFailure) {
  llvm::errs() << "banklint: error: wrap: " << Why << '\n';
  return Status;
}

/// Where records are kept; empty if there is no place.
static std::string storeDirectory() {
  if (const auto Given = llvm::sys::Process::GetEnv("BANKLINT_WRAP_DIR"))
    return *Given;
  llvm::SmallString<128> Directory;
  if (!path::cache_directory(Directory))
    return "";
  path::append(Directory, "banklint", "wrap");
  return Directory.str().str();
}

/// Becomes \p Command.
static int become(const std::vector<std::string> &Command) {
  std::vector<char *> Arguments;
  for (const std::string &Word : Command)
    Arguments.push_back(const_cast<char *>(Word.c_str()));
  Arguments.push_back(nullptr);
  ::execvp(Arguments.front(), Arguments.data());
  return fail("cannot run '" + Command.front() +
                  "': " + std::generic_category().message(errno),
              /*Status=*/127);
}

/// The checkout around the working directory, or that directory.
static std::string rootOfProject() {
  llvm::SmallString<256> Directory;
  if (fs::real_path(".", Directory))
    return "";
  const std::string Checkout = repositoryAround(Directory);
  return Checkout.empty() ? Directory.str().str() : Checkout;
}

/// Writes the database of what was recorded to \p Directory.
static llvm::Error writeRecorded(llvm::StringRef Directory) {
  const std::string Store = storeDirectory(), Root = rootOfProject();
  llvm::Expected<RecordedCommands> Recorded = recordedCommands(Store, Root);
  if (!Recorded)
    return Recorded.takeError();
  if (Recorded->Gone)
    llvm::errs() << "banklint: note: wrap: "
                 << counted(Recorded->Gone, "recorded source")
                 << (Recorded->Gone == 1 ? " does" : " do")
                 << " not exist any more\n";
  if (Recorded->Entries.empty())
    return llvm::createStringError(
        "no compile command of a CUDA source in '" + Root +
        "' is recorded in '" + Store +
        "'; build it with 'banklint wrap --' in front of the compiler, from "
        "nothing, as what is up to date is not compiled");
  if (std::error_code Code = fs::create_directories(Directory))
    return llvm::createStringError(Code,
                                   "'" + Directory + "': " + Code.message());
  llvm::SmallString<256> File(Directory);
  path::append(File, "compile_commands.json");
  return writeDatabase(Recorded->Entries, File);
}

/// Runs 'banklint audit' on the database in \p Directory.
static int runAudit(llvm::StringRef Directory,
                    std::vector<std::string> Options) {
  Options.insert(Options.begin(), {"banklint audit", "-p", Directory.str()});
  std::vector<char *> Arguments;
  for (std::string &Each : Options)
    Arguments.push_back(Each.data());
  Arguments.push_back(nullptr);
  return runAuditCommand(int(Options.size()), Arguments.data());
}

/// Audits what was recorded, with \p Options of the audit.
static int runReport(const std::vector<std::string> &Options) {
  // Help needs no records, and ends the program.
  if (llvm::is_contained(Options, "--help"))
    return runAudit(".", Options);
  llvm::SmallString<256> Directory;
  if (std::error_code Code =
          fs::createUniqueDirectory("banklint-wrap", Directory))
    return fail("cannot make a directory: " + Code.message());
  llvm::Error Failure = writeRecorded(Directory);
  const int Status = Failure ? fail(llvm::toString(std::move(Failure)))
                             : runAudit(Directory, Options);
  fs::remove_directories(Directory);
  return Status;
}

bool banklint::isWrappedCommand(int Argc, char **Argv) {
  return Argc > 3 && Argv[1] == llvm::StringRef("wrap") &&
         Argv[2] == llvm::StringRef("--");
}

int banklint::runWrappedCommand(int Argc, char **Argv) {
  const std::vector<std::string> Command(Argv + 3, Argv + Argc);
  llvm::SmallString<256> Directory;
  const std::string Store = storeDirectory();
  // Nothing that goes wrong here may show in the build: --report says that
  // there is no record.
  if (!Store.empty() && !fs::current_path(Directory))
    llvm::consumeError(recordCommand(Command, Directory, Store));
  return become(Command);
}

int banklint::runWrapCommand(int Argc, char **Argv) {
  const std::vector<std::string> Words(Argv + 1, Argv + Argc);
  // The options behind it are those of an audit.
  if (!Words.empty() && Words.front() == "--report")
    return runReport({Words.begin() + 1, Words.end()});
  if (!Words.empty() && !llvm::StringRef(Words.front()).starts_with("-"))
    return fail("write '--' in front of the command: banklint wrap -- " +
                Words.front());
  WrapArguments Given;
  cl::HideUnrelatedOptions(Given.Category);
  const ProgramText Text = {"banklint wrap",
                            BANKLINT_VERSION,
                            "record the compile commands of a build, and audit "
                            "what it compiled",
                            Examples,
                            Help,
                            "-- <command>"};
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return AuditFailure;
  if (Given.Pages.Page.getNumOccurrences()) {
    printOptionPage(Given.Pages.Page, Text, {&Given.Category}, llvm::outs());
    return AuditClean;
  }
  if (Given.Report)
    return fail("--report comes first; the options of 'banklint audit' follow");
  if (Given.Database.empty())
    return fail("there is no command; write it behind '--', or use --report");
  if (llvm::Error Failure = writeRecorded(Given.Database))
    return fail(llvm::toString(std::move(Failure)));
  return AuditClean;
}
