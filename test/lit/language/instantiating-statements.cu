// Clang drops a statement that instantiates a template with an error, and says
// nothing of the statement. What is accessed there is unknown; the next use of
// the same template is kept.
//
// RUN: %banklint --format=json %s | %python %verdict --parse-errors 3 %s

template <int N> struct Missing {
  static const int value = N * nowhere<N>();
};
template <int N> struct Field {
  typename Missing<N>::Type member;
  static const int value = N;
};
template <int N> __device__ auto broken() { return nowhere<N>(); }

__global__ void dropped(int *out) {
  __shared__ int s[64];
  s[threadIdx.x * 2] = 1;                         // expect: store 2/1 2-way
  __syncthreads();
  out[0] = s[threadIdx.x * 4 + Missing<9>::value]; // expect: unknown load parse-error
  out[1] = s[threadIdx.x * 4 + Missing<9>::value]; // expect: unknown load parse-error
  s[threadIdx.x * Field<3>::value] = 1;           // expect: unknown store parse-error
  s[threadIdx.x + broken<3>()] = 1;               // expect: unknown store parse-error
}
void launch(int *out) { dropped<<<1, 32>>>(out); }
