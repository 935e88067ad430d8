// Loads of constant places under guards: which are speculated?
#define T threadIdx.x
#define IN __shared__ int s[128]; s[T] = o[T]; __syncthreads()
struct Pair { int a, b; };
struct Node { double d; int n; };
__device__ int get(const int *p) { return p[7]; }
__device__ __forceinline__ int pick(const int *p, bool c) { return c ? p[9] : 0; }
__device__ __noinline__ int apart(int v) { return v * 3 + 1; }
__global__ void plainIf(int *o) { IN; int v = 0;
  if (T < 32) v = s[3];
  o[T] = v; }
__global__ void ternary(int *o) { IN;
  o[T] = T < 64 ? s[4] : 5; }
__global__ void member(int *o) { __shared__ Pair p; if (T == 0) { p.a = o[0]; p.b = o[1]; } __syncthreads(); int v = 1;
  if (T >= 96) v += p.b;
  o[T] = v; }
__global__ void wide(double *o) { __shared__ double m; if (T == 0) m = o[0]; __syncthreads(); double v = 1;
  if (T >= 64) v = m;
  o[T] = v; }
__global__ void nodeMember(double *o) { __shared__ Node n[4]; if (T < 4) { n[T].d = o[T]; n[T].n = T; } __syncthreads(); double v = 1;
  if (T < 40) v = n[2].d;
  o[T] = v; }
__global__ void inlined(int *o) { IN; int v = 0;
  if (T < 32) v = get(s);
  o[T] = v; }
__global__ void inlinedGuard(int *o) { IN;
  o[T] = pick(s, T >= 32); }
__global__ void pointer(int *o) { IN; const int *p = s + 5; int v = 0;
  if (T < 32) v = *p;
  o[T] = v; }
__global__ void elseArm(int *o) { IN; int v;
  if (T < 32) v = T; else v = s[2];
  o[T] = v; }
__global__ void elseIf(int *o) { IN; int v;
  if (T < 32) v = T; else if (T < 64) v = s[1]; else v = s[2];
  o[T] = v; }
__global__ void bothArms(int *o) { IN; int v;
  if (T < 32) v = s[1]; else v = s[2];
  o[T] = v; }
__global__ void arithmetic(int *o) { IN; int v = T;
  if (T < 32) v = (s[3] ^ v) + 5;
  o[T] = v; }
__global__ void multiply(float *o) { __shared__ float s[128]; s[T] = o[T]; __syncthreads(); float v = T;
  if (T < 32) v = s[3] * v + 2.f;
  o[T] = v; }
__global__ void threeLoads(int *o) { IN; int v = T;
  if (T < 32) v = s[3] + s[17] + s[40];
  o[T] = v; }
__global__ void eightLoads(int *o) { IN; int v = T;
  if (T < 32) v = s[3] + s[17] + s[40] + s[51] + s[62] + s[73] + s[84] + s[95];
  o[T] = v; }
__global__ void division(int *o) { IN; int v = T;
  if (T < 32) v = v / s[3];
  o[T] = v; }
__global__ void store(int *o) { IN;
  if (T < 32) o[T] = s[3]; }
__global__ void sharedStore(int *o) { IN; __shared__ int r[128];
  r[T] = 0; if (T < 32) r[T] = s[3];
  __syncthreads(); o[T] = r[127 - T]; }
__global__ void call(int *o) { IN; int v = 0;
  if (T < 32) v = apart(s[3]);
  o[T] = v; }
__global__ void externArray(int *o) { extern __shared__ int d[]; d[T] = o[T]; __syncthreads(); int v = 0;
  if (T < 32) v = d[3];
  o[T] = v; }
__global__ void threadIndex(int *o) { IN; int v = 0;
  if (T < 32) v = s[T + 32];
  o[T] = v; }
__global__ void vector4(int *o) { __shared__ int4 q[32]; q[T % 32] = make_int4(o[T], o[T + 1], 2, T); __syncthreads(); int4 v = make_int4(0, 0, 0, 0);
  if (T < 32) v = q[3];
  o[T] = v.x + v.y + v.z + v.w; }
__global__ void vector2(float *o) { __shared__ float2 q[32]; q[T % 32] = make_float2(o[T], o[T + 1]); __syncthreads(); float2 v = make_float2(0, 0);
  if (T < 32) v = q[3];
  o[T] = v.x * v.y; }
__global__ void returning(int *o) { IN;
  if (T >= 32) return;
  o[T] = s[3]; }
