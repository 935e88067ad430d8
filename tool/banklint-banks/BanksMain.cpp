//===- BanksMain.cpp - The bank calculator's command line -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exit status: 0 every line answered, 2 bad usage, unreadable input or a line
// that could not be answered.
//
//===----------------------------------------------------------------------===//

#include "BankQueries.h"
#include "ReadOptions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace banklint;
namespace cl = llvm::cl;

static constexpr int Failure = 2;

static constexpr llvm::StringLiteral Purpose =
    "compute the wavefronts of single shared-memory accesses";

static constexpr llvm::StringLiteral Description =
    R"(
Reads lines of tab-separated columns from standard input:

  id  op  bytes  active mask (hex)  32 comma-separated byte offsets

and prints for each line: id, wavefronts, ideal wavefronts, ways. A fifth column
is 'lower-bound' if the hardware may need more, or 'unknown'.

Operations on shared memory:
  ld st             loads and stores
  gld gst           the same through generic addresses
  red atom          32-bit add; popc: of the constant 1, result unused
  min inc or        32-bit atomics; exch: exchange of 4 or 8 bytes
  cas               compare-and-swap of 4 or 8 bytes
  add               64-bit add
  addf redf         32-bit floating-point add
  ldsmN[t] stsmN[t] ldmatrix and stmatrix of N = 1, 2, 4 matrices [.trans]
  cpa               cp.async.ca; a sixth column of 32 byte offsets states the
                    global source if it is not contiguous
  cpg               cp.async.cg
)";

static void printVersion(llvm::raw_ostream &Out) {
  Out << "banklint-banks " << BANKLINT_VERSION << '\n';
}

static void listArchitectures(llvm::raw_ostream &Out) {
  Out << "# name\tbanks\tevidence\tsource\n";
  for (const Architecture &Arch : allArchitectures())
    Out << Arch.Name << '\t' << Arch.BankCount << " x " << Arch.BankBytes
        << " bytes\t"
        << (Arch.Proof == Evidence::Measured ? "measured" : "assumed") << '\t'
        << Arch.Source << '\n';
}

int main(int Argc, char **Argv) {
  cl::OptionCategory Category("banklint-banks options");
  cl::opt<std::string> ArchName(
      "arch", cl::desc("Use the rules of this architecture"),
      cl::value_desc("name"), cl::init(defaultArchitectureName().str()),
      cl::cat(Category));
  cl::opt<bool> ListArchs(
      "list-archs", cl::desc("Print the supported architectures and exit"),
      cl::cat(Category));
  OptionPageRequest Pages(Category);
  cl::HideUnrelatedOptions(Category);
  cl::SetVersionPrinter(printVersion);
  const ProgramText Text = {
      "banklint-banks", BANKLINT_VERSION, Purpose,
      /*Examples=*/"",  Description,      /*Arguments=*/""};
  if (!readOptions(Argc, Argv, Text, llvm::errs()))
    return Failure;

  if (Pages.Page.getNumOccurrences()) {
    printOptionPage(Pages.Page, Text, {&Category}, llvm::outs());
    return 0;
  }
  if (ListArchs) {
    listArchitectures(llvm::outs());
    return 0;
  }
  const Architecture *Arch = findArchitecture(ArchName);
  if (!Arch) {
    llvm::errs() << "banklint-banks: error: unknown architecture '" << ArchName
                 << "'; --list-archs prints the known ones\n";
    return Failure;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Input =
      llvm::MemoryBuffer::getSTDIN();
  if (std::error_code Code = Input.getError()) {
    llvm::errs() << "banklint-banks: error: cannot read standard input: "
                 << Code.message() << '\n';
    return Failure;
  }
  unsigned BadLines = answerBankQueries(*Arch, (*Input)->getBuffer(),
                                        llvm::outs(), llvm::errs());
  return BadLines == 0 ? 0 : Failure;
}
