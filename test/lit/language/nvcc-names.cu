// What nvcc accepts is no error: storage classes and narrowing that Clang makes
// errors of, chevrons with blanks in them, the C library's functions in host
// code without an #include, and names of CUDA's own libraries.
//
// RUN: %banklint --cuda-headers=builtin --format=json %s | %python %verdict %s
// RUN: %banklint --cuda-headers=builtin %s 2>&1 | FileCheck %s
//
// CHECK-NOT: parse error

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cusparse.h>

#define FORMAT "u"

__global__ void accepted(float *out, int n) {
  register int x = threadIdx.x;
  unsigned limits[2] = {n, 1};
  int scaled[] = {1.5 * n};
  __shared__ float s[64];
  cudaGridDependencySynchronize();
  static_assert(__CUDA_ARCH_LIST__ == 900, "one architecture");
  s[2 * x % 64] = out[limits[0] + scaled[0]]; // expect: store 2/1 2-way
  cudaTriggerProgrammaticLaunchCompletion();
  printf("%"FORMAT, limits[1]);
}

namespace stream {
struct Out {};
template <typename T> Out &operator<<(Out &o, T);
template <> Out &operator<< <int>(Out &o, int);
} // namespace stream

template <typename T> struct Box {};
typedef Box<Box<Box<int> > > Nested;

void launch(float *out, int n) {
  accepted << < 1, dim3(32, 1) >> > (out, n);
  accepted <<  <
      dim3(2), 32 >>> (out, n >> 1);
}

double host(float f, double d, int *e) {
  clock_t start = clock();
  time_t now = time(0);
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1);
  srand48(strtol(getenv("SEED"), nullptr, 10));
  if (abs(f) + abs(d) > abs(-1L) || abs(-1) > labs(-1))
    return 0;
  if (!isfinite(f) || isnan(d))
    return tanhf(f) + coshf(f) + frexp(f, e) + fmin(20.0, f) + atan2(d, f);
  return double(clock() - start) / CLOCKS_PER_SEC + now + rsqrt(d);
}

cublasStatus_t multiply(float *a, cuComplex *c, __half *h) {
  cublasHandle_t handle;
  cublasCreate_v2(&handle);
  cublasSetStream_v2(handle, 0);
  float one = 1;
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, a, 8, a, 8, &one,
              a, 8);
  cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &one, a, 8, a, 8,
                 &one, a, 8);
  cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, nullptr, nullptr, 8,
              nullptr, 8, nullptr, nullptr, 8);
  cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, 8, 8, 8, c, c, 8, c, 8, c, c, 8);
  cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, h, h, 8, h, 8, h, h, 8);
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a,
                            8, 64, a, 8, 64, &one, a, 8, 64, 4);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &one, a, CUDA_R_32F, 8,
               a, CUDA_R_32F, 8, &one, a, CUDA_R_32F, 8, CUDA_R_32F,
               CUBLAS_GEMM_DEFAULT);
  cublasLtMatrixTransformDesc_t transform;
  cublasLtMatrixTransformDescCreate(&transform, CUDA_R_32F);
  return cublasDestroy_v2(handle);
}

void sparse(int *rows, int *columns, float *values) {
  cusparseSpMatDescr_t matrix;
  if (cusparseCreateCsr(&matrix, 8, 8, 8, rows, columns, values,
                        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                        CUSPARSE_INDEX_BASE_ZERO,
                        CUDA_R_32F) != CUSPARSE_STATUS_SUCCESS)
    exit(1);
  cusparseDestroySpMat(matrix);
}

// Macros of <math.h> and <limits.h>.
__global__ void limits(float *out, long *whole) {
  out[0] = -INFINITY + NAN + HUGE_VALF + float(HUGE_VAL) + MAXFLOAT;
  whole[0] = LONG_MIN + LONG_MAX + INT_MIN + SHRT_MAX + UCHAR_MAX + CHAR_BIT;
}
