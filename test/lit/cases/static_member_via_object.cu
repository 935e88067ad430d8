// Static members that are named through an object.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template<int I_,int J_> struct tile { static constexpr int I=I_; static constexpr int J=J_; int x[4]; };
template<int I,int J> __device__ __forceinline__ void ld(tile<I,J>&t,const int*xs0,int stride){
  const int*xs = xs0 + (threadIdx.x % t.I)*stride + (threadIdx.x / t.I)*(t.J/2);
// expect: load 4/1 4-way
  t.x[0]=*xs; }
__global__ void k(int*out){ extern __shared__ int s[]; tile<16,8> t; ld(t,s,36); out[threadIdx.x]=t.x[0]; }
void h(int*o){k<<<1,32,4096>>>(o);}
