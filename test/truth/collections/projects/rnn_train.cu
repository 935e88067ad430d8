// Minimal building blocks of an RNN language model trainer (fp32 reference kernels).
// lstm_cell_fwd, gemv_bias, softmax_xent, layernorm_bwd, adam_step
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define cudaCheck(err) (cuda_check((err), __FILE__, __LINE__))
static void cuda_check(cudaError_t error, const char* file, int line) {
  if (error != cudaSuccess) {
    printf("[CUDA ERROR] at %s:%d: %s\n", file, line, cudaGetErrorString(error));
    exit(EXIT_FAILURE);
  }
}
#define CEIL_DIV(a, b) (((a) + (b) - 1) / (b))

struct SumOp { __device__ float operator()(float a, float b) const { return a + b; } static __device__ float init() { return 0.f; } };
struct MaxOp { __device__ float operator()(float a, float b) const { return fmaxf(a, b); } static __device__ float init() { return -FLT_MAX; } };

template <class Op>
__device__ float warp_reduce(float v, Op op) {
#pragma unroll
  for (int o = 16; o > 0; o >>= 1) v = op(v, __shfl_xor_sync(0xffffffff, v, o));
  return v;
}

// all threads get the result; smem has 32 floats; safe to call back to back
template <class Op>
__device__ float block_reduce(float v, float* smem, Op op) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_reduce(v, op);
  __syncthreads();
  if (lane == 0) smem[warp] = v;
  __syncthreads();
  v = lane < (blockDim.x >> 5) ? smem[lane] : Op::init();
  return warp_reduce(v, op);
}

__device__ __forceinline__ float sigmoidf(float x) { return 1.f / (1.f + expf(-x)); }

// LSTM cell. grid.x tiles the hidden units (UNITS per block), grid.y = batch.
// block (32, UNITS): every warp owns one unit and computes its 4 gates.
constexpr int UNITS = 8;
__global__ void lstm_cell_fwd(const float* x, const float* h_prev, const float* c_prev,
                              const float* W, const float* bias, float* h, float* c, int I, int H) {
  extern __shared__ float xh[];            // I + H inputs
  __shared__ float gates[4][UNITS];
  int b = blockIdx.y, lane = threadIdx.x, u = threadIdx.y;
  int tid = u * 32 + lane;
  for (int k = tid; k < I + H; k += 32 * UNITS) xh[k] = k < I ? x[b * I + k] : h_prev[b * H + k - I];
  __syncthreads();

  int unit = blockIdx.x * UNITS + u;
  if (unit < H) {
    for (int g = 0; g < 4; g++) {
      const float* w = W + (size_t)(g * H + unit) * (I + H);
      float acc = 0.f;
      for (int k = lane; k < I + H; k += 32) acc += w[k] * xh[k];
      acc = warp_reduce(acc, SumOp());
      if (lane == 0) gates[g][u] = acc + bias[g * H + unit];
    }
  }
  __syncthreads();
  if (tid < UNITS && blockIdx.x * UNITS + tid < H) {
    int j = blockIdx.x * UNITS + tid;
    float i = sigmoidf(gates[0][tid]), f = sigmoidf(gates[1][tid]);
    float g = tanhf(gates[2][tid]), o = sigmoidf(gates[3][tid]);
    float cn = f * c_prev[b * H + j] + i * g;
    c[b * H + j] = cn;
    h[b * H + j] = o * tanhf(cn);
  }
}

// logits[b, v] = h[b, :] . E[v, :]; each block does BV vocab rows for TB batch items
template <int TB, int BV, int BK>
__global__ void gemv_bias(const float* h, const float* E, const float* bias, float* out, int B, int V, int H) {
  __shared__ float hs[TB][BK];
  __shared__ float es[BV][BK + 1];
  int tx = threadIdx.x, ty = threadIdx.y, tid = ty * BV + tx;   // (BV, TB)
  int v = blockIdx.x * BV + tx, b = blockIdx.y * TB + ty;
  float acc = 0.f;
  for (int k0 = 0; k0 < H; k0 += BK) {
    for (int e = tid; e < TB * BK; e += TB * BV) {
      int r = e / BK, k = e % BK, gb = blockIdx.y * TB + r;
      hs[r][k] = (gb < B && k0 + k < H) ? h[gb * H + k0 + k] : 0.f;
    }
    for (int e = tid; e < BV * BK; e += TB * BV) {
      int r = e / BK, k = e % BK, gv = blockIdx.x * BV + r;
      es[r][k] = (gv < V && k0 + k < H) ? E[(size_t)gv * H + k0 + k] : 0.f;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < BK; k++) acc += hs[ty][k] * es[tx][k];
    __syncthreads();
  }
  if (v < V && b < B) out[(size_t)b * V + v] = acc + bias[v];
}

