// The groups of a cluster, which CUDA's own header has for nvcc alone.
//
// RUN: %banklint --arch=sm_90 --format=json %s > %t.json
// RUN: %python %verdict %s < %t.json

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void exchange(float *out) {
  __shared__ float s[32 * 32];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x * 32] = out[threadIdx.x];         // expect: store 32/1 32-way
  cluster.sync();
  float *other = cluster.map_shared_rank(s, cluster.block_rank() ^ 1); // expect: unknown load unknown-call
  out[threadIdx.x] = other[threadIdx.x * 32];     // expect: unknown load unknown-call
  cluster.sync();
}
void launch(float *out) { exchange<<<2, 32>>>(out); }
