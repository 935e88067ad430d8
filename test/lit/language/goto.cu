// A goto over code is a branch. Others are not followed; nothing is claimed of
// what they may change.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

__global__ void backward(float *out, int n) {
  __shared__ float s[4096];
  int i = threadIdx.x;
  int round = 0;
again:
  // Strides 1, 2 and 4.
  s[i] = 1; // expect: unknown store unsupported-construct
  i *= 2;
  if (++round < 3)
    goto again;
}

__global__ void forward(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  if (t >= 8)
    goto end;
  // Eight lanes take part.
  s[t * 32] = 1; // expect: store 8/1 8-way
end:
  s[t] = 2; // expect: store 1/1 1-way
}

// Two jumps to one label, one of them with other code before it, and another
// jump in what they leave out.
__global__ void nested(float *out, int n) {
  __shared__ volatile float s[1024];
  int t = threadIdx.x;
  if (t >= 16) {
    s[t * 2] = 1; // expect: store 1/1 1-way
    goto end;
  }
  s[t * 32] = 1; // expect: store 16/1 16-way
  if (t >= 8)
    goto end;
  if (t >= 4)
    goto next;
  s[t * 32] = 2; // expect: store 4/1 4-way
next:
  s[t * 32] = 3; // expect: store 8/1 8-way
end:
  s[t * 32] = 4; // expect: store 32/1 32-way
}

// Labels in the code before a jump.
__global__ void inner(float *out, int n) {
  __shared__ volatile float s[1024];
  int t = threadIdx.x;
  if (t >= 16) {
    if (t >= 24)
      goto inside;
    s[t * 32] = 1; // expect: store 8/1 8-way
  inside:
    s[t * 32] = 2; // expect: store 16/1 16-way
    goto end;
  }
  s[t * 32] = 3; // expect: store 16/1 16-way
end:
  s[t * 32] = 4; // expect: store 32/1 32-way
}

// Another jump leads into what one leaves out.
__global__ void back(float *out, int n) {
  __shared__ float s[4096];
  int round = 0;
  if (n > 3)
    goto end;
again:
  s[threadIdx.x * 32] = 1; // expect: unknown store unsupported-construct
end:
  if (++round < 3)
    goto again;
}

// Blocks that are lowered otherwise.
__global__ void cases(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  switch (n) {
  case 0:
    if (t >= 8)
      goto end;
    s[t * 32] = 1; // expect: unknown store unsupported-construct
  end:
    s[t] = 2; // expect: unknown store unsupported-construct
  }
}
__global__ void value(float *out, int n) {
  __shared__ float s[4096];
  int r = threadIdx.x * 32;
  int i = ({ if (n >= 0) { r = threadIdx.x; goto found; } r = 0; found:; r; });
  s[i] = 1; // expect: unknown store unsupported-construct
}

// Out of a loop, and out of two branches at once.
__global__ void outward(float *out, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    if (t == i)
      goto end;
    s[t * 32] = 1; // expect: unknown store unsupported-construct
  }
  s[t] = 2; // expect: unknown store unsupported-construct
end:
  s[t] = 3; // expect: unknown store unsupported-construct
}

__global__ void without(float *out) {
  __shared__ float s[4096];
  s[threadIdx.x * 32] = 1; // expect: store 32/1 32-way
}

void launch(float *out, int n) {
  backward<<<1, 32>>>(out, n);
  forward<<<1, 32>>>(out, n);
  nested<<<1, 32>>>(out, n);
  outward<<<1, 32>>>(out, n);
  inner<<<1, 32>>>(out, n);
  back<<<1, 32>>>(out, 5);
  cases<<<1, 32>>>(out, 0);
  value<<<1, 32>>>(out, 0);
  without<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "backward"
// PROGRAM: body {
// PROGRAM-NEXT: round = opaque<unsupported-construct>("'backward' contains goto", divergent):i32
// PROGRAM-NEXT: store 4 opaque<unsupported-construct>("'backward' contains goto", divergent):u64 array s
// PROGRAM-NEXT: round = opaque<unsupported-construct>("'backward' contains goto", divergent):i32
// PROGRAM-NEXT: if (round < 3) {
// PROGRAM-NEXT: }
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "forward"
// PROGRAM: t = {{.*}}threadIdx.x
// PROGRAM-NEXT: if (t >= 8) {
// PROGRAM-NEXT: } else {
// PROGRAM-NEXT: store 4 &s[i64(t * 32)] array s
// PROGRAM-NEXT: }
// PROGRAM-NEXT: store 4 &s[i64(t)] array s
// PROGRAM-NEXT: }
// PROGRAM-LABEL: kernel "without"
// PROGRAM: store 4 &s[i64(threadIdx.x * 32:u32)] array s
