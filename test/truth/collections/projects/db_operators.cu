// Toy column store, block-local state in shared memory:
//   partitioned hash join | group-by | predicate -> compaction | dictionary decode | RLE
#include <cuda_runtime.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#define cudaTry(e) \
  if (auto _s = (e); _s != cudaSuccess) { fprintf(stderr, "[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(_s)); exit(2); }
#define LAUNCH_OK() cudaTry(cudaGetLastError())

using u32 = unsigned int;
using u64 = unsigned long long;
constexpr u32 kFull = 0xffffffffu;
constexpr int kEmpty = -1;

struct Mix32 {
  __host__ __device__ u32 operator()(u32 h) const {
    h ^= h >> 16; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u;
    return h ^ (h >> 16);
  }
};
struct Between {
  int lo, hi;
  __host__ __device__ bool operator()(int v) const { return v >= lo && v < hi; }
};
struct AggSlot { int key; u32 count; u64 sum; };

// Exclusive scan of one value per thread; returns the offset, total to all.
template <int NT>
__device__ int block_excl_scan(int v, int& total, int* warp_tot) {
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  int x = v;
#pragma unroll
  for (int o = 1; o < 32; o <<= 1) {
    int y = __shfl_up_sync(kFull, x, o);
    if (lane >= o) x += y;
  }
  if (lane == 31) warp_tot[wid] = x;
  __syncthreads();
  int base = 0;
  total = 0;
#pragma unroll
  for (int w = 0; w < NT / 32; ++w) {
    if (w < wid) base += warp_tot[w];
    total += warp_tot[w];
  }
  __syncthreads();
  return base + x - v;
}

// One block joins one radix partition: chained table over the build side, then probe.
template <int CAP, int BUCKETS, class Hash>
__global__ void join_partitions(const int* bkey, const int* bval, const int* boff, const int* pkey,
                                const int* pval, const int* poff, u64* matches, u64* dot) {
  __shared__ int key[CAP], val[CAP], next[CAP];
  __shared__ int head[BUCKETS];
  __shared__ u64 acc[2];
  const int b0 = boff[blockIdx.x], nb = min(boff[blockIdx.x + 1] - b0, CAP);
  const int p0 = poff[blockIdx.x], p1 = poff[blockIdx.x + 1];
  for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) head[i] = kEmpty;
  if (threadIdx.x < 2) acc[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < nb; i += blockDim.x) {
    key[i] = bkey[b0 + i];
    val[i] = bval[b0 + i];
    next[i] = atomicExch(&head[Hash()(key[i]) % BUCKETS], i);
  }
  __syncthreads();
  u64 n = 0, s = 0;
  for (int i = p0 + threadIdx.x; i < p1; i += blockDim.x) {
    const int k = pkey[i];
    for (int e = head[Hash()(k) % BUCKETS]; e != kEmpty; e = next[e])
      if (key[e] == k) ++n, s += (u64)val[e] * pval[i];
  }
  if (n) atomicAdd(&acc[0], n), atomicAdd(&acc[1], s);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(matches, acc[0]), atomicAdd(dot, acc[1]);
}

// SELECT key, count(*), sum(val) GROUP BY key. Keys are dense dictionary ids below `domain`.
template <int SLOTS>
__global__ void groupby_sum(const int* keys, const int* vals, int n, u32* out_cnt, u64* out_sum) {
  __shared__ AggSlot table[SLOTS];
  for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) {
    table[i].key = kEmpty; table[i].count = 0; table[i].sum = 0;
  }
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int k = keys[i];
    u32 h = Mix32()(k) & (SLOTS - 1);
    int probes = 0;
    for (; probes < 16; ++probes, h = (h + 1) & (SLOTS - 1)) {
      int seen = atomicCAS(&table[h].key, kEmpty, k);
      if (seen == kEmpty || seen == k) {
        atomicAdd(&table[h].count, 1u);
        atomicAdd(&table[h].sum, (u64)vals[i]);
        break;
      }
    }
    if (probes == 16) {  // crowded neighbourhood: go to the global table
      atomicAdd(&out_cnt[k], 1u);
      atomicAdd(&out_sum[k], (u64)vals[i]);
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < SLOTS; i += blockDim.x) {
    const AggSlot s = table[i];
    if (s.key == kEmpty) continue;
    atomicAdd(&out_cnt[s.key], s.count);
    atomicAdd(&out_sum[s.key], s.sum);
  }
}

