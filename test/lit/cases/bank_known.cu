// Rows that are not known in banks that are.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// SHOC sort/scan style & others: quick checks of liftable constructs
// expect: load 1/1
__global__ void k1(int*out){ __shared__ int s[256]; int st=threadIdx.x; st=(st+5)&255; out[0]=s[st]; }
// expect: upper-bound load 2/1 2-way
__global__ void k2(const int*d,int*out){ __shared__ float2 dq[64][32]; int off=threadIdx.x%32; out[threadIdx.x]=dq[d[threadIdx.x]&63][off].x; }
// expect: store 1/1, store 1/1
__global__ void k3(const int*d,int*out,int n){ __shared__ int s[4096]; int i=threadIdx.x; for(;d[i]<n;i+=256) s[i]=0; s[i]=1; }
// expect: store 1/1, store 1/1
__global__ void k4(const int*d,int*out,int n){ __shared__ int s[2048]; int i=threadIdx.x; for(;i<n/1024*1024;i+=1024) s[i&2047]=0; for(;i<n;i+=256) s[i&2047]=1; }
// expect: unknown load data-dependent-index
__global__ void k5(const int*d,int*out,int n){ __shared__ int s[64*33]; int r=d[threadIdx.x]&31; out[0]=s[threadIdx.x*33+r]; }
// expect: load 1/1
__global__ void k6(const int*d,int*out,int n){ __shared__ int s[64*33]; int r=d[0]&31; out[0]=s[threadIdx.x*33+r]; }
void h(int*o,int n){k1<<<1,256>>>(o);k2<<<1,256>>>(o,o);k3<<<1,256>>>(o,o,n);k4<<<1,256>>>(o,o,n);k5<<<1,64>>>(o,o,n);k6<<<1,64>>>(o,o,n);}
