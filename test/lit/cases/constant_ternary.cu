// A choice that is known when the code is compiled.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template<bool use_shared> __global__ void k(const float*logits,float*out,int n){ extern __shared__ float tmp[];
// expect: load 1/1
  float m=0; for(int i=threadIdx.x;i<n;i+=32){ const float l=use_shared?tmp[i]:logits[i]; m+=l; } out[0]=m; }
void h(float*o,int n){k<false><<<1,32,0>>>(o,o,n); k<true><<<1,32,999>>>(o,o,n);}
