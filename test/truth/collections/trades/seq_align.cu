// seq_align.cu - short-read toolbox: alignment, k-mers, minimizers, FM-index lookups,
// pair-HMM likelihoods, pileup and quality summaries.
// Bases are stored one per byte: 0..3 = ACGT.
#include <cuda_runtime.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

typedef unsigned char base_t;

static void gpu_check(cudaError_t e, int line) {
  if (e != cudaSuccess) {
    fprintf(stderr, "line %d: CUDA error %s\n", line, cudaGetErrorString(e));
    exit(EXIT_FAILURE);
  }
}
#define GPU(e) gpu_check((e), __LINE__)

// A bump allocator over the dynamic shared buffer. The host uses the same
// rounding (carve_bytes) to work out how much to ask for.
struct Carver {
  unsigned char *at;
  __device__ explicit Carver(unsigned char *p) : at(p) {}
  template <typename T> __device__ T *take(int n) {
    T *r = reinterpret_cast<T *>(at);
    at += (n * sizeof(T) + 7) / 8 * 8;
    return r;
  }
};
template <typename T> static size_t carve_bytes(int n) { return (n * sizeof(T) + 7) / 8 * 8; }

struct ReadSet {
  const base_t *bases;
  const unsigned char *quals;
  const int *start;    // position on the reference
  int n, len;
};

struct Scoring { int match, mismatch, gap_open, gap_ext; };

// ------------------------------------------------------------------ Smith-Waterman
// One block per read, wavefront over anti-diagonals, three rolling H rows.
__global__ void sw_wavefront(ReadSet rs, const base_t *ref, int ref_len, int window, Scoring sc, int *best) {
  extern __shared__ __align__(16) unsigned char pool[];
  const int m = rs.len;
  Carver cv(pool);
  int *H = cv.take<int>(3 * (m + 1));
  int *E = cv.take<int>(2 * (m + 1));
  int *F = cv.take<int>(2 * (m + 1));
  int *red = cv.take<int>(blockDim.x);
  base_t *q = cv.take<base_t>(m);
  base_t *t = cv.take<base_t>(window);
  const int w0 = max(0, min(rs.start[blockIdx.x] - 8, ref_len - window));
  const int n = min(window, ref_len - w0);
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[i] = rs.bases[blockIdx.x * m + i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) t[i] = ref[w0 + i];
  for (int i = threadIdx.x; i < 3 * (m + 1); i += blockDim.x) H[i] = 0;
  for (int i = threadIdx.x; i < 2 * (m + 1); i += blockDim.x) E[i] = F[i] = -1000;
  __syncthreads();
  int mx = 0;
  for (int d = 2; d <= m + n; d++) {
    int *h0 = H + (d % 3) * (m + 1), *h1 = H + ((d + 2) % 3) * (m + 1), *h2 = H + ((d + 1) % 3) * (m + 1);
    int *e0 = E + (d & 1) * (m + 1), *e1 = E + ((d & 1) ^ 1) * (m + 1);
    int *f0 = F + (d & 1) * (m + 1), *f1 = F + ((d & 1) ^ 1) * (m + 1);
    const int lo = max(1, d - n), hi = min(m, d - 1);
    for (int i = lo + threadIdx.x; i <= hi; i += blockDim.x) {
      const int j = d - i;
      const int e = max(h1[i] - sc.gap_open, e1[i] - sc.gap_ext);
      const int f = max(h1[i - 1] - sc.gap_open, f1[i - 1] - sc.gap_ext);
      const int s = h2[i - 1] + (q[i - 1] == t[j - 1] ? sc.match : -sc.mismatch);
      const int h = max(max(0, s), max(e, f));
      e0[i] = e;
      f0[i] = f;
      h0[i] = h;
      mx = max(mx, h);
    }
    __syncthreads();
  }
  red[threadIdx.x] = mx;
  __syncthreads();
  for (int o = blockDim.x / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) red[threadIdx.x] = max(red[threadIdx.x], red[threadIdx.x + o]);
    __syncthreads();
  }
  if (threadIdx.x == 0) best[blockIdx.x] = red[0];
}

// ------------------------------------------------------------------ k-mer spectrum
__global__ void kmer_spectrum(const base_t *seq, int n, int k, unsigned *spectrum) {
  extern __shared__ unsigned bins[];
  const int nb = 1 << (2 * k);
  for (int i = threadIdx.x; i < nb; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int p = blockIdx.x * blockDim.x + threadIdx.x; p + k <= n; p += gridDim.x * blockDim.x) {
    unsigned w = 0;
    for (int j = 0; j < k; j++) w = w << 2 | seq[p + j];
    atomicAdd(bins + w, 1u);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < nb; i += blockDim.x)
    if (bins[i]) atomicAdd(spectrum + i, bins[i]);
}

