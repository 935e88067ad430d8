// The compiler loads the members of a vector that something uses. The measured
// ones are in test/truth/collections/kernels/used_members.cu; here are the ways of use.
//
// RUN: %banklint --print-program %s | FileCheck %s

__device__ float first(float4 v) { return v.x; }
__device__ float second(const float4 &v) { return v.y; }
__device__ float nested(float4 v) { return first(v) + v.w; }
__device__ float unknown(float4 v);
__device__ __noinline__ float apart(float4 v) { return v.x; }

__global__ void k(float *out, int n) {
  __shared__ float4 s[32];
  __shared__ float2 p[32];
  __shared__ float words[128];
  int t = threadIdx.x;

  // CHECK: load 4 &s[i64(t)] {{.*}} text "s[t].x"
  float4 a = s[t];
  out[0] = a.x;
  // CHECK-NEXT: load 8 &s[i64(t + 1)].bytes(8:i64) {{.*}} text "s[t + 1].z and .w"
  float4 b = s[t + 1];
  out[1] = b.z * b.w;
  // CHECK-NEXT: load 4 &s[i64(t + 2)].bytes(4:i64) {{.*}} text "s[t + 2].y"
  // CHECK-NEXT: load 4 &s[i64(t + 2)].bytes(8:i64) {{.*}} text "s[t + 2].z"
  float4 c = s[t + 2];
  out[2] = c.y * c.z;
  // CHECK-NEXT: load 16 &s[i64(t + 3)] {{.*}} text "s[t + 3]"
  float4 d = s[t + 3];
  out[3] = d.x + d.y + d.z;
  // CHECK-NEXT: load 4 &p[i64(t)].bytes(4:i64) {{.*}} text "p[t].y"
  float2 e = p[t];
  out[4] = e.y;

  // Through calls, by value and by reference.
  // CHECK-NEXT: load 4 &s[i64(t + 4)] {{.*}} text "s[t + 4].x"
  // CHECK-NEXT: load 4 &s[i64(t + 4)].bytes(12:i64) {{.*}} text "s[t + 4].w"
  float4 f = s[t + 4];
  // CHECK: load 4 &s[i64(t + 5)].bytes(4:i64) {{.*}} text "s[t + 5].y"
  out[5] = nested(f);
  float4 g = s[t + 5];
  out[6] = second(g);
  // CHECK: load 4 &s[i64(t + 6)] {{.*}} text "s[t + 6].x"
  out[7] = first(s[t + 6]);

  // A cast makes the vector.
  // CHECK: load 4 {{.*}} text "*(float4 *)&words[4 * t].z"
  float4 u = *(float4 *)&words[4 * t];
  out[16] = u.z;

  // A use in any code that is executed counts.
  // CHECK: load 8 &s[i64(t + 7)] {{.*}} text "s[t + 7].x and .y"
  float4 h = s[t + 7];
  out[8] = n ? h.x + 1 : h.y + 2;
  if (sizeof(int) == 8)
    out[9] = h.w;

  // Changed, or copied.
  // CHECK: load 4 &s[i64(t + 8)] {{.*}} text "s[t + 8].x"
  float4 i = s[t + 8];
  i.x += 1;
  out[10] = i.x;
  // The whole: it leaves.
  // CHECK: load 16 &s[i64(t + 9)]
  float4 j = s[t + 9];
  out[11] = unknown(j);
  // CHECK: load 16 &s[i64(t + 10)]
  float4 l = s[t + 10];
  out[12] = apart(l);
  // CHECK: load 4 &s[i64(t + 11)] apart by P2 array s {{.*}} text "s[t + 11].x"
  float4 m = s[t + 11];
  float4 o = m;
  out[13] = o.x;
  // CHECK: load 4 &s[i64(t + 12)] by P2 array s {{.*}} text "s[t + 12].x"
  float4 q = s[t + 12];
  float *r = &q.x;
  out[14] = *r;
  // Not all are used.
  // CHECK: load 4 &s[i64(t + 13)] by P2 array s {{.*}} text "s[t + 13].x"
  auto [x, y, z, w] = s[t + 13];
  out[15] = x;
}
