// Values of one of two places, and pointers that are one of two, or null.
//
// RUN: %banklint --format=json --arch=sm_90 %s | %python %verdict %s

struct Maximum {
  __device__ float operator()(const float &lhs, const float &rhs) const {
    // The compiler keeps what the condition has read.
    return lhs < rhs ? rhs : lhs; // expect[reads]: load 2/1 2-way
  }
};
__global__ void reads(float *out, const float *in, int n) {
  __shared__ float s[1024];
  const int t = threadIdx.x;
  const float none = 0;
  s[t] = in[t]; // expect: store 1/1
  __syncthreads();
  float v = t < n ? s[t] : none; // expect: load 1/1 total open
  v = v < s[t + 64] ? s[t + 64] : v; // expect: load 1/1
  v = Maximum()(v, s[t * 2]);
  // Each lane loads from the place that it chooses.
  v += t < 16 ? s[t] : s[t + 16]; // expect: load 2/1 2-way
  v += n ? s[t] : s[t + 32];      // expect: load 1/1
  out[t] = v + (in[t] > 0 ? s[t] : s[t * 4]); // expect: unknown load unknown-condition
}

extern __shared__ float dynamic[];

// Null is not accessed.
__global__ void mayBeNull(float *out, const float *in, int n, int groups) {
  const int t = threadIdx.x;
  float *buffer = nullptr;
  if (groups > 0)
    buffer = dynamic + 4 * n;
  float *mine = buffer + t / 32 * n;
  if (groups > 0)
    mine[t % 32 * 2] = in[t]; // expect: store 2/1 2-way
  float *other = groups > 1 ? dynamic : nullptr;
  if (other)
    other[t] = 1; // expect: store 1/1
  // A pointer into shared memory is not null.
  float *last = dynamic != nullptr ? mine + n : nullptr;
  last[t % 32] = 2; // expect: store 1/1
}

// Of two starts, what both are multiples of is known.
__global__ void oneOfTwo(float *out, const float *in, int n, int buffers) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float *p = buffers == 2 ? dynamic + 4 * n + warp * n : dynamic + warp * n;
  for (int i = lane; i < n; i += 32)
    p[i] = in[i]; // expect: store 1/1
  const int odd = buffers == 2 ? 3 : 5;
  const int even = buffers == 2 ? 2 : 6;
  out[lane] = p[lane * odd]; // expect: load 1/1
  out[lane] = p[lane * even]; // expect: load 2/1 2-way
}

void run(float *out, float *in, int n, int m, int bytes) {
  reads<<<1, 128>>>(out, in, n);
  mayBeNull<<<1, 128, bytes>>>(out, in, n, m);
  oneOfTwo<<<1, 128, bytes>>>(out, in, n, m);
}
