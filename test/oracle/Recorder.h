//===- Recorder.h - Which lanes access what together ------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads run one after another; the recorder makes a warp's requests of what
// they access. Lanes belong to one request if they execute the same place,
// reached through the same calls, in the same round of every loop around it and
// around those calls. This is how a warp executes structured code: lanes that
// leave a loop or take another branch wait where the control structure ends.
//
// A *context* is a number for a chain of places and rounds; 0 is the start of a
// kernel.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_TEST_ORACLE_RECORDER_H
#define BANKLINT_TEST_ORACLE_RECORDER_H

#include "ReferenceBanks.h"
#include "banklint/Hardware/Wavefronts.h"
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace oracle {

using Context = uint32_t;

/// Sums over the requests of one block, and the request with the most excess
/// wavefronts (then ways).
struct BlockFigures {
  uint64_t Requests = 0;
  uint64_t Wavefronts = 0;
  uint64_t Ideal = 0;
  banklint::ReferenceCost Worst;

  bool operator==(const BlockFigures &Other) const;
  void add(const BlockFigures &Other);
};

/// One access of the source: a place and the calls that lead to it, without
/// rounds. Several operations or widths at one place are apart.
struct StaticAccess {
  Context Chain;
  banklint::MemoryOperation Op;
  uint32_t Bytes;
  /// Requests that one execution makes, Bytes apart.
  uint32_t Pieces;
  /// Not what the source says, but what the compiler makes of it if it joins
  /// pieces of a struct as far as its size allows.
  bool IsJoined = false;

  bool operator<(const StaticAccess &Other) const;
};

/// What one lane does in one execution of an access.
struct LaneAccess {
  unsigned Warp;
  unsigned Lane;
  uint64_t Address;
  banklint::MemoryOperation Op;
  uint32_t Bytes;
  uint32_t Pieces;
};

class Recorder {
public:
  /// The context of place \p Site in \p From, in the given rounds.
  Context enter(Context From, uint32_t Site, const uint32_t *Rounds,
                uint32_t Depth);

  void record(Context At, const LaneAccess &Access);

  /// The figures of what was recorded since the last call. \p BankAddress tells
  /// where the hardware sees a recorded address.
  std::map<StaticAccess, BlockFigures>
  takeBlock(const std::function<uint64_t(uint64_t)> &BankAddress);

  /// The sites of a static chain, outermost first.
  std::vector<uint32_t> sitesOf(Context Chain) const;
  uint32_t lastSite(Context At) const { return Nodes[StaticOf[At]].Site; }

private:
  struct Node {
    Context Parent;
    uint32_t Site;
  };
  struct Request {
    StaticAccess Static;
    uint32_t Lanes = 0;
    banklint::LaneAddresses Address{};
  };

  Context child(Context Parent, uint32_t Step, bool IsStatic);
  Context staticChild(Context Parent, uint32_t Site);
  static BlockFigures figuresOf(const Request &R);
  static std::optional<Request> joined(const Request &R);

  std::unordered_map<uint64_t, Context> Children;
  std::unordered_map<uint64_t, Context> StaticChildren;
  /// By context: its chain without rounds, itself a context.
  std::vector<Context> StaticOf{0};
  std::vector<Node> Nodes{{0, ~0u}};
  /// By context and warp: what was recorded there, each time a lane came again.
  std::unordered_map<uint64_t, std::vector<Request>> Requests;
};

} // namespace oracle

#endif // BANKLINT_TEST_ORACLE_RECORDER_H