__global__ void andGuard(int *o, int n) { IN;
  if (T < 32 && s[5] > n) o[T] = 1; }
__global__ void orGuard(int *o) { IN;
  o[T] = T < 32 || s[6]; }
__global__ void andValue(int *o) { IN;
  o[T] = T < 32 && s[6]; }
__global__ void loopBody(int *o) { IN; int v = 0;
  for (int i = 0; i < 4; i++) if (T >= 32 * i) v += s[i * 8];
  o[T] = v; }
__global__ void rolledLoop(int *o, int n) { IN; int v = 0;
  for (int i = 0; i < n; i++) if (T < 32) v += s[8] ^ i;
  o[T] = v; }
__global__ void uniformGuard(int *o, int q) { IN; int v = 7;
  if (q) v = s[2];
  o[T] = v; }
__global__ void blockGuard(int *o) { IN; int v = 7;
  if (blockIdx.x == 0) v = s[2];
  o[T] = v; }
__global__ void rangeGuard(int *o, int n) { IN; int i = blockIdx.x * blockDim.x + T; int v = 7;
  if (i < n) v = s[2];
  o[T] = v; }
__global__ void innerBranch(int *o) { IN; int v = 7;
  if (T < 64) { if (T < 32) v = s[2]; else v = 3; }
  o[T] = v; }
__global__ void bytePlace(unsigned char *o) { __shared__ unsigned char s[128]; s[T] = o[T]; __syncthreads(); int v = 7;
  if (T < 32) v = s[2];
  o[T] = v; }
__global__ void twoDims(float *o) { __shared__ float t[4][33]; t[T / 32][T % 32] = o[T]; __syncthreads(); float v = 7;
  if (T < 32) v = t[3][5];
  o[T] = v; }
__global__ void volatileLoad(int *o) { __shared__ volatile int s[128]; s[T] = o[T]; __syncthreads(); int v = 0;
  if (T < 32) v = s[3];
  o[T] = v; }
__global__ void uniformIndex(int *o, int n) { IN; int v = 0;
  if (T < 32) v = s[n];
  o[T] = v; }
__global__ void accumulate(float *o) { __shared__ float p[4]; float x = o[T]; if (T % 32 == 0) p[T / 32] = x; __syncthreads();
  if (T == 0) { x = p[0] + p[1] + p[2] + p[3]; }
  o[T] = x; }
__global__ void loadsFirst(int *o) { IN; int v = 0;
  if (T < 32) v = o[T + 128] + s[3];
  o[T] = v; }
int main() {
  int *o; cudaMalloc(&o, 1 << 20); cudaMemset(o, 1, 1 << 20);
  plainIf<<<2, 128>>>(o); ternary<<<2, 128>>>(o); member<<<2, 128>>>(o);
  wide<<<2, 128>>>((double *)o); nodeMember<<<2, 128>>>((double *)o);
  inlined<<<2, 128>>>(o); inlinedGuard<<<2, 128>>>(o); pointer<<<2, 128>>>(o);
  elseArm<<<2, 128>>>(o); elseIf<<<2, 128>>>(o); bothArms<<<2, 128>>>(o);
  arithmetic<<<2, 128>>>(o); multiply<<<2, 128>>>((float *)o);
  threeLoads<<<2, 128>>>(o); eightLoads<<<2, 128>>>(o); division<<<2, 128>>>(o);
  store<<<2, 128>>>(o); sharedStore<<<2, 128>>>(o); call<<<2, 128>>>(o);
  externArray<<<2, 128, 512>>>(o); threadIndex<<<2, 128>>>(o); vector4<<<2, 128>>>(o);
  vector2<<<2, 128>>>((float *)o); returning<<<2, 128>>>(o); andGuard<<<2, 128>>>(o, 3);
  orGuard<<<2, 128>>>(o); andValue<<<2, 128>>>(o); loopBody<<<2, 128>>>(o);
  rolledLoop<<<2, 128>>>(o, 5); uniformGuard<<<2, 128>>>(o, 0); blockGuard<<<4, 128>>>(o);
  rangeGuard<<<4, 128>>>(o, 100); innerBranch<<<2, 128>>>(o);
  bytePlace<<<2, 128>>>((unsigned char *)o); twoDims<<<2, 128>>>((float *)o);
  volatileLoad<<<2, 128>>>(o); uniformIndex<<<2, 128>>>(o, 3); accumulate<<<2, 128>>>((float *)o);
  loadsFirst<<<2, 128>>>(o);
  return cudaDeviceSynchronize();
}
