// What may change memory that others know between two reads. 128 threads would be
// assumed if both were taken for the same number (memory.cu).
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <condition_variable>
#include <cstring>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <tuple>
#include <vector>

template <int> __global__ void open(int w) {
  __shared__ float s[4096];
  // expect[256x1x1]: upper-bound store 32/1 32-way
  // expect: none
  s[threadIdx.x % w * 32] = 1;
}

struct Sizes {
  int n, m;
};
__global__ void write(Sizes *p) { p->n = 64; }
__managed__ int managed;
__global__ void writeManaged() { managed = 5; }

void kernels(Sizes *p) {
  int n = p->n;
  write<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  open<0><<<1, n>>>(p->n);
  n = managed;
  writeManaged<<<1, 1>>>();
  cudaDeviceSynchronize();
  open<1><<<1, n>>>(managed);
  n = p->n;
  void *arguments[] = {&p};
  cudaLaunchKernel((void *)write, 1, 1, arguments, 0, 0);
  cudaDeviceSynchronize();
  open<2><<<1, n>>>(p->n);
}

struct Guard {
  Sizes &of;
  Guard(Sizes &of) : of(of) {}
  ~Guard() { of.n = 0; }
};
struct Holder {
  Guard guard;
};
struct Base : Guard {
  Base(Sizes &of) : Guard(of) {}
};
struct Number {
  int &n;
  Number(int &n) : n(n) {}
  ~Number() { n = 0; }
};
struct Swap {
  Sizes &of;
  int old = 0;
  Swap(Sizes &of) : of(of) {}
  ~Swap() { std::swap(of.n, old); }
};
struct Clear {
  Sizes &of;
  Clear(Sizes &of) : of(of) {}
  ~Clear() { memset(&of, 0, sizeof(of)); }
};
struct Local {
  Sizes &of;
  Local(Sizes &of) : of(of) {}
  ~Local() {
    int &r = of.n;
    r = 0;
  }
};

template <int N, typename T> void destroyed(Sizes &of) {
  int n;
  {
    T object{of};
    n = of.n;
  }
  open<N><<<1, n>>>(of.n);
}
template void destroyed<3, Guard>(Sizes &);
template void destroyed<4, Holder>(Sizes &);
template void destroyed<5, Base>(Sizes &);
template void destroyed<6, Swap>(Sizes &);
template void destroyed<7, Clear>(Sizes &);
template void destroyed<8, Local>(Sizes &);

void destroyedOtherwise(Sizes &of, Guard **q) {
  int n;
  {
    Number number{of.n};
    n = of.n;
  }
  open<9><<<1, n>>>(of.n);
}
void destroyedArray(Sizes &of) {
  int n;
  {
    Guard guards[1] = {of};
    n = of.n;
  }
  open<10><<<1, n>>>(of.n);
}
void destroyedByOwner(Sizes &of) {
  int n;
  {
    auto guard = std::make_unique<Guard>(of);
    n = of.n;
  }
  open<11><<<1, n>>>(of.n);
}
void deleted(Sizes &of, Guard **q) {
  int n = of.n;
  delete *q;
  open<12><<<1, n>>>(of.n);
}

struct Sub {
  int &ref;
};
struct Own {
  Sub sub;
  int size;
  int rows[4][4];
  std::mutex mutex;
  std::condition_variable changed;
  std::future<int> future;
  Sizes sizes;
  void launch() {
    int n = size;
    sub.ref = 5;
    open<13><<<1, n>>>(size);
    n = rows[1][1];
    int *flat = rows[0];
    flat[5] = 7;
    open<14><<<1, n>>>(rows[1][1]);
    std::unique_lock<std::mutex> lock(mutex);
    n = size;
    changed.wait(lock);
    open<15><<<1, n>>>(size);
    n = size;
    future.get();
    open<16><<<1, n>>>(size);
    n = sizes.m;
    memset(&sizes.n, 0, 8);
    open<17><<<1, n>>>(sizes.m);
  }
};

void library(Sizes *p) {
  auto both = std::tie(p->n, p->m);
  int n = p->n;
  both = std::make_tuple(64, 2);
  open<18><<<1, n>>>(p->n);
  auto call = std::bind([](Sizes *q) { q->n = 5; }, p);
  n = p->n;
  call();
  open<19><<<1, n>>>(p->n);
}
void iterators(std::vector<int> &list, int &r) {
  auto begin = list.begin(), end = list.end();
  int n = r;
  std::fill(begin, end, 64);
  open<20><<<1, n>>>(r);
}

void expressions(Sizes *p, void *q, int **i) {
  int n = p->n;
  new (q) Sizes{5, 5};
  open<21><<<1, n>>>(p->n);
  n = p->n;
  __atomic_store_n(*i, 5, 0);
  open<22><<<1, n>>>(p->n);
  n = p->n;
  asm volatile("call *%%rax" ::: "memory");
  open<23><<<1, n>>>(p->n);
}

struct Made {
  int n;
  Made();
};
void unseen();
void made() {
  Made object;
  int n = object.n;
  unseen();
  open<24><<<1, n>>>(object.n);
}
void stepped(int *d) {
  int n = d[2];
  *d++ = 1;
  open<25><<<1, n>>>(d[0]);
}
