// Elements of local arrays of vectors that functions get pointers to: nvcc loads
// whole vectors where all of each is read, if it loads them at all.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <class T, class U, int N = sizeof(U) / sizeof(T)>
__device__ void most(U *vector, float &a) {
  T *v = reinterpret_cast<T *>(vector);
#pragma unroll
  for (int i = 0; i < N; ++i)
    a = fmaxf(a, v[i]);
}
__device__ float firstTwo(const float *v) { return v[0] * v[1]; }

__global__ void elements(const float4 *in, float *out, int n) {
  __shared__ float4 s[512];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 32)
    s[i] = in[i]; // expect: store 4/4
  __syncthreads();
  float4 all[4], few[4], diagonal[4], late[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    *(all + i) = s[t * 4 + i]; // expect: load 16/4 4-way total 64/16
    few[i] = s[t * 4 + i + 128]; // expect: load 16/2 8-way
    diagonal[i] = s[t * 4 + i + 256]; // expect: upper-bound load 64/4 16-way
    late[i] = s[t * 4 + i + 384]; // expect: load 16/4 4-way total 64/16
  }
  float a = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    most<float, float4>(all + i, a);
    a += firstTwo((const float *)(few + i));
    const float *v = (const float *)(diagonal + i);
    a += v[i];
  }
  if (n > 3)
    for (int i = 0; i < 4; ++i)
      most<float, float4>(late + i, a);
  out[t] = a;
}

void launch(const float4 *in, float *out) { elements<<<1, 32>>>(in, out, 4); }