// ------------------------------------------------------------------ minimizers
struct Minimizer { uint32_t hash; int pos; };

__device__ __forceinline__ uint32_t mix32(uint32_t x) {
  x ^= x >> 16; x *= 0x7feb352dU;
  x ^= x >> 15; x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

__global__ void minimizers(const base_t *seq, int n, int k, int w, Minimizer *out, int n_win) {
  extern __shared__ __align__(16) unsigned char pool[];
  const int span = blockDim.x + w - 1;          // k-mers needed by this block
  Carver cv(pool);
  uint32_t *hash = cv.take<uint32_t>(span);
  base_t *s = cv.take<base_t>(span + k - 1);
  const int p0 = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < span + k - 1; i += blockDim.x) s[i] = p0 + i < n ? seq[p0 + i] : 0;
  __syncthreads();
  for (int i = threadIdx.x; i < span; i += blockDim.x) {
    uint32_t v = 0;
    for (int j = 0; j < k; j++) v = (v << 2) | s[i + j];
    hash[i] = p0 + i + k <= n ? mix32(v) : 0xffffffffu;
  }
  __syncthreads();
  if (p0 + threadIdx.x < n_win) {
    Minimizer m = {0xffffffffu, -1};
    for (int j = 0; j < w; j++) {
      const uint32_t h = hash[threadIdx.x + j];
      if (h < m.hash) { m.hash = h; m.pos = p0 + threadIdx.x + j; }
    }
    out[p0 + threadIdx.x] = m;
  }
}

// ------------------------------------------------------------------ FM-index
constexpr int OCC_STEP = 64;
struct FmIndex {
  const base_t *bwt;      // 4 = sentinel
  const int4 *occ;        // counts before each checkpoint
  int n;
  int C[4];
};

__global__ void fm_count(FmIndex fm, const base_t *patterns, int plen, int n_pat, int *hits) {
  extern __shared__ int4 fm_pool[];
  const int n_cp = (fm.n + OCC_STEP - 1) / OCC_STEP;
  int4 *occ = fm_pool;
  uint32_t *bwt4 = reinterpret_cast<uint32_t *>(fm_pool + n_cp);   // 4 symbols per word
  for (int i = threadIdx.x; i < n_cp; i += blockDim.x) occ[i] = fm.occ[i];
  for (int i = threadIdx.x; i < n_cp * OCC_STEP / 4; i += blockDim.x) {
    uint32_t wv = 0;
    for (int j = 0; j < 4; j++) wv |= uint32_t(4 * i + j < fm.n ? fm.bwt[4 * i + j] : 7) << (8 * j);
    bwt4[i] = wv;
  }
  __syncthreads();
  const int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= n_pat) return;
  auto rank = [&](int c, int pos) {              // occurrences of c in bwt[0, pos)
    int cp = min(pos / OCC_STEP, n_cp - 1);
    const int4 o = occ[cp];
    int r = c == 0 ? o.x : c == 1 ? o.y : c == 2 ? o.z : o.w;
    for (int i = cp * OCC_STEP; i < pos; i++) r += ((bwt4[i >> 2] >> (8 * (i & 3))) & 0xff) == c;
    return r;
  };
  int lo = 0, hi = fm.n;
  for (int j = plen - 1; j >= 0 && lo < hi; j--) {
    const int c = patterns[p * plen + j];
    lo = fm.C[c] + rank(c, lo);
    hi = fm.C[c] + rank(c, hi);
  }
  hits[p] = max(0, hi - lo);
}

// ------------------------------------------------------------------ pair HMM forward
struct Cell { float m, x, y; };
struct Trans { float mm, gm, mx, xx; };

