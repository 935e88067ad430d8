// Guards that compare an index which grows with blockIdx with a size that is
// not known: what all threads of a block inside of the problem do is exact, and
// said to be of such blocks. What is done at the border stays a bound.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint %s 2>&1 | FileCheck %s

__global__ void left(float *out, int n) {
  __shared__ float s[32][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.y][threadIdx.x] = 1; // expect: store 2/1 2-way total 16/8
  __syncthreads();
  if (i >= n)
    return;
  // CHECK: [[@LINE+3]]:12: warning: load of 's[threadIdx.x][threadIdx.y]' takes 16 wavefronts per request instead of 1: 16-way shared-memory bank conflict
  // CHECK: note: for the launch with a block of 16x16x1 threads here; in blocks of which all threads pass the guards on blockIdx{{$}}
  // expect: load 16/1 16-way total open
  out[i] = s[threadIdx.x][threadIdx.y];
}

__global__ void tile(float *out, long long x0, long long x1, int height) {
  __shared__ float s[16][32];
  const long long x = x0 + blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y - 1;
  s[threadIdx.y][threadIdx.x] = 0; // expect: store 2/1 2-way total 16/8
  __syncthreads();
  if (x > x1 - 1 || y < 0 || y >= height)
    return;
  out[x] = s[threadIdx.x][threadIdx.y]; // expect: load 16/1 16-way total open
}

// No block inside comes to the border.
__global__ void border(float *out, int width, int n) {
  __shared__ float s[16][32];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    s[threadIdx.x][0] = 0; // expect: upper-bound store 16/1 16-way
  if (x - n < width)
    s[threadIdx.x][16] = 1; // expect: upper-bound store 16/1 16-way
  out[x] = s[0][0]; // expect: load 1/1 total 8/8
}

// Neither a number of the source, nor a test of a loop, nor data is such a
// size.
__global__ void others(float *out, int n, const int *sizes, int rows) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1000)
    s[threadIdx.x][0] = 1; // expect: upper-bound store 16/1 16-way
  if (i < sizes[0])
    s[threadIdx.x][1] = 1; // expect: upper-bound store 16/1 16-way
  if (threadIdx.x < n)
    s[threadIdx.x][2] = 1; // expect: upper-bound store 16/1 16-way
  if (i < n % 16)
    s[threadIdx.x][6] = 1; // expect: upper-bound store 16/1 16-way
  for (int k = i; k < n; k += gridDim.x * blockDim.x)
    s[threadIdx.x][3] = 1; // expect: upper-bound store 16/1 16-way
  if (n - i < rows)
    s[threadIdx.x][5] = 1; // expect: upper-bound store 16/1 16-way
  if (i < 100 - n)
    s[threadIdx.x][7] = 1; // expect: upper-bound store 16/1 16-way
  // As large as ever, in other units.
  if (i < n / 4)
    s[threadIdx.x][8] = 1; // expect: store 16/1 16-way total open
  out[i] = s[0][0]; // expect: load 1/1 total 8/8
}

// The size is small where it comes to that.
__global__ void tested(float *out, int n) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n > 8)
    return;
  if (i < n)
    s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way
}

// Not even the first block has all threads inside.
__global__ void narrow(float *out, int n) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way
  out[i] = s[0][0]; // expect: load 1/1 total 8/8
}

// A loop with another size says nothing of this one; conditions and switches on
// it, in whatever form, may be for problems of less than a block.
__global__ void rounds(float *out, int n, int count) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < count; ++r)
    out[r] += 1;
  if (i < n)
    s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way total open
}

__global__ void counted(float *out, int n) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < n; ++r)
    out[r] += 1;
  if (i < n)
    s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way
}

__global__ void halved(float *out, int n) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int half = n / 2;
  if (half < 5 && i < n)
    s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way
}

__global__ void switched(float *out, int n) {
  __shared__ float s[16][32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  switch (n) {
  case 7:
    if (i < n)
      s[threadIdx.x][threadIdx.y] = 1; // expect: upper-bound store 16/1 16-way
  }
}

void launchTests(float *out, int n, int count, dim3 grid) {
  const dim3 block(16, 16);
  rounds<<<grid, block>>>(out, n, count);
  counted<<<grid, block>>>(out, n);
  halved<<<grid, block>>>(out, n);
  switched<<<grid, block>>>(out, n);
}

void launch(float *out, int n, dim3 grid) {
  const dim3 block(16, 16);
  left<<<grid, block>>>(out, n);
  border<<<grid, block>>>(out, n, 2 * n);
  tile<<<grid, block>>>(out, n, n, n);
  others<<<grid, block>>>(out, n, nullptr, n);
  tested<<<grid, block>>>(out, n);
  narrow<<<grid, block>>>(out, 8);
}
