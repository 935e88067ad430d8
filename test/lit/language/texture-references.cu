// Texture references, which CUDA 12 has no more, bound by name and by address.
//
// RUN: %banklint --format=json --fail-on=parse-errors %s \
// RUN:   | %python %verdict %s

texture<float, 1, cudaReadModeElementType> texels;

void bind(const float *from, cudaArray_t array) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaBindTexture(0, texels, from, 4);
  cudaBindTexture(0, &texels, from, &format, 4);
  cudaBindTexture2D(0, texels, from, 1, 2, 3);
  size_t offset;
  cudaGetTextureAlignmentOffset(&offset, texels);
  cudaUnbindTexture(texels);
  const textureReference *reference;
  cudaGetTextureReference(&reference, &texels);
  cudaBindTextureToArray(reference, array, &format);
  cudaUnbindTexture(reference);
}

__global__ void transpose(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.x][threadIdx.y] = // expect: store 32/1 32-way
      tex1Dfetch(texels, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = tile[0][threadIdx.x]; // expect: load 1/1
}
void launch(float *out) { transpose<<<1, dim3(32, 32)>>>(out); }
