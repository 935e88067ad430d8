// Loads of 8 bytes and more of which only a part is used.
#define T threadIdx.x
typedef long long L;
typedef unsigned long long U;
#define IN(Type) __shared__ Type s[128]; s[T] = o[T]; __syncthreads()
struct Wide { L a; int b, c; };
struct Bits { U low : 20, high : 44; };
__device__ int lower(L v) { return (int)v; }
__device__ float asFloat(L v) { return (float)v; }
union Both { double d; int i[2]; };
__global__ void whole(L *o) { IN(L);
  o[T] = s[127 - T]; }
__global__ void toInt(L *o) { IN(L);
  o[T] = (int)s[T]; }
__global__ void upperHalf(L *o) { IN(L);
  o[T] = (int)(s[T] >> 32); }
__global__ void toChar(L *o) { IN(L);
  o[T] = (char)s[T]; }
__global__ void maskLow(L *o) { IN(L);
  o[T] = s[T] & 0xffff; }
__global__ void maskBit(U *o) { IN(U);
  o[T] = (s[T] >> 40) & 1; }
__global__ void sumToInt(L *o) { IN(L); int x = 0;
  for (int k = 0; k < 8; k++) x += s[(T + k) % 128];
  o[T] = x; }
__global__ void bothHalves(U *o) { IN(U);
  U v = s[T]; unsigned a = v, b = v >> 32;
  o[T] = a + b; }
__global__ void signTest(L *o) { IN(L);
  o[T] = s[T] < 0; }
__global__ void zeroTest(L *o) { IN(L);
  o[T] = s[T] == 0; }
__global__ void toFloat(L *o) { IN(L);
  o[T] = (float)s[T]; }
__global__ void inCall(L *o) { IN(L);
  o[T] = lower(s[T]); }
__global__ void inCallFloat(L *o) { IN(L);
  o[T] = asFloat(s[T]); }
__global__ void variable(L *o) { IN(L); L v = s[T]; int w = v;
  o[T] = w * 3; }
__global__ void variableBoth(L *o) { IN(L); L v = s[T]; int w = v;
  o[T] = w + (v >> 3); }
__global__ void asIndex(L *o) { IN(L);
  o[T] = o[(int)s[T] & 63]; }
__global__ void sizeIndex(size_t *o) { IN(size_t);
  o[T] = o[s[T] & 63]; }
__global__ void memberToInt(L *o) { __shared__ Wide w[128]; w[T].a = o[T]; w[T].b = 2; __syncthreads();
  o[T] = (int)w[T].a; }
__global__ void hiint(double *o) { IN(double);
  o[T] = __double2hiint(s[T]); }
__global__ void loint(double *o) { IN(double);
  o[T] = __double2loint(s[T]); }
__global__ void doubleToInt(double *o) { IN(double);
  o[T] = (int)s[T]; }
__global__ void doubleFabs(double *o) { IN(double);
  o[T] = fabs(s[T]); }
__global__ void doubleSign(double *o) { IN(double);
  o[T] = signbit(s[T]); }
__global__ void floatFromDouble(double *o) { IN(double);
  o[T] = (float)s[T]; }
__global__ void shiftRight(U *o) { IN(U);
  o[T] = s[T] >> 33; }
__global__ void shiftRightSmall(U *o) { IN(U);
  o[T] = s[T] >> 3; }
__global__ void shiftLeft(U *o) { IN(U);
  o[T] = (unsigned)(s[T] << 3); }
__global__ void addThenTruncate(L *o) { IN(L);
  o[T] = (int)(s[T] + 17); }
__global__ void multiplyThenTruncate(L *o) { IN(L);
  o[T] = (int)(s[T] * 17); }
__global__ void divideThenTruncate(L *o) { IN(L);
  o[T] = (int)(s[T] / 17); }
__global__ void bitField(U *o) { __shared__ Bits s[128]; s[T].low = o[T]; s[T].high = o[T]; __syncthreads();
  o[T] = s[T].low; }
__global__ void unionPart(double *o) { IN(double); Both b; b.d = s[T];
  o[T] = b.i[1]; }
__global__ void intToShort(int *o) { IN(int);
  o[T] = (short)s[T]; }
__global__ void intToChar(int *o) { IN(int);
  o[T] = (unsigned char)s[T]; }
__global__ void intMask(int *o) { IN(int);
  o[T] = s[T] & 0xff; }
__global__ void intUpper(int *o) { IN(int);
  o[T] = s[T] >> 16; }
__global__ void shortToChar(short *o) { IN(short);
  o[T] = (signed char)s[T]; }
__global__ void storedNarrow(L *o) { __shared__ L s[128]; __shared__ int r[128]; s[T] = o[T]; __syncthreads();
  r[T] = s[127 - T];
  __syncthreads(); o[T] = r[127 - T]; }
__global__ void pairOfLongs(L *o) { __shared__ longlong2 s[128]; s[T] = make_longlong2(o[T], o[T + 1]); __syncthreads();
  longlong2 z = s[T];
  o[T] = (int)z.x + (int)z.y; }
__global__ void stridedToInt(L *o) { __shared__ L s[256]; s[T] = o[T]; s[T + 128] = 1; __syncthreads();
  o[T] = (int)s[(T * 2) % 256]; }
__global__ void shuffled(L *o) { IN(L);
  o[T] = __shfl_xor_sync(~0u, (int)s[T], 1); }
__global__ void popcount(U *o) { IN(U);
  o[T] = __popcll(s[T]); }
__global__ void popcountLow(U *o) { IN(U);
  o[T] = __popc(s[T]); }
__global__ void compareInt(L *o) { IN(L);
  if ((int)s[T] == 5) o[T] = 1; }
__global__ void boolean(L *o) { IN(L);
  if (s[T]) o[T] = 1; }
#define R(k, P) k<<<2, 128>>>((P *)o)
int main() {
  int *o; cudaMalloc(&o, 1 << 20); cudaMemset(o, 0, 1 << 20);
  R(whole, L); R(toInt, L); R(upperHalf, L); R(toChar, L); R(maskLow, L); R(maskBit, U); R(sumToInt, L);
  R(bothHalves, U); R(signTest, L); R(zeroTest, L); R(toFloat, L); R(inCall, L); R(inCallFloat, L);
  R(variable, L); R(variableBoth, L); R(asIndex, L); R(sizeIndex, size_t); R(memberToInt, L);
  R(hiint, double); R(loint, double); R(doubleToInt, double); R(doubleFabs, double); R(doubleSign, double);
  R(floatFromDouble, double); R(shiftRight, U); R(shiftRightSmall, U); R(shiftLeft, U);
  R(addThenTruncate, L); R(multiplyThenTruncate, L); R(divideThenTruncate, L); R(bitField, U);
  R(unionPart, double); R(intToShort, int); R(intToChar, int); R(intMask, int); R(intUpper, int);
  R(shortToChar, short); R(storedNarrow, L); R(pairOfLongs, L); R(stridedToInt, L); R(shuffled, L);
  R(popcount, U); R(popcountLow, U); R(compareInt, L); R(boolean, L);
  return cudaDeviceSynchronize();
}
