// Variables that are not set on every path.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ void crc2(int n,int*r){ for(int a=0;a<8;a++) if(a==n){*r=a;} }
__device__ void crc3(int n,int*r){ *r=0; for(int a=0;a<8;a++) if(a==n){*r=a;} }
// expect: load 1/1
__global__ void k3(int n,int*out){ __shared__ int m[8]; int r; crc2(n,&r); out[0]=m[r]; }
// expect: load 1/1
__global__ void k4(int n,int*out){ __shared__ int m[8]; int r; crc3(n,&r); out[0]=m[r]; }
// expect: load 1/1
__global__ void k5(int n,int*out){ __shared__ int m[8]; out[0]=m[out[threadIdx.x]]; }
// expect: load 1/1
__global__ void k6(int n,int*out){ __shared__ int m[8]; int r; if(n) r=3; out[0]=m[r]; }
// Both are odd.
// expect: load 1/1
__global__ void k7(int n,int*out){ __shared__ int m[80]; int r; if(n>2) r=3; else if(n>1) r=5; if(n>1) out[0]=m[r*threadIdx.x]; }
// expect: load 1/1
__global__ void k8(int n,int*out){ __shared__ int m[80]; int r; if(threadIdx.x<16) r=threadIdx.x; __syncthreads(); if(threadIdx.x<16) out[0]=m[r]; }
void h(int*o,int n){k3<<<1,256,4096>>>(n,o);k4<<<1,256>>>(n,o);k5<<<1,256>>>(n,o);k6<<<1,256>>>(n,o);k7<<<1,16>>>(n,o);k8<<<1,256>>>(n,o);}
