// A host function that is followed on several ways may combine what never comes
// together. A block with which the kernel surely leaves its array, where
// another one of the same launch does not, is not what a finding is about. It
// stays in the report.
//
// RUN: %banklint %s | FileCheck %s
// RUN: %banklint --format=json %s | FileCheck --check-prefix=JSON %s

// 8 x 16 threads store 32 rows; 16 x 16 would store 40.
template <int Rows, int Columns>
__global__ void rows(float *out, const float *in) {
  __shared__ float s[Columns * 2][17];
  const int t = Columns * threadIdx.y + threadIdx.x;
  for (int y = 0; y < Columns * 2; y += Columns * Rows / 16)
    // CHECK: :[[@LINE+1]]:5: warning: store {{.*}} takes 32 wavefronts per block instead of 16: 2-way
    s[t / 16 + y][t % 16] = in[y * 16 + t];
  __syncthreads();
  out[t] = s[threadIdx.x * 2][threadIdx.y];
}
// CHECK: note: in 'rows<8, 16>' for the launch with a block of 16x8x1 threads here
// CHECK-NOT: 16x16x1
// Both launches are in the report.
// JSON: "launches": [
// JSON: "block": [
// JSON-NEXT: 16,
// JSON-NEXT: 8,
// JSON: "block": [
// JSON-NEXT: 16,
// JSON-NEXT: 16,

void run(float *out, const float *in, int filters, int groups) {
  int x, y;
  if (filters % 64 == 0) {
    x = 16;
    y = 16;
  } else {
    x = 16;
    y = 8;
  }
  if (filters / groups % 64 != 0)
    rows<8, 16><<<1, dim3(x, y)>>>(out, in);
}
