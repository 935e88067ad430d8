// cp.async.cg: what it costs follows from the differences between the places
// that the lanes read, and is bounded over what is not known of these.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s
// RUN: %banklint %s 2>&1 | FileCheck %s --check-prefix=QUIET --implicit-check-not=warning:
// RUN: %banklint --config='{CheckOptions: {shared-bank-conflict.IncludeBypassCopies: true}}' %s | FileCheck %s --check-prefix=TEXT --implicit-check-not=warning:
#define COPY(TO, FROM)                                                         \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(              \
                   unsigned(__cvta_generic_to_shared(TO))),                    \
               "l"(FROM))
#define COPY_SOME(TO, FROM, BYTES)                                             \
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(          \
                   unsigned(__cvta_generic_to_shared(TO))),                    \
               "l"(FROM), "r"(BYTES))

// Rows that start with a line are copied as they lie. Others may not.
__global__ void rows(const float *in, int pitch) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x, row = t / 8, column = t % 8;
  for (int i = 0; i < 32; i += 4)
    // CHECK-DAG: "uniform-unknown: depends on where the source starts; 4 wavefronts if each of its rows starts with a line of 128 bytes"
    COPY(&s[row + i][column], &in[(row + i) * pitch + column * 4]); // expect: upper-bound async-copy 16/7 4-way
}

// Pointers in arguments, as those of all kernels, point to no shared memory.
struct Rows {
  void *first;
  long pitch;
};
__global__ void members(Rows in) {
  __shared__ float4 s[4][8];
  int t = threadIdx.x, row = t / 8, column = t % 8;
  const float *first = static_cast<const float *>(in.first);
  const float4 &from =
      *reinterpret_cast<const float4 *>(&first[row * in.pitch + column * 4]);
  COPY(&s[row][column], &from); // expect: upper-bound async-copy 16/7 4-way
}

__global__ void swizzled(const float *in, int pitch) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x, row = t / 8, column = t % 8;
  // CHECK-DAG: "uniform-unknown: depends on where the source starts; 4 wavefronts if each of its rows starts with a line of 128 bytes"
  COPY(&s[row][column ^ row], &in[row * pitch + column * 4]); // expect: upper-bound async-copy 16/7 4-way
}

// A padding of one chunk splits lines. At least so much whatever is not known.
__global__ void padded(const float *in) {
  __shared__ float4 s[32][9];
  int t = threadIdx.x, row = t / 8, column = t % 8;
  // CHECK-DAG: "uniform-unknown: depends on where the source starts; 10 wavefronts instead of 4 if each of its rows starts with a line of 128 bytes"
  COPY(&s[row][column], &in[row * 1024 + column * 4]); // expect: upper-bound async-copy 19/11 4-way
}
// QUIET: 0 findings
// TEXT: :[[#@LINE-3]]:3: warning: asynchronous copy to 's[row][column]' takes up to 19 wavefronts per request instead of 11: a line of the source takes up to 4 [shared-bank-conflict]
// TEXT: note: in warp 0, lanes 0-31 copy from 8 lines of the source to 5 lines of shared memory; a wavefront copies from one line of 128 bytes to one, and needs sectors of 32 bytes to lie alike in both (19 wavefronts instead of 11)
// TEXT: note: 's' is declared here with a row pitch of 144 bytes, so that rows start in 8 of the 32 banks; no padding was tried: none is chosen for asynchronous copies

// Each lane has a line of its own, wherever that starts.
__global__ void lines(const float *in) {
  __shared__ float4 s[32];
  COPY(&s[threadIdx.x], &in[threadIdx.x * 64]); // expect: async-copy 32/32 total 32/32
}

// Fewer lanes may cost more.
__global__ void guarded(const float *in, int n) {
  __shared__ float4 s[32];
  if (threadIdx.x < n)
    COPY(&s[threadIdx.x], &in[threadIdx.x * 4]); // expect: upper-bound async-copy 24/5 6-way
}

// How many lanes fill with zeros is not known; that all copy all is.
__global__ void filled(const float *in, int n) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
  COPY_SOME(&s[t], &in[t * 64], t < n ? 16 : 0); // expect: unknown async-copy unknown-cost
  COPY_SOME(&s[t], &in[t * 64], 16); // expect: async-copy 32/32 total 32/32
}

// Rows of a tile that each block has for itself.
__global__ void tiles(const float *in, int pitch) {
  __shared__ float4 s[4][8];
  int t = threadIdx.x, row = blockIdx.x * 4 + t / 8, column = t % 8;
  COPY(&s[t / 8][column], &in[row * pitch + column * 4]); // expect: upper-bound async-copy 16/7 4-way
}

// One chunk to many places: at least a wavefront for each.
__global__ void spread(const float *in) {
  __shared__ float4 s[32];
  // CHECK-DAG: "unknown-cost: at least 32 wavefronts for the worst request, 1 without conflict"
  COPY(&s[threadIdx.x], in); // expect: unknown async-copy unknown-cost
}

// Two pitches, and a source that memory decides.
__global__ void unknown(const float *in, const int *at, int n, int m) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
  COPY(&s[t], &in[t / 8 * n + t % 8 * m]); // expect: unknown async-copy unknown-cost
  COPY(&s[t], &in[at[t]]); // expect: unknown async-copy data-dependent-index
}

void launch(const float *in, const int *at, int n) {
  rows<<<1, 32>>>(in, n);
  members<<<1, 32>>>(Rows{const_cast<float *>(in), n});
  swizzled<<<1, 32>>>(in, n);
  padded<<<1, 32>>>(in);
  lines<<<1, 32>>>(in);
  guarded<<<1, 32>>>(in, n);
  filled<<<1, 32>>>(in, n);
  spread<<<1, 32>>>(in);
  tiles<<<8, 32>>>(in, n);
  unknown<<<1, 32>>>(in, at, n, n + 1);
}
