// Stores that nothing reads, and loads whose values nothing needs.
#define T threadIdx.x
__device__ void put(int *p, int i, int v) { p[i] = v; }
struct Two { int a[128]; int b[128]; };
__global__ void neverRead(int *o) { __shared__ int s[1024];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = 3; }
__global__ void deadLoad(int *o) { __shared__ int s[1024];
  s[T * 2] = o[T];
  __syncthreads();
  int x = s[T * 4]; (void)x;
  o[T] = 3; }
__global__ void twoArrays(float *o) { __shared__ float t[32][32], u[128];
  t[T % 32][T / 32] = o[T];
  u[T] = o[T + 128];
  __syncthreads();
  o[T] = u[127 - T]; }
__global__ void constantFalse(float *o) { __shared__ float t[32][32]; constexpr bool Debug = false;
  t[T % 32][T / 32] = o[T];
  __syncthreads();
  if (Debug) o[7] = t[T % 32][0];
  o[T] = 1; }
template <bool Debug> __global__ void parameterFalse(float *o) { __shared__ float t[32][32];
  t[T % 32][T / 32] = o[T];
  __syncthreads();
  if (Debug) o[7] = t[T % 32][0];
  o[T] = 1; }
__global__ void overwritten(float *o) { __shared__ float t[32][32];
  t[T / 32][T % 32] = o[T];
  __syncthreads();
  float v = t[T % 32][T / 32];
  v = o[T + 1] * 2;
  o[T] = v + t[0][T % 32]; }
__global__ void timesZero(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[T] * 0; }
__global__ void andZero(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[T] & 0; }
__global__ void minusItself(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[T] - s[T]; }
__global__ void floatTimesZero(float *o) { __shared__ float s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[T] * 0.f; }
__global__ void inHelper(int *o) { __shared__ int s[256];
  put(s, T * 2, o[T]);
  __syncthreads();
  o[T] = 1; }
__global__ void memberUnread(int *o) { __shared__ Two t;
  t.a[T] = o[T];
  t.b[(T * 2) % 128] = o[T + 1];
  __syncthreads();
  o[T] = t.a[127 - T]; }
__global__ void readBySelf(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  o[T] = s[T * 2]; }
__global__ void atomicOnly(int *o) { __shared__ int s[32];
  if (T < 32) s[T] = 0;
  __syncthreads();
  atomicAdd(&s[T % 32], 1);
  o[T] = 2; }
__global__ void volatileStore(int *o) { __shared__ volatile int s[256];
  s[T * 2] = o[T];
  o[T] = 2; }
__global__ void escapes(int *o, int **p) { __shared__ int s[256];
  s[T * 2] = o[T];
  if (T == 0) *p = s;
  o[T] = 2; }
__global__ void externUnread(int *o) { extern __shared__ int d[];
  d[T * 2] = o[T];
  __syncthreads();
  o[T] = 2; }
__global__ void oneElementRead(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[0]; }
__global__ void storedTwice(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  s[T * 2] = o[T + 1];
  __syncthreads();
  o[T] = s[T]; }
__global__ void storedTwiceSynced(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  s[T * 2] = o[T + 1];
  __syncthreads();
  o[T] = s[T]; }
__global__ void updateUnread(int *o) { __shared__ int s[256];
  s[T * 2] = 0;
  __syncthreads();
  s[T * 2] += o[T];
  __syncthreads();
  o[T] = 1; }
__global__ void copyUnread(int *o) { __shared__ int s[128], r[256];
  s[T] = o[T];
  __syncthreads();
  r[T * 2] = s[127 - T];
  __syncthreads();
  o[T] = 1; }
__global__ void readUnderFalseSum(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  int v = 0;
  for (int i = 0; i < 4; i++) v += s[T + i];
  o[T] = 5; }
__global__ void readForBranch(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  if (s[T] > 3) { }
  o[T] = 5; }
__global__ void readForSame(int *o) { __shared__ int s[256];
  s[T * 2] = o[T];
  __syncthreads();
  o[T] = s[T] > 3 ? 5 : 5; }
__global__ void lastStore(int *o) { __shared__ int s[256];
  s[T] = o[T];
  __syncthreads();
  o[T] = s[127 - T];
  __syncthreads();
  s[T * 2] = 7; }
__global__ void lastStoreNoSync(int *o) { __shared__ int s[256];
  s[T] = o[T];
  __syncthreads();
  o[T] = s[127 - T];
  s[T * 2] = 7; }
int main() {
  int *o; cudaMalloc(&o, 1 << 20); cudaMemset(o, 1, 1 << 20);
  neverRead<<<2, 128>>>(o); deadLoad<<<2, 128>>>(o); twoArrays<<<2, 128>>>((float *)o);
  constantFalse<<<2, 128>>>((float *)o); parameterFalse<false><<<2, 128>>>((float *)o);
  overwritten<<<2, 128>>>((float *)o); timesZero<<<2, 128>>>(o); andZero<<<2, 128>>>(o);
  minusItself<<<2, 128>>>(o); floatTimesZero<<<2, 128>>>((float *)o); inHelper<<<2, 128>>>(o);
  memberUnread<<<2, 128>>>(o); readBySelf<<<2, 128>>>(o); atomicOnly<<<2, 128>>>(o);
  volatileStore<<<2, 128>>>(o); escapes<<<2, 128>>>(o, (int **)(o + 4096));
  externUnread<<<2, 128, 1024>>>(o); oneElementRead<<<2, 128>>>(o); storedTwice<<<2, 128>>>(o);
  storedTwiceSynced<<<2, 128>>>(o); updateUnread<<<2, 128>>>(o); copyUnread<<<2, 128>>>(o);
  readUnderFalseSum<<<2, 128>>>(o); readForBranch<<<2, 128>>>(o); readForSame<<<2, 128>>>(o);
  lastStore<<<2, 128>>>(o); lastStoreNoSync<<<2, 128>>>(o);
  return cudaDeviceSynchronize();
}
