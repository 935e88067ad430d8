//===- Pages.h - The pages of an export -------------------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One text at a time: which page it is, and what it has. Profile.cpp joins the
// pages.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_LIB_PROFILE_PAGES_H
#define BANKLINT_LIB_PROFILE_PAGES_H

#include "banklint/Profile/Profile.h"

namespace banklint {

/// A launch of a raw or details page.
struct ListedLaunch {
  /// Equal for one launch on several pages: process and number.
  std::string Key;
  ProfiledLaunch Launch;
};

/// A launch of a source page. ProfiledLine::Launch is left open.
struct SourceLaunch {
  std::string Kernel;
  std::vector<ProfiledLine> Lines;
  /// ProfiledLaunch::Computed.
  std::array<uint64_t, 3> Computed = {};
};

/// What a text has: launches, or the lines of launches.
struct Page {
  std::vector<ListedLaunch> Listed;
  std::vector<SourceLaunch> Source;
  /// "3: the row has 5 fields instead of 300".
  std::vector<std::string> Errors;
};

Page readPage(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_LIB_PROFILE_PAGES_H
