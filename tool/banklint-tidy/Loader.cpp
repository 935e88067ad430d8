//===- Loader.cpp - Loads the module of this clang-tidy -------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy opens this file for --load. It uses nothing of LLVM's, so that
// opening it is safe in any program: the checks themselves, in a file beside
// it, hold classes of Clang's and can only be used by the version that they are
// built for. Any other program ends here, since a run without the checks that
// were asked for would look clean.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

/// clang::getClangFullVersion(), for libstdc++'s strings.
static constexpr const char *VersionSymbol =
    "_ZN5clang19getClangFullVersionB5cxx11Ev";

[[noreturn]] static void refuse(const std::string &Reason) {
  std::fprintf(stderr, "libBanklintTidy.so: error: %s\n", Reason.c_str());
  std::_Exit(EXIT_FAILURE);
}

/// "14.0.6" of "Debian clang version 14.0.6".
static std::string numberOf(const std::string &FullVersion) {
  static const std::string Before = "version ";
  const size_t Start = FullVersion.find(Before);
  if (Start == std::string::npos)
    return FullVersion;
  const size_t Number = Start + Before.size();
  return FullVersion.substr(Number, FullVersion.find(' ', Number) - Number);
}

static std::string directoryOfThisFile() {
  Dl_info Info = {};
  static const char Here = 0;
  if (!dladdr(&Here, &Info) || !Info.dli_fname)
    refuse("cannot determine the directory of this library");
  const std::string Path = Info.dli_fname;
  const size_t Slash = Path.rfind('/');
  return Slash == std::string::npos ? "" : Path.substr(0, Slash + 1);
}

[[gnu::constructor]] static void load() {
  const std::string Needed = BANKLINT_LLVM_VERSION;
  using VersionFunction = std::string (*)();
  auto FullVersion =
      reinterpret_cast<VersionFunction>(dlsym(RTLD_DEFAULT, VersionSymbol));
  if (!FullVersion)
    refuse("this program is not clang-tidy, or does not use Clang's shared "
           "library; banklint's checks require clang-tidy " +
           Needed);
  const std::string Number = numberOf(FullVersion());
  if (Number.compare(0, Needed.size() + 1, Needed + ".") != 0)
    refuse("this is clang-tidy " + Number +
           "; banklint's checks require clang-tidy " + Needed);
  const std::string Checks = directoryOfThisFile() + BANKLINT_TIDY_CHECKS;
  if (!dlopen(Checks.c_str(), RTLD_NOW | RTLD_LOCAL))
    refuse(std::string("cannot load banklint's checks: ") + dlerror());
}
