// A long product takes no more time than a short one, and nothing else is known
// less: the load of `w` may sink.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#define F4(k) k * k * k * k
#define F16(k) F4(k) * F4(k) * F4(k) * F4(k)

__global__ void kernel(int *out, const int *in) {
  __shared__ int s[512];
  const int t = threadIdx.x;
  s[t] = out[t]; // expect: store 1/1
  __syncthreads();
  int sum = 0;
  const int w = s[t * 2]; // expect: upper-bound load 2/1 2-way
  if (in[t] > 3)
    out[t + 999] = w;
  for (int k = 0; k < 4; k++)
    sum += out[t * 2 + k] * F16(k) * F16(k) * F16(k);
  out[t] = sum;
}
void launch(int *out, int *in) { kernel<<<1, 128>>>(out, in); }
