// E7, E8. One member of a 12-byte struct in an odd row pitch, and float4 rows:
// nine elements leave four passes, eight make each of them 8-way.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Triple {
  float a, b, c;
};

__global__ void structs(float *out) {
  __shared__ Triple arr[32][11];
  out[threadIdx.x] = arr[threadIdx.x][0].a; // expect: load 1/1
}

__global__ void vectors(float4 *out) {
  __shared__ float4 nine[32][9];
  __shared__ float4 eight[32][8];
  out[threadIdx.x] = nine[threadIdx.x][0];  // expect: load 4/4
  out[threadIdx.x] = eight[threadIdx.x][0]; // expect: load 32/4 8-way
}

void launch(float *out, float4 *wide) {
  structs<<<1, dim3(32, 2)>>>(out);
  vectors<<<1, dim3(32, 2)>>>(wide);
}
