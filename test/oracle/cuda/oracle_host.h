//===- oracle_host.h - Launches and the host's interface ----*- C++ -*-===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ORACLE_HOST_H
#define ORACLE_HOST_H

using cudaError_t = int;
using cudaStream_t = void *;
using cudaEvent_t = void *;
enum { cudaSuccess = 0 };
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault,
};

template <class T> cudaError_t cudaMalloc(T **Place, size_t Bytes) {
  *Place = static_cast<T *>(calloc(Bytes + 4096, 1));
  return cudaSuccess;
}
template <class T> cudaError_t cudaMallocManaged(T **Place, size_t Bytes) {
  return cudaMalloc(Place, Bytes);
}
template <class T> cudaError_t cudaMallocHost(T **Place, size_t Bytes) {
  return cudaMalloc(Place, Bytes);
}
inline cudaError_t cudaFree(void *) { return cudaSuccess; }
inline cudaError_t cudaFreeHost(void *) { return cudaSuccess; }
inline cudaError_t cudaMemset(void *Place, int Value, size_t Bytes) {
  memset(Place, Value, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                              cudaMemcpyKind) {
  memmove(To, From, Bytes);
  return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbol(T &To, const void *From, size_t Bytes) {
  memmove(&To, From, Bytes);
  return cudaSuccess;
}
inline const char *cudaGetErrorString(cudaError_t) { return ""; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
template <class F> cudaError_t cudaFuncSetAttribute(F, int, int) {
  return cudaSuccess;
}
enum { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };

namespace oracle {

/// kernel<<<Grid, Block, Bytes, Stream>>>(...) is rewritten to
/// Launch(Grid, Block, Bytes, Stream)->*[&] { kernel(...); }.
struct Launch {
  Launch(dim3 Grid, dim3 Block, size_t Bytes = 0, cudaStream_t = nullptr)
      : Grid(Grid), Block(Block), Bytes(Bytes) {}

  template <class F> void operator->*(F Thread) const {
    oracle_launch(
        Grid, Block, Bytes, [](void *It) { (*static_cast<F *>(It))(); },
        &Thread);
  }

  dim3 Grid, Block;
  size_t Bytes;
};

/// An argument that nobody gave.
template <class T> struct Any {
  static T value() { return T(); }
};
template <class T> struct Any<T *> {
  static T *value() { return reinterpret_cast<T *>(oracle_scratch()); }
};
template <> struct Any<int> {
  static int value() { return 5; }
};
template <> struct Any<unsigned> {
  static unsigned value() { return 5; }
};

/// Calls \p Kernel with made-up arguments.
template <class... P> void callAny(void (*Kernel)(P...)) {
  Kernel(Any<typename std::remove_cv<P>::type>::value()...);
}

} // namespace oracle

#endif // ORACLE_HOST_H
