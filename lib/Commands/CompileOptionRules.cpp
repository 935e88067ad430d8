//===- CompileOptionRules.cpp - What is done with which option ------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileOptionRules.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

static constexpr OptionRule Rules[] = {
    {"-I", Any, OptionAction::Path, "-I"},
    {"--include-path", Long, OptionAction::Path, "-I"},
    {"--include-directory", Long, OptionAction::Path, "-I"},
    {"-isystem", Any, OptionAction::Path, "-isystem"},
    {"--system-include", Long, OptionAction::Path, "-isystem"},
    {"-iquote", Any, OptionAction::Path, "-iquote"},
    {"-idirafter", Any, OptionAction::Path, "-idirafter"},
    {"-include", Any, OptionAction::Path, "-include"},
    {"--include", Long, OptionAction::Path, "-include"},
    {"--pre-include", Long, OptionAction::Path, "-include"},
    {"-imacros", Any, OptionAction::Path, "-imacros"},
    {"--imacros", Long, OptionAction::Path, "-imacros"},
    {"-isysroot", Any, OptionAction::Path, "-isysroot"},
    {"--sysroot", Long, OptionAction::Path, "--sysroot"},

    {"-D", Any, OptionAction::Macro, "-D"},
    {"--define-macro", Long, OptionAction::Macro, "-D"},
    {"-U", Any, OptionAction::Macro, "-U"},
    {"--undefine-macro", Long, OptionAction::Macro, "-U"},

    {"-std", Long, OptionAction::Standard},
    {"--std", Long, OptionAction::Standard},
    {"-x", Any, OptionAction::Language},
    {"--x", Long, OptionAction::Language},
    {"--language", Long, OptionAction::Language},
    {"-O", Any, OptionAction::Optimize},
    {"--optimize", Long, OptionAction::Optimize},
    {"-m", Long, OptionAction::Machine},
    {"--machine", Long, OptionAction::Machine},

    {"-arch", Long, OptionAction::Arch},
    {"--gpu-architecture", Long, OptionAction::Arch},
    {"-gencode", Long, OptionAction::Arch},
    {"--generate-code", Long, OptionAction::Arch},
    {"-code", Long, OptionAction::Arch},
    {"--gpu-code", Long, OptionAction::Arch},
    {"--cuda-gpu-arch", Long, OptionAction::Arch},
    {"--offload-arch", Long, OptionAction::Arch},

    {"-Xcompiler", Long, OptionAction::HostOptions},
    {"--compiler-options", Long, OptionAction::HostOptions},
    {"-Wp,", Joined, OptionAction::HostOptions},

    {"-rdc", Long, OptionAction::RelocatableCode},
    {"--relocatable-device-code", Long, OptionAction::RelocatableCode},
    {"-dc", Alone, OptionAction::RelocatableCode},
    {"--device-c", Alone, OptionAction::RelocatableCode},
    {"-fgpu-rdc", Alone, OptionAction::RelocatableCode},
    {"-fcuda-rdc", Alone, OptionAction::RelocatableCode},
    {"-use_fast_math", Alone, OptionAction::FastMath},
    {"--use_fast_math", Alone, OptionAction::FastMath},
    {"-expt-relaxed-constexpr", Alone, OptionAction::Define,
     "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"--expt-relaxed-constexpr", Alone, OptionAction::Define,
     "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"-default-stream", Long, OptionAction::DefaultStream},
    {"--default-stream", Long, OptionAction::DefaultStream},

    {"-m32", Alone, OptionAction::Pass},
    {"-m64", Alone, OptionAction::Pass},
    {"-pthread", Alone, OptionAction::Pass},
    {"-undef", Alone, OptionAction::Pass},
    {"-nostdinc", Alone, OptionAction::Pass},
    {"-nostdinc++", Alone, OptionAction::Pass},
    {"-nostdlibinc", Alone, OptionAction::Pass},
    {"-stdlib", Equals, OptionAction::Pass},
    // Where the standard library's headers are. No program is run from there.
    {"--gcc-toolchain", Equals, OptionAction::Pass},
    {"--gcc-install-dir", Equals, OptionAction::Pass},
    {"-ffast-math", Alone, OptionAction::Pass},
    {"-fno-fast-math", Alone, OptionAction::Pass},
    {"-fexceptions", Alone, OptionAction::Pass},
    {"-fno-exceptions", Alone, OptionAction::Pass},
    {"-frtti", Alone, OptionAction::Pass},
    {"-fno-rtti", Alone, OptionAction::Pass},
    {"-fsigned-char", Alone, OptionAction::Pass},
    {"-funsigned-char", Alone, OptionAction::Pass},
    {"-fno-signed-char", Alone, OptionAction::Pass},
    {"-fno-unsigned-char", Alone, OptionAction::Pass},
    {"-fshort-enums", Alone, OptionAction::Pass},
    {"-fshort-wchar", Alone, OptionAction::Pass},
    {"-fchar8_t", Alone, OptionAction::Pass},
    {"-fno-char8_t", Alone, OptionAction::Pass},
    {"-fms-extensions", Alone, OptionAction::Pass},
    {"-fgnu-keywords", Alone, OptionAction::Pass},
    {"-fno-gnu-keywords", Alone, OptionAction::Pass},
    {"-fno-operator-names", Alone, OptionAction::Pass},
    {"-ftemplate-depth", Equals, OptionAction::Pass},
    {"-ftemplate-depth-", Joined, OptionAction::Drop},
    {"-fconstexpr-depth", Equals, OptionAction::Pass},
    {"-fconstexpr-steps", Equals, OptionAction::Pass},

    {"-o", Separate, OptionAction::Drop},
    {"--output-file", Long, OptionAction::Drop},
    {"-MF", Separate, OptionAction::Drop},
    {"-MT", Separate, OptionAction::Drop},
    {"-MQ", Separate, OptionAction::Drop},
    {"-MJ", Separate, OptionAction::Drop},
    {"-Xptxas", Long, OptionAction::Drop},
    {"--ptxas-options", Long, OptionAction::Drop},
    {"-Xcudafe", Long, OptionAction::Drop},
    {"--cudafe-options", Long, OptionAction::Drop},
    {"-Xfatbin", Long, OptionAction::Drop},
    {"--fatbin-options", Long, OptionAction::Drop},
    {"-Xnvlink", Long, OptionAction::Drop},
    {"--nvlink-options", Long, OptionAction::Drop},
    {"-Xarchive", Long, OptionAction::Drop},
    {"--archive-options", Long, OptionAction::Drop},
    {"-Xlinker", Long, OptionAction::Drop},
    {"--linker-options", Long, OptionAction::Drop},
    {"-Xassembler", Separate, OptionAction::Drop},
    {"-Xanalyzer", Separate, OptionAction::Drop},

    // Plugins, and options that reach past Clang's driver.
    {"-fplugin", Equals, OptionAction::Refuse},
    {"-fplugin-arg-", Joined, OptionAction::Refuse},
    {"-fpass-plugin", Equals, OptionAction::Refuse},
    {"-load", Long, OptionAction::Refuse},
    {"--load", Long, OptionAction::Refuse},
    {"-Xclang", Long, OptionAction::Refuse},
    {"-Xpreprocessor", Separate, OptionAction::Refuse},
    {"-Xarch_", Joined | Separate, OptionAction::Refuse},
    {"-Xopenmp-target", Joined | Separate, OptionAction::Refuse},
    {"-mllvm", Long, OptionAction::Refuse},
    {"--mllvm", Long, OptionAction::Refuse},
    // Folders that programs or libraries are taken from.
    {"-B", Any, OptionAction::Refuse},
    {"-ccc-", Joined, OptionAction::Refuse},
    {"-cc1", Alone, OptionAction::Refuse},
    {"-cc1as", Alone, OptionAction::Refuse},
    {"--prefix", Long, OptionAction::Refuse},
    {"-resource-dir", Long, OptionAction::Refuse},
    {"--resource-dir", Long, OptionAction::Refuse},
    {"-wrapper", Separate, OptionAction::Refuse},
    // Files of options.
    {"@", Joined, OptionAction::Refuse},
    {"-optf", Long, OptionAction::Refuse},
    {"--options-file", Long, OptionAction::Refuse},
    {"-specs", Long, OptionAction::Refuse},
    {"--specs", Long, OptionAction::Refuse},
    {"--config", Long, OptionAction::Refuse},
    {"--config-system-dir", Long, OptionAction::Refuse},
    {"--config-user-dir", Long, OptionAction::Refuse},
    // Precompiled or redirected sources.
    {"-include-pch", Any, OptionAction::Refuse},
    {"-fmodule-file", Equals, OptionAction::Refuse},
    {"-fprebuilt-module-path", Equals, OptionAction::Refuse},
    {"-ivfsoverlay", Any, OptionAction::Refuse},
    {"-vfsoverlay", Any, OptionAction::Refuse},
};

// nvcc's other options, without dashes: none changes what is parsed here. Those
// of extended lambdas are always on.
static constexpr llvm::StringLiteral NvccFlags[] = {
    "G",
    "allow-unsupported-compiler",
    "arch-list",
    "astoolspatch",
    "aug-hls",
    "augment-host-linker-script",
    "clean",
    "clean-targets",
    "compile",
    "compile-as-tools-patch",
    "cubin",
    "cuda",
    "debug",
    "device-debug",
    "device-link",
    "device-w",
    "disable-warnings",
    "display-error-number",
    "dlink",
    "dlink-time-opt",
    "dlto",
    "dont-use-profile",
    "dryrun",
    "dw",
    "err-no",
    "ewp",
    "expt-extended-lambda",
    "extended-lambda",
    "extensible-whole-program",
    "extra-device-vectorization",
    "fatbin",
    "fdevice-syntax-only",
    "force-cl-env-setup",
    "forward-unknown-opts",
    "forward-unknown-to-host-compiler",
    "forward-unknown-to-host-linker",
    "gen-opt-lto",
    "generate-dependencies",
    "generate-dependencies-with-compile",
    "generate-dependency-targets",
    "generate-line-info",
    "generate-nonsystem-dependencies",
    "generate-nonsystem-dependencies-with-compile",
    "hls",
    "jobserver",
    "keep",
    "keep-device-functions",
    "lib",
    "lineinfo",
    "link",
    "lto",
    "ltoir",
    "m64",
    "no-align-double",
    "no-compress",
    "no-device-link",
    "no-display-error-number",
    "no-err-no",
    "no-exceptions",
    "no-host-device-initializer-list",
    "no-host-device-move-forward",
    "nodlink",
    "noeh",
    "nohdinitlist",
    "nohdmoveforward",
    "noprof",
    "objdir-as-tempdir",
    "objtemp",
    "optix-ir",
    "preprocess",
    "profile",
    "ptx",
    "qpp-config",
    "reloc-ptx",
    "relocatable-link",
    "relocatable-ptx",
    "res-usage",
    "resource-usage",
    "restrict",
    "run",
    "save-temps",
    "shared",
    "source-in-ptx",
    "src-in-ptx",
    "use-local-env",
    "verbose"};

// Those with a value.
static constexpr llvm::StringLiteral NvccValues[] = {
    "Ofast-compile",
    "Ofc",
    "Werror",
    "arbin",
    "archiver-binary",
    "brief-diag",
    "brief-diagnostics",
    "ccbin",
    "compiler-bindir",
    "compress-mode",
    "cudadevrt",
    "cudart",
    "ddp",
    "dependency-drive-prefix",
    "dependency-output",
    "dependency-target-name",
    "device-entity-has-hidden-visibility",
    "device-stack-protector",
    "diag-error",
    "diag-suppress",
    "diag-warn",
    "diag_error",
    "diag_suppress",
    "diag_warn",
    "dopt",
    "dp",
    "drive-prefix",
    "e",
    "entries",
    "fdevice-time-trace",
    "fmad",
    "frandom-seed",
    "ftemplate-backtrace-limit",
    "ftz",
    "gpu",
    "hls",
    "host-linker-script",
    "idp",
    "input-drive-prefix",
    "jtd",
    "jump-table-density",
    "keep-dir",
    "ldir",
    "libdevice-directory",
    "library",
    "library-path",
    "maxrregcount",
    "odir",
    "opt-info",
    "optimization-info",
    "output-directory",
    "prec-div",
    "prec-sqrt",
    "run-args",
    "sanitize",
    "split-compile",
    "split-compile-extended",
    "static-global-template-stub",
    "stdpar",
    "t",
    "target-dir",
    "target-directory",
    "threads",
    "time"};

// How the host compilers' options begin that warn, optimize, link or write, or
// change code but not how it is parsed.
static constexpr llvm::StringLiteral Families[] = {
    "-W",          "-f",
    "-g",          "-m",
    "-M",          "-O",
    "-d",          "-l",
    "-L",          "-R",
    "-T",          "-u",
    "-stdpar",     "-pedantic",
    "-static",     "-shared",
    "-nostd",      "-nodefaultlibs",
    "-no-pie",     "-pie",
    "-pipe",       "-rdynamic",
    "-nocuda",     "--cuda-",
    "--no-cuda-",  "--no-warnings",
    "--param",     "-rpath",
    "--coverage",  "-emit-",
    "--emit-",     "-serialize-",
    "--serialize-"};

// Those that are all of an option.
static constexpr llvm::StringLiteral Singles[] = {"-c",
                                                  "-S",
                                                  "-E",
                                                  "-v",
                                                  "-w",
                                                  "-p",
                                                  "-pg",
                                                  "-P",
                                                  "-C",
                                                  "-H",
                                                  "-s",
                                                  "-r",
                                                  "-Q",
                                                  "-ansi",
                                                  "-pthreads",
                                                  "-Qunused-arguments",
                                                  "-no-integrated-cpp"};

/// For options that are left out without a rule of their own.
static constexpr OptionRule DropFlag = {"", Alone, OptionAction::Drop};

/// True for what is known to change nothing of how a file is parsed.
static bool isIrrelevant(llvm::StringRef Argument) {
  llvm::StringRef Name = Argument;
  if (!Name.consume_front("--"))
    Name.consume_front("-");
  if (llvm::is_contained(NvccFlags, Name) ||
      llvm::is_contained(NvccValues, Name.split('=').first) ||
      llvm::is_contained(Singles, Argument))
    return true;
  return llvm::any_of(Families, [Argument](llvm::StringRef Start) {
    return Argument.starts_with(Start);
  });
}

OptionMatch banklint::matchOption(llvm::StringRef Argument) {
  OptionMatch Best;
  for (const OptionRule &Rule : Rules) {
    llvm::StringRef Rest = Argument;
    if (!Rest.consume_front(Rule.Name) ||
        (Best.Rule && Best.Rule->Name.size() >= Rule.Name.size()))
      continue;
    // The joined part of "-Xarch_host" names no value.
    const bool IsFamily = (Rule.Forms & Joined) && (Rule.Forms & Separate) &&
                          !(Rule.Forms & Equals);
    if (IsFamily)
      Best = {&Rule, {}, true};
    else if (Rest.empty() && (Rule.Forms & Alone))
      Best = {&Rule, {}, false};
    else if (Rest.empty() && (Rule.Forms & Separate))
      Best = {&Rule, {}, true};
    else if ((Rule.Forms & Equals) && Rest.consume_front("="))
      Best = {&Rule, Rest, false};
    else if (!Rest.empty() && (Rule.Forms & Joined))
      Best = {&Rule, Rest, false};
  }
  if (!Best.Rule && isIrrelevant(Argument))
    Best = {&DropFlag, {}, false};
  return Best;
}
