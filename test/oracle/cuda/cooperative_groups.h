//===- cooperative_groups.h - Groups of threads ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_COOPERATIVE_GROUPS_H
#define ORACLE_COOPERATIVE_GROUPS_H

#include "oracle_cuda.h"

namespace cooperative_groups {

struct thread_block {
  static void sync() { __syncthreads(); }
  static unsigned thread_rank() { return oracle::thread(); }
  static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned num_threads() { return size(); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
};
inline thread_block this_thread_block() { return {}; }
template <class G> void sync(G Group) { Group.sync(); }

/// Lanes of one warp that follow each other, of a block or of a larger tile.
template <unsigned Size, class Parent = thread_block> struct thread_block_tile {
  unsigned Above = Parent::size();
  thread_block_tile() = default;
  template <class Other>
  thread_block_tile(const thread_block_tile<Size, Other> &Tile)
      : Above(Tile.Above) {}
  static unsigned first() { return oracle::lane() / Size * Size; }
  static unsigned mask() {
    return Size == 32 ? ~0u : ((1u << Size % 32) - 1) << first();
  }
  static void sync() { __syncwarp(mask()); }
  static unsigned thread_rank() { return oracle::lane() % Size; }
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  unsigned meta_group_rank() const { return oracle::thread() % Above / Size; }
  unsigned meta_group_size() const { return Above / Size; }
  template <class T> T shfl(T Value, int From) const {
    return __shfl_sync(mask(), Value, From, Size);
  }
  template <class T> T shfl_down(T Value, unsigned Step) const {
    return __shfl_down_sync(mask(), Value, Step, Size);
  }
  template <class T> T shfl_up(T Value, unsigned Step) const {
    return __shfl_up_sync(mask(), Value, Step, Size);
  }
  template <class T> T shfl_xor(T Value, int Bits) const {
    return __shfl_xor_sync(mask(), Value, Bits, Size);
  }
  int any(int p) const { return __any_sync(mask(), p); }
  int all(int p) const { return __all_sync(mask(), p); }
  unsigned ballot(int p) const {
    return (__ballot_sync(mask(), p) & mask()) >> first();
  }
};
template <unsigned Size, class G>
thread_block_tile<Size, G> tiled_partition(const G &) {
  return {};
}

} // namespace cooperative_groups

#endif // ORACLE_COOPERATIVE_GROUPS_H
