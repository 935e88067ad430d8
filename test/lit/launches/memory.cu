// Members, elements and globals that are not known are the same number in a block and
// in an argument, until something that runs may change them. 256 threads would leave
// the array if `w` is their number, so that 128 are assumed where it is known to be.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <cstdio>
#include <cstring>
#include <vector>

template <int> __global__ void same(int w) {
  __shared__ float s[4096];
  // expect[128x1x1]: upper-bound store 32/1 32-way
  // expect[same<8> @ 64x1x1]: store 32/1 32-way
  // expect[same<9> @ 64x1x1]: store 32/1 32-way
  // expect[same<11> @ 128x1x1]: store 32/1 32-way
  // expect: none
  s[threadIdx.x % w * 32] = 1;
}

template <int> __global__ void open(int w) {
  __shared__ float s[4096];
  // expect[256x1x1]: upper-bound store 32/1 32-way
  // expect[open<4> @ 5x1x1]: upper-bound store 5/1 5-way
  // expect[open<18> @ 128x1x1]: upper-bound store 32/1 32-way
  // expect: none
  s[threadIdx.x % w * 32] = 1;
}

struct Inner {
  int a, b;
};
struct Sizes {
  int n, m;
  float *data;
  dim3 block;
  Inner inner;
  std::vector<int> list;
  float f;
};
int global;

void objects(const Sizes *p, const Sizes &r, const int *d, int &i) {
  same<0><<<1, p->n>>>(p->n);
  same<1><<<1, r.inner.b>>>(r.inner.b);
  same<2><<<1, d[3] * d[4]>>>(d[3] * d[4]);
  same<3><<<1, i>>>(i);
  same<4><<<1, global>>>(global);
  same<5><<<1, p[2].block>>>(p[2].block.x * p[2].block.y * p[2].block.z);
}

class Owner {
  Sizes sizes;
  int threads;
  int get() const { return threads; }
  void launch() {
    same<6><<<1, sizes.n>>>(sizes.n);
    dim3 block(get());
    printf("%d\n", threads);
    cudaMalloc(&sizes.data, 100);
    sizes.f = 1;
    same<7><<<1, block>>>(threads);
    threads = 64;
    same<8><<<1, get()>>>(threads);
  }
};

void stored(Sizes *p) {
  if (!p || p == nullptr)
    return;
  p->n = 64;
  p->m = 3;
  same<9><<<1, p->n>>>(p->n);
}

// Whether it is null is not known.
void either(Sizes *p) {
  if (p)
    same<10><<<1, p->n>>>(p->n);
  else
    same<11><<<1, 128>>>(128);
}

void rounds(Sizes *p) {
  for (int i = 0; i < 10; ++i)
    same<12><<<1, p->n>>>(p->n);
}

void unseen();
int unseenNumber();
void unseenWith(Sizes *p);
void write(int *to) { *to = 5; }
void add(int *to) { *to += unseenNumber(); }
struct Reference {
  int &n;
};
union Bits {
  int i;
  unsigned u;
};
struct Guard {
  Sizes &of;
  Guard(Sizes &of) : of(of) {}
  ~Guard() { of.n = 0; }
};
Sizes &shared();

void calls(Sizes *p, void *q, int **r) {
  int n = p->n;
  unseen();
  open<0><<<1, n>>>(p->n);
  n = p->n;
  unseenWith(p);
  open<1><<<1, n>>>(p->n);
  n = p->n;
  memset(p, 0, sizeof(*p));
  open<2><<<1, n>>>(p->n);
  n = p->n;
  memset(q, 0, 4);
  open<3><<<1, n>>>(p->n);
  write(&p->n);
  n = p->n;
  add(&p->n);
  open<4><<<1, n>>>(p->n);
  n = p->n;
  write(*r);
  open<5><<<1, n>>>(p->n);
  n = p->n;
  delete p;
  open<6><<<1, n>>>(p->n);
}

void stores(Sizes *p, Sizes &other, int *i, Reference r, int k) {
  int n = p->n;
  other.m = 5;
  open<7><<<1, n>>>(p->n);
  n = p->n;
  *i = 5;
  open<8><<<1, n>>>(p->n);
  n = p->n;
  r.n = 5;
  open<9><<<1, n>>>(p->n);
  n = p[1].n;
  p[k].n = 5;
  open<10><<<1, n>>>(p[1].n);
  n = global;
  p->n = k;
  open<11><<<1, n>>>(global);
  n = p->n;
  for (int j = 0; j < 10; ++j) {
    open<12><<<1, n>>>(p->n);
    p->n++;
  }
}

void destroyed(Sizes &of) {
  int n = of.n;
  {
    Guard guard(of);
  }
  open<13><<<1, n>>>(of.n);
}

void kinds(volatile Sizes *p, Bits *bits, std::vector<int> &list) {
  open<14><<<1, p->n>>>(p->n);
  int n = bits->i;
  bits->u = 5;
  open<15><<<1, n>>>(bits->i);
  open<16><<<1, list[0]>>>(list.size());
  Sizes &s = shared();
  n = s.n;
  unseen();
  open<17><<<1, n>>>(s.n);
}

void copied() {
  int y = 64;
  auto launch = [=](int x) { open<18><<<1, x>>>(y); };
  y = 128;
  launch(y);
}
