// Loops over braced lists.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void k(int*out){ extern __shared__ int s[];
 #pragma unroll
// expect: store 1/1, load 1/1
 for(int st : {32,16,8}) { for(int i0=0;i0<64;i0+=st) s[i0*36+threadIdx.x%st]=1; } out[0]=s[0]; }
__global__ void k2(int*out){ extern __shared__ int s[]; const int a[3]={32,16,8};
 #pragma unroll
// expect: store 1/1, load 1/1
 for(int st : a) { for(int i0=0;i0<64;i0+=st) s[i0*36+threadIdx.x%st]=1; } out[0]=s[0]; }
void h(int*o){k<<<1,64,9999>>>(o);k2<<<1,64,9999>>>(o);}
