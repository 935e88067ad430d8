// Shared memory whose size the launch gives.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

extern __shared__ float pool[];

__global__ void plain(float *out) {
  int t = threadIdx.x;
  pool[t] = 1;          // expect: store 1/1
  pool[t * 32] = 1;     // expect: store 32/1 32-way
  out[t] = *(pool + t); // expect: load 1/1
}

// One block of memory, cut into three arrays.
__global__ void cut(float *out, int n) {
  extern __shared__ char bytes[];
  int t = threadIdx.x;
  float *a = reinterpret_cast<float *>(bytes);
  double *b = reinterpret_cast<double *>(a + 1024);
  float *c = reinterpret_cast<float *>(b + n);
  a[t * 2] = 1;  // expect: store 2/1 2-way
  b[t] = 1;      // expect: store 2/2
  b[t * 16] = 1; // expect: store 32/2 16-way
  c[t] = 1;      // expect: store 1/1
  bytes[t] = 1;  // expect: store 1/1
}

template <typename T> struct Memory {
  __device__ operator T *() {
    extern __shared__ int words[];
    return reinterpret_cast<T *>(words);
  }
};
template <typename T> __global__ void wrapped(T *out) {
  T *s = Memory<T>();
  int t = threadIdx.x;
  // expect[wrapped<float>]: store 1/1
  // expect[wrapped<double>]: store 2/2
  s[t] = 1;
  // expect[wrapped<float>]: store 32/1 32-way
  // expect[wrapped<double>]: store 32/2 16-way
  s[t * 32] = 1;
}

__global__ void rows(float *out, int pitch) {
  extern __shared__ float4 wide[];
  int t = threadIdx.x;
  wide[t] = make_float4(0, 0, 0, 0); // expect: store 4/4
  // expect[pitch=8]: store 32/4 8-way
  // expect[pitch=9]: store 4/4
  wide[t * pitch] = make_float4(0, 0, 0, 0);
}

void launch(float *out, double *doubles, int n) {
  plain<<<1, 32, 4096>>>(out);
  cut<<<1, 32, n>>>(out, n);
  wrapped<<<1, 32, 32768>>>(out);
  wrapped<<<1, 32, 32768>>>(doubles);
  rows<<<1, 32, 8192>>>(out, 8);
  rows<<<1, 32, 8192>>>(out, 9);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "cut"
// PROGRAM: shared bytes : char 1 [0] align 1 dynamic
// PROGRAM: a = &bytes
// PROGRAM-NEXT: b = a + 4096:u64
// PROGRAM-NEXT: c = b + u64(i64(n) * 8:i64)
// PROGRAM-NEXT: store 4 (a + u64(i64(t * 2) * 4:i64))
// PROGRAM-NEXT: store 8 (b + u64(i64(t) * 8:i64))
// PROGRAM-NEXT: store 8 (b + u64(i64(t * 16) * 8:i64))
// PROGRAM-NEXT: store 4 (c + u64(i64(t) * 4:i64))
// PROGRAM-LABEL: kernel "wrapped<double>"
// PROGRAM: body {
// PROGRAM-NEXT: s = &words
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 8 (s + u64(i64(t) * 8:i64))
// PROGRAM-NEXT: store 8 (s + u64(i64(t * 32) * 8:i64))
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "rows"
// PROGRAM: shared wide : float4 16 [0] align 16 dynamic
// PROGRAM: store 16 &wide[i64(t * pitch)] array wide
