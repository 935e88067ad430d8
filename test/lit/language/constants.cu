// Values that the source gives, and sides of '?:' that are never executed.
//
// RUN: %banklint --format=json %s | %python %verdict %s

template <int Rows, int Columns> struct Tile {
  static constexpr int I = Rows;
  static const int J = Columns;
  int x[4];
};

// The object is a parameter, and no constant.
template <int Rows, int Columns>
__device__ void load(Tile<Rows, Columns> &tile, const int *from, int stride) {
  from += (threadIdx.x % tile.I) * stride + (threadIdx.x / tile.I) * (tile.J / 2);
  tile.x[0] = *from; // expect: load 4/1 4-way
}

__global__ void throughObjects(int *out) {
  __shared__ int s[1024];
  Tile<16, 8> tile;
  load(tile, s, 36);
  out[threadIdx.x] = tile.x[0];
}

template <bool UseShared>
__global__ void choice(const float *global, float *out, int n) {
  __shared__ float s[2048];
  float sum = 0;
  for (int i = threadIdx.x; i < 64; i += 32)
    sum += UseShared ? s[i * 2] : global[i]; // expect[choice<true>]: load 2/1 2-way
  float *p = UseShared ? s : out;
  p[threadIdx.x * 4] = sum; // expect[choice<true>]: store 4/1 4-way
}

void launch(float *out) {
  throughObjects<<<1, 32>>>((int *)out);
  choice<false><<<1, 32>>>(out, out, 64);
  choice<true><<<1, 32>>>(out, out, 64);
}
