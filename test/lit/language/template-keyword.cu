// nvcc takes calls of member templates of dependent objects without `template`.
// Clang takes the arguments for comparisons, and drops what it instantiates.
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
  out[4] = *AT(rows)(0);                     // expect: load 1/1
  // A comparison stays one.
  out[5] = s[threadIdx.x * (N < 4)];         // expect: load 1/1
}
void launch(float *out) { column<32><<<1, 32>>>(out); }
