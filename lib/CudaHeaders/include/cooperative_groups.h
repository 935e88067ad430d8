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
  __device__ thread_group(unsigned int Rank, unsigned int Threads)
      : Rank(Rank), Threads(Threads) {}
  template <typename Group>
  __device__ thread_group(const Group &G)
      : Rank((unsigned int)G.thread_rank()),
        Threads((unsigned int)G.num_threads()) {}
  __device__ void sync() const;
  __device__ unsigned long long size() const { return Threads; }
  __device__ unsigned long long num_threads() const { return Threads; }
  __device__ unsigned long long thread_rank() const { return Rank; }
  __device__ bool is_valid() const;

private:
  unsigned int Rank;
  unsigned int Threads;
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
  template <typename T> static __device__ T *map_shared_rank(T *, int Block);
  static __device__ unsigned int query_shared_rank(const void *);
};
__device__ cluster_group this_cluster();

// The operations on the lanes of a warp that tiles and coalesced groups share.
struct __banklint_lanes : public thread_group {
  __device__ void sync() const;
  template <typename T> __device__ T shfl(T, int Rank) const;
  template <typename T> __device__ T shfl_up(T, unsigned int Delta) const;
  template <typename T> __device__ T shfl_down(T, unsigned int Delta) const;
  template <typename T> __device__ T shfl_xor(T, unsigned int Mask) const;
  __device__ int any(int) const;
  __device__ int all(int) const;
  __device__ unsigned int ballot(int) const;
  template <typename T> __device__ unsigned int match_any(T) const;
  template <typename T> __device__ unsigned int match_all(T, int &) const;
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
template <typename Parent> struct __banklint_parent {
  static __device__ unsigned int __threads() { return Parent::num_threads(); }
};
template <> struct __banklint_parent<void> {
  __device__ unsigned int __threads() const { return __number; }
  unsigned int __number = thread_block::num_threads();
};

// What the lanes of a tile tell each other: followed for integers.
template <bool IsFollowed> struct __banklint_shuffles {
  template <typename T> static __device__ T shfl(T, int Rank, int Size);
  template <typename T> static __device__ T shfl_up(T, unsigned int, int Size);
  template <typename T>
  static __device__ T shfl_down(T, unsigned int, int Size);
  template <typename T> static __device__ T shfl_xor(T, unsigned int, int Size);
};
template <> struct __banklint_shuffles<true> {
  template <typename T> static __device__ T shfl(T Value, int Rank, int Size) {
    return __shfl(Value, Rank, Size);
  }
  template <typename T>
  static __device__ T shfl_up(T Value, unsigned int Delta, int Size) {
    return __shfl_up(Value, Delta, Size);
  }
  template <typename T>
  static __device__ T shfl_down(T Value, unsigned int Delta, int Size) {
    return __shfl_down(Value, Delta, Size);
  }
  template <typename T>
  static __device__ T shfl_xor(T Value, unsigned int Mask, int Size) {
    return __shfl_xor(Value, (int)Mask, Size);
  }
};

// Tiles are cut from the block by rank. Sizes are powers of two, so a tile of a
// tile is a tile of the block.
template <unsigned int Size, typename Parent = void>
struct thread_block_tile : public __banklint_lanes,
                           public __banklint_parent<Parent> {
  __device__ thread_block_tile() = default;
  template <typename Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other> &Tile) {
    this->__number = Tile.__threads();
  }
  static __device__ unsigned int thread_rank() {
    return thread_block::thread_rank() & (Size - 1);
  }
  static __host__ __device__ constexpr unsigned int num_threads() {
    return Size;
  }
  static __host__ __device__ constexpr unsigned int size() { return Size; }
  __device__ unsigned int meta_group_rank() const {
    return thread_block::thread_rank() % this->__threads() / Size;
  }
  __device__ unsigned int meta_group_size() const {
    return (this->__threads() + Size - 1) / Size;
  }
  template <typename T> __device__ T shfl(T Value, int Rank) const {
    return __banklint_shuffles < __is_integral(T) &&
           Size <= 32 > ::shfl(Value, Rank, Size);
  }
  template <typename T>
  __device__ T shfl_up(T Value, unsigned int Delta) const {
    return __banklint_shuffles < __is_integral(T) &&
           Size <= 32 > ::shfl_up(Value, Delta, Size);
  }
  template <typename T>
  __device__ T shfl_down(T Value, unsigned int Delta) const {
    return __banklint_shuffles < __is_integral(T) &&
           Size <= 32 > ::shfl_down(Value, Delta, Size);
  }
  template <typename T>
  __device__ T shfl_xor(T Value, unsigned int Mask) const {
    return __banklint_shuffles < __is_integral(T) &&
           Size <= 32 > ::shfl_xor(Value, Mask, Size);
  }
};
template <unsigned int Size, typename Parent>
__device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
  return thread_block_tile<Size, Parent>();
}
__device__ inline thread_group tiled_partition(const thread_group &Parent,
                                               unsigned int Size) {
  return thread_group((unsigned int)Parent.thread_rank() & (Size - 1), Size);
}
__device__ inline thread_group tiled_partition(const thread_block &Parent,
                                               unsigned int Size) {
  return thread_group(Parent.thread_rank() & (Size - 1), Size);
}
__device__ coalesced_group tiled_partition(const coalesced_group &,
                                           unsigned int);
__device__ inline thread_block_tile<1> this_thread() {
  return thread_block_tile<1>();
}

// Tiles wider than a warp exchange data through this. From sm_80 on they use
// memory that the system reserves; before, its size depends on the version.
#if __CUDA_ARCH__ >= 800
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
private:
  unsigned long long Reserved;
};
#else
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory;
#endif
template <unsigned int MaxBlockSize>
__device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) {
  return thread_block();
}

template <typename Group>
__device__ coalesced_group binary_partition(const Group &, bool);
template <typename Group, typename T>
__device__ coalesced_group labeled_partition(const Group &, T Label);

template <typename Group> __device__ void sync(const Group &G) { G.sync(); }
template <typename Group>
__device__ auto thread_rank(const Group &G) -> decltype(G.thread_rank()) {
  return G.thread_rank();
}
template <typename Group>
__device__ auto group_size(const Group &G) -> decltype(G.size()) {
  return G.size();
}
template <typename Group, typename Function, typename... Arguments>
__device__ void invoke_one(const Group &, Function &&, Arguments &&...);
template <typename Group, typename Function, typename... Arguments>
__device__ auto invoke_one_broadcast(const Group &, Function &&F,
                                     Arguments &&...A) -> decltype(F(A...));

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::thread_block_tile;
using cooperative_groups::tiled_partition;
} // namespace experimental

} // namespace cooperative_groups

#endif // BANKLINT_COOPERATIVE_GROUPS_H
