// Instances of the block reductions of FasterTransformer, with 1024 threads: 32
// lanes are live in the last step.
#include "src/fastertransformer/kernels/reduce_kernel_utils.cuh"

__global__ void __launch_bounds__(1024) reduceFour(float *data) {
  float values[4];
  for (int i = 0; i < 4; i++)
    values[i] = data[i * blockDim.x + threadIdx.x];
  fastertransformer::blockReduceMaxV2<float, 4>(values);
  fastertransformer::blockReduceSumV2<float, 4>(values);
  for (int i = 0; i < 4; i++)
    data[i * blockDim.x + threadIdx.x] = values[i];
}

void launch(float *data) { reduceFour<<<8, 1024>>>(data); }