__global__ void pair_hmm(ReadSet rs, const base_t *ref, int ref_len, int hap_len, Trans tr, float *loglik) {
  extern __shared__ __align__(16) unsigned char pool[];
  const int m = rs.len;
  Carver cv(pool);
  Cell *rows = cv.take<Cell>(3 * (m + 1));       // three anti-diagonals
  float *err = cv.take<float>(m);
  base_t *rd = cv.take<base_t>(m);
  base_t *hap = cv.take<base_t>(hap_len);
  __shared__ float total;
  const int h0 = min(rs.start[blockIdx.x], ref_len - hap_len);
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    rd[i] = rs.bases[blockIdx.x * m + i];
    err[i] = exp10f(-0.1f * rs.quals[blockIdx.x * m + i]);
  }
  for (int i = threadIdx.x; i < hap_len; i += blockDim.x) hap[i] = ref[h0 + i];
  for (int i = threadIdx.x; i < 3 * (m + 1); i += blockDim.x)
    rows[i] = Cell{0.f, 0.f, (i % (m + 1)) == 0 ? 1.f / hap_len : 0.f};
  if (threadIdx.x == 0) total = 0.f;
  __syncthreads();
  for (int d = 2; d <= m + hap_len; d++) {
    Cell *c0 = rows + (d % 3) * (m + 1);
    const Cell *c1 = rows + ((d + 2) % 3) * (m + 1);
    const Cell *c2 = rows + ((d + 1) % 3) * (m + 1);
    for (int i = threadIdx.x + 1; i <= m; i += blockDim.x) {
      const int j = d - i;
      if (j < 1 || j > hap_len) continue;        // outside this diagonal
      const float e = err[i - 1];
      const float prior = rd[i - 1] == hap[j - 1] ? 1.f - e : e / 3.f;
      const Cell dg = c2[i - 1], up = c1[i - 1], lf = c1[i];
      Cell c;
      c.m = prior * (tr.mm * dg.m + tr.gm * (dg.x + dg.y));
      c.x = tr.mx * up.m + tr.xx * up.x;
      c.y = tr.mx * lf.m + tr.xx * lf.y;
      c0[i] = c;
      if (i == m) total += c.m + c.x;            // one thread owns row m
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) loglik[blockIdx.x] = log10f(fmaxf(total, 1e-37f));
}

// ------------------------------------------------------------------ pileup / consensus
constexpr int PILE = 96;
__global__ void pileup(ReadSet rs, int ref_len, base_t *consensus, unsigned short *depth) {
  __shared__ int counts[PILE][4];
  const int p0 = blockIdx.x * PILE;
  for (int i = threadIdx.x; i < PILE * 4; i += blockDim.x) counts[i / 4][i % 4] = 0;
  __syncthreads();
  const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31, nwarp = blockDim.x >> 5;
  for (int r = warp; r < rs.n; r += nwarp) {     // one warp per read
    const int s = rs.start[r];
    if (s >= p0 + PILE || s + rs.len <= p0) continue;
    for (int i = lane; i < rs.len; i += 32) {
      const int p = s + i - p0;
      if (p >= 0 && p < PILE && rs.quals[r * rs.len + i] >= 12) atomicAdd(&counts[p][rs.bases[r * rs.len + i]], 1);
    }
  }
  __syncthreads();
  for (int p = threadIdx.x; p < PILE && p0 + p < ref_len; p += blockDim.x) {
    int best = 0, sum = counts[p][0];
    for (int b = 1; b < 4; b++) {
      sum += counts[p][b];
      if (counts[p][b] > counts[p][best]) best = b;
    }
    consensus[p0 + p] = best;
    depth[p0 + p] = sum;
  }
}

// ------------------------------------------------------------------ expected errors per read
__global__ void read_quality(ReadSet rs, float *expected_err) {
  __shared__ float lut[64];
  __shared__ float part[4];
  if (threadIdx.x < 64) lut[threadIdx.x] = exp10f(-0.1f * threadIdx.x);
  __syncthreads();
  for (int r = blockIdx.x; r < rs.n; r += gridDim.x) {
    float s = 0.f;
    for (int i = threadIdx.x; i < rs.len; i += blockDim.x) s += lut[rs.quals[r * rs.len + i] & 63];
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) expected_err[r] = part[0] + part[1] + part[2] + part[3];
    __syncthreads();
  }
}

