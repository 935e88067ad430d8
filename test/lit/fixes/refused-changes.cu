// What a note says of layouts that need fewer wavefronts: none is denied, and what
// rules one out is named.
//
// RUN: %banklint --explain %s | FileCheck %s

typedef unsigned char byte;

#define AT(array, row, column) array[((row) << 5) + (column)]

// Gaps that would move 'sb' off the alignment that merges its loads.
__global__ void moved(const float *a, const float *b, float *c, int k) {
  // CHECK: :[[@LINE+1]]:20: note: 'sa' is declared here {{.*}}; store element 'i' at 'i + i / 32', a row pitch of 33 instead of 32: 1 wavefront instead of 32; 128 more bytes
  __shared__ float sa[32 * 32];
  __shared__ float sb[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int i = 0; i < k; i += 32) {
    AT(sa, x, y) = a[x + (y + i) * k];
    AT(sb, y, x) = b[x + i + y * k];
    __syncthreads();
    for (int j = 0; j < 32; j++)
      sum += AT(sa, x, j) * AT(sb, y, j);
    __syncthreads();
  }
  c[y * k + x] = sum;
}

// A padding halves the sum, and the wide store conflicts then.
__global__ void spoiled(const uint4 *in, int *out) {
  // CHECK: :[[@LINE+2]]:19: note: 's' is declared here with a row pitch of 32 bytes, {{.*}}; swizzle the last subscript {{.*}}: this load takes 2 wavefronts, 4 before
  // CHECK: :[[@LINE+1]]:19: note: no padding is offered: one of 16 elements takes 528 wavefronts in sum instead of 1,032, but the worst request takes 8 wavefronts instead of 4
  __shared__ byte s[32][32];
  const int t = threadIdx.y * 8 + threadIdx.x;
  *(uint4 *)&s[t / 2][t % 2 * 16] = in[t];
  __syncthreads();
  int sum = 0;
#pragma unroll
  for (int k = 0; k < 32; k++)
#pragma unroll
    for (int i = 0; i < 4; i++)
      sum = sum * 3 + s[threadIdx.y * 4 + i][k * out[0] % 32];
  out[t] = sum;
}

// The launch gives the pitch, which shows in the distances of lanes only.
__global__ void launched(int *out) {
  // CHECK: :[[@LINE+1]]:25: note: 'rows' is declared here {{.*}}; store element 'i' at 'i + i / 33', a row pitch of 34 instead of 33: 1 wavefront instead of 2; 64 more bytes at the launch
  extern __shared__ int rows[];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = t / blockDim.y, column = t % blockDim.y;
  rows[threadIdx.y * (blockDim.x + 1) + threadIdx.x] = t;
  __syncthreads();
  out[t] = rows[column * (blockDim.x + 1) + row];
}

// Two accesses with conflicts of different degrees: the figures are the worse one's.
__global__ void different(float *out) {
  // CHECK-COUNT-2: note: 'both' is declared here {{.*}}; pad the last extent to 33: every access becomes conflict-free, this {{load|store}} takes 1 wavefront instead of {{8|32}}; 128 more bytes
  __shared__ float both[32][32];
  const int t = threadIdx.x;
  both[t][0] = out[t];
  __syncthreads();
  out[t] = both[t / 4 * 4][t % 4];
}

// Loads of 16 bytes into parts of a local array name elements, too.
__global__ void fragments(const float *in, float *out) {
  __shared__ float flat[8 * 128];
  const int t = threadIdx.x, row = t / 2, column = t % 2 * 4;
  float part[4], sum = 0;
  for (int i = 0; i < 4; ++i)
    // CHECK: :[[@LINE+1]]:25: note: make the row pitch 132 instead of 128 in 2 subscripts and in the extent: 1 wavefront instead of 2; 128 more bytes; not applied automatically
    flat[(column + i) * 128 + row] = in[t * 4 + i];
  __syncthreads();
  for (int i = 0; i < 8; ++i) {
    *(float4 *)&part[0] = *(float4 *)&flat[i * 128 + t / 16 * 8];
    sum += part[0] + part[1] + part[2] + part[3];
  }
  out[t] = sum;
}

// What the compiler keeps in a register costs nothing with and without conflicts.
__device__ float square(float x) { return x * x; }
__global__ void reused(const float *in, float *out, int n) {
  // CHECK: :[[@LINE+1]]:20: note: 'data' is declared here with a row pitch of 68 bytes; pad the last extent to 48: 1 wavefront instead of 2; 2108 more bytes
  __shared__ float data[17][17];
  const int row = threadIdx.x / 16, column = threadIdx.x % 16;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    data[row + 1][column + 1] = in[i];
    __syncthreads();
    if (i == 2 || i == 3 || i == 6 || i == 7)
      sum += data[row + 1][column + 1] * data[row + 1][column + 1];
    sum += square(data[row + 1][column] - data[row + 1][column + 1]);
    sum += square(data[row][column + 1] - data[row + 1][column + 1]);
    sum += square(data[row][column] - data[row + 1][column + 1]);
    sum += square(data[row + 1][column] - data[row][column + 1]);
  }
  out[threadIdx.x] = sum;
}

// Of layouts that take as few, one that never takes more is named.
template <int N>
__global__ void named(const float *a, const float *b, float *c, int k) {
  // CHECK: :[[@LINE+1]]:20: note: 'sa' is declared here {{.*}}; no padding is offered: one of 4 elements takes 4,352 wavefronts in sum instead of 8,448, but no fewer if the compiler merges accesses
  __shared__ float sa[16 * N][16 * N], sb[16 * N][16 * N];
  const int x = threadIdx.x * N, y = threadIdx.y * N;
  float sum[N][N] = {};
  for (int start = 0; start < k; start += 16 * N) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        sa[y + i][x + j] = a[(y + i) * k + start + x + j];
        sb[y + i][x + j] = b[(start + y + i) * k + x + j];
      }
    __syncthreads();
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        for (int l = 0; l < 16 * N; ++l)
          sum[i][j] += sa[y + i][l] * sb[l][x + j];
    __syncthreads();
  }
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      c[(y + i) * k + x + j] = sum[i][j];
}

void launch(const float *a, float *c, const uint4 *in, int *out) {
  moved<<<4, dim3(32, 32)>>>(a, a, c, 128);
  spoiled<<<1, dim3(8, 8)>>>(in, out);
  launched<<<1, dim3(32, 16), 33 * 16 * sizeof(int)>>>(out);
  different<<<1, 32>>>(c);
  fragments<<<1, 256>>>(a, c);
  reused<<<1, 256>>>(a, c, out[0]);
  named<2><<<1, dim3(16, 16)>>>(a, a, c, 128);
}
