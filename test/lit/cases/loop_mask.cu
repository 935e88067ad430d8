// Indices that advance through a ring.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void k1(int*out,int n){ __shared__ float2 s[64]; float2*a=s,*b=s+8; bool use0=true; int lane=threadIdx.x&31;
// expect: store 1/1, load 1/1
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ float2*p=use0?a:b; use0=!use0; if(lane==0) p[threadIdx.x/32]=make_float2(1,2); __syncthreads(); float2 r=p[lane&3]; out[i]=r.x; __syncthreads(); } }
__global__ void k2(int*out,int n){ __shared__ float2 s[64]; float2*a=s,*b=s+8; bool use0=true; int lane=threadIdx.x&31;
// expect: store 1/1, load 1/1
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ float2*p=use0?a:b; use0=!use0; if(lane==0) p[threadIdx.x/32]=make_float2(1,2); __syncthreads(); float2 r=make_float2(0,0); if(lane<4) r=p[lane];  out[i]=r.x; __syncthreads(); } }
__global__ void k3(int*out,int n){ __shared__ float2 s[64]; float2*a=s,*b=s+8; bool use0=true; int lane=threadIdx.x&31;
// expect: store 1/1
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ float2*p=use0?a:b; use0=!use0; if(lane==0) p[threadIdx.x/32]=make_float2(1,2); __syncthreads(); float2 r=make_float2(0,0); 
   #pragma unroll
// expect: load 1/1
   for(int j=0;j<4;j++) r.x+=p[j].x;  out[i]=r.x; __syncthreads(); } }
// expect: load 1/1
__global__ void k4(int*out,int n){ __shared__ float s[2048]; int st=threadIdx.x; for(int i=0;i<n;i++){ out[i]+=s[(st+1)&2047]; st=(st+16)&2047; } }
// expect: load 2/1 2-way
__global__ void k5(int*out,int n,int m){ __shared__ float s[2048]; float*p=s; if(m) p=s+37; out[0]=p[threadIdx.x*2]; }
// expect: load 2/1 2-way
__global__ void k6(int*out,int n,int m){ __shared__ float s[2048]; float*p=m?s:s+37; out[0]=p[threadIdx.x*2]; }
// expect: load 1/1
__global__ void k7(int*out,int n){ __shared__ float s[2048]; int cur=0; for(int i=0;i<n;i++){ out[i]+=s[cur*1024+threadIdx.x]; cur^=1; } }
// expect: load 1/1
__global__ void k8(int*out,int n){ __shared__ float s[2048]; float*p=s,*q=s+1024; for(int i=0;i<n;i++){ out[i]+=p[threadIdx.x]; float*t=p;p=q;q=t; } }
void h(int*o,int n){k1<<<1,128>>>(o,n);k2<<<1,128>>>(o,n);k3<<<1,128>>>(o,n);k4<<<1,32>>>(o,n);k5<<<1,32>>>(o,n,n);k6<<<1,32>>>(o,n,n);k7<<<1,32>>>(o,n);k8<<<1,32>>>(o,n);}
