// A variable that some ways do not set is taken to be set: reading it otherwise
// is undefined, and the compiler takes the value of the other ways.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --format=json %s | FileCheck %s

__device__ void choose(int n, int *row) {
  for (int i = 0; i < 8; i++)
    if (i == n)
      *row = i;
}

__global__ void sometimes(const int *in, float *out, int n) {
  __shared__ volatile float s[1024];
  const int t = threadIdx.x;
  int row;
  if (n)
    row = 3;
  s[row * t] = 1; // expect: store 1/1
  int column;
  if (in[t])
    column = 4 * t;
  s[column] = 1; // expect: store 4/1 4-way
  int both;
  if (n > 2)
    both = 4 * t;
  else if (n > 1)
    both = 4 * t + 1;
  s[both] = 1; // expect: store 4/1 4-way
  int chosen;
  choose(n, &chosen);
  s[32 * chosen + t] = 1; // expect: store 1/1
  int early;
  for (int i = 0; i < 4; i++) {
    if (in[i] == n)
      break;
    early = 2 * t;
  }
  s[early] = 1; // expect: store 2/1 2-way
}

__global__ void never(const int *in, float *out, int n) {
  __shared__ volatile float s[1024];
  const int t = threadIdx.x;
  int unset;
  // CHECK: "reason": "not-initialized"
  s[unset] = 1; // expect: unknown store not-initialized
  // What is known to differ is not taken for one value.
  int read = in[t];
  if (n)
    read = 4 * t;
  s[read] = 1; // expect: unknown store data-dependent-index
  // Lanes that are unknown for another reason are not unset.
  int mixed;
  if (t < 16)
    mixed = in[t];
  if (n)
    mixed = 4 * t;
  s[mixed] = 1; // expect: unknown store data-dependent-index
}

// What some lanes read from memory is set, though others never are.
__global__ void guarded(const int *in, float *out) {
  __shared__ volatile float s[1024];
  const int t = threadIdx.x;
  if (t >= 16)
    return;
  int i = 32 * t;
  if (in[t])
    i = in[16 + t];
  if (in[32 + t])
    i = t;
  s[i] = 1; // expect: unknown store data-dependent-index
}

// Nor is a part of an object unset that its constructor sets, or a pointer to a
// member.
struct Opaque {
  int a;
  __device__ Opaque();
};
struct Deep {
  int a;
  __device__ Deep() { a = 2 * threadIdx.x; }
};
struct Pair {
  int a, b;
};
struct Unnamed {
  struct {
    int a, b;
  };
  __device__ Unnamed(int v) : a(v), b(2 * v) {}
};
__global__ void objects(float *out, int n) {
  __shared__ volatile float s[1024];
  const int t = threadIdx.x;
  Opaque opaque[2];
  int i = opaque[1].a;
  if (n)
    i = 32 * t;
  s[i] = 1; // expect: unknown store unknown-call
  Deep deep[2][2][2];
  s[deep[0][0][1].a] = 1; // expect: store 2/1 2-way
  Unnamed unnamed(t);
  s[unnamed.b] = 1; // expect: store 2/1 2-way
  Pair pair;
  int Pair::*member = &Pair::b;
  pair.*member = t;
  int j = pair.b;
  if (n)
    j = 32 * t;
  s[j] = 1; // expect: unknown store unsupported-construct
}

void launch(const int *in, float *out, int n) {
  guarded<<<1, 32>>>(in, out);
  objects<<<1, 32>>>(out, n);
  sometimes<<<1, 32>>>(in, out, n);
  never<<<1, 32>>>(in, out, n);
}
