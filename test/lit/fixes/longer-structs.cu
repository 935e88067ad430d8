// An array of structs is tried with one more member, which copies of whole
// structs copy, too.
//
// RUN: %banklint %s | FileCheck %s

struct Particle { float x, y, z, w, vx, vy, vz, m; };
__global__ void push(Particle *p, float dt) {
  // CHECK: note: 's' is declared here with elements of 32 bytes; make 'Particle' 36 bytes long instead of 32, wherever it is used, by another member behind the others: {{.*}}512 more bytes
  __shared__ Particle s[128];
  int t = threadIdx.x;
  s[t] = p[blockIdx.x * 128 + t];
  __syncthreads();
  s[t].x += s[t].vx * dt;
  s[t].y += s[t].vy * dt;
  s[t].z += s[t].vz * dt;
  __syncthreads();
  p[blockIdx.x * 128 + t] = s[t];
}

// As the note says, nothing is left.
struct Padded { float x, y, z, w, vx, vy, vz, m, pad; };
__global__ void pushPadded(Padded *p, float dt) {
  // CHECK-NOT: 'a' is declared
  __shared__ Padded a[128];
  int t = threadIdx.x;
  a[t] = p[blockIdx.x * 128 + t];
  __syncthreads();
  a[t].x += a[t].vx * dt;
  a[t].y += a[t].vy * dt;
  a[t].z += a[t].vz * dt;
  __syncthreads();
  p[blockIdx.x * 128 + t] = a[t];
}
void run(Particle *p, Padded *q) {
  push<<<100, 128>>>(p, 0.1f);
  pushPadded<<<100, 128>>>(q, 0.1f);
}
