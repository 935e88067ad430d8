// nvcc takes calls of member templates of dependent objects without `template`,
// and names of dependent types without `typename`. Clang takes the arguments for
// comparisons, and drops what it instantiates.
//
// RUN: %banklint --format=json --fail-on=parse-errors %s | %python %verdict %s

template <int Pitch> struct Rows {
  float *base;
  template <int Step> __device__ float *at(int row) {
    return base + row * Pitch * Step;
  }
  template <int Step> static __device__ int times(int row) { return row * Step; }
  template <int Step> __device__ float *twice(int row) {
    return this->at<2>(row);
  }
};
#define AT(ROWS) ROWS.at<2>

template <int N> __device__ float first(Rows<N> &rows, int row) {
  return *(rows.at<1>(row) + 5); // expect: load 32/1 32-way
}
template <int N> __global__ void column(float *out) {
  __shared__ float s[2 * N * N];
  Rows<N> rows{s};
  out[0] = *rows.at<1>(threadIdx.x);         // expect: load 32/1 32-way
  out[1] = first(rows, threadIdx.x);
  out[2] = *rows.at<N - 30>(threadIdx.x);    // expect: load 32/1 32-way
  out[3] = s[Rows<N>::times<2>(threadIdx.x)]; // expect: load 2/1 2-way
  // Of a static one, Clang says something else.
  out[6] = s[rows.times<4>(threadIdx.x)];    // expect: load 4/1 4-way
  out[4] = *AT(rows)(0);                     // expect: load 1/1
  // A comparison stays one.
  out[5] = s[threadIdx.x * (N < 4)];         // expect: load 1/1
}
struct Wide {
  using Element = double;
};
template <typename T, int N> __device__ T *rowsOf(void *from) { return (T *)from + N; }
template <typename G> __global__ void named(float *out) {
  extern __shared__ float whole[];
  typename G::Element *rows = rowsOf<G::Element, 32>(whole);
  out[0] = rows[threadIdx.x * 16]; // expect: load 32/2 16-way
}
void launch(float *out) {
  column<32><<<1, 32>>>(out);
  named<Wide><<<1, 32, 8192>>>(out);
}