template <typename T> static T *push(const std::vector<T> &v) {
  T *d;
  GPU(cudaMalloc(&d, v.size() * sizeof(T)));
  GPU(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <typename T> static T *blank(size_t n) { return push(std::vector<T>(n)); }
static void sync_point() { GPU(cudaDeviceSynchronize()); GPU(cudaGetLastError()); }

int main() {
  const int L = 2003, n_reads = 150, len = 101, k = 6, w = 11, plen = 9, n_pat = 333;
  uint32_t s = 99;
  auto rnd = [&](int m) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return int(s % m); };
  std::vector<base_t> ref(L), bases(n_reads * len), quals(n_reads * len), pats(n_pat * plen);
  for (auto &b : ref) b = rnd(4);
  std::vector<int> start(n_reads);
  for (int r = 0; r < n_reads; r++) {
    start[r] = rnd(L - len);
    for (int i = 0; i < len; i++) {
      quals[r * len + i] = 5 + rnd(36);
      bases[r * len + i] = rnd(50) ? ref[start[r] + i] : rnd(4);
    }
  }
  for (int p = 0; p < n_pat; p++) {
    const int o = rnd(L - plen);
    for (int j = 0; j < plen; j++) pats[p * plen + j] = p % 5 ? ref[o + j] : rnd(4);
  }
  // naive suffix array, good enough for 2 kb
  std::vector<int> sa(L + 1);
  std::iota(sa.begin(), sa.end(), 0);
  std::string txt;
  for (auto b : ref) txt += char('1' + b);
  txt += '$';
  std::sort(sa.begin(), sa.end(), [&](int a, int b) { return txt.compare(a, std::string::npos, txt, b, std::string::npos) < 0; });
  FmIndex fm{};
  fm.n = L + 1;
  std::vector<base_t> bwt(fm.n);
  std::vector<int4> occ((fm.n + OCC_STEP - 1) / OCC_STEP);
  int c[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < fm.n; i++) {
    if (i % OCC_STEP == 0) occ[i / OCC_STEP] = make_int4(c[0], c[1], c[2], c[3]);
    bwt[i] = sa[i] == 0 ? 4 : ref[sa[i] - 1];
    c[bwt[i]]++;
  }
  for (int b = 0, run = 1; b < 4; b++) { fm.C[b] = run; run += c[b]; }

  base_t *d_ref = push(ref), *d_pat = push(pats), *d_cons = blank<base_t>(L);
  fm.bwt = push(bwt);
  fm.occ = push(occ);
  ReadSet rs{push(bases), push(quals), push(start), n_reads, len};
  int *d_best = blank<int>(n_reads), *d_hits = blank<int>(n_pat);
  unsigned *d_spec = blank<unsigned>(1 << (2 * k));
  Minimizer *d_min = blank<Minimizer>(L);
  float *d_ll = blank<float>(n_reads), *d_ee = blank<float>(n_reads);
  unsigned short *d_depth = blank<unsigned short>(L);

  const int window = 130, hap = 120, thr = 64;
  const size_t sw_bytes = carve_bytes<int>(3 * (len + 1)) + 2 * carve_bytes<int>(2 * (len + 1)) + carve_bytes<int>(thr) +
                          carve_bytes<base_t>(len) + carve_bytes<base_t>(window);
  sw_wavefront<<<n_reads, thr, sw_bytes>>>(rs, d_ref, L, window, Scoring{2, 3, 5, 1}, d_best);
  sync_point();
  kmer_spectrum<<<4, 256, sizeof(unsigned) << (2 * k)>>>(d_ref, L, k, d_spec);
  const int n_win = L - k - w + 2, mthr = 128;
  minimizers<<<(n_win + mthr - 1) / mthr, mthr, carve_bytes<uint32_t>(mthr + w - 1) + carve_bytes<base_t>(mthr + w + k - 2)>>>(d_ref, L, k, w, d_min, n_win);
  sync_point();
  fm_count<<<(n_pat + 95) / 96, 96, occ.size() * (sizeof(int4) + OCC_STEP)>>>(fm, d_pat, plen, n_pat, d_hits);
  const size_t hmm_bytes = carve_bytes<Cell>(3 * (len + 1)) + carve_bytes<float>(len) + carve_bytes<base_t>(len) + carve_bytes<base_t>(hap);
  pair_hmm<<<n_reads, 128, hmm_bytes>>>(rs, d_ref, L, hap, Trans{0.98f, 0.9f, 0.01f, 0.1f}, d_ll);
  sync_point();
  pileup<<<(L + PILE - 1) / PILE, 160>>>(rs, L, d_cons, d_depth);
  read_quality<<<37, 128>>>(rs, d_ee);
  sync_point();
  std::vector<int> best(n_reads), hits(n_pat);
  GPU(cudaMemcpy(best.data(), d_best, n_reads * sizeof(int), cudaMemcpyDeviceToHost));
  GPU(cudaMemcpy(hits.data(), d_hits, n_pat * sizeof(int), cudaMemcpyDeviceToHost));
  printf("mean SW score %.2f, total FM hits %d\n", std::accumulate(best.begin(), best.end(), 0) / double(n_reads),
         std::accumulate(hits.begin(), hits.end(), 0));
  return 0;
}
