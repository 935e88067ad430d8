// What is told where no extent can be padded. Kernels have twins that were
// rewritten as the note says, which must cost what the note promises.
//
// RUN: %banklint --explain %s 2>&1 | FileCheck %s
// RUN: %banklint --format=json %s | %python %verdict %s

// A tile in one dimension: the row pitch stands in the subscripts.
__global__ void flat(const int *in, int *out) {
  __shared__ int tile[32 * 32];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK-NOT: {{no padding is known|the lanes are}}
  // CHECK: [[@LINE+1]]:12: note: make the row pitch 33 instead of 32 in 2 subscripts and in the extent: 1 wavefront instead of 32; 128 more bytes
  tile[x * 32 + y] = in[y * 32 + x]; // expect: store 32/1 32-way
  __syncthreads();
  out[y * 32 + x] = tile[y * 32 + x]; // expect: load 1/1
}
__global__ void flatTwin(const int *in, int *out) {
  __shared__ int tile[32 * 33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[x * 33 + y] = in[y * 32 + x]; // expect: store 1/1
  __syncthreads();
  out[y * 32 + x] = tile[y * 33 + x]; // expect: load 1/1
}

// The launch gives the bytes of a dynamic array.
__global__ void dynamicKnown(int *out) {
  // CHECK: [[@LINE+1]]:25: note: {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 32; 128 more bytes at the launch
  extern __shared__ int known[];
  known[threadIdx.x * 32] = 1; // expect: store 32/1 32-way
  __syncthreads();
  out[threadIdx.x] = known[threadIdx.x]; // expect: load 1/1
}
__global__ void dynamicUnknown(int *out) {
  // CHECK: [[@LINE+1]]:25: note: {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 32; the launch must request more bytes
  extern __shared__ int open[];
  open[threadIdx.x * 32] = 1; // expect: store 32/1 32-way
  __syncthreads();
  out[threadIdx.x] = open[threadIdx.x]; // expect: load 1/1
}

// A pitch that is no power of two, and wide elements: 12 doubles a row.
__global__ void doubles(double *out) {
  __shared__ double s[32 * 16];
  int t = threadIdx.x;
  // CHECK: note: {{.*}}; store element 'i' at 'i + i / 16', a row pitch of 17 instead of 16: 2 wavefronts instead of 32; 256 more bytes
  s[t * 16] = t; // expect: store 32/2 16-way
  __syncthreads();
  out[t] = s[t]; // expect: load 2/2
}
__global__ void doublesTwin(double *out) {
  __shared__ double s[32 * 17];
  int t = threadIdx.x;
  s[t * 17] = t; // expect: store 2/2
  __syncthreads();
  out[t] = s[t + t / 16]; // expect: load 2/2
}

// A reduction with interleaved addressing.
__global__ void reduction(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  // CHECK: note: {{.*}}; store element 'i' at 'i + i / 32', {{.*}}: every access becomes conflict-free, 44 wavefronts in sum instead of 141; 32 more bytes
  // CHECK: [[@LINE+5]]:7: note: the lanes are 8 elements apart; with sequential addressing (adjacent lanes on adjacent elements) this request takes 1 wavefront
  for (unsigned step = 1; step < 256; step *= 2) {
    __syncthreads();
    if (2 * step * t < 256)
      // expect: load 8/1 8-way, store 8/1 8-way, load 8/1 8-way
      s[2 * step * t] += s[2 * step * t + step];
  }
}

// A structure of arrays.
struct Particle {
  float x, y, z, mass;
};
__global__ void structures(float *out) {
  // CHECK: [[@LINE+1]]:23: note: {{.*}}; make it a structure of arrays, one for each 4 bytes of the elements' 16: 1 wavefront instead of 4; no extra memory
  __shared__ Particle p[64];
  int t = threadIdx.x;
  p[t].mass = out[t]; // expect: store 4/1 4-way
  __syncthreads();
  out[t] = p[63 - t].mass + p[t].x; // expect: load 4/1 4-way, load 4/1 4-way
}
struct Particles {
  float x[64], y[64], z[64], mass[64];
};
__global__ void structuresTwin(float *out) {
  __shared__ Particles p;
  int t = threadIdx.x;
  p.mass[t] = out[t]; // expect: store 1/1
  __syncthreads();
  out[t] = p.mass[63 - t] + p.x[t]; // expect: load 1/1, load 1/1
}

// Gaps are told where a pointer sees the elements. Where whole ones are accessed,
// only a longer struct helps.
__global__ void observed(float *out) {
  __shared__ float s[1024];
  float *p = s;
  // CHECK: note: {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 32; 128 more bytes
  p[threadIdx.x * 32] = 1; // expect: store 32/1 32-way
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 1/1
}
__global__ void whole(Particle *out) {
  __shared__ Particle p[64];
  p[threadIdx.x] = out[threadIdx.x]; // expect: store 4/4
  __syncthreads();
  // CHECK: note: {{.*}}; make 'Particle' 20 bytes long instead of 16, wherever it is used, by another member behind the others: 1 wavefront instead of 4; 256 more bytes
  // CHECK-NOT: structure of arrays
  out[threadIdx.x].x = p[63 - threadIdx.x].mass; // expect: load 4/1 4-way
}

void launch(int *in, int *out, float *floats, double *numbers, Particle *ps,
            int bytes) {
  flat<<<1, dim3(32, 32)>>>(in, out);
  flatTwin<<<1, dim3(32, 32)>>>(in, out);
  dynamicKnown<<<1, 32, 32 * 32 * 4>>>(out);
  dynamicUnknown<<<1, 32, bytes>>>(out);
  doubles<<<1, 32>>>(numbers);
  doublesTwin<<<1, 32>>>(numbers);
  reduction<<<1, 256>>>(floats);
  structures<<<1, 64>>>(floats);
  structuresTwin<<<1, 64>>>(floats);
  observed<<<1, 32>>>(floats);
  whole<<<1, 64>>>(ps);
}

// Half as many elements again are the last thing to offer.
// CHECK: warning: store to 'Apart[2 * threadIdx.x]'
// CHECK: store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 2; 64 more bytes at the launch
__global__ void apart(int *Out) {
  extern __shared__ int Apart[];
  Apart[2 * threadIdx.x] = Out[threadIdx.x]; // expect: store 2/1 2-way
  __syncthreads();
  for (int Half = 128; Half > 0; Half /= 2) {
    if (threadIdx.x < Half)
      // expect: load 2/1 2-way, store 2/1 2-way, load 2/1 2-way
      Apart[2 * threadIdx.x] += Apart[2 * (threadIdx.x + Half)];
    __syncthreads();
  }
  Out[threadIdx.x] = Apart[0]; // expect: load 1/1
}
void launchApart(int *Out) { apart<<<1, 256, 2048>>>(Out); }
