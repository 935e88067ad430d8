// Where a loop ends by what an atomic operation or a volatile load in it
// returns, the compiler lets the lanes that leave it go on alone until the next
// barrier. With another loop around it, they may be in different iterations of
// that. Kernels like these were measured on an H200.
//
// RUN: %banklint --format=json --block-dim=32 %s | %python %verdict %s

// A test that nothing in the loop changes ends none of its rounds: one shows what
// all do.
__global__ void someLanes(const volatile int *flags, int *out) {
  __shared__ int s[32 * 32];
  int lane = threadIdx.x, seen = 0;
  for (int round = 0; round < 64; ++round) {
    while (lane < 8) {
      seen += flags[lane + round];
      if (seen < 0)
        break;
    }
    __syncwarp();
    s[lane * 32] = round; // expect: store 32/1 32-way
  }
  out[lane] = s[lane]; // expect: load 1/1
}

// Elements two apart stay in their banks from iteration to iteration.
__global__ void lock(unsigned *lock, unsigned *out) {
  __shared__ unsigned s[1024];
  for (int i = threadIdx.x; i < 512; i += 32) {
    const unsigned a = s[2 * i]; // expect: upper-bound load 2/1 2-way
    while (atomicCAS(lock, 0u, 1u) != 0u)
      ;
    out[0] += a;
    __threadfence();
    atomicExch(lock, 0u);
  }
}

__global__ void ofUnknownLength(unsigned *lock, unsigned *out, int n) {
  __shared__ unsigned s[1024];
  for (int k = 0; k < n; ++k) {
    const unsigned a = s[64 * k + 2 * threadIdx.x]; // expect: upper-bound load 2/1 2-way
    while (atomicCAS(lock, 0u, 1u) != 0u)
      ;
    out[0] += a;
    __threadfence();
    atomicExch(lock, 0u);
  }
}

// One lane at a time takes one wavefront, however often.
__global__ void clean(unsigned *lock, unsigned *out) {
  __shared__ unsigned s[1024];
  for (int i = threadIdx.x; i < 512; i += 32) {
    const unsigned a = s[i]; // expect: load 1/1 total open
    bool isDone = false;
    while (!isDone)
      if (atomicCAS(lock, 0u, 1u) == 0u) {
        out[0] += a;
        __threadfence();
        atomicExch(lock, 0u);
        isDone = true;
      }
  }
}

// Each row starts in another bank, so that lanes in different ones may meet.
__global__ void rows(unsigned *g, unsigned *out) {
  __shared__ unsigned s[33 * 32];
  for (int k = 0; k < 32; ++k) {
    const unsigned a = s[33 * k + threadIdx.x]; // expect: unknown load unknown-condition
    unsigned old = g[threadIdx.x], seen;
    do {
      seen = old;
      old = atomicCAS(&g[threadIdx.x], seen, seen * a);
    } while (old != seen);
  }
}

// A fence orders accesses; lanes do not wait for each other.
__global__ void barriers(unsigned *lock, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  while (atomicExch(&lock[t & 1], 1u) != 0u)
    ;
  out[t & 1] += s[2 * t]; // expect: upper-bound load 2/1 2-way
  __threadfence();
  out[t & 1] += s[4 * t]; // expect: upper-bound load 4/1 4-way
  lock[t & 1] = 0;
  __syncwarp();
  out[t] = s[8 * t]; // expect: load 8/1 8-way total 8/1
}

// In other lanes' loops a lane waits alone, or all do as one.
__global__ void together(volatile unsigned *flag, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  if (t == 0)
    while (atomicAdd(&out[40], 1u) < 1000u)
      ;
  out[t] = s[2 * t]; // expect: load 2/1 2-way total 2/1
  while (*flag == 0)
    ;
  out[t + 32] = s[4 * t]; // expect: load 4/1 4-way total 4/1
}

// The loop does not end by what the operations return.
__global__ void counts(volatile unsigned *v, unsigned *out, const unsigned *in) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  unsigned x = in[t], sum = 0;
  while (x > 1) {
    x = (x & 1) ? 3 * x + 1 : x / 2;
    sum += v[x & 31];
    out[atomicAdd(&out[100], 1u) & 1023] = x;
  }
  out[t] = sum + s[2 * t]; // expect: load 2/1 2-way total 2/1
}

// Each lane looks at places of its own.
__global__ void volatileLoads(volatile unsigned *v, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  int at = t;
  while (v[at] < 100) {
    if (v[at + 1000] == 7)
      break;
    at = at * 3 + 1;
  }
  out[t] = s[2 * t]; // expect: upper-bound load 2/1 2-way
}

__global__ void assembly(unsigned *v, unsigned *out) {
  __shared__ unsigned s[1024];
  const int t = threadIdx.x;
  unsigned value = 0;
  do
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(v + t));
  while (value < 3);
  out[t] = s[2 * t]; // expect: upper-bound load 2/1 2-way
}

// The barrier in the loop joins the lanes in each iteration.
__global__ void joined(unsigned *lock, unsigned *out, int n) {
  __shared__ unsigned s[33 * 32];
  for (int k = 0; k < n; ++k) {
    while (atomicCAS(lock, 0u, 1u) != 0u)
      ;
    out[k] += 1;
    __threadfence();
    atomicExch(lock, 0u);
    __syncthreads();
    out[threadIdx.x] += s[2 * threadIdx.x]; // expect: load 2/1 2-way total open
  }
}

// What atomicCAS returns goes through floating-point numbers.
__device__ void multiply(float *at, float by) {
  float old = *at, seen;
  do {
    seen = old;
    old = __int_as_float(atomicCAS((int *)at, __float_as_int(seen),
                                   __float_as_int(seen * by)));
  } while (seen != old);
}
__global__ void floats(float *g, float *out) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  multiply(&g[t & 7], 3);
  out[t] = s[2 * t]; // expect: upper-bound load 2/1 2-way
}

// The helper returns from the loop, whose tries are counted.
__device__ int insert(int *table, int key) {
  int place = key & 1023;
  for (int i = 0; i < 1024; ++i) {
    const int old = atomicCAS(&table[place], -1, key);
    if (old == -1 || old == key)
      return place;
    place = (place + 1) & 1023;
  }
  return -1;
}
__global__ void hashed(int *g, float *out, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const int place = insert(g, t * n);
  out[place] = s[2 * t]; // expect: upper-bound load 2/1 2-way
}
