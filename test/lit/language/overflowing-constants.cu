// The initializer of a static member that overflows is an error for Clang. For
// nvcc it is a warning, and the value wraps around. The values are those in its
// code.
//
// RUN: %banklint --format=json --fail-on=parse-errors %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s

template <int N> struct Wrapped {
  static const int product = N * 1000000 * 1000000;
  static const int sum = 2147483647 + N;
  static const int difference = -2147483647 - N;
  static const long long wide = 9223372036854775807LL + N;
  static const int shifted = N << 30;
};
struct Plain {
  static const int product = 9 * 1000000 * 1000000;
};

// CHECK-LABEL: kernel "values"
// CHECK: store {{.*}}i64(threadIdx.x * 2043514880:u32)
// CHECK: store {{.*}}i64(threadIdx.x + 2147483656:u32)
// CHECK: store {{.*}}i64(threadIdx.x + 2147483640:u32)
// CHECK: store {{.*}}-9223372036854775800
// CHECK: store {{.*}}i64(threadIdx.x * 1073741824:u32)
// CHECK-LABEL: kernel "plain"
// CHECK: store {{.*}}i64(threadIdx.x * 2043514880:u32)
__global__ void values(int *out) {
  extern __shared__ int all[];
  all[threadIdx.x * Wrapped<9>::product] = 1;    // expect: store 32/1 32-way
  all[threadIdx.x + Wrapped<9>::sum] = 1;        // expect: store 1/1
  all[threadIdx.x + Wrapped<9>::difference] = 1; // expect: store 1/1
  all[threadIdx.x + Wrapped<9>::wide] = 1;       // expect: store 1/1
  all[threadIdx.x * Wrapped<9>::shifted] = 1;    // expect: store 1/1
}
__global__ void plain() {
  extern __shared__ int all[];
  all[threadIdx.x * Plain::product] = 1; // expect: store 32/1 32-way
}
void launchValues(int *out) {
  values<<<1, 32>>>(out);
  plain<<<1, 32>>>();
}

// They are constants for the language, and the first use is kept, too.
__global__ void uses(int *out) {
  __shared__ int s[2][64];
  __shared__ int t[Wrapped<7>::product % 32 + 64];
  s[Wrapped<5>::product & 1][threadIdx.x] = 1;    // expect: store 1/1
  t[threadIdx.x] = 1;                             // expect: store 1/1
  __syncthreads();
  out[Wrapped<3>::product] = s[0][threadIdx.x * 2]; // expect: load 2/1 2-way
}
void launchUses(int *out) { uses<<<1, 32>>>(out); }
