// Iterators, and range-based loops over objects that give them.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Iterator {
  volatile float *p;
  int step;
  __device__ volatile float &operator*() const { return *p; }
  __device__ Iterator &operator++() {
    p += step;
    return *this;
  }
  __device__ Iterator operator+(int i) const { return {p + i * step, step}; }
  __device__ bool operator!=(const Iterator &o) const { return p != o.p; }
  __device__ volatile float &operator[](int i) const { return p[i * step]; }
};
struct Column {
  volatile float *first;
  int pitch;
  __device__ Iterator begin() const { return {first, pitch}; }
  __device__ Iterator end() const { return begin() + 4; }
};
struct Span {
  volatile float *b, *e;
  __device__ volatile float *begin() const { return b; }
  __device__ volatile float *end() const { return e; }
};
struct Counter {
  int i;
  __device__ int operator*() const { return i; }
  __device__ Counter &operator++() {
    ++i;
    return *this;
  }
  __device__ bool operator!=(Counter o) const { return i != o.i; }
};
struct UpTo {
  int n;
  __device__ Counter begin() const { return {0}; }
  __device__ Counter end() const { return {n}; }
};

__global__ void iterate(float *out, int n) {
  volatile __shared__ float s[8192];
  int t = threadIdx.x;
  Iterator it{s + t * 4, 32};
  *it = 1; // expect: store 4/1 4-way
  ++it;
  *it = 1;       // expect: store 4/1 4-way
  *(it + 3) = 1; // expect: store 4/1 4-way
  it[5] = 1;     // expect: store 4/1 4-way
  for (volatile float &x : Column{s + t, 32})
    x = 1; // expect: store 1/1 total 4/4
  for (volatile float &x : Span{s + t * 32, s + t * 32 + 4})
    x = 1; // expect: store 32/1 32-way total 128/4
  for (int i : UpTo{3})
    s[t << i] = 1; // expect: store 4/1 4-way total 7/3
  for (int i : UpTo{n})
    s[t + 32 * i] = 1; // expect: store 1/1
}

void launch(float *out, int n) { iterate<<<1, 32>>>(out, n); }
