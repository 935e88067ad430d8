// A pointer that always points to one local variable is another name for it;
// where its address goes elsewhere, the variable may change unseen.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__device__ void change(int *i) { *i *= 32; }
__device__ int *global;
__device__ void keep(int *i) { global = i; }
struct View {
  float *p;
  int pitch;
};
__device__ void fill(View *view, int i) {
  view->p[i * view->pitch] = 1; // expect: upper-bound store 32/1 32-way
  (*view).pitch = 2;
}
struct Holder {
  int *target;
};
__device__ void swap(void **a, void **b) {
  void *old = *a;
  *a = *b;
  *b = old;
}
__global__ void swapped(float *out) {
  __shared__ float first[1024], second[1024];
  float *a = first, *b = second;
  for (int i = 0; i < 10; i++) {
    a[2 * threadIdx.x] = i; // expect: store 2/1 2-way
    __syncthreads();
    swap((void **)&a, (void **)&b);
  }
}

__global__ void addresses(float *out) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int i = t;
  int *p = &i;
  *p = t * 32;
  s[i] = 1; // expect: upper-bound store 32/1 32-way
  int j = t;
  change(&j);
  s[j] = 1; // expect: upper-bound store 32/1 32-way
  int kept = t;
  keep(&kept);
  s[kept] = 1; // expect: unknown store unsupported-construct
  View view{s, 32};
  fill(&view, t);
  view.p[t * view.pitch] = 1; // expect: upper-bound store 2/1 2-way
  int k = t;
  Holder holder{&k};
  *holder.target = 0;
  s[k] = 1; // expect: unknown store unsupported-construct
  int l = t;
  int &r = l;
  r *= 2;
  s[l] = 1; // expect: upper-bound store 2/1 2-way
  int m[2] = {t, t};
  int *q = m;
  q[1] = t * 32;
  s[m[1]] = 1; // expect: upper-bound store 32/1 32-way
  int2 n = make_int2(t, t);
  int *member = &n.y;
  *member = t * 32;
  s[n.y] = 1; // expect: upper-bound store 32/1 32-way
  auto lambda = [&] { l = t * 4; };
  lambda();
  s[l] = 1; // expect: upper-bound store 4/1 4-way
}

__global__ void escaped(float *out, bool flag) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  int i = t, j = t, k = t;
  for (int round = 0; round < 2; ++round) {
    s[i] = 1; // expect: unknown store unsupported-construct
    int *stepped = &i;
    ++stepped;
    stepped[-1] = 32 * t;
  }
  int *chosen = flag ? &j : &k;
  *chosen = 32 * t;
  s[j] = 1; // expect: unknown store unsupported-construct
  s[k] = 1; // expect: unknown store unsupported-construct
}

__global__ void untouched(float *out) {
  __shared__ float s[4096];
  int i[4] = {0, 1, 2, 3};
  s[threadIdx.x * i[2]] = 1; // expect: store 2/1 2-way
  int j = threadIdx.x;
  s[j] = 1; // expect: store 1/1
}

void launch(float *out) {
  addresses<<<1, 32>>>(out);
  escaped<<<1, 32>>>(out, true);
  untouched<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "addresses"
// PROGRAM: body {
// PROGRAM-NEXT: t = i32(threadIdx.x)
// PROGRAM-NEXT: [[V0:i#[0-9]+]] = t
// PROGRAM-NEXT: [[V0]] = t * 32
// PROGRAM-NEXT: store 4 &s[i64([[V0]])] unused by U2 array s
// PROGRAM-NEXT: j = t
// PROGRAM-NEXT: j = j * 32
// PROGRAM-NEXT: store 4 &s[i64(j)] unused by U2 array s
// PROGRAM-NEXT: store 4 &s[i64(opaque<unsupported-construct>("the address of 'kept' is taken", divergent):i32)] unused by U2 array s
// PROGRAM-NEXT: [[V1:""#[0-9]+]] = &s
// PROGRAM-NEXT: "view.p" = [[V1]]
// PROGRAM-NEXT: "view.pitch" = 32
// PROGRAM-NEXT: [[V2:i#[0-9]+]] = t
// PROGRAM-NEXT: region "fill" {
// PROGRAM-NEXT: store 4 ("view.p" + u64(i64([[V2]] * "view.pitch") * 4:i64)) unused by U2
// PROGRAM-NEXT: "view.pitch" = 2
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 ("view.p" + u64(i64(t * "view.pitch") * 4:i64)) unused by U2
// PROGRAM-NEXT: store 4 &s[i64(opaque<unsupported-construct>("the address of 'k' is taken", divergent):i32)] unused by U2 array s
// PROGRAM-NEXT: l = t
// PROGRAM-NEXT: l = l * 2
// PROGRAM-NEXT: store 4 &s[i64(l)] unused by U2 array s
// PROGRAM-NEXT: [[V3:""#[0-9]+]] = t
// PROGRAM-NEXT: "m[1]" = [[V3]]
// PROGRAM-NEXT: [[V4:""#[0-9]+]] = t * 32
// PROGRAM-NEXT: "m[1]" = [[V4]]
// PROGRAM-NEXT: store 4 &s[i64("m[1]")] unused by U2 array s
// PROGRAM-NEXT: y = t
// PROGRAM-NEXT: [[V5:""#[0-9]+]] = y
// PROGRAM-NEXT: "n.y" = [[V5]]
// PROGRAM-NEXT: [[V6:""#[0-9]+]] = t * 32
// PROGRAM-NEXT: "n.y" = [[V6]]
// PROGRAM-NEXT: store 4 &s[i64("n.y")] unused by U2 array s
// PROGRAM-NEXT: l = t * 4
// PROGRAM-NEXT: store 4 &s[i64(l)] unused by U2 array s
// PROGRAM-NEXT: }
