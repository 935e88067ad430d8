// Members lie where Clang's layout puts them.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct Base {
  int id;
};
struct Particle : Base {
  float position[3];
  double mass; // At 16.
  struct {
    short kind, state;
  };
  char name[4];
};
struct __attribute__((packed)) Packed {
  char tag;
  short value; // At 1.
};
struct alignas(64) Line {
  float first;
  float4 rest; // At 16.
};
struct __align__(16) Node {
  float weight;
  int next;
};
struct Bits {
  unsigned low : 12;
  unsigned high : 20;
  unsigned char small : 3;
};
template <typename T, int N> struct Vector {
  T data[N];
  __device__ T &operator[](int i) { return data[i]; }
  static constexpr int Size = N;
};
struct Shape {
  Vector<float, 3> corners[2]; // 24 bytes.
};

__global__ void layouts(float *out) {
  __shared__ Particle p[64]; // 32 bytes each.
  __shared__ Packed packed[64];
  __shared__ Line lines[32];
  __shared__ Node nodes[64];
  __shared__ Shape shapes[64];
  int t = threadIdx.x;
  p[t].id = 1;              // expect: upper-bound store 8/1 8-way
  p[0].position[t % 3] = 1; // expect: silent
  p[t].position[2] = 1;     // expect: store 8/1 8-way
  p[t].mass = 1;            // expect: store 8/2 4-way
  p[t].state = 1;           // expect: store 8/1 8-way
  p[t].name[3] = 1;         // expect: store 8/1 8-way
  p[t / 4].name[t % 4] = 1; // expect: store 2/1 2-way
  packed[t].tag = 1;        // expect: store 1/1
  lines[t].first = 1;       // expect: upper-bound store 16/1 16-way
  lines[0].rest.y = 1;      // expect: silent
  nodes[t].next = 1;        // expect: upper-bound store 4/1 4-way
  shapes[t].corners[1][2] = 1;  // expect: upper-bound store 2/1 2-way
  shapes[t].corners[t & 1][0] = 1; // expect: upper-bound store 2/1 2-way
  out[t] = p->mass;         // expect: load 1/1
  (p + t)->id++;            // expect: upper-bound load 8/1 8-way, store 8/1 8-way
}

union Word {
  int i;
  float f;
  short halves[2];
  struct {
    unsigned char x, y, z, w;
  };
};

__global__ void unions(float *out) {
  __shared__ Word words[64];
  __shared__ union {
    float sum[32][33];
    double wide[256];
  } shared;
  union Local {
    float *data;
    int *numbers;
  };
  int t = threadIdx.x;
  words[t].f = 1;            // expect: silent
  words[t * 2].i = 1;        // expect: store 2/1 2-way
  words[t].halves[1] = 1;    // expect: silent
  words[t].w = 1;            // expect: silent
  words[t * 2].z = 1;        // expect: upper-bound store 2/1 2-way
  shared.sum[t][0] = 1;      // expect: silent
  shared.sum[0][t * 2] = 1;  // expect: upper-bound store 2/1 2-way
  shared.wide[t] = 1;        // expect: store 2/2
  shared.wide[t * 2] = 1;    // expect: store 4/2 2-way
}

// A bit-field is accessed with its neighbours, in what width is not known.
__global__ void bits(int *out) {
  __shared__ Bits s[64]; // 8 bytes each.
  int t = threadIdx.x;
  out[t] = s[t].low;        // expect: unknown load unsupported-construct
  s[t].small = 1;           // expect: unknown load unsupported-construct, unknown store unsupported-construct
}

