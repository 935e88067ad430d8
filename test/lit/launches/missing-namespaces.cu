// Namespaces of a framework whose headers are missing: launches that use them
// are found, and users may have functions of the same name.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=3

__global__ void columns(float *out) {
  __shared__ float s[1024];
  // expect[8x8x1 @ columns]: store 2/1 2-way
  // expect[16x16x1 @ columns]: store 2/1 2-way
  // expect[32x8x1 @ columns]: store 2/1 2-way
  s[(threadIdx.y * blockDim.x + threadIdx.x) * 2] = 1;
}

void launch(float *out) {
  columns<<<1, dim3(8, 8), 0, at::cuda::getCurrentCUDAStream()>>>(out);
  columns<<<1, dim3(16, 16), 0, c10::cuda::getCurrentCUDAStream()>>>(out);
  columns<<<1, dim3(32, 8)>>>(torch::zeros(1).data_ptr<float>());
}
