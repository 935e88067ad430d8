// H3. FFT butterflies on float2: 2-way in each half-warp while the distance is
// below 16, and free from there on. The 16 elements that the tutorial adds at
// the array's end change nothing.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void fft(float2 *data) {
  __shared__ float2 shared[512 + 16];
  int tid = threadIdx.x;
  for (int s = 1; s < 512; s *= 2) {
    int j = 2 * s * (tid / s) + tid % s;
    // Four rounds of 4 wavefronts and five of 2. In the first one, the compiler
    // may merge both elements into one of 16 bytes.
    float2 a = shared[j];     // expect: upper-bound load 4/2 2-way
    float2 b = shared[j + s]; // expect: upper-bound load 4/2 2-way
    __syncthreads();
    shared[j] = b;     // expect: upper-bound store 4/2 2-way
    shared[j + s] = a; // expect: upper-bound store 4/2 2-way
    __syncthreads();
  }
}

template <int S> __global__ void round(float2 *data) {
  __shared__ float2 shared[512 + 16];
  int tid = threadIdx.x;
  int j = 2 * S * (tid / S) + tid % S;
  // expect[round<8>]: load 4/2 2-way
  // expect[round<16>]: load 2/2
  data[tid] = shared[j];
}

void launch(float2 *data) {
  fft<<<1, 256>>>(data);
  round<8><<<1, 256>>>(data);
  round<16><<<1, 256>>>(data);
}
