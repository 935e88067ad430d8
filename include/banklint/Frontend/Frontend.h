//===- Frontend.h - From a CUDA file to kernel programs ---------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parses one CUDA file with Clang, in device-only passes, and lowers its
// kernels. No toolkit is needed: CUDA's declarations are embedded. Missing
// headers and parse errors never stop the analysis of what did parse; they are
// counted. A file whose tokens show that it has no shared memory is not parsed.
// Most others need one pass. It is repeated with headers of the C++ library
// that nvcc includes if names from there are missing. A second one declares
// names that device code or launches use without a declaration; a third one
// uses a toolkit's headers if device code has errors and the toolkit may
// declare what it lacks. Clang's AST does not outlive the call.
//
// Any number of threads may parse at the same time, also with one file system,
// if its const operations and openFileForRead may be called concurrently, as
// those of LLVM's physical, in-memory and overlay file systems may.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_FRONTEND_FRONTEND_H
#define BANKLINT_FRONTEND_FRONTEND_H

#include "banklint/Program/KernelLaunch.h"
#include "banklint/Support/Causes.h"
#include "banklint/Support/FileState.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace banklint {

class Preambles;

enum class CudaHeaders {
  /// The embedded declarations.
  Builtin,
  /// The headers of an installed toolkit.
  Toolkit,
};

/// "builtin", "toolkit".
llvm::StringRef spelling(CudaHeaders Headers);

/// Template arguments for a kernel template that no code may instantiate.
struct KernelInstance {
  /// Without namespaces.
  std::string Kernel;
  /// "<float, 128>".
  std::string Arguments;
};

/// A macro, a constant or an enumerator that gets another value where code
/// that is not of the system defines it.
struct ConstantValue {
  std::string Name;
  /// C++.
  std::string Value;
};

struct FrontendOptions {
  /// What __CUDA_ARCH__ is derived from, "sm_90"; Clang need not know it.
  std::string Arch = "sm_90";
  CudaHeaders Headers = CudaHeaders::Builtin;
  /// The directory of the toolkit, for CudaHeaders::Toolkit. With
  /// CudaHeaders::Builtin, its headers are tried if there are errors that they
  /// may cure; empty if there is no toolkit to try.
  std::string ToolkitPath;
  /// Whether the embedded declarations are loaded where the build has
  /// precompiled them in the right form, instead of being parsed. The answers
  /// are the same.
  bool LoadsDeclarations = true;
  /// A file that is seen to have no shared memory before it is parsed is not
  /// parsed; see ParsedFile::WasScanned.
  bool MayScan = true;
  /// No option states the C++ standard: a file that uses a later one may be
  /// parsed as that.
  bool MayAssumeStandard = false;
  /// ParsedFile::Launches is wanted, also of a file without shared memory.
  bool WantsLaunches = false;
  /// The absolute path of the header of ParsedFile::HasHeader.
  std::string Header;
  /// Directories, absolute, that are searched for headers after all others.
  /// Unlike those of -idirafter they do not have system headers.
  std::vector<std::string> LastDirectories;
  /// Where the source and its headers are read; null means the disk. The
  /// embedded headers are overlaid. Texts that are not on the disk, or that
  /// replace files there, are given in an llvm::vfs::OverlayFileSystem.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  /// Instantiations besides those of the code and of its annotations. Not of
  /// templates in headers that KnownPreambles has.
  std::vector<KernelInstance> Instances;
  std::vector<ConstantValue> Constants;
  /// Where first headers are looked for that were parsed before; not for
  /// several threads. The answers are the same.
  Preambles *KnownPreambles = nullptr;
};

struct SourceLine {
  std::string File;
  unsigned Line = 0;

  friend bool operator==(const SourceLine &A, const SourceLine &B) {
    return A.File == B.File && A.Line == B.Line;
  }
};

/// An error in the source that the user has to fix.
struct SourceProblem {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
  std::string Message;
};

struct ParsedFile {
  /// Set if nothing could be analyzed: the file is missing or is not text, or
  /// the compiler could not be set up.
  std::optional<std::string> Failure;
  /// The names of FrontendOptions::Constants that the source defines, or uses
  /// as a macro; with "()" behind it one that is a macro with parameters, which
  /// keeps its value.
  std::set<std::string> UsedConstants;
  /// The file was preprocessed and not parsed: no token of it or its headers
  /// can declare shared memory. ParseErrors, HasDeviceCode and HasFunctions are
  /// not known.
  bool WasScanned = false;
  unsigned ParseErrors = 0;
  /// "file:line:column: message" of the errors, the first ones if there are
  /// many.
  std::vector<std::string> ParseErrorTexts;
  /// Texts of kernels in the file of which no error can have dropped a use;
  /// SourceSpan::File is not set.
  std::vector<SourceSpan> WholeKernels;
  std::vector<std::string> MissingHeaders;
  /// What is behind the errors, and what excludes shared variables.
  std::vector<Cause> Causes;
  /// "c++20" if the file was parsed as that although no option says so.
  std::string AssumedStandard;
  /// FrontendOptions::Header was included.
  bool HasHeader = false;
  /// The file or a header of its own has a `__global__` or `__device__`
  /// function; a `__shared__` variable.
  bool HasDeviceCode = false;
  bool HasSharedMemory = false;
  /// One of them defines a function, whatever it is for, that is no template.
  bool HasFunctions = false;
  /// It has kernel templates that nothing instantiates.
  bool HasOpenTemplates = false;
  /// Errors in the file's device functions.
  unsigned DeviceErrors = 0;
  /// Of `__shared__` variables that Clang dropped with the function or the
  /// statement around them.
  std::vector<SourceLine> LostShared;
  /// The file, or a header other than a system header, contains a name that
  /// raises a kernel's limit of dynamic shared memory or queries the device's;
  /// one that queries it.
  bool MayRaiseSharedLimit = false;
  bool AsksSharedLimit = false;
  /// Whose declarations were used.
  CudaHeaders Headers = CudaHeaders::Builtin;
  /// The kernels that use shared memory.
  std::vector<KernelProgram> Kernels;
  /// The launches that the file makes of kernels that are not defined in it, if
  /// they are wanted.
  std::vector<KernelLaunch> Launches;
  /// All kernels that are defined in it, if launches are wanted. Of those of a
  /// file that was not parsed only the names and the file are known.
  std::vector<KernelIdentity> Defined;
  /// Those of the kernels' files that are system headers.
  std::vector<std::string> SystemHeaders;
  /// Of annotations.
  std::vector<SourceProblem> Problems;
  /// The absolute paths of all files that were opened, sorted: the source, the
  /// headers, those of the system included but not the embedded ones, and what
  /// Clang's driver looks up of the system and its installed toolkits. As
  /// long as none of them changes and no file appears that an #include finds
  /// before them, neither does the result.
  std::vector<std::string> FilesRead;
  /// The names that were looked up and do not exist, and the contents of what
  /// was read, sorted by path: as long as these stay the same, so does the
  /// result.
  std::vector<FileState> States;
};

/// Parses \p Path with \p Arguments, a Clang command line without the program's
/// name and without source files, relative to \p Directory.
ParsedFile parseCudaFile(llvm::StringRef Path,
                         const std::vector<std::string> &Arguments,
                         llvm::StringRef Directory,
                         const FrontendOptions &Options);

} // namespace banklint

#endif // BANKLINT_FRONTEND_FRONTEND_H
