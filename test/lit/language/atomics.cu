// Atomics count lanes, not words; only the plain counter shares them. Where all
// lanes update one word, the compiler may combine their values.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void counters(const int *in, int *out) {
  __shared__ int hist[1024];
  __shared__ int total;
  int t = threadIdx.x;
  atomicAdd(&total, 1);              // expect: atomic 1/1
  atomicAdd(&total, 2);              // expect: upper-bound atomic 32/1 32-way
  atomicAdd(&total, t);              // expect: upper-bound atomic 32/1 32-way
  atomicSub(&total, 1);              // expect: upper-bound atomic 32/1 32-way
  out[t] = atomicAdd(&total, 1);     // expect: upper-bound atomic 32/1 32-way
  atomicAdd(&hist[t], 5);            // expect: atomic 1/1
  atomicAdd(&hist[t * 2], 5);        // expect: atomic 2/1 2-way
  atomicAdd(&hist[t / 4], 1);        // expect: atomic 1/1
  atomicAdd(&hist[t / 4], t);        // expect: atomic 4/1 4-way
  atomicAdd(hist + t, 1);            // expect: atomic 1/1
  atomicAdd(hist, 3);                // expect: upper-bound atomic 32/1 32-way
  atomicAdd(&hist[in[t]], 1);        // expect: unknown atomic data-dependent-index
  if (t < 8)
    atomicAdd(&total, t); // expect: upper-bound atomic 8/1 8-way
}

__global__ void others(unsigned *out, float *floats) {
  __shared__ unsigned s[1024];
  __shared__ unsigned long long wide[64];
  __shared__ float f[64];
  int t = threadIdx.x;
  atomicMax(&s[t], 3u);              // expect: atomic 1/1
  atomicMin(&s[t * 32], 3u);         // expect: atomic 32/1 32-way
  atomicOr(&s[0], 1u << t);          // expect: upper-bound atomic 32/1 32-way
  atomicInc(&s[0], 0xffffffffu);     // expect: atomic 1/1
  atomicInc(&s[0], 7u);              // expect: upper-bound atomic 32/1 32-way
  atomicExch(&s[t], 1u);             // expect: atomic 1/1
  atomicExch(&wide[t], 1ull);        // expect: atomic 2/2
  // Compare-and-swap passes twice.
  atomicCAS(&s[t], 0u, 1u);          // expect: atomic 2/2
  atomicCAS(&s[0], 0u, 1u);          // expect: atomic 64/2 32-way
}

void launch(const int *in, int *out, unsigned *more, float *floats) {
  counters<<<1, 32>>>(in, out);
  others<<<1, 32>>>(more, floats);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "counters"
// PROGRAM: atomic-count 4 &total apart array total
// PROGRAM-NEXT: atomic 4 &total apart array total
// PROGRAM: atomic-count 4 &hist[i64(t / 4)] apart array hist
// PROGRAM-NEXT: atomic 4 &hist[i64(t / 4)] apart array hist
// PROGRAM-NEXT: atomic-count 4 (&hist + u64(i64(t) * 4:i64)) apart
// PROGRAM: atomic-count 4 &hist[i64(opaque<data-dependent-index>("read from memory through 'in'", name "in[t]", [[IN:in#[0-9]+]], i64(t) * 4:i64):i32)] apart array hist
// PROGRAM-NEXT: if (t < 8) {
// PROGRAM-NEXT: atomic 4 &total apart array total
// PROGRAM-LABEL: kernel "others"
// PROGRAM: atomic 4 &s[i64(t * 32)] apart array s
// PROGRAM: atomic-count 4 &s[0:i64] apart array s
// PROGRAM-NEXT: atomic 4 &s[0:i64] apart array s
// PROGRAM: atomic 8 &wide[i64(t)] apart array wide
// PROGRAM-NEXT: atomic-cas 4 &s[i64(t)] apart array s
