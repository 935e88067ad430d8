// Names of kernels with long template arguments keep what tells them apart.
// RUN: %banklint %s | FileCheck %s
// RUN: %banklint --format=json %s | FileCheck %s --check-prefix=JSON

namespace quite_a_long_name_of_a_library {
template <typename Value, int Threads, int Items> struct PolicyOfAlgorithm {};
template <typename... Each> struct TupleOfIterators {};
} // namespace quite_a_long_name_of_a_library
using namespace quite_a_long_name_of_a_library;

// CHECK: note: in 'column<..., {{32|64}}>' for the launch
// JSON: "name": "column<quite_a_long_name_of_a_library::PolicyOfAlgorithm<float, 256, 4>, quite_a_long_name_of_a_library::TupleOfIterators<float *, const float *, unsigned long long *, float *, const float *>, 32>"
template <typename Policy, typename Iterators, int Pitch>
__global__ void column(float *out) {
  __shared__ float tile[32][Pitch];
  out[threadIdx.x] = tile[threadIdx.x][0];
}
using Iterators = TupleOfIterators<float *, const float *, unsigned long long *,
                                   float *, const float *>;
void run(float *out) {
  column<PolicyOfAlgorithm<float, 256, 4>, Iterators, 32><<<1, 32>>>(out);
  column<PolicyOfAlgorithm<float, 512, 4>, Iterators, 64><<<1, 32>>>(out);
}
