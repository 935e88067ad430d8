//===- Jobs.cpp - How much is done at the same time -----------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Jobs.h"
#include "llvm/Support/Threading.h"
#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

using namespace banklint;

/// What the analysis of a file takes at most in nearly all cases.
static constexpr uint64_t UsualMemory = uint64_t(1) << 30;

/// Bytes that the system could give to new processes; nothing if it does not
/// say.
static std::optional<uint64_t> availableMemory() {
  std::ifstream Info("/proc/meminfo");
  std::string Name, Unit;
  uint64_t Size;
  while (Info >> Name >> Size) {
    if (Name == "MemAvailable:")
      return Size * 1024;
    std::getline(Info, Unit);
  }
  return std::nullopt;
}

unsigned banklint::chooseJobs(unsigned Asked) {
  if (Asked)
    return Asked;
  const uint64_t Processors =
      llvm::hardware_concurrency().compute_thread_count();
  const uint64_t ByMemory =
      availableMemory().value_or(UINT64_MAX) / UsualMemory;
  return std::clamp<uint64_t>(ByMemory, 1, Processors);
}
