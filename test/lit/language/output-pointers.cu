// Functions that store what they load from shared memory where a pointer of the
// kernel's points to: that is needed by all lanes.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ void give(const float *from, float *out) {
  out[threadIdx.x] = from[threadIdx.x * 2]; // expect: load 2/1 2-way
}

__device__ void column(float (&m)[32][32], float *out) {
  out[threadIdx.x] = m[threadIdx.x][0]; // expect: load 32/1 32-way
}

struct Out {
  float *data;
};

__global__ void arguments(float *out, Out other) {
  __shared__ float s[64];
  __shared__ float m[32][32];
  give(s, out);
  __syncthreads();
  give(s, other.data);
  __syncthreads();
  float *moved = out + 32;
  give(s, moved);
  column(m, out + 64);
}

// Pointers to variables, of which the values are used on one side.
__device__ void get(const float *from, float *result) {
  *result = from[threadIdx.x * 2]; // expect: upper-bound load 2/1 2-way
}

__device__ void getFor(const float *from, float *result) { get(from, result); }

__global__ void variables(float *out) {
  __shared__ float s[64];
  float one, two[2];
  getFor(s, &one);
  get(s, two);
  if (threadIdx.x < 16)
    out[threadIdx.x] = one + two[0];
}

void run(float *out, Out other) {
  arguments<<<1, 32>>>(out, other);
  variables<<<1, 32>>>(out);
}
