// Very many places that launch a kernel, all in other ways, are told as one.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect[256x1x1]: silent
  s[threadIdx.x] = n;
}

#define FOUR(N)                                                                \
  kernel<<<1, N>>>(out, N);                                                    \
  kernel<<<1, N + 1>>>(out, N);                                                \
  kernel<<<1, N + 2>>>(out, N);                                                \
  kernel<<<1, N + 3>>>(out, N);

void launch(float *out) {
  FOUR(32)
  FOUR(36)
  FOUR(40)
  FOUR(44)
  FOUR(48)
  FOUR(52)
  FOUR(56)
  FOUR(60)
  FOUR(64)
  FOUR(68)
  FOUR(72)
  FOUR(76)
  FOUR(80)
  FOUR(84)
  FOUR(88)
  FOUR(92)
  FOUR(96)
  FOUR(100)
  FOUR(104)
  FOUR(108)
  FOUR(112)
  FOUR(116)
  FOUR(120)
  FOUR(124)
  FOUR(128)
  FOUR(132)
  FOUR(136)
  FOUR(140)
  FOUR(144)
  FOUR(148)
  FOUR(152)
  FOUR(156)
  FOUR(160)
}
