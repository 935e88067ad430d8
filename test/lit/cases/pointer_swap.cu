// Pointers that a function exchanges.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ void pswap(void**a,void**b){void*t=*a;*a=*b;*b=t;}
__device__ void crc(int n,int*r,int*c){ *r=n%4; *c=n/4; }
__device__ void crc2(int n,int*r,int*c){ int i=0; for(int a=0;a<8;a++) for(int b=0;b<=a;b++){ if(i==n){*r=a;*c=b;return;} i++; } }
__global__ void k1(int*out){ extern __shared__ int sm[]; int*a=sm; int*b=sm+256;
// expect: store 1/1, load 1/1
 for(int i=0;i<10;i++){ a[threadIdx.x]=i; __syncthreads(); pswap((void**)&a,(void**)&b);} out[threadIdx.x]=a[threadIdx.x]; }
// expect: load 1/1, load 1/1
__global__ void k2(int*out){ __shared__ int m[8]; int r,c; crc(blockIdx.y,&r,&c); out[0]=m[r]+m[c]; }
// expect: load 1/1, load 1/1
__global__ void k3(int*out){ __shared__ int m[8]; int r,c; crc2(blockIdx.y,&r,&c); out[0]=m[r]+m[c]; }
// expect: store 1/1, load 1/1
__global__ void k4(int*out){ __shared__ unsigned char s[4096]; for(int p=threadIdx.x;p<(4096>>2);p+=blockDim.x) ((unsigned*)s)[p]=0; __syncthreads(); out[0]=s[threadIdx.x]; }
void h(int*o){k1<<<1,256,4096>>>(o);k2<<<dim3(1,9),256>>>(o);k3<<<dim3(1,9),256>>>(o);k4<<<1,256>>>(o);}
