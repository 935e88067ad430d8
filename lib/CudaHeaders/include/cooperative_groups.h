//===- cooperative_groups.h - Groups of threads -----------------*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ranks and sizes that follow from threadIdx and blockDim have bodies that say
// how: they are what subscripts are built from. Those that depend on which
// lanes are active are declared only.
//
//===----------------------------------------------------------------------===//
#ifndef BANKLINT_COOPERATIVE_GROUPS_H
#define BANKLINT_COOPERATIVE_GROUPS_H
#include "banklint_cuda.h"

#define _COOPERATIVE_GROUPS_H_
#define _CG_HAS_CLUSTER_GROUP

namespace cooperative_groups {

struct thread_block;

// A group of any kind, which keeps what it was made from. The groups that
// derive from it do without: a reference to one as this type tells nothing.
struct thread_group {
  thread_group() = default;
  thread_group(const thread_group &) = default;
  __device__ thread_group(unsigned int __Rank, unsigned int __Threads)
      : __Rank(__Rank), __Threads(__Threads) {}
  template <typename __Group>
  __device__ thread_group(const __Group &__G)
      : __Rank((unsigned int)__G.thread_rank()),
        __Threads((unsigned int)__G.num_threads()) {}
  __device__ void sync() const;
  __device__ unsigned long long size() const { return __Threads; }
  __device__ unsigned long long num_threads() const { return __Threads; }
  __device__ unsigned long long thread_rank() const { return __Rank; }
  __device__ bool is_valid() const;

private:
  unsigned int __Rank;
  unsigned int __Threads;
};

struct thread_block : public thread_group {
  struct arrival_token {};
  static __device__ void sync() { __syncthreads(); }
  static __device__ unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static __device__ unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  static __device__ unsigned int size() { return num_threads(); }
  static __device__ dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static __device__ dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  static __device__ dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  static __device__ dim3 group_dim() { return dim_threads(); }
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait(arrival_token &&);
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

struct grid_group : public thread_group {
  struct arrival_token {};
  __device__ void sync() const;
  __device__ bool is_valid() const;
  static __device__ unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  static __device__ unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __device__ unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  static __device__ unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  static __device__ unsigned long long size() { return num_threads(); }
  static __device__ dim3 block_index() { return thread_block::group_index(); }
  static __device__ dim3 dim_blocks() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  static __device__ dim3 group_dim() { return dim_blocks(); }
  __device__ arrival_token barrier_arrive() const;
  __device__ void barrier_wait(arrival_token &&) const;
};
__device__ inline grid_group this_grid() { return grid_group(); }

struct cluster_group : public thread_group {
  struct arrival_token {};
  static __device__ void sync();
  static __device__ arrival_token barrier_arrive();
  static __device__ void barrier_wait();
  static __device__ void barrier_wait(arrival_token &&);
  static __device__ dim3 block_index();
  static __device__ unsigned int block_rank();
  static __device__ dim3 thread_index();
  static __device__ unsigned int thread_rank();
  static __device__ dim3 dim_blocks();
  static __device__ unsigned int num_blocks();
  static __device__ dim3 dim_threads();
  static __device__ unsigned int num_threads();
  static __device__ unsigned int size();
  template <typename __T>
  static __device__ __T *map_shared_rank(__T *, int __Block);
  static __device__ unsigned int query_shared_rank(const void *);
};
__device__ cluster_group this_cluster();

// The operations on the lanes of a warp that tiles and coalesced groups share.
struct __banklint_lanes : public thread_group {
  __device__ void sync() const;
  template <typename __T> __device__ __T shfl(__T, int __Rank) const;
  template <typename __T>
  __device__ __T shfl_up(__T, unsigned int __Delta) const;
  template <typename __T>
  __device__ __T shfl_down(__T, unsigned int __Delta) const;
  template <typename __T>
  __device__ __T shfl_xor(__T, unsigned int __Mask) const;
  __device__ int any(int) const;
  __device__ int all(int) const;
  __device__ unsigned int ballot(int) const;
  template <typename __T> __device__ unsigned int match_any(__T) const;
  template <typename __T> __device__ unsigned int match_all(__T, int &) const;
};

struct coalesced_group : public __banklint_lanes {
  __device__ unsigned int thread_rank() const;
  __device__ unsigned int num_threads() const;
  __device__ unsigned int size() const;
  __device__ unsigned int meta_group_rank() const;
  __device__ unsigned int meta_group_size() const;
};
__device__ coalesced_group coalesced_threads();

// The number of threads above a tile: in its parent tile, or in the block. A
// tile whose type does not name its parent remembers it.
template <typename __Parent> struct __banklint_parent {
  static __device__ unsigned int __threads() { return __Parent::num_threads(); }
};
template <> struct __banklint_parent<void> {
  __device__ unsigned int __threads() const { return __number; }
  unsigned int __number = thread_block::num_threads();
};

// What the lanes of a tile tell each other: followed for integers.
template <bool __IsFollowed> struct __banklint_shuffles {
  template <typename __T>
  static __device__ __T shfl(__T, int __Rank, int __Size);
  template <typename __T>
  static __device__ __T shfl_up(__T, unsigned int, int __Size);
  template <typename __T>
  static __device__ __T shfl_down(__T, unsigned int, int __Size);
  template <typename __T>
  static __device__ __T shfl_xor(__T, unsigned int, int __Size);
};
template <> struct __banklint_shuffles<true> {
  template <typename __T>
  static __device__ __T shfl(__T __Value, int __Rank, int __Size) {
    return __shfl(__Value, __Rank, __Size);
  }
  template <typename __T>
  static __device__ __T shfl_up(__T __Value, unsigned int __Delta, int __Size) {
    return __shfl_up(__Value, __Delta, __Size);
  }
  template <typename __T>
  static __device__ __T shfl_down(__T __Value, unsigned int __Delta,
                                  int __Size) {
    return __shfl_down(__Value, __Delta, __Size);
  }
  template <typename __T>
  static __device__ __T shfl_xor(__T __Value, unsigned int __Mask, int __Size) {
    return __shfl_xor(__Value, (int)__Mask, __Size);
  }
};

// Tiles are cut from the block by rank. Sizes are powers of two, so a tile of a
// tile is a tile of the block.
template <unsigned int __Size, typename __Parent = void>
struct thread_block_tile : public __banklint_lanes,
                           public __banklint_parent<__Parent> {
  __device__ thread_block_tile() = default;
  template <typename __Other>
  __device__
  thread_block_tile(const thread_block_tile<__Size, __Other> &__Tile) {
    this->__number = __Tile.__threads();
  }
  static __device__ unsigned int thread_rank() {
    return thread_block::thread_rank() & (__Size - 1);
  }
  static __host__ __device__ constexpr unsigned int num_threads() {
    return __Size;
  }
  static __host__ __device__ constexpr unsigned int size() { return __Size; }
  __device__ unsigned int meta_group_rank() const {
    return thread_block::thread_rank() % this->__threads() / __Size;
  }
  __device__ unsigned int meta_group_size() const {
    return (this->__threads() + __Size - 1) / __Size;
  }
  template <typename __T> __device__ __T shfl(__T __Value, int __Rank) const {
    return __banklint_shuffles < __is_integral(__T) &&
           __Size <= 32 > ::shfl(__Value, __Rank, __Size);
  }
  template <typename __T>
  __device__ __T shfl_up(__T __Value, unsigned int __Delta) const {
    return __banklint_shuffles < __is_integral(__T) &&
           __Size <= 32 > ::shfl_up(__Value, __Delta, __Size);
  }
  template <typename __T>
  __device__ __T shfl_down(__T __Value, unsigned int __Delta) const {
    return __banklint_shuffles < __is_integral(__T) &&
           __Size <= 32 > ::shfl_down(__Value, __Delta, __Size);
  }
  template <typename __T>
  __device__ __T shfl_xor(__T __Value, unsigned int __Mask) const {
    return __banklint_shuffles < __is_integral(__T) &&
           __Size <= 32 > ::shfl_xor(__Value, __Mask, __Size);
  }
};
template <unsigned int __Size, typename __Parent>
__device__ thread_block_tile<__Size, __Parent>
tiled_partition(const __Parent &) {
  return thread_block_tile<__Size, __Parent>();
}
__device__ inline thread_group tiled_partition(const thread_group &__Parent,
                                               unsigned int __Size) {
  return thread_group((unsigned int)__Parent.thread_rank() & (__Size - 1),
                      __Size);
}
__device__ inline thread_group tiled_partition(const thread_block &__Parent,
                                               unsigned int __Size) {
  return thread_group(__Parent.thread_rank() & (__Size - 1), __Size);
}
__device__ coalesced_group tiled_partition(const coalesced_group &,
                                           unsigned int);
__device__ inline thread_block_tile<1> this_thread() {
  return thread_block_tile<1>();
}

// Tiles wider than a warp exchange data through this. From sm_80 on they use
// memory that the system reserves; before, its size depends on the version.
#if __CUDA_ARCH__ >= 800
template <unsigned int __MaxBlockSize = 1024> struct block_tile_memory {
private:
  unsigned long long __Reserved;
};
#else
template <unsigned int __MaxBlockSize = 1024> struct block_tile_memory;
#endif
template <unsigned int __MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<__MaxBlockSize> &) {
  return thread_block();
}

template <typename __Group>
__device__ coalesced_group binary_partition(const __Group &, bool);
template <typename __Group, typename __T>
__device__ coalesced_group labeled_partition(const __Group &, __T __Label);

template <typename __Group> __device__ void sync(const __Group &__G) {
  __G.sync();
}
template <typename __Group>
__device__ auto thread_rank(const __Group &__G) -> decltype(__G.thread_rank()) {
  return __G.thread_rank();
}
template <typename __Group>
__device__ auto group_size(const __Group &__G) -> decltype(__G.size()) {
  return __G.size();
}
template <typename __Group, typename __Function, typename... __Arguments>
__device__ void invoke_one(const __Group &, __Function &&, __Arguments &&...);
template <typename __Group, typename __Function, typename... __Arguments>
__device__ auto invoke_one_broadcast(const __Group &, __Function &&__F,
                                     __Arguments &&...__A)
    -> decltype(__F(__A...));

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
} // namespace experimental

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_H
