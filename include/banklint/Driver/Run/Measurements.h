//===- Measurements.h - What was measured beside the findings ---*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Brings a profile and a report together. Files have other names where they
// were compiled, so that lines are found by the file's last name and the
// kernel.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_DRIVER_RUN_MEASUREMENTS_H
#define BANKLINT_DRIVER_RUN_MEASUREMENTS_H

#include "banklint/Checks/Report.h"
#include "banklint/Driver/Run/Messages.h"
#include "banklint/Profile/Profile.h"

namespace banklint {

/// The profile that \p Files, exports of Nsight Compute, are together. Logs
/// what was not understood; fails if a file can't be read.
llvm::Expected<Profile> readProfileFiles(llvm::ArrayRef<std::string> Files,
                                         MessageLog &Log);

/// The launches that \p P has of \p Program, each shape once.
std::vector<SeenLaunch> launchesIn(const Profile &P,
                                   const KernelProgram &Program);

/// Sets Report::Profiled of \p R, and Finding::Measured and a note of the
/// findings whose lines and launches \p P has. Logs the first disagreements,
/// and warns if it has no kernel of \p R.
void addMeasurements(const Profile &P, Report &R, MessageLog &Log);

} // namespace banklint

#endif // BANKLINT_DRIVER_RUN_MEASUREMENTS_H
