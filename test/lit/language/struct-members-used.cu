// Of a struct of three or five members, each member that is used is loaded, and
// no other one. Measured.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct P3 { float a, b, c; };
struct P5 { float a, b, c, d, e; };

__global__ void two(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ P3 s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128)
    ((float *)s)[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const P3 v = s[127 - t]; // expect: load 1/1 total 8/8
  out[t] = v.a + v.b;
}
__global__ void apart(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ P5 s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128)
    ((float *)s)[i] = in[i]; // expect: store 1/1
  __syncthreads();
  P5 v = s[2 * t % 128]; // expect: load 2/1 2-way total 16/8
  out[t] = v.a * v.e;
}
// Of a copy nothing says what of it is used in the end.
__global__ void copied(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ P3 s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128)
    ((float *)s)[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const P3 v = s[127 - t]; // expect: load 1/1
  P3 u = v;
  u.a = 1;
  out[t] = u.b + u.a;
}
__global__ void whole(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ P3 s[128];
  for (int i = t; i < sizeof(s) / 4; i += 128)
    ((float *)s)[i] = in[i]; // expect: store 1/1
  __syncthreads();
  const P3 v = s[127 - t]; // expect: load 3/3 total 12/12
  out[t] = v.a + v.b * v.c;
}
void launch(float *in, float *out) {
  two<<<2, 128>>>(in, out);
  apart<<<2, 128>>>(in, out);
  copied<<<2, 128>>>(in, out);
  whole<<<2, 128>>>(in, out);
}
