// F1. One member of an array of 16-byte structs: four lanes share each bank.
// A structure of arrays has none of that.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Particle {
  float x, y, z, mass;
};
struct Particles {
  float x[32], y[32], z[32], mass[32];
};

__global__ void arrayOfStructs(float *out) {
  __shared__ Particle particles[32];
  int tid = threadIdx.x;
  out[tid] = particles[tid].x; // expect: load 4/1 4-way
}

__global__ void structOfArrays(float *out) {
  __shared__ Particles particles;
  int tid = threadIdx.x;
  particles.x[tid] = 1;       // expect: store 1/1
  out[tid] = particles.y[tid]; // expect: load 1/1
}

void launch(float *out) {
  arrayOfStructs<<<1, 32>>>(out);
  structOfArrays<<<1, 32>>>(out);
}
