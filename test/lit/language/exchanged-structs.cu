// Structs that are exchanged are used in the end, whichever way they take.
//
// RUN: %banklint --format=json %s | %python %verdict %s

struct Pair {
  int key, value;
};

__global__ void sort(Pair *out) {
  extern __shared__ Pair s[];
  s[threadIdx.x] = out[threadIdx.x]; // expect: store 2/2
  __syncthreads();
  for (int j = 4; j > 0; j--) {
    Pair a = s[threadIdx.x ^ j]; // expect: load 2/2 total 64/64
    Pair b = s[threadIdx.x];     // expect: load 2/2 total 64/64
    if (b.value > a.value) {
      Pair t = a;
      a = b;
      b = t;
    }
    __syncthreads();
    s[threadIdx.x] = a;     // expect: store 2/2 total 64/64
    s[threadIdx.x ^ j] = b; // expect: store 2/2 total 64/64
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x]; // expect: load 2/2
}
// Of these only the values are used.
__global__ void values(int *out) {
  extern __shared__ Pair s[];
  s[threadIdx.x] = Pair{out[threadIdx.x], 1}; // expect: store 2/2
  __syncthreads();
  Pair a = s[threadIdx.x ^ 1]; // expect: load 2/1 2-way
  Pair b = s[threadIdx.x];     // expect: load 2/1 2-way
  if (b.value > a.value) {
    Pair t = a;
    a = b;
    b = t;
  }
  out[threadIdx.x] = a.value + 2 * b.value;
}
void launch(Pair *o, int *p) {
  sort<<<1, 256, 2048>>>(o);
  values<<<1, 256, 2048>>>(p);
}
