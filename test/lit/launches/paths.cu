// Launches that several paths make: 32x1 conflicts, 16x2 is clean.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<0> @ 16x2x1]: store 1/1
  // expect[kernel<1> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 16x2x1]: store 1/1
  // expect[kernel<2> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 16x2x1]: store 1/1
  // expect[kernel<3> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 16x2x1]: store 1/1
  // expect[kernel<4> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<4> @ 16x2x1]: store 1/1
  // expect[kernel<5> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 16x2x1]: store 1/1
  // expect[kernel<6> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 16x2x1]: store 1/1
  // expect[kernel<7> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<7> @ 16x2x1]: store 1/1
  s[threadIdx.x * 2] = 1;
}

template <int Threads> __global__ void switched(float *out) {
  __shared__ float s[2048];
  // expect[switched<32> @ 32x1x1]: store 2/1 2-way
  // expect[switched<16> @ 16x1x1]: store 1/1
  s[threadIdx.x * 2] = 1;
}

__global__ void strided(float *out, int n) {
  __shared__ float s[2048];
  // expect[n=2]: store 2/1 2-way
  // expect[n=1]: store 1/1
  // expect[n=4]: store 4/1 4-way
  s[threadIdx.x * n] = 1;
}

void launch(float *out, int n) {
  if (n > 1024)
    kernel<0><<<1, 32>>>(out);
  else
    kernel<0><<<1, dim3(16, 2)>>>(out);

  dim3 block = n > 1024 ? dim3(32) : dim3(16, 2);
  kernel<1><<<1, block>>>(out);

  // Each way keeps what belongs together.
  dim3 half(32);
  if (n == 5) {
    half.x = 16;
    half.y = 2;
  }
  kernel<2><<<1, half>>>(out);

  for (int threads = 32; threads >= 16; threads /= 2)
    kernel<3><<<1, dim3(threads, 32 / threads)>>>(out);

  const int sizes[] = {32, 16};
  for (int i = 0; i < sizeof(sizes) / sizeof(int); ++i)
    kernel<4><<<1, dim3(sizes[i], 32 / sizes[i])>>>(out);

  for (int size : sizes)
    kernel<5><<<1, dim3(size, 32 / size)>>>(out);

  const bool isWide = sizeof(int) == 4;
  if (isWide)
    kernel<6><<<1, 32>>>(out);
  else
    kernel<6><<<1, 64>>>(out);
  if (!isWide)
    return;
  kernel<6><<<1, dim3(16, 2)>>>(out);

  // A loop of unknown length makes the same launch again and again.
  dim3 same(32);
  for (int i = 0; i < n; ++i)
    kernel<7><<<1, same>>>(out);
  while (n-- > 0)
    kernel<7><<<1, dim3(16, 2)>>>(out);
}

void choose(float *out, int threads) {
  dim3 block(threads, 1, 1);
  switch (threads) {
  case 32:
    switched<32><<<1, block>>>(out);
    break;
  case 16:
    switched<16><<<1, block>>>(out);
    break;
  }
}

void stages(float *out) {
  for (int n = 1; n <= 4; n *= 2)
    strided<<<1, 32>>>(out, n);
}
