//===- dbops.cu - Relational operator primitives --------------------------===//
//
// Columnar engine, 32-bit keys / payloads, int64 aggregates. Each operator has
// a host "launch" entry point; kernels take raw column pointers + cardinality.
//
//===----------------------------------------------------------------------===//
#include <cub/block/block_scan.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace engine {

using key_type = int32_t;
using payload_type = int32_t;
using agg_type = unsigned long long;
using row_id = uint32_t;

static constexpr key_type kEmpty = INT32_MIN;

#define ENGINE_CUDA_TRY(stmt)                                                     \
  if (auto _status = (stmt); _status != cudaSuccess) {                            \
    std::fprintf(stderr, "[%s:%d] %s\n", __FILE__, __LINE__, cudaGetErrorString(_status)); \
    std::abort();                                                                 \
  }

template <typename T>
class Column {
 public:
  explicit Column(size_t n, T init = T{}) : Column(std::vector<T>(n, init)) {}
  explicit Column(std::vector<T> const& h) : size_(h.size()) {
    ENGINE_CUDA_TRY(cudaMalloc(&data_, size_ * sizeof(T)));
    ENGINE_CUDA_TRY(cudaMemcpy(data_, h.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  Column(Column const&) = delete;
  ~Column() { cudaFree(data_); }
  T* data() { return data_; }
  int size() const { return static_cast<int>(size_); }
  std::vector<T> to_host() const {
    std::vector<T> h(size_);
    ENGINE_CUDA_TRY(cudaMemcpy(h.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
  }
  long long checksum() const {
    auto h = to_host();
    long long s = 0;
    for (size_t i = 0; i < h.size(); ++i) s = s * 3 % 1000000007LL + static_cast<long long>(h[i]) % 1000003LL;
    return s;
  }
 private:
  T* data_ = nullptr;
  size_t size_ = 0;
};

__host__ __device__ inline uint32_t hash32(uint32_t k) {
  k = (k ^ 61) ^ (k >> 16);
  k *= 9;
  k ^= k >> 4;
  k *= 0x27d4eb2d;
  return k ^ (k >> 15);
}

__host__ __device__ constexpr int div_up(int a, int b) { return (a + b - 1) / b; }

//===----------------------------------------------------------------------===//
// Partitioned hash join: build side of a partition fits in shared
//===----------------------------------------------------------------------===//
template <int BlockThreads, int Slots>
__global__ void __launch_bounds__(BlockThreads)
join_build_probe(key_type const* build_keys, payload_type const* build_vals, int const* build_off,
                 key_type const* probe_keys, int const* probe_off, agg_type* out_sum, int* out_matches) {
  struct Slot { key_type key; payload_type val; };
  __shared__ Slot table[Slots];
  __shared__ int matches;

  for (int i = threadIdx.x; i < Slots; i += BlockThreads) table[i].key = kEmpty;
  if (threadIdx.x == 0) matches = 0;
  __syncthreads();

  int const p = blockIdx.x;
  for (int i = build_off[p] + threadIdx.x; i < build_off[p + 1]; i += BlockThreads) {
    key_type const k = build_keys[i];
    uint32_t h = hash32(k) % Slots;
    for (int tries = 0; tries < Slots; ++tries) {
      if (atomicCAS(&table[h].key, kEmpty, k) == kEmpty) { table[h].val = build_vals[i]; break; }
      h = (h + 1) % Slots;
    }
  }
  __syncthreads();

  agg_type local = 0;
  int found = 0;
  for (int i = probe_off[p] + threadIdx.x; i < probe_off[p + 1]; i += BlockThreads) {
    key_type const k = probe_keys[i];
    uint32_t h = hash32(k) % Slots;
    for (int tries = 0; tries < Slots && table[h].key != kEmpty; ++tries) {
      if (table[h].key == k) { local += table[h].val; ++found; }
      h = (h + 1) % Slots;
    }
  }
  atomicAdd(&matches, found);
  if (local) atomicAdd(&out_sum[p], local);
  __syncthreads();
  if (threadIdx.x == 0) out_matches[p] = matches;
}

//===----------------------------------------------------------------------===//
// Radix partition: per-thread byte counters packed in a [digit][thread] matrix
//===----------------------------------------------------------------------===//
template <int BlockThreads, int Bits, int ItemsPerThread>
__global__ void radix_upsweep(uint32_t const* keys, int n, int shift, uint32_t* digit_counts /*[digit][block]*/) {
  constexpr int Digits = 1 << Bits;
  __shared__ uint8_t counters[Digits][BlockThreads];
  __shared__ uint32_t totals[Digits];
  int const tid = threadIdx.x;
#pragma unroll
  for (int d = 0; d < Digits; ++d) counters[d][tid] = 0;

  int const base = blockIdx.x * BlockThreads * ItemsPerThread;
#pragma unroll
  for (int j = 0; j < ItemsPerThread; ++j) {
    int const i = base + j * BlockThreads + tid;
    if (i < n) ++counters[(keys[i] >> shift) & (Digits - 1)][tid];
  }
  __syncthreads();
  // lane-strided row sums: thread group of BlockThreads/Digits per digit
  constexpr int Group = BlockThreads / Digits;
  int const d = tid / Group, g = tid % Group;
  if (tid < Digits) totals[tid] = 0;
  __syncthreads();
  uint32_t s = 0;
  for (int k = g; k < BlockThreads; k += Group) s += counters[d][k];
  atomicAdd(&totals[d], s);
  __syncthreads();
  if (tid < Digits) digit_counts[tid * gridDim.x + blockIdx.x] = totals[tid];
}

//===----------------------------------------------------------------------===//
// Exclusive scan of the digit counts (single block, Blelloch)
//===----------------------------------------------------------------------===//
#ifdef AVOID_BANKS
#define CONFLICT_FREE_OFFSET(i) ((i) >> 5)
#else
#define CONFLICT_FREE_OFFSET(i) 0
#endif
__global__ void scan_blelloch(uint32_t* data, int n, int n_pow2) {
  extern __shared__ uint32_t temp[];
  int const tid = threadIdx.x;
  int offset = 1;
  int const ai = 2 * tid, bi = 2 * tid + 1;
  temp[ai + CONFLICT_FREE_OFFSET(ai)] = ai < n ? data[ai] : 0;
  temp[bi + CONFLICT_FREE_OFFSET(bi)] = bi < n ? data[bi] : 0;
  for (int d = n_pow2 >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int const a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      temp[b + CONFLICT_FREE_OFFSET(b)] += temp[a + CONFLICT_FREE_OFFSET(a)];
    }
    offset *= 2;
  }
  if (tid == 0) temp[n_pow2 - 1 + CONFLICT_FREE_OFFSET(n_pow2 - 1)] = 0;
  for (int d = 1; d < n_pow2; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int const a = offset * (2 * tid + 1) - 1, b = offset * (2 * tid + 2) - 1;
      uint32_t const t = temp[a + CONFLICT_FREE_OFFSET(a)];
      temp[a + CONFLICT_FREE_OFFSET(a)] = temp[b + CONFLICT_FREE_OFFSET(b)];
      temp[b + CONFLICT_FREE_OFFSET(b)] += t;
    }
  }
  __syncthreads();
  if (ai < n) data[ai] = temp[ai + CONFLICT_FREE_OFFSET(ai)];
  if (bi < n) data[bi] = temp[bi + CONFLICT_FREE_OFFSET(bi)];
}

//===----------------------------------------------------------------------===//
// Selection + compaction. WHERE lo <= a AND a < hi; blocked arrangement.
//===----------------------------------------------------------------------===//
template <int BlockThreads, int Items>
__global__ void select_compact(int32_t const* col, int n, int32_t lo, int32_t hi, row_id* out, int* block_counts) {
  using BlockScan = cub::BlockScan<int, BlockThreads>;
  __shared__ typename BlockScan::TempStorage scan_storage;
  __shared__ int32_t staged[BlockThreads * Items];
  __shared__ row_id survivors[BlockThreads * Items];

  int const tile = blockIdx.x * BlockThreads * Items;
#pragma unroll
  for (int j = 0; j < Items; ++j) {
    int const i = tile + j * BlockThreads + threadIdx.x;
    staged[j * BlockThreads + threadIdx.x] = i < n ? col[i] : hi;
  }
  __syncthreads();
  unsigned flags = 0;
#pragma unroll
  for (int j = 0; j < Items; ++j) {
    int32_t const v = staged[threadIdx.x * Items + j];
    flags |= (v >= lo && v < hi ? 1u : 0u) << j;
  }
  int pos, total;
  BlockScan(scan_storage).ExclusiveSum(__popc(flags), pos, total);
#pragma unroll
  for (int j = 0; j < Items; ++j)
    if (flags >> j & 1) survivors[pos++] = tile + threadIdx.x * Items + j;
  __syncthreads();
  for (int i = threadIdx.x; i < total; i += BlockThreads) out[tile + i] = survivors[i];
  if (threadIdx.x == 0) block_counts[blockIdx.x] = total;
}

//===----------------------------------------------------------------------===//
// GROUP BY low-cardinality (TPC-H Q1 style): privatized accumulators
//===----------------------------------------------------------------------===//
struct Q1Acc { agg_type sum_qty; agg_type sum_price; agg_type sum_disc; unsigned count; unsigned unused; };

template <int Groups, int Copies>
__global__ void q1_aggregate(uint8_t const* flag, uint8_t const* status, int const* qty, int const* price, int const* disc, int n, agg_type* out) {
  __shared__ Q1Acc acc[Copies][Groups];
  auto* flat = reinterpret_cast<uint32_t*>(&acc[0][0]);
  for (int i = threadIdx.x; i < int(sizeof(acc) / 4); i += blockDim.x) flat[i] = 0;
  __syncthreads();
  int const copy = threadIdx.x % Copies;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Q1Acc& a = acc[copy][(flag[i] * 2 + status[i]) % Groups];
    atomicAdd(&a.sum_qty, (agg_type)qty[i]);
    atomicAdd(&a.sum_price, (agg_type)price[i]);
    atomicAdd(&a.sum_disc, (agg_type)price[i] * (100 - disc[i]));
    atomicAdd(&a.count, 1u);
  }
  __syncthreads();
  if (threadIdx.x < Groups) {
    agg_type q = 0, p = 0, d = 0, c = 0;
    for (int k = 0; k < Copies; ++k) {
      q += acc[k][threadIdx.x].sum_qty;
      p += acc[k][threadIdx.x].sum_price;
      d += acc[k][threadIdx.x].sum_disc;
      c += acc[k][threadIdx.x].count;
    }
    atomicAdd(&out[threadIdx.x * 4 + 0], q);
    atomicAdd(&out[threadIdx.x * 4 + 1], p);
    atomicAdd(&out[threadIdx.x * 4 + 2], d);
    atomicAdd(&out[threadIdx.x * 4 + 3], c);
  }
}

//===----------------------------------------------------------------------===//
// Block sort: odd-even merge (Batcher) on 64-bit (key,rowid) pairs
//===----------------------------------------------------------------------===//
template <typename KeyT, int Tile>
__global__ void block_sort_batcher(KeyT* keys) {
  __shared__ KeyT s[Tile];
  KeyT* tile = keys + size_t(blockIdx.x) * Tile;
  s[threadIdx.x] = tile[threadIdx.x];
  s[threadIdx.x + Tile / 2] = tile[threadIdx.x + Tile / 2];
  for (unsigned size = 2; size <= Tile; size <<= 1) {
    unsigned stride = size / 2;
    unsigned const offset = threadIdx.x & (stride - 1);
    auto compare_exchange = [&](unsigned a, unsigned b) {
      KeyT const x = s[a], y = s[b];
      if (y < x) { s[a] = y; s[b] = x; }
    };
    __syncthreads();
    {
      unsigned const pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      compare_exchange(pos, pos + stride);
      stride >>= 1;
    }
    for (; stride > 0; stride >>= 1) {
      __syncthreads();
      unsigned const pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
      if (offset >= stride) compare_exchange(pos - stride, pos);
    }
  }
  __syncthreads();
  tile[threadIdx.x] = s[threadIdx.x];
  tile[threadIdx.x + Tile / 2] = s[threadIdx.x + Tile / 2];
}

//===----------------------------------------------------------------------===//
// Merge path: merge two sorted runs held in shared, VT items per thread
//===----------------------------------------------------------------------===//
template <int NT, int VT>
__global__ void __launch_bounds__(NT) merge_runs(int const* a_in, int const* b_in, int run_len, int* out) {
  __shared__ int keys[NT * VT + 1];
  int const nv = NT * VT, na = run_len, nb = nv - run_len;
  for (int i = threadIdx.x; i < na; i += NT) keys[i] = a_in[size_t(blockIdx.x) * na + i];
  for (int i = threadIdx.x; i < nb; i += NT) keys[na + i] = b_in[size_t(blockIdx.x) * nb + i];
  __syncthreads();
  int const diag = VT * threadIdx.x;
  int lo = max(0, diag - nb), hi = min(diag, na);
  while (lo < hi) {
    int const mid = (lo + hi) >> 1;
    if (!(keys[na + diag - 1 - mid] < keys[mid])) lo = mid + 1;
    else hi = mid;
  }
  int a = lo, b = na + diag - lo;
  int r[VT];
#pragma unroll
  for (int i = 0; i < VT; ++i) {
    bool const take_a = b >= nv || (a < na && !(keys[b] < keys[a]));
    r[i] = keys[take_a ? a : b];
    if (take_a) ++a; else ++b;
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < VT; ++i) keys[VT * threadIdx.x + i] = r[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < VT; ++i) out[size_t(blockIdx.x) * nv + i * NT + threadIdx.x] = keys[i * NT + threadIdx.x];
}

//===----------------------------------------------------------------------===//
// Dictionary decode with bit-packed codes and dictionary in shared
//===----------------------------------------------------------------------===//
template <int CodeBits>
__global__ void dict_decode(uint32_t const* packed, int n, int64_t const* dict, int dict_size, int64_t* out) {
  extern __shared__ int64_t sdict[];
  __shared__ uint32_t words[256 * CodeBits / 32 + 1];
  for (int i = threadIdx.x; i < dict_size; i += blockDim.x) sdict[i] = dict[i];
  int const first = blockIdx.x * 256;
  int const w0 = blockIdx.x * (256 * CodeBits / 32);
  int const nwords = div_up(n * CodeBits, 32);
  for (int i = threadIdx.x; i <= 256 * CodeBits / 32; i += blockDim.x) words[i] = w0 + i < nwords ? packed[w0 + i] : 0u;
  __syncthreads();
  for (int i = threadIdx.x; i < 256 && first + i < n; i += blockDim.x) {
    int const bit = i * CodeBits;
    uint32_t const code = __funnelshift_r(words[bit >> 5], words[(bit >> 5) + 1], bit & 31) & ((1u << CodeBits) - 1);
    out[first + i] = sdict[code % dict_size];
  }
}

//===----------------------------------------------------------------------===//
// Row-store to column-store conversion; row width known at run time (words)
//===----------------------------------------------------------------------===//
__global__ void rows_to_columns(uint32_t const* rows, int nrows, int width, uint32_t* cols) {
  extern __shared__ uint32_t rowbuf[];
  int const tile_rows = blockDim.x;
  int const r0 = blockIdx.x * tile_rows;
  int const valid = min(tile_rows, nrows - r0);
  for (int i = threadIdx.x; i < valid * width; i += blockDim.x) rowbuf[i] = rows[size_t(r0) * width + i];
  __syncthreads();
  if ((int)threadIdx.x < valid)
    for (int c = 0; c < width; ++c) cols[size_t(c) * nrows + r0 + threadIdx.x] = rowbuf[threadIdx.x * width + c];
}

template <typename T, typename F>
std::vector<T> generate(int n, F f) { std::vector<T> v(n); for (int i = 0; i < n; ++i) v[i] = static_cast<T>(f(i)); return v; }

}  // namespace engine

int main(int argc, char** argv) {
  using namespace engine;
  int n = 6000;
  if (argc > 1) n = std::clamp(std::atoi(argv[1]), 100, 100000);
  long long digest = 0;

  {  // join
    int const parts = 12, bper = 200, pper = 500;
    Column<key_type> bk(generate<key_type>(parts * bper, [](int i) { return i * 7; })), pk(generate<key_type>(parts * pper, [](int i) { return (i * 3) % 16800; }));
    Column<payload_type> bv(generate<payload_type>(parts * bper, [](int i) { return i % 100; }));
    Column<int> bo(generate<int>(parts + 1, [=](int i) { return i * bper; })), po(generate<int>(parts + 1, [=](int i) { return i * pper; }));
    Column<agg_type> sum(parts);
    Column<int> m(parts);
    join_build_probe<128, 512><<<parts, 128>>>(bk.data(), bv.data(), bo.data(), pk.data(), po.data(), sum.data(), m.data());
    join_build_probe<96, 389><<<parts, 96>>>(bk.data(), bv.data(), bo.data(), pk.data(), po.data(), sum.data(), m.data());
    digest += sum.checksum() + m.checksum();
  }
  {  // radix
    Column<uint32_t> k(generate<uint32_t>(n, [](int i) { return i * 2654435761u; }));
    int const blocks = div_up(n, 128 * 8);
    Column<uint32_t> c16(16 * blocks), c8(8 * blocks);
    radix_upsweep<128, 4, 8><<<blocks, 128>>>(k.data(), n, 4, c16.data());
    radix_upsweep<128, 3, 8><<<blocks, 128>>>(k.data(), n, 0, c8.data());
    int const len = std::min(16 * blocks, 1024);
    int p2 = 2;
    while (p2 < len) p2 *= 2;
    scan_blelloch<<<1, p2 / 2, (p2 + p2 / 32) * sizeof(uint32_t)>>>(c16.data(), len, p2);
    digest += c16.checksum() + c8.checksum();
  }
  {  // selection
    Column<int32_t> col(generate<int32_t>(n, [](int i) { return (i * 37) % 1000; }));
    int const b8 = div_up(n, 128 * 8), b5 = div_up(n, 96 * 5);
    Column<row_id> o8(b8 * 128 * 8), o5(b5 * 96 * 5);
    Column<int> c8(b8), c5(b5);
    select_compact<128, 8><<<b8, 128>>>(col.data(), n, 100, 400, o8.data(), c8.data());
    select_compact<96, 5><<<b5, 96>>>(col.data(), n, 0, 700, o5.data(), c5.data());
    digest += o8.checksum() + o5.checksum() + c8.checksum() + c5.checksum();
  }
  {  // q1
    Column<uint8_t> f(generate<uint8_t>(n, [](int i) { return i % 3; })), s(generate<uint8_t>(n, [](int i) { return i / 5 % 2; }));
    Column<int> q(generate<int>(n, [](int i) { return i % 50; })), p(generate<int>(n, [](int i) { return 900 + i % 777; })), d(generate<int>(n, [](int i) { return i % 11; }));
    Column<agg_type> out(6 * 4);
    q1_aggregate<6, 8><<<6, 128>>>(f.data(), s.data(), q.data(), p.data(), d.data(), n, out.data());
    q1_aggregate<4, 32><<<6, 64>>>(f.data(), s.data(), q.data(), p.data(), d.data(), n, out.data());
    digest += out.checksum();
  }
  {  // sort
    Column<unsigned long long> k(generate<unsigned long long>(8 * 512, [](int i) { return (unsigned long long)hash32(i) << 32 | (unsigned)i; }));
    block_sort_batcher<unsigned long long, 512><<<8, 256>>>(k.data());
    Column<int> k32(generate<int>(8 * 256, [](int i) { return (int)(hash32(i) >> 3); }));
    block_sort_batcher<int, 256><<<8, 128>>>(k32.data());
    digest += k.checksum() + k32.checksum();
  }
  {  // merge
    auto run = [&](auto nt, auto vt, int na) {
      constexpr int NT = decltype(nt)::value, VT = decltype(vt)::value;
      int const nv = NT * VT, nb = nv - na, blocks = 5;
      Column<int> a(generate<int>(blocks * na, [&](int i) { return (i % na) * 3; })), b(generate<int>(blocks * nb, [&](int i) { return (i % nb) * 4 + 1; })), o(blocks * nv);
      merge_runs<NT, VT><<<blocks, NT>>>(a.data(), b.data(), na, o.data());
      return o.checksum();
    };
    digest += run(std::integral_constant<int, 128>{}, std::integral_constant<int, 7>{}, 400);
    digest += run(std::integral_constant<int, 64>{}, std::integral_constant<int, 8>{}, 256);
  }
  {  // dict
    int const dn = 900;
    Column<int64_t> dict(generate<int64_t>(dn, [](int i) { return 1000003LL * i; })), out(n);
    Column<uint32_t> packed(generate<uint32_t>(n, [](int i) { return hash32(i); }));
    dict_decode<10><<<div_up(n, 256), 128, dn * sizeof(int64_t)>>>(packed.data(), n, dict.data(), dn, out.data());
    digest += out.checksum();
    dict_decode<7><<<div_up(n, 256), 256, 100 * sizeof(int64_t)>>>(packed.data(), n, dict.data(), 100, out.data());
    digest += out.checksum();
  }
  for (int width : {5, 8, 12}) {  // row store
    int const nr = 500;
    Column<uint32_t> r(generate<uint32_t>(nr * width, [](int i) { return i; })), c(nr * width);
    rows_to_columns<<<div_up(nr, 128), 128, 128 * width * sizeof(uint32_t)>>>(r.data(), nr, width, c.data());
    digest += c.checksum();
  }
  ENGINE_CUDA_TRY(cudaGetLastError());
  ENGINE_CUDA_TRY(cudaDeviceSynchronize());
  std::printf("dbops digest %lld\n", digest);
  return 0;
}
