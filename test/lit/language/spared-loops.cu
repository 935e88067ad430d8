// What the compiler may keep in a register between rounds of loops that it can't
// count, and what it can't: a place that is another one in each round.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --quiet %s 2>&1 | FileCheck %s

// Another loop reads what this one has written: the compiler knows neither
// number of rounds, and keeps all accesses.
__global__ void two_loops(float *out, int Columns) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int y = 0; y < Columns; y++)
    // CHECK: spared-loops.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: 2 accesses to
    // CHECK: likewise at [[#@LINE+4]]:12
    s[Columns * t + y] = y; // expect: store 32/1 32-way
  float sum = 0;
  for (int y = 0; y < Columns; y++)
    sum += s[Columns * t + y]; // expect: load 32/1 32-way
  out[t] = sum;
}

// Four rounds become one, of which two load nothing, in nvcc's PTX.
__global__ void rounds_share_code(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  s[t + 64] = out[t + 64]; // expect: store 1/1
  for (int i = 0; i < n; i++)
    // expect: store 1/1 total 8/8, load 1/1 total open
    s[t + 64 * (i + 2)] = s[t + 64 * i] * 2;
  __syncthreads();
  out[t] = s[2 * t]; // expect: load 2/1 2-way
}

// All rounds of both loops use one place: one store is left.
__global__ void one_place(float *out, int Columns) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int y = 0; y < Columns; y++)
    // CHECK: spared-loops.cu:[[#@LINE+1]]:{{[0-9]+}}: warning: store to
    s[32 * t] = y; // expect: store 32/1 32-way total open
  float sum = 0;
  // CHECK-NOT: warning:
  for (int y = 0; y < Columns; y++)
    sum += s[32 * t]; // expect: upper-bound load 32/1 32-way
  out[t] = sum;
}

// Both branches write what is read behind them. The compiler makes one store
// of theirs, and no load.
__global__ void behind_branches(float *out, int Columns) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (out[t] < 0)
    // CHECK: spared-loops.cu:[[#@LINE+2]]:{{[0-9]+}}: warning: 2 stores to
    // expect: upper-bound store 32/1 32-way
    s[t * 32] = 0;
  else
    // CHECK: likewise at [[#@LINE+2]]:5
    // expect: upper-bound store 32/1 32-way
    s[t * 32] = 1;
  // CHECK-NOT: warning:
  out[t] = s[t * 32]; // expect: upper-bound load 32/1 32-way
}

int main() {
  two_loops<<<1, 32, 4096>>>(0, 32);
  rounds_share_code<<<1, 32>>>(0, 8);
  one_place<<<1, 32, 4096>>>(0, 32);
  behind_branches<<<1, 32>>>(0, 32);
}
