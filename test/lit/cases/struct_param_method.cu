// Parameters that are used through their methods.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct L{int s; __device__ int operator()(int i) const {return i*s;}}; struct L2{int s;};
// expect: store 2/1 2-way
__global__ void k(float*C,L l){ __shared__ float s[1024]; s[l(threadIdx.x)]=1.f; }
// expect: store 2/1 2-way
__global__ void k1(float*C,L l){ __shared__ float s[1024]; s[threadIdx.x*l.s]=1.f; }
// expect: store 2/1 2-way
__global__ void k2(float*C,L2 l){ __shared__ float s[1024]; s[threadIdx.x*l.s]=1.f; }
struct W{ L l; float*p; __device__ W(float*q,L const&x):l(x),p(q){} };
// expect: store 2/1 2-way
__global__ void k3(float*C,L l){ __shared__ float s[1024]; W w(s,l); w.p[w.l(threadIdx.x)]=1.f; }
void h(float*c){k<<<1,32>>>(c,L{2});k1<<<1,32>>>(c,L{2});k2<<<1,32>>>(c,L2{2}); L2 z; z.s=2; k2<<<1,64>>>(c,z);k3<<<1,32>>>(c,L{2});}
