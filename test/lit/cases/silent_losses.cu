// Ways that a pointer may take: none makes an access vanish.
//
// RUN: %banklint --format=json %s | %python %verdict %s

typedef unsigned long long u64;
#define SM __shared__ float s[1024]; 
#define T threadIdx.x
struct P { float*p; };
struct B { float*p; __device__ B(float*q):p(q){} __device__ B():p(0){} };
struct D1 : B { using B::B; };
// expect: store 2/1 2-way
__global__ void inherit_ctor(float*C){ SM D1 d(s); d.p[T*2]=1.f; }
struct D2 { float*p; int n; __device__ D2(float*q):D2(q,3){} __device__ D2(float*q,int m):p(q),n(m){} };
// expect: store 2/1 2-way
__global__ void delegating(float*C){ SM D2 d(s); d.p[T*2]=1.f; }
struct D3 { float*q; float*p=q; };
// expect: store 2/1 2-way
__global__ void default_init(float*C){ SM D3 d{s}; d.p[T*2]=1.f; }
// expect: upper-bound store 2/1 2-way, store 2/1 2-way
__global__ void lam_copy(float*C){ SM auto f=[=](int i)->float&{return s[i];}; f(T*2)=1.f; float*p=s; auto g=[=](int i){p[i]=1;}; g(T*2); }
// expect: store 2/1 2-way
__global__ void lam_init(float*C){ SM auto f=[q=&s[0]](int i){ q[i]=1;}; f(T*2); }
// expect: store 2/1 2-way
__global__ void lam_this(float*C){ SM P a{s}; auto f=[a](int i){ a.p[i]=1;}; f(T*2); }
union U { float*p; u64 b; };
// expect: unknown load unsupported-construct
__global__ void union_pun(float*C){ SM U u; u.p=s; u64 x=u.b; U v; v.b=x; v.p[T*2]=1; }
// expect: store 2/1 2-way
__global__ void uintptr(float*C){ SM u64 x=(u64)s; x+=4*T*2; *(float*)x=1; }
// expect: store 2/1 2-way
__global__ void uintptr2(float*C){ SM u64 x=reinterpret_cast<u64>(&s[T*2]); *reinterpret_cast<float*>(x)=1; }
__device__ float*g_ptr;
// expect: unknown store unknown-pointer
__global__ void global_ptr(float*C){ SM if(T==0) g_ptr=s; __syncthreads(); g_ptr[T*2]=1; }
// expect: store 1/1, load 1/1, unknown store unknown-pointer
__global__ void shared_ptr_var(float*C){ SM __shared__ float*q; if(T==0) q=s; __syncthreads(); q[T*2]=1; }
// expect: store 2/1 2-way
__global__ void ptr_array(float*C,int n){ SM float*a[2]={s,s+512}; a[n&1][T*2]=1; }
// expect: store 2/1 2-way
__global__ void ptr_array2(float*C,int n){ SM float*a[4]; for(int i=0;i<4;i++) a[i]=s+i*64; for(int i=0;i<4;i++) a[i][T*2]=1; }
__device__ P mkp(float*q){ P r; r.p=q; return r; }
// expect: store 2/1 2-way
__global__ void ret_struct(float*C,int n){ SM P a=mkp(s); a.p[T*2]=1; }
// expect: store 2/1 2-way
__global__ void cond_struct(float*C,int n){ SM P a=n?mkp(s):mkp(s+512); a.p[T*2]=1; }
// expect: store 2/1 2-way
__global__ void cond_struct2(float*C,int n){ SM P a=mkp(s),b=mkp(s+512); P c=n?a:b; c.p[T*2]=1; }
// expect: store 2/1 2-way
__global__ void mc(float*C){ SM P a{s},b; memcpy(&b,&a,sizeof a); b.p[T*2]=1; }
struct CC { float*p; __device__ CC(float*q):p(q){} __device__ CC(const CC&o):p(o.p){} __device__ CC&operator=(const CC&o){p=o.p;return *this;} };
// expect: upper-bound store 2/1 2-way, store 2/1 2-way
__global__ void copy_ctor(float*C){ SM CC a(s); CC b(a); b.p[T*2]=1; CC c(C); c=b; c.p[T*2]=1; }
struct Conv { float*p; __device__ operator float*() const {return p;} };
// expect: upper-bound store 2/1 2-way, store 2/1 2-way
__global__ void conv_op(float*C){ SM Conv c{s}; c[T*2]=1; float*q=c; q[T*2]=1; }
struct Arrow { P*x; __device__ P*operator->() const {return x;} };
// expect: unknown store unknown-pointer
__global__ void arrow(float*C){ SM P a{s}; Arrow r{&a}; r->p[T*2]=1; }
// expect: store 2/1 2-way
template<class X> struct Crtp { __device__ void st(int i){ static_cast<X*>(this)->p[i]=1; } };
struct Y : Crtp<Y> { float*p; };
__global__ void crtp(float*C){ SM Y y; y.p=s; y.st(T*2); }
// expect: unknown store unknown-pointer
struct Base { float*p; __device__ void st(int i){p[i]=1;} }; struct Der : Base { int n; };
// expect: unknown store unknown-pointer
__global__ void basecls(float*C){ SM Der d; d.p=s; d.st(T*2); Base*b=&d; b->st(T*2); Base&r=d; r.p[T*2]=1; }
// expect: unknown store unknown-pointer
struct V { float*p; __device__ virtual void st(int i){p[i]=1;} };
// expect: unknown load unknown-call
__global__ void virt(float*C){ SM V v; v.p=s; v.st(T*2); V*q=&v; q->st(T*2); }
// expect: store 2/1 2-way
__device__ void stf(float*p,int i){p[i]=1;}
__global__ void fptr(float*C,int n){ SM void(*f)(float*,int)=stf; f(s,T*2); }
// expect: unknown store unknown-pointer
__global__ void pmem(float*C){ SM P a{s}; float*P::*m=&P::p; (a.*m)[T*2]=1; }
// expect: upper-bound store 2/1 2-way, store 2/1 2-way
__global__ void ptrptr(float*C){ SM float*p=s; float**q=&p; (*q)[T*2]=1; q[0][T*2]=2; }
// expect: store 2/1 2-way
__global__ void refptr(float*C){ SM float*p=C; float*&r=p; r=s; p[T*2]=1; }
__device__ void outp(float*q,float**o){*o=q;} __device__ void outr(float*q,float*&o){o=q;}
// expect: upper-bound store 2/1 2-way, store 2/1 2-way
__global__ void out_param(float*C){ SM float*p=C; outp(s,&p); p[T*2]=1; float*r=C; outr(s,r); r[T*2]=1; }
// expect: store 2/1 2-way
__global__ void sbind(float*C){ SM struct{float*a;int n;} x{s,3}; auto [p,n]=x; p[T*2]=1; }
// expect: upper-bound store 2/1 2-way
__global__ void comma(float*C){ SM (C[0]=1,s)[T*2]=1; }
// expect: store 2/1 2-way
__global__ void ternary(float*C,int n){ SM (n?s:s+512)[T*2]=1; }
// expect: unknown store unknown-condition
__global__ void ternary_mixed(float*C,int n){ SM (n?s:C)[T*2]=1; }
// expect: store 2/1 2-way
__global__ void loopptr(float*C,int n){ SM for(float*p=s;p<s+n;p+=64) p[T*2&63]=1; }
// expect: store 2/1 2-way
__global__ void volat(float*C){ SM volatile float*p=s; p[T*2]=1; }
// expect: unknown store unknown-condition
__global__ void gotol(float*C,int n){ SM float*p=C; if(n) goto a; p=s; a: p[T*2]=1; }
void hh(float*c){ 
inherit_ctor<<<1,32>>>(c);
delegating<<<1,32>>>(c);
default_init<<<1,32>>>(c);
lam_copy<<<1,32>>>(c);
lam_init<<<1,32>>>(c);
lam_this<<<1,32>>>(c);
union_pun<<<1,32>>>(c);
uintptr<<<1,32>>>(c);
uintptr2<<<1,32>>>(c);
global_ptr<<<1,32>>>(c);
shared_ptr_var<<<1,32>>>(c);
ptr_array<<<1,32>>>(c,c!=0);
ptr_array2<<<1,32>>>(c,c!=0);
ret_struct<<<1,32>>>(c,c!=0);
cond_struct<<<1,32>>>(c,c!=0);
cond_struct2<<<1,32>>>(c,c!=0);
mc<<<1,32>>>(c);
copy_ctor<<<1,32>>>(c);
conv_op<<<1,32>>>(c);
arrow<<<1,32>>>(c);
crtp<<<1,32>>>(c);
basecls<<<1,32>>>(c);
virt<<<1,32>>>(c);
fptr<<<1,32>>>(c,c!=0);
pmem<<<1,32>>>(c);
ptrptr<<<1,32>>>(c);
refptr<<<1,32>>>(c);
out_param<<<1,32>>>(c);
sbind<<<1,32>>>(c);
comma<<<1,32>>>(c);
ternary<<<1,32>>>(c,c!=0);
ternary_mixed<<<1,32>>>(c,c!=0);
loopptr<<<1,32>>>(c,c!=0);
volat<<<1,32>>>(c);
gotol<<<1,32>>>(c,c!=0);
}
