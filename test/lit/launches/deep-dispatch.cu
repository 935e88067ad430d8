// A call that ends in one of several states is executed once, however deep it
// stands: all instantiations of a recursive dispatch are reached from the top,
// which knows the stride.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Rows, int Columns> __global__ void tile(float *out, int stride) {
  __shared__ float s[2048];
  // expect: store 2/1 2-way
  s[(threadIdx.x * stride + threadIdx.y) % 2048] = Rows * Columns;
}

template <int Rows, int Columns, int Most> struct Dispatch {
  static void run(int rows, int columns, float *out, int stride) {
    if (Rows == rows && Columns == columns) {
      tile<Rows, Columns><<<1, dim3(32, Rows)>>>(out, stride);
    } else if (Rows < rows && Columns < columns) {
      if constexpr (Rows < Most && Columns < Most)
        Dispatch<Rows + 1, Columns + 1, Most>::run(rows, columns, out, stride);
    } else if (Rows < rows) {
      if constexpr (Rows < Most)
        Dispatch<Rows + 1, Columns, Most>::run(rows, columns, out, stride);
    } else if (Columns < columns) {
      if constexpr (Columns < Most)
        Dispatch<Rows, Columns + 1, Most>::run(rows, columns, out, stride);
    }
  }
};

void launch(float *out, int rows, int columns) {
  Dispatch<1, 1, 12>::run(rows, columns, out, 2);
}
