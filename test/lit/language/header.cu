// A kernel in a header; its launch may be in the file that includes it.
//
// RUN: %banklint --format=json %s | %python %verdict %s %S/Inputs/kernel.cuh

#include "Inputs/kernel.cuh"

void launch(float *out) {
  fromHeader<<<1, dim3(32, 32)>>>(out);
  fromHeader<<<1, dim3(16, 16)>>>(out);
}
