// libcu++'s names are those of the host's library.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

#include <cuda/std/algorithm>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cassert>
#include <cuda/std/cfloat>
#include <cuda/std/chrono>
#include <cuda/std/climits>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/functional>
#include <cuda/std/initializer_list>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/ratio>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
// The atomics have enumerators of their own.
#include <cuda/std/atomic>

__device__ cuda::std::tuple<int, int> place(int i) {
  return cuda::std::make_tuple(i % 32, i / 32);
}

__global__ void swapped(float *out, cuda::std::int32_t stride) {
  static_assert(cuda::std::is_same_v<cuda::std::uint32_t, unsigned>);
  __shared__ float tile[32][32];
  __shared__ cuda::std::atomic<int> count;
  cuda::std::pair<int, int> at(threadIdx.x, 0);
  int row = 0, column = threadIdx.x;
  cuda::std::swap(row, column);
  tile[row][column] = out[threadIdx.x]; // expect: store 32/1 32-way
  __syncthreads();
  auto [x, y] = place(threadIdx.x);
  out[0] = tile[y][x]; // expect: load 1/1
  const int first = cuda::std::min(x, 7);
  out[2] = tile[first][cuda::std::get<0>(at)]; // expect: load 1/1
  const cuda::std::optional<int> maybe(stride);
  if (maybe.has_value())
    out[3] = tile[1][threadIdx.x]; // expect: load 1/1
  // expect: upper-bound atomic 32/1 32-way
  count.fetch_add(1, cuda::std::memory_order_relaxed);
}
void run(float *out) { swapped<<<1, 32>>>(out, 1); }
