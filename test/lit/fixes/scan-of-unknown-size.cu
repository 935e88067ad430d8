// A scan of which the launch does not say how many elements there are: no lane whose
// place is outside of the array takes part, so that bounds show what gaps do.
//
// RUN: %banklint %s | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void up(int *out, int n) {
  // CHECK: :[[@LINE+1]]:25: note: 't' is declared here {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: every access becomes conflict-free, {{[0-9]+}} wavefronts in sum instead of {{[0-9]+}}; 128 more bytes at the launch
  extern __shared__ int t[];
  int id = threadIdx.x, off = 1;
  t[2 * id] = out[2 * id];         // expect: store 2/2
  t[2 * id + 1] = out[2 * id + 1]; // expect: store 2/2
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (id < d) {
      int a = off * (2 * id + 1) - 1, b = off * (2 * id + 2) - 1;
      // expect: upper-bound load 32/1 32-way, upper-bound store 32/1 32-way, upper-bound load 32/1 32-way
      t[b] += t[a];
    }
    off *= 2;
  }
  out[id] = t[id]; // expect: silent
}

__global__ void padded(int *out, int n) {
  __shared__ int t[1056];
  int id = threadIdx.x, off = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (id < d) {
      int a = off * (2 * id + 1) - 1, b = off * (2 * id + 2) - 1;
      // expect: silent
      t[b + b / 32] = out[a];
    }
    off *= 2;
  }
}

// Warps move: each has other lanes inside. 1024 elements are 16 rows of 64.
__global__ void rows(int *out, int n) {
  __shared__ int t[1024], u[1024], v[1024], w[1024];
  int id = threadIdx.x;
  if (id < n) {
    t[id * 64] = 1;         // expect: upper-bound store 16/1 16-way
    u[(255 - id) * 64] = 1; // expect: upper-bound store 16/1 16-way
    v[(id - 85) * 64] = 1;  // expect: upper-bound store 11/1 11-way
    // All are outside.
    w[(id - 300) * 64] = 1; // expect: upper-bound store 32/1 32-way
  }
}

// What surely happens is not left out.
__global__ void outside(int *out) {
  __shared__ int t[1024];
  t[threadIdx.x * 64] = 1; // expect: store 32/1 32-way
}

void launch(int *out, int n) {
  up<<<8, 512, 4096>>>(out, n);
  padded<<<8, 512>>>(out, n);
  rows<<<8, 256>>>(out, n);
  outside<<<8, 256>>>(out);
}

// How many bytes there are is not known either.
__global__ void open(int *out, int n) {
  // CHECK: :[[@LINE+1]]:25: note: 't' is declared here {{.*}}; whether padding helps is not known: no gaps that were tried need fewer wavefronts, as far as upper bounds show
  extern __shared__ int t[];
  for (int d = n >> 1, off = 1; d > 0; d >>= 1, off *= 2) {
    __syncthreads();
    if (threadIdx.x < d)
      // expect: upper-bound store 32/1 32-way
      t[off * (2 * threadIdx.x + 1) - 1] = out[threadIdx.x];
  }
}
void launchOpen(int *out, int n) { open<<<8, 512, n * 4>>>(out, n); }
