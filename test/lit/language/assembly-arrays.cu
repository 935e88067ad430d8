// Assembly declares shared memory: how much follows the start of a dynamic array
// is not known. Nothing else changes.
//
// RUN: %banklint %s 2>&1 | FileCheck %s --implicit-check-not='warning:'
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

// The compiler does not take this for the device.
asm(".shared .align 16 .b32 outside[64];");

__global__ void declared(float *out) {
  asm(".shared .align 16 .b32 share[1088];" ::);
  extern __shared__ float2 shr[];
  int t = threadIdx.x;
  // PROGRAM: kernel "declared"
  // PROGRAM: unknown_arrays
  // PROGRAM-NEXT: assembly_arrays
  shr[t] = make_float2(out[t], 0); // expect: store 2/2
  __syncthreads();
  // CHECK: [[#@LINE+1]]:12: warning: load of 'shr[(31 - t) * 2].x' takes 4 wavefronts per block
  out[t] = shr[(31 - t) * 2].x; // expect: load 4/1 4-way
  out[t] += shr[t - 32].y; // expect: load 2/1 2-way
}

__device__ void allocate() {
  asm("{ .reg .u32 a; /* b */ .shared .b32 x; }");
}
__global__ void inFunction(float *out) {
  extern __shared__ float dynamic[];
  allocate();
  dynamic[threadIdx.x] = 1; // expect: store 1/1
}

// Those of other kernels change nothing here; nor do accesses, or a comment.
__global__ void other(float *out) {
  extern __shared__ float dynamic[];
  asm("// .shared .b32 x;\n .reg .f32 shared;");
  asm volatile("fence.proxy.async.shared::cta;" ::);
  // PROGRAM: kernel "other"
  // PROGRAM-NOT: assembly_arrays
  // CHECK: [[#@LINE+1]]:3: warning: store to 'dynamic[threadIdx.x]' is beyond the end of 'dynamic': the launch gives 'dynamic' 0 bytes
  dynamic[threadIdx.x] = 1; // expect: store 1/1
}

void launch(float *out) {
  declared<<<1, 32>>>(out);
  inFunction<<<1, 32>>>(out);
  other<<<1, 32>>>(out);
}
