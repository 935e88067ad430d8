// Pointers inside of structs and arrays, and pointers to pointers.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

struct View {
  float *data;
  int pitch;
  __device__ float &at(int y, int x) const { return data[y * pitch + x]; }
  __device__ float *row(int y) { return data + y * pitch; }
};
struct Views {
  View in, out;
  float *extra[2];
};

__device__ View viewOf(float *data, int pitch) { return View{data, pitch}; }
__device__ void fill(View v, int t) {
  v.at(t, 0) = 1; // expect: store 32/1 32-way
  v.at(0, t) = 1; // expect: silent
}
__device__ void fillBehind(const View *v, int t) {
  v->data[t * 2] = 1; // expect: store 2/1 2-way
}

__global__ void members(float *out) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  View v;
  v.data = s;
  v.pitch = 32;
  v.data[t * 4] = 1;          // expect: store 4/1 4-way
  v.data[t * v.pitch] = 1;    // expect: upper-bound store 32/1 32-way
  v.row(t)[0] = 1;            // expect: upper-bound store 32/1 32-way
  v.row(1)[t] = 1;            // expect: silent
  fill(v, t);
  fillBehind(&v, t);
  View odd = {s, 33};
  out[t] = odd.data[odd.pitch * t]; // expect: load 1/1
  odd.data += t;
  *odd.data = 1;              // expect: store 1/1
  *odd.data++ = 1;            // expect: store 1/1
  View made = viewOf(s + 32, 16);
  made.data[t * made.pitch] = 1; // expect: store 16/1 16-way
  Views both{{s, 32}, {s + 1024, 33}, {s, s + 64}};
  both.out.data[t * both.in.pitch] = 1;  // expect: store 32/1 32-way
  both.in.data[t * both.out.pitch] = 1;  // expect: store 1/1
  both.extra[1][t * 8] = 1;              // expect: store 8/1 8-way
  Views copy = both;
  copy.extra[0][t * 2] = 1;              // expect: store 2/1 2-way
}

__global__ void indirect(float *out, int n) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  float *p = s;
  float **pp = &p;
  **pp = 1;           // expect: store 1/1
  (*pp)[t * 32] = 1;  // expect: store 32/1 32-way
  *pp += t;
  *p = 1;             // expect: store 1/1
  *pp = s + t * 2;
  p[0] = 1;           // expect: store 2/1 2-way
  float *&ref = p;
  ref = s + t * 4;
  *p = 1;             // expect: store 4/1 4-way
  // Pointers that are kept in shared memory are not followed.
  __shared__ float *kept[2];
  kept[0] = s;        // expect: store 2/2
  kept[0][t] = 1;     // expect: load 1/1, unknown store unknown-pointer
}

