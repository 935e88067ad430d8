// Layers of templates around a pointer, as CuTe has them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template<int N,class T> struct EBO { T t_; __device__ constexpr EBO(T const&t):t_(t){} };
template<int N,class T> __device__ constexpr T const& getv(EBO<N,T> const&x){return x.t_;}
template<int N,class T> __device__ constexpr T& getv(EBO<N,T>&x){return x.t_;}
template<class A,class B> struct tuple : EBO<0,A>, EBO<1,B> { __device__ constexpr tuple(A const&a,B const&b):EBO<0,A>(a),EBO<1,B>(b){} };
template<int N,class A,class B> __device__ constexpr decltype(auto) get(tuple<A,B>&t){ return getv<N>(t);}
template<int N,class A,class B> __device__ constexpr decltype(auto) get(tuple<A,B> const&t){ return getv<N>(t);}
template<class It,class D> struct iter_adaptor { using reference=decltype(*It()); It ptr_; __device__ constexpr iter_adaptor(It p={}):ptr_(p){}
  __device__ constexpr reference operator*() const {return *ptr_;}
  template<class I> __device__ constexpr reference operator[](I const&i) const {return ptr_[i];}
  template<class I> __device__ constexpr D operator+(I const&i) const {return D{ptr_+i};} 
  __device__ constexpr It get() const {return ptr_;} };
template<class P> struct smem_ptr : iter_adaptor<P,smem_ptr<P>> { using iter_adaptor<P,smem_ptr<P>>::iter_adaptor; };
template<class T> __device__ constexpr smem_ptr<T*> make_smem_ptr(T*p){ return {p}; }
template<class It> struct ViewEngine { It storage_; __device__ constexpr It const& begin() const {return storage_;} __device__ constexpr It& begin(){return storage_;} };
struct Layout { int s; __device__ constexpr int operator()(int i) const {return i*s;} };
template<class E,class L> struct Tensor { tuple<L,E> rep_; 
 __device__ constexpr Tensor(E const&e,L const&l):rep_(l,e){}
 __device__ constexpr decltype(auto) layout() const {return get<0>(rep_);} __device__ constexpr decltype(auto) engine(){return get<1>(rep_);} 
 __device__ constexpr decltype(auto) data(){return engine().begin();}
 __device__ constexpr decltype(auto) operator()(int i){ return data()[layout()(i)]; } };
template<class It,class L> __device__ constexpr auto make_tensor(It const&it,L const&l){ return Tensor<ViewEngine<It>,L>{ViewEngine<It>{it},l}; }
// expect: store 2/1 2-way, load 1/1
__global__ void k(float*C,Layout l){ __shared__ float s[1024]; Tensor sA=make_tensor(make_smem_ptr(s),l); sA(threadIdx.x)=1.f; C[0]=sA(1); }
// expect: store 1/1, load 1/1
__global__ void k2(float*C){ __shared__ float s[1024]; Tensor sA=make_tensor(make_smem_ptr(s),Layout{33}); sA(threadIdx.x)=1.f; C[0]=sA(1); }
void h(float*c){k<<<1,32>>>(c,Layout{2});k2<<<1,32>>>(c);}
