// Bindings of what is like a tuple; the first kernel is no valid C++.
//
// RUN: %banklint --format=json %s | %python %verdict --parse-errors=1 %s

namespace std { template<class T> struct tuple_size; template<unsigned long I,class T> struct tuple_element; }
struct Tp { int a; int b; };
template<int I> __device__ constexpr int const& get(Tp const&t){ if constexpr(I==0) return t.a; else return t.b; }
template<int I> __device__ constexpr int & get(Tp &t){ if constexpr(I==0) return t.a; else return t.b; }
struct Tq { int x; int y; template<int I> __device__ constexpr int get() const { return I==0?x:y; } };
namespace std { template<> struct tuple_size<Tp>{ static constexpr unsigned long value=2; }; template<unsigned long I> struct tuple_element<I,Tp>{ using type=int; };
 template<> struct tuple_size<Tq>{ static constexpr unsigned long value=2; }; template<unsigned long I> struct tuple_element<I,Tq>{ using type=int; }; }
__device__ constexpr Tp mk(int i){ return {i,i*2}; }
// expect: unknown store parse-error
__global__ void k1(float*C){ __shared__ float s[1024]; auto [l,o]=mk(threadIdx.x); s[o]=1; }
// expect: store 2/1 2-way
__global__ void k2(float*C){ __shared__ float s[1024]; auto [l,o]=Tq{1,(int)threadIdx.x*2}; s[o]=1; }
struct Pl { int a,b; };
__device__ constexpr Pl mk2(int i){ return {i,i*2}; }
// expect: store 2/1 2-way
__global__ void k3(float*C){ __shared__ float s[1024]; auto [l,o]=mk2(threadIdx.x); s[o]=1; }
// expect: store 2/1 2-way
__global__ void k4(float*C){ __shared__ float s[1024]; const auto& [l,o]=mk(threadIdx.x); s[o]=1; }
void h(float*c){k1<<<1,32>>>(c);k2<<<1,32>>>(c);k3<<<1,32>>>(c);k4<<<1,32>>>(c);}