// loss and dlogits (in place), one row per block, row cached in smem
__global__ void softmax_xent(float* logits, const int* targets, float* loss, int V) {
  extern __shared__ float row[];
  __shared__ float red[32];
  float* l = logits + (size_t)blockIdx.x * V;
  int target = targets[blockIdx.x];
  float m = -FLT_MAX;
  for (int i = threadIdx.x; i < V; i += blockDim.x) { row[i] = l[i]; m = fmaxf(m, row[i]); }
  m = block_reduce(m, red, MaxOp());
  float s = 0.f;
  for (int i = threadIdx.x; i < V; i += blockDim.x) { float e = expf(row[i] - m); row[i] = e; s += e; }
  s = block_reduce(s, red, SumOp());
  if (target < 0) {                                  // ignore_index
    for (int i = threadIdx.x; i < V; i += blockDim.x) l[i] = 0.f;
    if (threadIdx.x == 0) loss[blockIdx.x] = 0.f;
    return;
  }
  if (threadIdx.x == target % blockDim.x) loss[blockIdx.x] = -logf(row[target] / s);
  for (int i = threadIdx.x; i < V; i += blockDim.x) l[i] = row[i] / s - (i == target ? 1.f : 0.f);
}

// block (32, 8): a warp handles a row, columns strided by lane; dgamma/dbeta accumulated in smem
__global__ void layernorm_bwd(const float* dout, const float* inp, const float* gamma,
                              float* dinp, float* dgamma, float* dbeta, int N, int C) {
  extern __shared__ float acc[];                     // [2][C]
  float *dg = acc, *db = acc + C;
  int tid = threadIdx.y * 32 + threadIdx.x;
  for (int i = tid; i < 2 * C; i += 256) acc[i] = 0.f;
  __syncthreads();
  for (int n = blockIdx.x * 8 + threadIdx.y; n < N; n += gridDim.x * 8) {
    const float *x = inp + (size_t)n * C, *dy = dout + (size_t)n * C;
    float s = 0.f, ss = 0.f;
    for (int i = threadIdx.x; i < C; i += 32) { s += x[i]; ss += x[i] * x[i]; }
    float mean = warp_reduce(s, SumOp()) / C;
    float rstd = rsqrtf(warp_reduce(ss, SumOp()) / C - mean * mean + 1e-5f);
    float m1 = 0.f, m2 = 0.f;
    for (int i = threadIdx.x; i < C; i += 32) {
      float xhat = (x[i] - mean) * rstd, d = dy[i] * gamma[i];
      m1 += d; m2 += d * xhat;
    }
    m1 = warp_reduce(m1, SumOp()) / C; m2 = warp_reduce(m2, SumOp()) / C;
    for (int i = threadIdx.x; i < C; i += 32) {
      float xhat = (x[i] - mean) * rstd;
      atomicAdd(&dg[i], dy[i] * xhat); atomicAdd(&db[i], dy[i]);
      dinp[(size_t)n * C + i] = rstd * (dy[i] * gamma[i] - m1 - xhat * m2);
    }
  }
  __syncthreads();
  for (int i = tid; i < C; i += 256) { atomicAdd(&dgamma[i], dg[i]); atomicAdd(&dbeta[i], db[i]); }
}

// One Adam step; also logs |grad|^2 and |update|^2 of the tensor (stats[0], stats[1])
__global__ void adam_step(float* w, const float* g, float* m, float* v, float* stats, int n,
                          float lr, float b1, float b2, float eps, float c1, float c2) {
  __shared__ float2 part[8];
  float gg = 0.f, uu = 0.f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float gi = g[i];
    float mi = m[i] = b1 * m[i] + (1.f - b1) * gi;
    float vi = v[i] = b2 * v[i] + (1.f - b2) * gi * gi;
    float u = lr * (mi / c1) / (sqrtf(vi / c2) + eps);
    w[i] -= u;
    gg += gi * gi; uu += u * u;
  }
  gg = warp_reduce(gg, SumOp()); uu = warp_reduce(uu, SumOp());
  if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = make_float2(gg, uu);
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; i++) { gg += part[i].x; uu += part[i].y; }
    atomicAdd(&stats[0], gg); atomicAdd(&stats[1], uu);
  }
}

static std::vector<float> fill(size_t n, unsigned seed, float scale) {
  std::vector<float> v(n);
  for (auto& x : v) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; x = scale * ((seed & 0xffff) / 32768.f - 1.f); }
  return v;
}
static float* dev(const std::vector<float>& v) {
  float* p; cudaCheck(cudaMalloc(&p, v.size() * sizeof(float)));
  cudaCheck(cudaMemcpy(p, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice));
  return p;
}
static std::vector<float> host(const float* d, size_t n) {
  std::vector<float> v(n); cudaCheck(cudaMemcpy(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost)); return v;
}


