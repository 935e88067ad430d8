// Thrust's vectors stand in for their headers where no include directory has
// those: host code that allocates by them still states launches.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// The user's own come first.
// RUN: rm -rf %t && mkdir -p %t/thrust
// RUN: echo '#error the real one' > %t/thrust/device_vector.h
// RUN: %banklint --cuda-headers=builtin %s -- -I%t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REAL
//
// CHECK-NOT: parse error
// REAL: parse error{{.*}}the real one

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

__global__ void columns(const float *in, float *out) {
  __shared__ float tile[16][64];
  tile[threadIdx.y][threadIdx.x] = *in; // expect: store 1/1
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 16][threadIdx.y]; // expect: load 16/1 16-way
}

int main() {
  const int n = 64;
  thrust::host_vector<float> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = i;
  thrust::device_vector<float> in = host;
  thrust::device_vector<float> out(n, 0.f);
  columns<<<n / 16, dim3(64, 8)>>>(in.data().get(),
                                  thrust::raw_pointer_cast(&out[0]));
  host = out;
  return host[0] != 0;
}
