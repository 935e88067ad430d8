// A launch with the template arguments of a generic lambda.
//
// RUN: %banklint --format=json %s | %python %verdict %s

// expect: store 4/1 4-way, load 1/1
template<int T,int N> __global__ void k(float*o){ __shared__ float s[T*N]; int t=threadIdx.x; s[t*N]=o[t]; __syncthreads(); o[t]=s[t]; }
template<int I> struct ic { static constexpr int value=I; };
void l(float*o){
  const int threads=128;
  auto launch=[&](auto NC){ k<threads,decltype(NC)::value><<<1,threads>>>(o); };
  launch(ic<4>{});
}