static void train_step(int B, int I, int H, int V) {
  auto x = fill(B * I, 1, 1.f), h0 = fill(B * H, 2, 1.f), c0 = fill(B * H, 3, 1.f), W = fill(4 * H * (I + H), 4, 0.2f);
  auto bias = fill(4 * H, 5, 0.1f), E = fill(V * H, 6, 0.5f), bv = fill(V, 7, 0.1f), gam = fill(H, 8, 1.f);
  std::vector<float> zBV(B * V, 0.f), zH(H, 0.f), z2(2, 0.f);
  float *dx = dev(x), *dh0 = dev(h0), *dc0 = dev(c0), *dW = dev(W), *dbias = dev(bias), *dE = dev(E), *dbv = dev(bv);
  float *dgam = dev(gam), *dh = dev(h0), *dc = dev(c0), *dlog = dev(zBV), *dloss = dev(std::vector<float>(B));
  float *ddin = dev(h0), *ddg = dev(zH), *ddb = dev(zH), *dm = dev(zH), *dv = dev(zH), *dstat = dev(z2);
  std::vector<int> tgt(B); for (int b = 0; b < B; b++) tgt[b] = b % 9 == 8 ? -1 : (b * 37) % V;
  int* dt; cudaCheck(cudaMalloc(&dt, B * sizeof(int)));
  cudaCheck(cudaMemcpy(dt, tgt.data(), B * sizeof(int), cudaMemcpyHostToDevice));

  lstm_cell_fwd<<<dim3(CEIL_DIV(H, UNITS), B), dim3(32, UNITS), (I + H) * sizeof(float)>>>(dx, dh0, dc0, dW, dbias, dh, dc, I, H);
  gemv_bias<8, 32, 32><<<dim3(CEIL_DIV(V, 32), CEIL_DIV(B, 8)), dim3(32, 8)>>>(dh, dE, dbv, dlog, B, V, H);
  cudaCheck(cudaGetLastError());
  auto hh = host(dh, B * H), logit = host(dlog, B * V);
  softmax_xent<<<B, 128, V * sizeof(float)>>>(dlog, dt, dloss, V);
  layernorm_bwd<<<4, dim3(32, 8), 2 * H * sizeof(float)>>>(dh, dh0, dgam, ddin, ddg, ddb, B, H);
  adam_step<<<4, 64>>>(dgam, ddg, dm, dv, dstat, H, 1e-3f, 0.9f, 0.999f, 1e-8f, 0.1f, 0.001f);
  cudaCheck(cudaGetLastError()); cudaCheck(cudaDeviceSynchronize());
  auto loss = host(dloss, B), db = host(ddb, H), st = host(dstat, 2), din = host(ddin, B * H);
  double lstm_err = 0, log_err = 0, loss_sum = 0, loss_ref = 0, db_err = 0, din_sum = 0;
  for (int b = 0; b < B; b++) {
    for (int j = 0; j < H; j++) {                    // cpu lstm
      double g[4];
      for (int k = 0; k < 4; k++) {
        const float* w = &W[size_t(k * H + j) * (I + H)];
        g[k] = bias[k * H + j];
        for (int i = 0; i < I; i++) g[k] += w[i] * x[b * I + i];
        for (int i = 0; i < H; i++) g[k] += w[I + i] * h0[b * H + i];
      }
      auto sg = [](double t) { return 1.0 / (1.0 + exp(-t)); };
      double c = sg(g[1]) * c0[b * H + j] + sg(g[0]) * tanh(g[2]);
      lstm_err = fmax(lstm_err, fabs(sg(g[3]) * tanh(c) - hh[b * H + j]));
      din_sum += din[b * H + j];
    }
    double z = 0;
    for (int v = 0; v < V; v++) {
      double d = bv[v];
      for (int k = 0; k < H; k++) d += hh[b * H + k] * E[v * H + k];
      log_err = fmax(log_err, fabs(d - logit[b * V + v]));
      z += exp(d);
      if (v == tgt[b]) loss_ref -= d;
    }
    if (tgt[b] >= 0) loss_ref += log(z);
    loss_sum += loss[b];
  }
  for (int j = 0; j < H; j++) {
    double s = 0;
    for (int b = 0; b < B; b++) s += hh[b * H + j];
    db_err = fmax(db_err, fabs(s - db[j]));
  }
  printf("B=%d I=%d H=%d V=%d | lstm %.1e logits %.1e dbeta %.1e | loss %.5f (ref %.5f) | dinp sum %.5f | grad2 %.5f upd2 %.3e\n",
         B, I, H, V, lstm_err, log_err, db_err, loss_sum / B, loss_ref / B, din_sum, st[0], st[1]);
  for (float* p : {dx, dh0, dc0, dW, dbias, dE, dbv, dgam, dh, dc, dlog, dloss, ddin, ddg, ddb, dm, dv, dstat}) cudaFree(p);
  cudaFree(dt);
}

int main() {
  train_step(8, 40, 64, 300);
  train_step(5, 24, 50, 131);
  return 0;
}
