// CUDA's vector types: a whole one is accessed in pieces of its alignment, a member alone.
//
// RUN: %banklint --format=json %s | %python %verdict %s
// RUN: %banklint --print-program %s | FileCheck %s --check-prefix=PROGRAM

template <typename T> __global__ void whole(T *out) {
  __shared__ T s[256];
  int t = threadIdx.x;
  // One row of 32 elements, side by side.
  // expect[whole<char1>]: store 1/1
  // expect[whole<uchar2>]: store 1/1
  // expect[whole<char3>]: store 3/3
  // expect[whole<uchar4>]: store 1/1
  // expect[whole<short1>]: store 1/1
  // expect[whole<ushort2>]: store 1/1
  // expect[whole<ushort3>]: store 6/3 2-way
  // expect[whole<short4>]: store 2/2
  // expect[whole<int1>]: store 1/1
  // expect[whole<uint2>]: store 2/2
  // expect[whole<int3>]: store 3/3
  // expect[whole<uint4>]: store 4/4
  // expect[whole<long1>]: store 2/2
  // expect[whole<ulong2>]: store 4/4
  // expect[whole<long3>]: store 6/6
  // expect[whole<ulonglong4>]: store 16/8 2-way
  // expect[whole<float3>]: store 3/3
  // expect[whole<double2>]: store 4/4
  // expect[whole<double4>]: store 16/8 2-way
  s[t] = T();
  // expect[whole<char1>]: load 1/1
  // expect[whole<uchar2>]: load 1/1
  // expect[whole<char3>]: load 1/1
  // expect[whole<uchar4>]: load 1/1
  // expect[whole<short1>]: load 1/1
  // expect[whole<ushort2>]: load 1/1
  // expect[whole<ushort3>]: upper-bound load 2/1 2-way
  // expect[whole<short4>]: upper-bound load 2/1 2-way
  // expect[whole<int1>]: load 1/1
  // expect[whole<uint2>]: upper-bound load 2/1 2-way
  // expect[whole<int3>]: load 1/1
  // expect[whole<uint4>]: upper-bound load 4/1 4-way
  // expect[whole<long1>]: load 2/2
  // expect[whole<ulong2>]: upper-bound load 4/2 2-way
  // expect[whole<long3>]: load 2/2
  // expect[whole<ulonglong4>]: upper-bound load 8/2 4-way
  // expect[whole<float3>]: load 1/1
  // expect[whole<double2>]: upper-bound load 4/2 2-way
  // expect[whole<double4>]: upper-bound load 8/2 4-way
  out[t].x = s[t].x;
}

__global__ void members(float *out) {
  __shared__ float4 f[256];
  __shared__ double3 d[64];
  int t = threadIdx.x;
  f[t].w = f[t].y;            // expect: store 4/1 4-way, upper-bound load 4/1 4-way
  f[t * 8].z = 1;             // expect: store 32/1 32-way
  d[t].z = 1;                 // expect: store 2/2
  float4 &v = f[t];
  v.x += 1;                   // expect: upper-bound load 4/1 4-way, upper-bound store 4/1 4-way
  float *all = &f[0].x;
  all[t] = 1;                 // expect: silent
  reinterpret_cast<float *>(&f[t])[1] = 1; // expect: upper-bound store 4/1 4-way
  f[t] = f[t * 2];            // expect: store 4/4, load 8/4 2-way
}

void launch(float *out) {
  whole<<<1, 32>>>((char1 *)out);
  whole<<<1, 32>>>((uchar2 *)out);
  whole<<<1, 32>>>((char3 *)out);
  whole<<<1, 32>>>((uchar4 *)out);
  whole<<<1, 32>>>((short1 *)out);
  whole<<<1, 32>>>((ushort2 *)out);
  whole<<<1, 32>>>((ushort3 *)out);
  whole<<<1, 32>>>((short4 *)out);
  whole<<<1, 32>>>((int1 *)out);
  whole<<<1, 32>>>((uint2 *)out);
  whole<<<1, 32>>>((int3 *)out);
  whole<<<1, 32>>>((uint4 *)out);
  whole<<<1, 32>>>((long1 *)out);
  whole<<<1, 32>>>((ulong2 *)out);
  whole<<<1, 32>>>((long3 *)out);
  whole<<<1, 32>>>((ulonglong4 *)out);
  whole<<<1, 32>>>((float3 *)out);
  whole<<<1, 32>>>((double2 *)out);
  whole<<<1, 32>>>((double4 *)out);
  members<<<1, 32>>>(out);
}

// The programs, where errors could cancel out.
//
// PROGRAM-LABEL: kernel "whole<char3>"
// PROGRAM: shared s : char3 3 [256] align 1
// PROGRAM: store 1 &s[i64(t)] pieces 3 by P3 array s
// PROGRAM-NEXT: load 1 &s[i64(t)] array s
// PROGRAM-LABEL: kernel "whole<double2>"
// PROGRAM: shared s : double2 16 [256] align 16
// PROGRAM: store 16 &s[i64(t)] array s
// PROGRAM-LABEL: kernel "whole<double4>"
// PROGRAM: shared s : double4 32 [256] align 16
// PROGRAM: store 16 &s[i64(t)] pieces 2 whole by P1 array s
// PROGRAM-LABEL: kernel "whole<float3>"
// PROGRAM: shared s : float3 12 [256] align 4
// PROGRAM: store 4 &s[i64(t)] pieces 3 whole by P1 array s
// PROGRAM-LABEL: kernel "whole<ushort3>"
// PROGRAM: shared s : ushort3 6 [256] align 2
// PROGRAM: store 2 &s[i64(t)] pieces 3 by P3 array s
// PROGRAM-LABEL: kernel "members"
// PROGRAM: load 4 &f[i64(t)].bytes(4:i64) array f
// PROGRAM-NEXT: store 4 &f[i64(t)].bytes(12:i64) array f
// PROGRAM-NEXT: store 4 &f[i64(t * 8)].bytes(8:i64) array f
// PROGRAM-NEXT: store 8 &d[i64(t)].bytes(16:i64) unused by U2 array d
// PROGRAM-NEXT: [[T:""#[0-9]+]] = i64(t)
// PROGRAM-NEXT: load 4 &f{{\[}}[[T]]] array f
// PROGRAM-NEXT: store 4 &f{{\[}}[[T]]] array f
// PROGRAM-NEXT: all = &f[0:i64]
// PROGRAM-NEXT: store 4 (all + u64(i64(t) * 4:i64))
// PROGRAM-NEXT: store 4 (&f[i64(t)] + 4:u64)
