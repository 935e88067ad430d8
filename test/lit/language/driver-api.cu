// What code asks of the driver API: handles that processes share, and maps of
// tensors.
//
// RUN: %banklint --format=json --cuda-headers=builtin --fail-on=parse-errors %s | %python %verdict %s

#include <cuda.h>
#include <cudaTypedefs.h>

static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) == 64, "");
static_assert(sizeof(CUipcEventHandle) == 64, "");

CUipcEventHandle shared;
CUgraphExec graph;
PFN_cuTensorMapEncodeTiled encode;

template <int Pitch>
__global__ void k(const __grid_constant__ CUtensorMap map, float *out) {
  __shared__ float s[32 * Pitch];
  s[threadIdx.x * Pitch] = out[threadIdx.x]; // expect: store 32/1 32-way
}
void launch(float *out) {
  CUtensorMap map{};
  encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, out, nullptr, nullptr,
         nullptr, nullptr, CU_TENSOR_MAP_INTERLEAVE_NONE,
         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  cuIpcGetEventHandle(&shared, nullptr);
  k<32><<<1, 32>>>(map, out);
}
