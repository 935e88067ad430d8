// Members of packed structs are accessed in pieces of the alignment that their
// types leave them: by bytes, or by 2 bytes with `pack(2)`. Such an access is
// never misaligned. Of an integer the compiler makes only the pieces that are used.
// The figures of "bytes" and "halves", and those of the members "b"
// and "q.y", are an H200's counters.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

#pragma pack(push, 1)
struct Record {
  unsigned char tag;
  unsigned short length;
  float v;
};
struct Numbers {
  char tag;
  int v;
  short h;
};
struct Wide {
  int a;
  double d;
};
#pragma pack(pop)
#pragma pack(push, 2)
struct Halves {
  unsigned char tag;
  float v;
  double d;
};
#pragma pack(pop)
struct Plain {
  int a, b;
};
struct __attribute__((packed)) Outer {
  char c;
  Plain plain;
};
struct __attribute__((packed)) Vector {
  char c;
  float4 q;
};
struct OneMember {
  char c;
  int x __attribute__((packed));
};
struct __attribute__((packed, aligned(4))) Aligned {
  int a;
  char c;
  short s;
  char e;
  int z;
};

// PROGRAM-LABEL: kernel "bytes"
// PROGRAM: store 1 {{.*}} pieces 4 array s {{.*}} "s[threadIdx.x].v"
// PROGRAM: load 1 {{.*}} pieces 2 number by P5 array s {{.*}}length"
__global__ void bytes(float *out) {
  __shared__ Record s[64];
  s[threadIdx.x].v = out[threadIdx.x];      // expect: store 8/4 2-way total 8/4
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x].v; // expect: load 8/4 2-way total 8/4
  out[0] = s[threadIdx.x].length;           // expect: upper-bound load 4/2 2-way
}
void launchBytes(float *out) { bytes<<<1, 32>>>(out); }

// One load of a byte, and two, in an H200's machine code.
__global__ void parts(int *out) {
  __shared__ Numbers n[64];
  n[threadIdx.x].v = out[threadIdx.x]; // expect: store 8/4 2-way total 8/4
  __syncthreads();
  out[threadIdx.x] = n[31 - threadIdx.x].v & 0xff;      // expect: upper-bound load 8/4 2-way
  out[threadIdx.x] = (unsigned)n[threadIdx.x].v >> 16;  // expect: upper-bound load 8/4 2-way
}
void launchParts(int *out) { parts<<<1, 32>>>(out); }

// PROGRAM-LABEL: kernel "halves"
// PROGRAM: store 2 {{.*}} pieces 2 array s
// PROGRAM: store 2 {{.*}} pieces 4 array s
__global__ void halves(float *out) {
  __shared__ Halves s[64];
  s[threadIdx.x].v = out[threadIdx.x]; // expect: store 4/2 2-way total 4/2
  s[threadIdx.x].d = out[threadIdx.x]; // expect: store 8/4 2-way total 8/4
}
void launchHalves(float *out) { halves<<<1, 32>>>(out); }

// What is inside of a packed struct is at no better place than it.
__global__ void inside(float *out) {
  __shared__ Outer s[64];
  __shared__ Vector v[64];
  __shared__ OneMember m[64];
  s[threadIdx.x].plain.b = out[threadIdx.x]; // expect: store 8/4 2-way total 8/4
  v[threadIdx.x].q.y = out[threadIdx.x];     // expect: store 11/4 3-way total 11/4
  m[threadIdx.x].x = out[threadIdx.x];       // expect: store 8/4 2-way total 8/4
}
void launchInside(float *out) { inside<<<1, 32>>>(out); }

__device__ void set(Record *r, float v) {
  r->v = v; // expect: store 8/4 2-way total 8/4
}
__device__ float get(const Record &r) {
  return r.v; // expect: load 8/4 2-way total 8/4
}
__global__ void byPointer(float *out) {
  __shared__ Record s[64];
  set(s + threadIdx.x, out[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = get(s[threadIdx.x]);
}
void launchByPointer(float *out) { byPointer<<<1, 32>>>(out); }

// An alignment that is declared counts.
__global__ void aligned(int *out) {
  __shared__ Aligned s[64];
  s[threadIdx.x].a = out[threadIdx.x]; // expect: store 1/1
  s[threadIdx.x].z = out[threadIdx.x]; // expect: store 1/1
}
void launchAligned(int *out) { aligned<<<1, 32>>>(out); }

// A reference is to a number at its own alignment.
// PROGRAM-LABEL: kernel "referred"
// PROGRAM: load 4 p
__global__ void referred(float *out) {
  __shared__ Record s[64];
  s[threadIdx.x].tag = 1; // expect: store 2/1 2-way
  float *p = (float *)&s[threadIdx.x].tag;
  out[threadIdx.x] = *p; // expect: unknown load misaligned
}
void launchReferred(float *out) { referred<<<1, 32>>>(out); }

// Where lanes are alike, the compiler may know more: a constant place, or one
// that another access has it align.
__global__ void constant(float *out) {
  __shared__ Record s[4];
  if (threadIdx.x == 0)
    s[2].v = out[0];      // expect: upper-bound store 4/4
  __syncthreads();
  out[threadIdx.x] = s[2].v; // expect: upper-bound load 4/4
}
void launchConstant(float *out) { constant<<<1, 32>>>(out); }
