//===- CompilerArguments.cpp - The command line of a parse ----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Parse/CompilerArguments.h"
#include "banklint/Parse/ClangHeaders.h"
#include "banklint/Parse/FileLayers.h"
#include "clang/Basic/Cuda.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using clang::OffloadArch;
using clang::StringToOffloadArch;

/// Options that have Clang compile for \p Arch, "sm_90". Those that it does not
/// know are compiled as the newest one before them that it knows; only code
/// that asks for the number sees the difference.
static std::vector<std::string> architectureOptions(llvm::StringRef Arch) {
  unsigned Number = 0;
  llvm::StringRef Digits = Arch;
  if (StringToOffloadArch(Arch) != OffloadArch::UNKNOWN ||
      !Digits.consume_front("sm_") || Digits.getAsInteger(10, Number))
    return {("--cuda-gpu-arch=" + Arch).str()};
  const auto Name = [](unsigned Known) {
    return ("sm_" + llvm::Twine(Known)).str();
  };
  unsigned Known = Number;
  while (Known != 0 && StringToOffloadArch(Name(Known)) == OffloadArch::UNKNOWN)
    --Known;
  return {"--cuda-gpu-arch=" + Name(Known), "-U__CUDA_ARCH__",
          ("-D__CUDA_ARCH__=" + llvm::Twine(Number * 10)).str()};
}

/// What nvcc says of the architectures that it compiles for, of which there is
/// one here.
static std::string architectureList(llvm::StringRef Arch) {
  unsigned Number = 0;
  llvm::StringRef Digits = Arch;
  Digits.consume_front("sm_");
  Digits.consumeInteger(10, Number);
  return ("-D__CUDA_ARCH_LIST__=" + llvm::Twine(Number * 10)).str();
}

std::vector<std::string>
banklint::compilerArguments(llvm::StringRef Path,
                            llvm::ArrayRef<std::string> Arguments,
                            const CudaSetup &Setup) {
  std::vector<std::string> Command = {
      "clang++", "-x", "cuda", "--cuda-device-only", "-nocudalib",
      "-Wno-unknown-cuda-version", "-w", "-fno-caret-diagnostics",
      "-fsyntax-only", "-ferror-limit=0",
      // What Clang takes a wrong name for is a guess.
      "-fno-spell-checking",
      // nvcc has none. With them, Clang takes the device's declaration of a
      // function in precompiled declarations and the host's for one.
      "-Xclang", "-fno-cxx-modules",
      // nvcc accepts them, and libcu++ tests types by them.
      "-Xclang", "-fcuda-allow-variadic-functions"};
  if (Setup.EmbedsCompilerHeaders)
    Command.insert(Command.end(), {"-resource-dir", ResourceDirectory.str()});
  llvm::append_range(Command, architectureOptions(Setup.Arch));
  Command.push_back(architectureList(Setup.Arch));
  const std::string &Directory = Setup.HeaderDirectory;
  if (Setup.ToolkitPath.empty()) {
    // Clang would look for an installed toolkit, and read its version out of
    // its largest header.
    Command.insert(Command.end(),
                   {"-nocudainc", "--cuda-path=" + Directory, "-isystem",
                    Directory, "-include", DeclarationsHeader.str()});
  } else {
    // Clang 19 does not know CUDA 13's number, and then takes launches for
    // those of CUDA 8.
    Command.insert(Command.end(),
                   {"-Xclang", "-target-sdk-version=12.5",
                    "--cuda-path=" + Setup.ToolkitPath, "-isystem",
                    Setup.ToolkitPath + "/include/cccl", "-isystem",
                    Directory + "/toolkit-fixes",
                    // cooperative_groups.h has clusters for nvcc, and for
                    // compilers of which it is said that they can.
                    "-D_CG_CLUSTER_INTRINSICS_AVAILABLE"});
  }
  if (Setup.HasInjected)
    Command.insert(Command.end(), {"-include", InjectedHeader.str()});
  llvm::append_range(Command, Arguments);
  // For headers of other libraries that no directory of the command has.
  Command.insert(Command.end(), {"-idirafter", Directory + "/stand-ins"});
  Command.push_back("--");
  Command.push_back(Path.str());
  return Command;
}