// A variable in shared memory need not be an array.
__shared__ int counter;
struct Totals {
  float sums[32];
  int count;
};
__global__ void scalars(float *out) {
  __shared__ float scale;
  __shared__ Totals totals;
  __shared__ Vector<float, 64> vector;
  __shared__ float4 wide;
  int t = threadIdx.x;
  counter = t;                // expect: store 1/1
  scale = out[0];             // expect: store 1/1
  out[t] = scale * totals.count; // expect: load 1/1, load 1/1
  totals.sums[t] = 1;         // expect: silent
  totals.sums[t / 2 * 2] = 1; // expect: silent
  vector[t * 2] = 1;          // expect: upper-bound store 2/1 2-way
  vector[t] = vector.Size;    // expect: store 1/1
  wide.x = 1;                 // expect: silent
  wide = make_float4(1, 2, 3, 4); // expect: store 4/4
  float *s = &scale;
  *s = 2;                     // expect: store 1/1
}

void launch(float *out) {
  layouts<<<1, 32>>>(out);
  unions<<<1, 32>>>(out);
  bits<<<1, 32>>>((int *)out);
  scalars<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "layouts"
// PROGRAM: shared p : Particle 32 [64] align 8
// PROGRAM-NEXT: shared packed : Packed 3 [64] align 1
// PROGRAM-NEXT: shared lines : Line 64 [32] align 64
// PROGRAM-NEXT: shared nodes : Node 16 [64] align 16
// PROGRAM-NEXT: shared shapes : Shape 24 [64] align 4
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: store 4 &p[i64(t)] array p
// PROGRAM-NEXT: store 4 &p[0:i64].bytes(4:i64 + (i64(t % 3) * 4:i64)) array p
// PROGRAM-NEXT: store 4 &p[i64(t)].bytes(12:i64) array p
// PROGRAM-NEXT: store 8 &p[i64(t)].bytes(16:i64) array p
// PROGRAM-NEXT: store 2 &p[i64(t)].bytes(26:i64) array p
// PROGRAM-NEXT: store 1 &p[i64(t)].bytes(31:i64) array p
// PROGRAM-NEXT: store 1 &p[i64(t / 4)].bytes(28:i64 + (i64(t % 4) * 1:i64)) array p
// PROGRAM-NEXT: store 1 &packed[i64(t)] unused by U2 array packed
// PROGRAM-NEXT: store 4 &lines[i64(t)] unused by U2 array lines
// PROGRAM-NEXT: store 4 &lines[0:i64].bytes(20:i64) unused by U2 array lines
// PROGRAM-NEXT: store 4 &nodes[i64(t)].bytes(4:i64) unused by U2 array nodes
// PROGRAM-NEXT: [[V0:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: store 4 &shapes{{\[}}[[V1]]].bytes(20:i64) unused by U2 array shapes
// PROGRAM-NEXT: [[V2:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = i64(t & 1) * 12:i64
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = [[V2]]
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = [[V3]]
// PROGRAM-NEXT: store 4 &shapes{{\[}}[[V4]]].bytes([[V5]]) unused by U2 array shapes
// PROGRAM-NEXT: load 8 (&p + 16:u64)
// PROGRAM-NEXT: load 4 (&p + u64(i64(t) * 32:i64))
// PROGRAM-NEXT: store 4 (&p + u64(i64(t) * 32:i64))
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "unions"
// PROGRAM: store 4 &words[i64(t * 2)] array words
// PROGRAM-NEXT: store 2 &words[i64(t)].bytes(2:i64) array words
// PROGRAM-NEXT: store 1 &words[i64(t)].bytes(3:i64) array words
// PROGRAM-NEXT: store 1 &words[i64(t * 2)].bytes(2:i64) array words
// PROGRAM-NEXT: store 4 &"shared".bytes(i64(t) * 132:i64) array "shared"
// PROGRAM-NEXT: store 4 &"shared".bytes(i64(t * 2) * 4:i64) array "shared"
// PROGRAM-LABEL: kernel "scalars"
// PROGRAM: load 4 &totals.bytes(128:i64) array totals
// PROGRAM-NEXT: store 4 &totals.bytes(i64(t) * 4:i64) array totals
// PROGRAM: store 16 &wide unused by U2 array wide
