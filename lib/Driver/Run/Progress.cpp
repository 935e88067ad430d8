//===- Progress.cpp - How far a run is ------------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Driver/Run/Progress.h"
#include "banklint/Support/Wording.h"

using namespace banklint;

void Progress::addUnit(std::optional<size_t> New, bool HasFailed) {
  ++Done;
  if (New)
    Findings = Findings.value_or(0) + *New;
  Failed += HasFailed;
}

/// "about 3 min left".
static std::string timeLeft(std::chrono::duration<double> Taken, size_t Done,
                            size_t Units) {
  const double Seconds = Taken.count() / Done * (Units - Done);
  if (Seconds < 90)
    return "about " + std::to_string(int(Seconds + 0.5)) + " s left";
  return "about " + std::to_string(int(Seconds / 60 + 0.5)) + " min left";
}

std::string Progress::text() const {
  std::string Text =
      "analyzed " + std::to_string(Done) + " of " + counted(Units, "file");
  if (Findings)
    Text += ": " + counted(*Findings, "finding");
  if (Failed)
    Text += ", " + std::to_string(Failed) + " failed";
  if (Done && Done != Units)
    Text += ", " + timeLeft(Clock::now() - Start, Done, Units);
  return Text;
}

void Progress::show() {
  const bool IsFirst = IsTerminal && !HasLine;
  if (!OS || (Done == Shown && !IsFirst))
    return;
  if (IsTerminal) {
    clear();
    *OS << text();
    HasLine = true;
  } else if (Done * 10 / Units != Shown * 10 / Units) {
    *OS << "banklint: note: " << text() << '\n';
  }
  OS->flush();
  Shown = Done;
}

void Progress::clear() {
  if (HasLine)
    *OS << "\r\x1b[K";
  HasLine = false;
}
