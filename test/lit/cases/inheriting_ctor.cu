// Constructors that a class inherits.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// c: inherited constructor only
struct B { float*p; __device__ B(float*q):p(q){} };
struct D : B { using B::B; };
// expect: store 1/1, load 1/1
__global__ void k(float*C){ __shared__ float s[1024]; D d(s); d.p[threadIdx.x]=1.f; C[0]=d.p[1]; }
// expect: store 1/1, load 1/1
__global__ void k2(float*C){ __shared__ float s[1024]; B d(s); d.p[threadIdx.x]=1.f; C[0]=d.p[1]; }
void h(float*c){k<<<1,32>>>(c);k2<<<1,32>>>(c);}
