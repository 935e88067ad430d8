// Members of type bool and bit-fields of local structs.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct S { float*s0; float*s1; bool u; };
struct U { bool u; };
__global__ void v1(int*out,int n){ __shared__ float s[64]; S st; st.s0=s; st.s1=s+8; st.u=true;
// expect: load 1/1
  for(int i=0;i<n;i++){ float*p=st.u?st.s0:st.s1; st.u=!st.u; out[i]=p[threadIdx.x&7]; } }
__global__ void v2(int*out,int n){ __shared__ float s[64]; float*s0=s,*s1=s+8; U st; st.u=true;
// expect: load 1/1
  for(int i=0;i<n;i++){ float*p=st.u?s0:s1; st.u=!st.u; out[i]=p[threadIdx.x&7]; } }
__global__ void v3(int*out,int n){ __shared__ float s[64]; S st; st.s0=s; st.s1=s+8; bool u=true;
// expect: load 1/1
  for(int i=0;i<n;i++){ float*p=u?st.s0:st.s1; u=!u; out[i]=p[threadIdx.x&7]; } }
__global__ void v4(int*out,int n){ extern __shared__ char sm[]; float*s=(float*)sm; float*s0=s,*s1=s+8; bool u=true;
// expect: load 1/1
  for(int i=0;i<n;i++){ float*p=u?s0:s1; u=!u; out[i]=p[threadIdx.x&7]; } }
__global__ void v5(int*out,int n){ extern __shared__ char sm[]; void*vv=sm; float*s=static_cast<float*>(vv); float*s0=s,*s1=s+8; bool u=true;
// expect: load 1/1
  for(int i=0;i<n;i++){ float*p=u?s0:s1; u=!u; out[i]=p[threadIdx.x&7]; } }
// expect: load 1/1
template<class T> __device__ T get(T*s0,T*s1,bool&u,int n){ T*p=u?s0:s1; u=!u; return p[threadIdx.x&7]; }
__global__ void v6(int*out,int n){ __shared__ float s[64]; float*s0=s,*s1=s+8; bool u=true;
  for(int i=0;i<n;i++){ out[i]=get(s0,s1,u,n); } }
// expect: load 1/1
struct M { float*s0; float*s1; bool u; __device__ float get(){ float*p=u?s0:s1; u=!u; return p[threadIdx.x&7]; } };
__global__ void v7(int*out,int n){ __shared__ float s[64]; M m; m.s0=s; m.s1=s+8; m.u=true;
  for(int i=0;i<n;i++){ out[i]=m.get(); } }
__global__ void v8(int*out,int n){ __shared__ float s[64]; M m{s,s+8,true};
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ out[i]=m.get(); } }
// expect: load 1/1
struct M2 { float*s0; float*s1; bool u; __device__ M2(void*sm):u(true){s0=static_cast<float*>(sm); s1=s0+8;} __device__ float get(){ float*p=u?s0:s1; u=!u; return p[threadIdx.x&7]; } };
__global__ void v9(int*out,int n){ __shared__ float s[64]; M2 m(s);
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ out[i]=m.get(); } }
// One of two members is used; nvcc loads 4 bytes.
// expect: load 1/1
struct M3 { float2*s0; float2*s1; bool u; __device__ M3(float2*sm):u(true){s0=sm; s1=s0+8;} __device__ float2 get(){ float2*p=u?s0:s1; u=!u; return p[threadIdx.x&7]; } };
__global__ void w1(int*out,int n){ __shared__ float2 s[64]; M3 m(s);
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ out[i]=m.get().x; } }
// expect: store 1/1, load 1/1
struct M4 { float*s0; float*s1; bool u; __device__ M4(float*sm):u(true){s0=sm; s1=s0+8;} __device__ float get(){ float*p=u?s0:s1; u=!u; if(threadIdx.x==0) p[0]=1; __syncthreads(); return p[threadIdx.x&7]; } };
__global__ void w2(int*out,int n){ __shared__ float s[64]; M4 m(s);
  for(int i=blockIdx.x;i<n;i+=gridDim.x){ out[i]=m.get(); } }
