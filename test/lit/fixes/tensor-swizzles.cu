// The layout of a tensor of CuTe is a type, so the fix of its conflicts is
// another type; with that, the kernel has none.
//
// RUN: %banklint %s -- -std=c++17 -I%S/Inputs/library | FileCheck %s
// RUN: %banklint %s -- -std=c++17 -I%S/Inputs/library -DFIXED 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FIXED
// RUN: %banklint %s -- -std=c++17 -I%S/Inputs/library -DONLY \
// RUN:   | FileCheck %s --check-prefix=ONLY
// RUN: %banklint --format=json %s -- -std=c++17 -I%S/Inputs/library \
// RUN:   | FileCheck %s --check-prefix=JSON

#include <cute/tensor.hpp>
using namespace cute;

struct Register {
  float &value;
  __device__ float &operator()(int, int) const { return value; }
};

template <class TileLayout>
__global__ void transpose(float *out) {
  __shared__ float storage[32 * 32];
  auto tile = make_smem_tensor<TileLayout>(storage);
  float value = out[threadIdx.x];
  copy(Register{value}, tile, 0, threadIdx.x);
  __syncthreads();
  copy(tile, Register{value}, threadIdx.x, 0);
  out[threadIdx.x] = value;
}

// Rows of 64 elements of 2 bytes, of which a lane takes eight.
struct alignas(16) Eight { short part[8]; };
template <class TileLayout>
__global__ void pieces(Eight *out) {
  __shared__ alignas(16) short storage[64 * 64];
  auto tile = make_smem_tensor<TileLayout>(storage);
  int t = threadIdx.x;
  write(tile, t / 8, t % 8 * 8, out[t]);
  __syncthreads();
  read(tile, t, 0, out[t]);
}

// Lanes that access it otherwise have no layout that changes.
template <class TileLayout>
__global__ void other(float *out) {
  __shared__ float storage[32 * 32];
  auto tile = make_smem_tensor<TileLayout>(storage);
  storage[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile(threadIdx.x, 0);
}

// A swizzle would lead beyond the end of the array.
template <class TileLayout>
__global__ void strides(float *out) {
  __shared__ float odd[1149];
  auto tile = make_smem_tensor<TileLayout>(odd);
  tile(threadIdx.x, 0) = out[threadIdx.x];
}

// The last elements of the first tensor would move into the second one.
template <class TileLayout>
__global__ void close(float *out) {
  extern __shared__ char near[];
  auto first = make_smem_tensor<TileLayout>(reinterpret_cast<float *>(near));
  auto second =
      make_smem_tensor<TileLayout>(reinterpret_cast<float *>(near + 4032));
  first(threadIdx.x, 0) = out[threadIdx.x];
  second(threadIdx.x, 1) = out[threadIdx.x];
}

// A pointer with a swizzle has one of addresses.
template <class TileLayout>
__global__ void pointers(float *out) {
  __shared__ float behind[32 * 32];
  auto tile = make_swizzled_tensor<TileLayout, Swizzle<2, 2, 5>>(behind);
  tile(threadIdx.x, 0) = out[threadIdx.x];
}

// Two tensors of one array.
template <class TileLayout>
__global__ void halves(float *out) {
  extern __shared__ char bytes[];
  auto first = make_smem_tensor<TileLayout>(reinterpret_cast<float *>(bytes));
  auto second =
      make_smem_tensor<TileLayout>(reinterpret_cast<float *>(bytes + 4096));
  first(threadIdx.x, 0) = out[threadIdx.x];
  second(threadIdx.x, 1) = out[threadIdx.x];
}

using Plain = Layout<tuple<C<32>, C<32>>, tuple<C<32>, C<1>>>;
using TooFew = ComposedLayout<Swizzle<2, 0, 5>, C<0>, Plain>;
using Enough = ComposedLayout<Swizzle<5, 0, 5>, C<0>, Plain>;
using Padded = Layout<tuple<C<32>, C<32>>, tuple<C<36>, C<1>>>;
using Wide = Layout<tuple<C<64>, C<64>>, tuple<C<64>, C<1>>>;
using Swizzled = ComposedLayout<Swizzle<3, 3, 3>, C<0>, Wide>;

#ifdef FIXED
void run(float *out, Eight *wide) {
  transpose<Enough><<<1, 32>>>(out);
  pieces<Swizzled><<<1, 32>>>(wide);
  halves<Enough><<<1, 32, 8192>>>(out);
}
#elif defined(ONLY)
void run(float *out) { transpose<TooFew><<<1, 32>>>(out); }
#else
void run(float *out, Eight *wide) {
  transpose<Plain><<<1, 32>>>(out);
  transpose<TooFew><<<1, 32>>>(out);
  pieces<Wide><<<1, 32>>>(wide);
  other<Plain><<<1, 32>>>(out);
  strides<Padded><<<1, 32>>>(out);
  close<Plain><<<1, 32, 8192>>>(out);
  pointers<Plain><<<1, 32>>>(out);
  halves<Plain><<<1, 32, 8192>>>(out);
}
#endif

// CHECK: note: 'storage' is declared here with elements of 4 bytes; in 'transpose<(_32,_32):(_32,_1)>', give its tensor the layout 'composition(Swizzle<5, 0, 5>{}, layout)': 1 wavefront instead of 32; no extra memory{{$}}
// CHECK: note: in 'transpose<(_32,_32):(_32,_1)>' for the launch {{.*}}; 8-way in 'transpose<Sw<2,0,5> o _0 o (_32,_32):(_32,_1)>'
// CHECK: note: 'storage' is declared here with elements of 2 bytes; give its tensor the layout 'composition(Swizzle<3, 3, 3>{}, layout)': 4 wavefronts instead of 32; no extra memory{{$}}
// CHECK: note: 'storage' is declared here with elements of 4 bytes; store element 'i' at 'i + i / 32',
// CHECK: note: 'odd' is declared here with elements of 4 bytes; in the layout of its tensor, make the stride 37 instead of 36: 1 wavefront instead of 4;
// CHECK: note: 'near' is declared here with elements of 1 byte; in the layout of its tensors, make the stride
// CHECK: note: 'behind' is declared here
// CHECK-NOT: Swizzle
// CHECK: note: 'bytes' is declared here with elements of 1 byte; give its tensors the layout 'composition(Swizzle<5, 0, 5>{}, layout)': 1 wavefront instead of 32; no extra memory{{$}}
// ONLY: note: 'storage' is declared here with elements of 4 bytes; in the layout of its tensor, make it 'Swizzle<5, 0, 5>' instead of 'Swizzle<2, 0, 5>': 1 wavefront instead of 8; no extra memory{{$}}
// FIXED: 0 findings; 6 accesses in 3 kernels: 6 exact
// JSON: "description": "in 'transpose<(_32,_32):(_32,_1)>', give its tensor the layout 'composition(Swizzle<5, 0, 5>{}, layout)': 1 wavefront instead of 32; no extra memory"
// JSON-NEXT: "safe": false,
// JSON-NEXT: "class": "described",
// JSON-NEXT: "reason": "the layout of 'storage' is a type",
// JSON-NEXT: "edits": [],
