// A reference that takes an array for another type: its subscripts have the
// extents and the element size of that type.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Matrix {
  float rows[32][32];
};
struct Doubles {
  double values[1024];
};
struct Halves {
  unsigned short values[2048];
};

__device__ void column(float (&m)[32][32], float *out) {
  out[threadIdx.x] = m[threadIdx.x][0]; // expect: load 32/1 32-way
}

__global__ void references(float *out, double *outDouble, float4 *outVector) {
  const int t = threadIdx.x;
  __shared__ double doubles[1056];
  auto &a = reinterpret_cast<float(&)[64][32]>(doubles);
  out[t] = a[t][0]; // expect: load 32/1 32-way
  __shared__ float flat[1024];
  auto &b = reinterpret_cast<Matrix &>(flat);
  out[t + 32] = b.rows[t][9]; // expect: load 32/1 32-way
  out[t + 64] = b.rows[1][t]; // expect: load 1/1
  column(reinterpret_cast<float(&)[32][32]>(flat), out + 96);
  __shared__ __align__(8) float many[2048];
  outDouble[t] = reinterpret_cast<Doubles &>(many).values[2 * t]; // expect: load 4/2 2-way
  __shared__ __align__(16) double wide[1024];
  auto &c = reinterpret_cast<float4(&)[512]>(wide);
  out[t + 128] = c[t].x; // expect: load 4/1 4-way
  __shared__ float square[32][32];
  auto &d = (float(&)[1024])square;
  out[t + 160] = d[t]; // expect: load 1/1
  __shared__ float4 vectors[256];
  auto &e = reinterpret_cast<float(&)[1024]>(vectors);
  out[t + 192] = e[t]; // expect: load 1/1
  __shared__ float rows[2][1024];
  auto &f = (float(&)[32][32])rows[1];
  out[t + 224] = f[t][0]; // expect: load 32/1 32-way
  __shared__ __align__(16) unsigned char bytes[sizeof(float4) * 32];
  auto &g = reinterpret_cast<float4(&)[4][8]>(bytes);
  g[t / 8][t % 8] = outVector[t]; // expect: store 4/4
  // The same type, and one element.
  auto &h = reinterpret_cast<float(&)[32][32]>(square);
  out[t + 256] = h[t][0];                              // expect: load 32/1 32-way
  out[t + 288] = reinterpret_cast<int &>(square[t][9]); // expect: load 32/1 32-way
}

__global__ void dynamic(unsigned short *out) {
  extern __shared__ char memory[];
  auto &halves = reinterpret_cast<Halves &>(memory);
  out[threadIdx.x] = halves.values[threadIdx.x]; // expect: load 1/1
}

void run(float *out, double *outDouble, float4 *outVector) {
  references<<<1, 32>>>(out, outDouble, outVector);
  dynamic<<<1, 32, 4096>>>((unsigned short *)out);
}
