// What matters of CuTe: types that say where the elements of a tensor lie.
namespace cute {

template <int N> struct C {};

template <int Bits, int Base, int Shift> struct Swizzle {
  __host__ __device__ static int apply(int offset) {
    return offset ^ ((offset >> Shift) & (((1 << Bits) - 1) << Base));
  }
};

// Of two modes.
template <class Shape, class Stride> struct Layout;
template <class...> struct tuple {};
template <int M, int N, int Row, int Column>
struct Layout<tuple<C<M>, C<N>>, tuple<C<Row>, C<Column>>> {
  __host__ __device__ static int at(int i, int j) {
    return i * Row + j * Column;
  }
};
template <class Outer, class Offset, class Inner> struct ComposedLayout {
  __host__ __device__ static int at(int i, int j) {
    return Outer::apply(Inner::at(i, j));
  }
};

template <class Pointer> struct smem_ptr {
  Pointer pointer;
};
template <class Swizzle, class Iterator> struct swizzle_ptr {
  Iterator pointer;
  __host__ __device__ auto &operator[](int i) const { return pointer[i]; }
};
template <class Iterator> struct ViewEngine {
  Iterator iterator;
};

template <class Engine, class Layout> struct Tensor {
  Engine engine;
  __host__ __device__ auto &operator()(int i, int j) const {
    return engine.iterator.pointer[Layout::at(i, j)];
  }
};

template <class Layout, class T>
__host__ __device__ auto make_smem_tensor(T *pointer) {
  return Tensor<ViewEngine<smem_ptr<T *>>, Layout>{{{pointer}}};
}

// What the swizzle does to addresses is left out.
template <class Layout, class Swizzle, class T>
__host__ __device__ auto make_swizzled_tensor(T *pointer) {
  using Pointer = swizzle_ptr<Swizzle, T *>;
  return Tensor<ViewEngine<smem_ptr<Pointer>>, Layout>{{{{pointer}}}};
}

// A row to each lane.
template <class Source, class Target>
__host__ __device__ void copy(const Source &source, const Target &target,
                              int i, int j) {
  target(i, j) = source(i, j);
}

// Several elements that follow each other.
template <class Tensor, class Piece>
__host__ __device__ void write(const Tensor &to, int i, int j,
                               const Piece &from) {
  *reinterpret_cast<Piece *>(&to(i, j)) = from;
}
template <class Tensor, class Piece>
__host__ __device__ void read(const Tensor &from, int i, int j, Piece &to) {
  to = *reinterpret_cast<const Piece *>(&from(i, j));
}

} // namespace cute
