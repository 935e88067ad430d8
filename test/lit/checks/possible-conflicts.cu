// What only may conflict is told by other checks than what surely does.
//
// RUN: %banklint %s > %t.txt
// RUN: FileCheck %s --implicit-check-not=warning: < %t.txt
// RUN: %banklint --checks='-shared-possible-*' %s \
// RUN:   | FileCheck %s --check-prefix=SURE --implicit-check-not=warning:
// RUN: %banklint --checks='-*,shared-possible-*' %s \
// RUN:   | FileCheck %s --check-prefix=POSSIBLE --implicit-check-not=warning:
// RUN: %exits-with 0 %banklint --warnings-as-errors='shared-possible-atomic-*' %s
// RUN: %exits-with 1 %banklint --warnings-as-errors='shared-possible-bank-*' %s

// The edge of the data: inside of it, all lanes take part.
__global__ void guarded(float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = x;
  __syncthreads();
  if (x < n)
    // CHECK: [[@LINE+2]]:14: warning: load of 'tile[threadIdx.x][threadIdx.y]' takes 32 wavefronts {{.*}} [shared-bank-conflict]
    // SURE: [[@LINE+1]]:14: warning:
    out[x] = tile[threadIdx.x][threadIdx.y];
}

// The pitch decides.
__global__ void pitched(float *out, int pitch) {
  extern __shared__ float rows[];
  rows[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: [[@LINE+3]]:22: warning: load of 'rows[threadIdx.x * pitch]' may take up to 32 wavefronts {{.*}} [shared-possible-bank-conflict]
  // CHECK: :3: note: for the launch {{.*}}; wavefronts depend on a value (pitch % 32 == 0: 32 wavefronts;
  // POSSIBLE: [[@LINE+1]]:22: warning:
  out[threadIdx.x] = rows[threadIdx.x * pitch];
}

// Data decides.
__global__ void picked(float *out, const bool *flags) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  if (flags[threadIdx.x])
    // CHECK: [[@LINE+3]]:24: warning: load of 'tile[threadIdx.x][0]' may take up to 32 wavefronts {{.*}} [shared-possible-bank-conflict]
    // CHECK: :3: note: for the launch {{.*}}; upper bound (unknown-condition: the condition is unknown: read from memory through 'flags'
    // POSSIBLE: [[@LINE+1]]:24: warning:
    out[threadIdx.x] = tile[threadIdx.x][0];
}

void launch(float *out, const bool *flags, int n) {
  guarded<<<n / 32, dim3(32, 32)>>>(out, n);
  pitched<<<1, 256, 4096>>>(out, n);
  picked<<<1, dim3(32, 32)>>>(out, flags);
}