void launch(float *out, int n) {
  members<<<1, 32>>>(out);
  indirect<<<1, 32>>>(out, n);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "members"
// PROGRAM: body {
// PROGRAM-NEXT: [[V0:t#[0-9]+]] = i32(threadIdx.x)
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = &s
// PROGRAM-NEXT: [[V2:"v\.data"#[0-9]+]] = [[V1]]
// PROGRAM-NEXT: [[V3:"v\.pitch"#[0-9]+]] = 32
// PROGRAM-NEXT: store 4 ([[V2]] + u64(i64([[V0]] * 4) * 4:i64))
// PROGRAM-NEXT: store 4 ([[V2]] + u64(i64([[V0]] * [[V3]]) * 4:i64))
// PROGRAM-NEXT: [[V4:y#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = [[V2]] + u64(i64([[V4]] * [[V3]]) * 4:i64)
// PROGRAM-NEXT: store 4 [[V5]]
// PROGRAM-NEXT: [[V6:""#[0-9]+]] = [[V2]] + u64(i64(1 * [[V3]]) * 4:i64)
// PROGRAM-NEXT: store 4 ([[V6]] + u64(i64([[V0]]) * 4:i64))
// PROGRAM-NEXT: [[V7:""#[0-9]+]] = [[V2]]
// PROGRAM-NEXT: [[V8:""#[0-9]+]] = [[V3]]
// PROGRAM-NEXT: [[V9:"v\.data"#[0-9]+]] = [[V7]]
// PROGRAM-NEXT: [[V10:"v\.pitch"#[0-9]+]] = [[V8]]
// PROGRAM-NEXT: [[V11:t#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: region "fill" {
// PROGRAM-NEXT: [[V12:y#[0-9]+]] = [[V11]]
// PROGRAM-NEXT: [[V13:""#[0-9]+]] = [[V9]] + u64(i64(([[V12]] * [[V10]]) + 0) * 4:i64)
// PROGRAM-NEXT: store 4 [[V13]]
// PROGRAM-NEXT: [[V14:x#[0-9]+]] = [[V11]]
// PROGRAM-NEXT: [[V15:""#[0-9]+]] = [[V9]] + u64(i64((0 * [[V10]]) + [[V14]]) * 4:i64)
// PROGRAM-NEXT: store 4 [[V15]]
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V16:t#[0-9]+]] = [[V0]]
// PROGRAM-NEXT: region "fillBehind" {
// PROGRAM-NEXT: store 4 ([[V2]] + u64(i64([[V16]] * 2) * 4:i64))
// PROGRAM-NEXT: }
// PROGRAM-NEXT: [[V17:""#[0-9]+]] = &s
// PROGRAM-NEXT: "odd.data" = [[V17]]
// PROGRAM-NEXT: "odd.pitch" = 33
// PROGRAM-NEXT: load 4 ("odd.data" + u64(i64("odd.pitch" * [[V0]]) * 4:i64))
// PROGRAM-NEXT: [[V18:""#[0-9]+]] = "odd.data" + u64(i64([[V0]]) * 4:i64)
// PROGRAM-NEXT: "odd.data" = [[V18]]
// PROGRAM-NEXT: store 4 "odd.data"
// PROGRAM-NEXT: [[V19:""#[0-9]+]] = "odd.data"
// PROGRAM-NEXT: [[V20:""#[0-9]+]] = [[V19]] + 4:u64
// PROGRAM-NEXT: "odd.data" = [[V20]]
// PROGRAM-NEXT: store 4 [[V19]]
// PROGRAM-NEXT: data = &s + 128:u64
// PROGRAM-NEXT: pitch = 16
// PROGRAM-NEXT: [[V21:""#[0-9]+]] = data
// PROGRAM-NEXT: "made.data" = [[V21]]
// PROGRAM-NEXT: [[V22:""#[0-9]+]] = pitch
// PROGRAM-NEXT: "made.pitch" = [[V22]]
// PROGRAM-NEXT: store 4 ("made.data" + u64(i64([[V0]] * "made.pitch") * 4:i64))
// PROGRAM-NEXT: [[V23:""#[0-9]+]] = &s
// PROGRAM-NEXT: "both.in.data" = [[V23]]
// PROGRAM-NEXT: "both.in.pitch" = 32
// PROGRAM-NEXT: [[V24:""#[0-9]+]] = &s + 4096:u64
// PROGRAM-NEXT: "both.out.data" = [[V24]]
// PROGRAM-NEXT: "both.out.pitch" = 33
// PROGRAM-NEXT: [[V25:""#[0-9]+]] = &s
// PROGRAM-NEXT: "both.extra[0]" = [[V25]]
// PROGRAM-NEXT: [[V26:""#[0-9]+]] = &s + 256:u64
// PROGRAM-NEXT: "both.extra[1]" = [[V26]]
// PROGRAM-NEXT: store 4 ("both.out.data" + u64(i64([[V0]] * "both.in.pitch") * 4:i64))
// PROGRAM-NEXT: store 4 ("both.in.data" + u64(i64([[V0]] * "both.out.pitch") * 4:i64))
// PROGRAM-NEXT: store 4 ("both.extra[1]" + u64(i64([[V0]] * 8) * 4:i64))
// PROGRAM-NEXT: [[V27:""#[0-9]+]] = "both.extra[0]"
// PROGRAM-NEXT: "copy.extra[0]" = [[V27]]
// PROGRAM-NEXT: store 4 ("copy.extra[0]" + u64(i64([[V0]] * 2) * 4:i64))
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "indirect"
// PROGRAM: p = &s
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: store 4 (p + u64(i64(t * 32) * 4:i64))
// PROGRAM-NEXT: p = p + u64(i64(t) * 4:i64)
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: p = &s + u64(i64(t * 2) * 4:i64)
// PROGRAM-NEXT: store 4 p
// PROGRAM-NEXT: p = &s + u64(i64(t * 4) * 4:i64)
// PROGRAM-NEXT: store 4 p
