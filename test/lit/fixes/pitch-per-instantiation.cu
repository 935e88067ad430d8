// The pitch is a variable that depends on a template argument: no gap helps all
// instantiations, but each has one.
//
// RUN: %banklint %s | FileCheck %s

template <int Radius> __global__ void filter(float *out, const float *in) {
  const int W = Radius + 127, Rest = W % 16;
  const int Pitch = W + (Rest < 2 ? 1 - Rest : 15 - Rest);
  // CHECK: :[[@LINE+1]]:20: note: 'data' is declared here {{.*}}; each instantiation needs its own layout; in 'filter<17>', store element 'i' at 'i + i / 145', a row pitch of 146 instead of 145: 1 wavefront instead of 2
  __shared__ float data[Pitch * 16];
  const int row = threadIdx.x * Pitch;
  for (int i = 0; i < 4; i++)
    data[row + threadIdx.y + i * 32] = in[i * W + threadIdx.x];
  __syncthreads();
  float v = 0;
  for (int i = 0; i < Radius; i++)
    v += data[row + threadIdx.y + i];
  out[threadIdx.x] = v;
}

void run(float *out, const float *in) {
  filter<33><<<1, dim3(16, 32)>>>(out, in);
  filter<5><<<1, dim3(16, 32)>>>(out, in);
  filter<17><<<1, dim3(16, 32)>>>(out, in);
}