// Evaluates the predicate into a validity bitmap and writes the selected row ids.
template <int NT, class Pred>
__global__ void filter_compact(const int* col, int n, Pred pred, u32* bitmap, int* rows, int* n_rows) {
  constexpr int ITEMS = 4;
  __shared__ u32 words[NT * ITEMS / 32];
  __shared__ int stage[NT * ITEMS];
  __shared__ int warp_tot[NT / 32];
  __shared__ int s_base;
  const int tile = blockIdx.x * NT * ITEMS;
#pragma unroll
  for (int it = 0; it < ITEMS; ++it) {
    const int j = it * NT + threadIdx.x, i = tile + j;
    const u32 w = __ballot_sync(kFull, i < n && pred(col[i]));
    if ((threadIdx.x & 31) == 0) words[j / 32] = w;
  }
  __syncthreads();
  if (threadIdx.x < NT * ITEMS / 32 && tile + (int)threadIdx.x * 32 < n)
    bitmap[tile / 32 + threadIdx.x] = words[threadIdx.x];
  // a thread now owns ITEMS consecutive bits
  u32 mine = (words[threadIdx.x * ITEMS / 32] >> (threadIdx.x * ITEMS % 32)) & ((1u << ITEMS) - 1);
  int total, off = block_excl_scan<NT>(__popc(mine), total, warp_tot);
  for (; mine; mine &= mine - 1) stage[off++] = tile + threadIdx.x * ITEMS + __ffs(mine) - 1;
  if (threadIdx.x == 0) s_base = atomicAdd(n_rows, total);
  __syncthreads();
  for (int i = threadIdx.x; i < total; i += NT) rows[s_base + i] = stage[i];
}

// codes are packed 4 x 8 bit; the dictionary holds 64-bit values
__global__ void dict_decode(const uchar4* codes, int n4, const long long* dict, int dict_n, longlong2* out) {
  extern __shared__ long long sdict[];
  for (int i = threadIdx.x; i < dict_n; i += blockDim.x) sdict[i] = dict[i];
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += gridDim.x * blockDim.x) {
    const uchar4 c = codes[i];
    out[2 * i] = make_longlong2(sdict[c.x], sdict[c.y]);
    out[2 * i + 1] = make_longlong2(sdict[c.z], sdict[c.w]);
  }
}

// Runs never cross a block's page of NT*4 values. Page layout: run count, then (value, length).
template <int NT>
__global__ void rle_encode_pages(const int* in, int n, int2* runs, int* run_count) {
  constexpr int PAGE = NT * 4;
  __shared__ int v[PAGE];
  __shared__ int start[PAGE + 1];
  __shared__ int warp_tot[NT / 32];
  const int base = blockIdx.x * PAGE, len = min(PAGE, n - base);
  for (int i = threadIdx.x; i < len; i += NT) v[i] = in[base + i];
  __syncthreads();
  const int first = threadIdx.x * 4;
  int heads = 0;
  for (int i = first; i < min(first + 4, len); ++i) heads += i == 0 || v[i] != v[i - 1];
  int total, pos = block_excl_scan<NT>(heads, total, warp_tot);
  for (int i = first; i < min(first + 4, len); ++i)
    if (i == 0 || v[i] != v[i - 1]) start[pos++] = i;
  if (threadIdx.x == 0) start[total] = len, run_count[blockIdx.x] = total;
  __syncthreads();
  for (int r = threadIdx.x; r < total; r += NT)
    runs[base + r] = make_int2(v[start[r]], start[r + 1] - start[r]);
}

