// A variable that only ever gets one constant holds that: the compiler leaves
// out its stores and loads. Measured.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void one(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ int flag;
  if (t == 0)
    flag = 1; // expect: store 1/1 total open
  __syncthreads();
  if (flag) // expect: load 1/1 total open
    out[t] = in[t];
}
__global__ void reset(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float sum;
  if (t == 0)
    sum = 0; // expect: store 1/1 total 1/1
  __syncthreads();
  if (in[t] > 1)
    sum = 1; // expect: store 1/1
  __syncthreads();
  out[t] = sum; // expect: load 1/1 total 4/4
}
__global__ void counted(const float *in, int *out) {
  const int t = threadIdx.x;
  __shared__ int count;
  if (t == 0)
    count = 0; // expect: store 1/1 total 1/1
  __syncthreads();
  if (in[t] > 1)
    atomicAdd(&count, 1); // expect: atomic 1/1
  __syncthreads();
  out[t] = count; // expect: load 1/1 total 4/4
}
// The constant may come by a variable or a function.
__device__ void put(int &to, int value) {
  to = value; // expect: store 1/1 total open
}
__global__ void passed(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ int flag, one[1];
  const int five = 5;
  if (t == 0)
    put(flag, 7);
  if (t == 1)
    one[0] = five; // expect: store 1/1 total open
  __syncthreads();
  if (flag == one[0]) // expect: load 1/1 total open, load 1/1 total open
    out[t] = in[t];
}
// Of arrays the compiler does not know that.
__global__ void array(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ int flags[128];
  flags[t] = 1; // expect: store 1/1 total 4/4
  __syncthreads();
  out[t] = flags[127 - t]; // expect: load 1/1 total 4/4
}
// Nothing reads this one: its stores are left out. Measured.
__global__ void unread(const float *in, float *out) {
  const int t = threadIdx.x;
  __shared__ float s[128], u[128];
  s[t] = in[t]; // expect: store 1/1 total 4/4
  u[t] = in[t]; // expect: store 1/1 total open
  __syncthreads();
  out[t] = s[127 - t]; // expect: load 1/1 total 4/4
}
void launch(float *in, float *out, int *n) {
  one<<<2, 128>>>(in, out);
  reset<<<2, 128>>>(in, out);
  passed<<<2, 128>>>(in, out);
  counted<<<2, 128>>>(in, n);
  array<<<2, 128>>>(in, out);
  unread<<<2, 128>>>(in, out);
}
