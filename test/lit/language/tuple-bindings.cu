// Structured bindings of what is like a tuple: get<I>() gives the parts.
//
// RUN: %banklint --format=json %s | %python %verdict %s

namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
} // namespace std

struct Place {
  int row, column;
  template <int I> __device__ constexpr int get() const {
    return I == 0 ? row : column;
  }
};
struct Tile {
  float *data;
  int pitch;
};
template <int I> __device__ auto &&get(Tile &&tile) {
  if constexpr (I == 0)
    return static_cast<float *&&>(tile.data);
  else
    return static_cast<int &&>(tile.pitch);
}
namespace std {
template <> struct tuple_size<Place> { static constexpr unsigned long value = 2; };
template <unsigned long I> struct tuple_element<I, Place> { using type = int; };
template <> struct tuple_size<Tile> { static constexpr unsigned long value = 2; };
template <> struct tuple_element<0, Tile> { using type = float *; };
template <> struct tuple_element<1, Tile> { using type = int; };
} // namespace std

struct Entry {
  float value, weight;
  template <int I> __device__ float &get() { return I == 0 ? value : weight; }
};
namespace std {
template <> struct tuple_size<Entry> { static constexpr unsigned long value = 2; };
template <unsigned long I> struct tuple_element<I, Entry> { using type = float; };
} // namespace std

__device__ Place placeOf(int t) { return {t, 2 * t}; }

__global__ void tuples(float *out) {
  __shared__ volatile float s[32][64];
  __shared__ float tile[1024];
  auto [row, column] = placeOf(threadIdx.x);
  s[0][column] = 1; // expect: store 2/1 2-way
  s[row][0] = 1; // expect: store 32/1 32-way
  const auto [y, x] = Place{1, int(threadIdx.x)};
  s[y][x] = 1; // expect: store 1/1
  auto [data, pitch] = Tile{tile, 4};
  data[pitch * threadIdx.x] = 1; // expect: upper-bound store 4/1 4-way
}

__global__ void ranges(float *out) {
  __shared__ Entry entries[4];
  for (auto &[value, weight] : entries)
    value = weight; // expect: store 1/1, load 1/1
}

// Of a lambda that captures a part, the value is that of the part.
__global__ void captured(float *out) {
  __shared__ volatile float s[1024];
  auto [row, column] = placeOf(threadIdx.x);
  struct { int a, b; } plain = {int(threadIdx.x), 4 * int(threadIdx.x)};
  auto [a, b] = plain;
  auto f = [=] { return b; };
  s[f()] = 1; // expect: store 4/1 4-way
}

void launch(float *out) {
  tuples<<<1, 32>>>(out);
  ranges<<<1, 32>>>(out);
  captured<<<1, 32>>>(out);
}