template <class T> struct Column {
  T* d = nullptr;
  size_t n;
  explicit Column(size_t n_) : n(n_) { cudaTry(cudaMalloc(&d, n * sizeof(T))); cudaTry(cudaMemset(d, 0, n * sizeof(T))); }
  explicit Column(const std::vector<T>& h) : Column(h.size()) { cudaTry(cudaMemcpy(d, h.data(), n * sizeof(T), cudaMemcpyHostToDevice)); }
  ~Column() { cudaFree(d); }
  std::vector<T> host() const { std::vector<T> h(n); cudaTry(cudaMemcpy(h.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return h; }
};

int main() {
  const int N = 30000, P = 16, domain = 300;
  u32 st = 2024;
  auto rnd = [&](u32 m) { st = st * 1664525u + 1013904223u; return (int)((st >> 8) % m); };
  std::vector<int> bk, bv, boff{0}, pk, pv, poff{0}, keys(N), vals(N), runs_in(N);
  for (int p = 0; p < P; ++p) {
    for (int i = 0, c = 300 + rnd(200); i < c; ++i) bk.push_back(rnd(800) * P + p), bv.push_back(rnd(100));
    for (int i = 0, c = 800 + rnd(400); i < c; ++i) pk.push_back(rnd(800) * P + p), pv.push_back(rnd(100));
    boff.push_back(bk.size()), poff.push_back(pk.size());
  }
  for (int i = 0; i < N; ++i) {
    keys[i] = rnd(domain) * rnd(domain) / domain, vals[i] = rnd(1000);
    runs_in[i] = i && rnd(5) ? runs_in[i - 1] : rnd(50);
  }
  std::vector<uchar4> codes(N / 4);
  for (auto& c : codes) c = make_uchar4(rnd(200), rnd(200), rnd(50), rnd(200));
  std::vector<long long> dict(200);
  for (int i = 0; i < 200; ++i) dict[i] = 1000003LL * i - 77;

  Column<int> dbk(bk), dbv(bv), dbo(boff), dpk(pk), dpv(pv), dpo(poff), dkeys(keys), dvals(vals), druns(runs_in);
  Column<u64> jres(2), gsum(domain);
  Column<u32> gcnt(domain), bitmap((N + 31) / 32 + 32);
  Column<int> rows(N), nrows(1), rcount(64);
  Column<uchar4> dcodes(codes); Column<long long> ddict(dict);
  Column<longlong2> decoded(N / 2);
  const int pages = (N + 1023) / 1024;
  Column<int2> druns_out(pages * 1024);

  join_partitions<512, 256, Mix32><<<P, 128>>>(dbk.d, dbv.d, dbo.d, dpk.d, dpv.d, dpo.d, jres.d, jres.d + 1); LAUNCH_OK();
  groupby_sum<512><<<12, 256>>>(dkeys.d, dvals.d, N, gcnt.d, gsum.d); LAUNCH_OK();
  filter_compact<256><<<(N + 1023) / 1024, 256>>>(dvals.d, N, Between{100, 420}, bitmap.d, rows.d, nrows.d); LAUNCH_OK();
  dict_decode<<<10, 192, dict.size() * sizeof(long long)>>>(dcodes.d, N / 4, ddict.d, (int)dict.size(), decoded.d); LAUNCH_OK();
  rle_encode_pages<256><<<pages, 256>>>(druns.d, N, druns_out.d, rcount.d); LAUNCH_OK();
  cudaTry(cudaDeviceSynchronize());

  int bad = 0;
  u64 m = 0, dot = 0, chk = 0;
  std::multimap<int, int> ht;
  for (size_t i = 0; i < bk.size(); ++i) ht.emplace(bk[i], bv[i]);
  for (size_t i = 0; i < pk.size(); ++i)
    for (auto r = ht.equal_range(pk[i]); r.first != r.second; ++r.first) ++m, dot += (u64)r.first->second * pv[i];
  auto j = jres.host();
  bad += j[0] != m || j[1] != dot;
  std::vector<u64> rs(domain);
  for (int i = 0; i < N; ++i) rs[keys[i]] += vals[i];
  bad += rs != gsum.host();
  auto bm = bitmap.host();
  auto rid = rows.host();
  rid.resize(nrows.host()[0]);
  std::sort(rid.begin(), rid.end());
  for (int i = 0, r = 0; i < N; ++i)
    if (Between{100, 420}(vals[i])) bad += rid[r++] != i || !(bm[i / 32] >> (i % 32) & 1);
  auto dec = decoded.host();
  for (int i = 0; i < N / 4; ++i) { bad += dec[2 * i].x != dict[codes[i].x] || dec[2 * i + 1].x != dict[codes[i].z]; chk += dec[2 * i].y; }
  auto ro = druns_out.host(); auto rc = rcount.host();
  for (int p = 0, i = 0; p < pages; ++p)
    for (int r = 0; r < rc[p]; ++r)
      for (int k = 0; k < ro[p * 1024 + r].y; ++k) bad += runs_in[i++] != ro[p * 1024 + r].x;
  printf("db_operators: join %llu/%llu rows %zu chk %llu %s\n", j[0], j[1], rid.size(), chk, bad ? "MISMATCH" : "OK");
  return bad != 0;
}
