// Launches by functions of the runtime: 32x1 conflicts, 16x2 is clean.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect[32x1x1 @ n=2]: store 2/1 2-way
  // expect[16x2x1 @ n=2]: store 1/1
  // expect[32x1x1 @ n=4]: store 4/1 4-way
  // expect[16x2x1 @ n=4]: store 2/1 2-way
  // expect[32x1x1 @ n=8]: store 8/1 8-way
  // expect[16x2x1 @ n=8]: store 4/1 4-way
  // expect[32x1x1 @ n=16]: store 16/1 16-way
  // expect[16x2x1 @ n=16]: store 8/1 8-way
  // expect[32x1x1 @ n=32]: store 32/1 32-way
  // expect[16x2x1 @ n=32]: store 16/1 16-way
  s[threadIdx.x * n] = 1;
}

void launch(float *out) {
  int n = 2;
  void *arguments[] = {&out, &n};
  cudaLaunchKernel(kernel, 1, 32, arguments);
  cudaLaunchKernel((const void *)kernel, 1, dim3(16, 2), arguments, 0, 0);

  n = 4;
  cudaLaunchCooperativeKernel((void *)kernel, dim3(1), dim3(32), arguments, 0, 0);
  cudaLaunchCooperativeKernel((void *)kernel, dim3(1), dim3(16, 2), arguments, 0, 0);

  cudaLaunchConfig_t config = {0};
  config.gridDim = 1;
  config.blockDim = 32;
  cudaLaunchKernelEx(&config, kernel, out, 8);
  config.blockDim = dim3(16, 2);
  cudaLaunchKernelEx(&config, kernel, out, 8);

  n = 16;
  cudaLaunchKernelExC(&config, (const void *)kernel, arguments);
  config.blockDim.x = 32;
  config.blockDim.y = 1;
  cudaLaunchKernelExC(&config, (const void *)kernel, arguments);

  n = 32;
  cudaKernelNodeParams node = {0};
  node.func = (void *)kernel;
  node.gridDim = dim3(1);
  node.blockDim = dim3(32);
  node.kernelParams = arguments;
  cudaGraph_t graph;
  cudaGraphNode_t made;
  cudaGraphCreate(&graph, 0);
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
  node.blockDim = dim3(16, 2);
  cudaGraphAddKernelNode(&made, graph, nullptr, 0, &node);
}
