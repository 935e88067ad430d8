// Helper passes of a small path tracer: bounds, Morton ordering, primary hits,
// BVH walk with a shared stack, material queues, tiled light culling, denoiser.
#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CU(call)                                                                                  \
	do {                                                                                          \
		cudaError_t rc = (call);                                                                  \
		if (rc != cudaSuccess) { fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(rc)); exit(1); } \
	} while (0)

struct Vec3 {
	float x, y, z;
};
__host__ __device__ inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
__host__ __device__ inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
__host__ __device__ inline Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
__host__ __device__ inline float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__host__ __device__ inline Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
__device__ inline Vec3 vmin(Vec3 a, Vec3 b) { return {fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z)}; }
__device__ inline Vec3 vmax(Vec3 a, Vec3 b) { return {fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z)}; }

struct Box {
	Vec3 lo, hi;
	__device__ void grow(const Box &b) { lo = vmin(lo, b.lo); hi = vmax(hi, b.hi); }
	__device__ bool hit(Vec3 o, Vec3 inv, float tmax) const {
		float tx0 = (lo.x - o.x) * inv.x, tx1 = (hi.x - o.x) * inv.x;
		float ty0 = (lo.y - o.y) * inv.y, ty1 = (hi.y - o.y) * inv.y;
		float tz0 = (lo.z - o.z) * inv.z, tz1 = (hi.z - o.z) * inv.z;
		float t0 = fmaxf(fmaxf(fminf(tx0, tx1), fminf(ty0, ty1)), fmaxf(fminf(tz0, tz1), 0.f));
		float t1 = fminf(fminf(fmaxf(tx0, tx1), fmaxf(ty0, ty1)), fminf(fmaxf(tz0, tz1), tmax));
		return t0 <= t1;
	}
};
struct Tri {
	Vec3 v0, e1, e2;
	int mat;
	__device__ bool hit(Vec3 o, Vec3 d, float &t) const {
		Vec3 p = cross(d, e2);
		float det = dot(e1, p);
		if (fabsf(det) < 1e-8f) return false;
		float inv = 1.f / det;
		Vec3 s = o - v0;
		float u = dot(s, p) * inv;
		Vec3 q = cross(s, e1);
		float v = dot(d, q) * inv, tt = dot(e2, q) * inv;
		if (u < 0.f || v < 0.f || u + v > 1.f || tt <= 1e-4f || tt >= t) return false;
		t = tt;
		return true;
	}
};
struct Camera {
	Vec3 eye;
	float fov;
	int w, h;
	__device__ Vec3 dir(int x, int y) const {
		float fx = (2.f * (x + 0.5f) / w - 1.f) * fov * w / h, fy = (1.f - 2.f * (y + 0.5f) / h) * fov;
		float r = rsqrtf(fx * fx + fy * fy + 1.f);
		return {fx * r, fy * r, -r};
	}
};
struct Hit {
	float t;
	int tri;
};

enum { MAT_DIFFUSE, MAT_GLOSSY, MAT_EMIT, MAT_COUNT };

// -------------------------------------------------------------- centroid bounds
__global__ void sceneBounds(const Tri *tris, int n, Box *out) {
	__shared__ Box sb[128];
	Box b{{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
	for (int i = threadIdx.x; i < n; i += blockDim.x) {
		Vec3 a = tris[i].v0, c = a + tris[i].e1, d = a + tris[i].e2;
		b.grow({vmin(a, vmin(c, d)), vmax(a, vmax(c, d))});
	}
	sb[threadIdx.x] = b;
	__syncthreads();
	for (int o = 64; o > 0; o >>= 1) {
		if (threadIdx.x < o) sb[threadIdx.x].grow(sb[threadIdx.x + o]);
		__syncthreads();
	}
	if (threadIdx.x == 0) *out = sb[0];
}

// -------------------------------------------------------------- Morton order, one block, 1024 keys
__device__ inline uint32_t spread(uint32_t v) {
	v = (v | v << 16) & 0x030000FF;
	v = (v | v << 8) & 0x0300F00F;
	v = (v | v << 4) & 0x030C30C3;
	return (v | v << 2) & 0x09249249;
}
constexpr int SORT_N = 1024;
__global__ void mortonSort(const Tri *in, int n, const Box *scene, Tri *out) {
	__shared__ uint64_t key[SORT_N];
	const Box b = *scene;
	for (int i = threadIdx.x; i < SORT_N; i += blockDim.x) {
		uint64_t k = ~0ull;
		if (i < n) {
			Vec3 c = in[i].v0 + (in[i].e1 + in[i].e2) * (1.f / 3.f) - b.lo, e = b.hi - b.lo;
			uint32_t x = (uint32_t)fminf(1023.f, 1023.f * c.x / e.x), y = (uint32_t)fminf(1023.f, 1023.f * c.y / e.y), z = (uint32_t)fminf(1023.f, 1023.f * c.z / e.z);
			k = (uint64_t)(spread(x) | spread(y) << 1 | spread(z) << 2) << 32 | i;
		}
		key[i] = k;
	}
	__syncthreads();
	for (int k = 2; k <= SORT_N; k <<= 1)
		for (int j = k >> 1; j > 0; j >>= 1) {
			for (int i = threadIdx.x; i < SORT_N; i += blockDim.x) {
				int p = i ^ j;
				if (p > i) {
					uint64_t a = key[i], c = key[p];
					if ((a > c) == ((i & k) == 0)) { key[i] = c; key[p] = a; }
				}
			}
			__syncthreads();
		}
	for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = in[(uint32_t)key[i]];
}

// -------------------------------------------------------------- brute-force primary rays, triangles staged in chunks
template <int CHUNK>
__global__ void primaryHits(Camera cam, const Tri *tris, int n, Hit *hits) {
	__shared__ Tri st[CHUNK];
	const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	const int tid = threadIdx.y * blockDim.x + threadIdx.x;
	const Vec3 d = cam.dir(x, y);
	Hit h{1e30f, -1};
	for (int base = 0; base < n; base += CHUNK) {
		const int m = min(CHUNK, n - base);
		for (int i = tid; i < m; i += blockDim.x * blockDim.y) st[i] = tris[base + i];
		__syncthreads();
		for (int i = 0; i < m; ++i)
			if (st[i].hit(cam.eye, d, h.t)) h.tri = base + i;
		__syncthreads();
	}
	if (x < cam.w && y < cam.h) hits[y * cam.w + x] = h;
}

// -------------------------------------------------------------- implicit complete BVH (node i: children 2i+1, 2i+2)
struct Bvh {
	Box *nodes;
	int leaves, perLeaf;      // leaves is a power of two
};
__global__ void bvhRefit(Bvh bvh, const Tri *tris, int n) {
	extern __shared__ Box tree[];                 // 2 * leaves - 1 boxes
	const int first = bvh.leaves - 1;
	for (int l = threadIdx.x; l < bvh.leaves; l += blockDim.x) {
		Box b{{1e30f, 1e30f, 1e30f}, {-1e30f, -1e30f, -1e30f}};
		for (int i = l * bvh.perLeaf; i < min(n, (l + 1) * bvh.perLeaf); ++i) {
			Vec3 a = tris[i].v0, c = a + tris[i].e1, d = a + tris[i].e2;
			b.grow({vmin(a, vmin(c, d)), vmax(a, vmax(c, d))});
		}
		tree[first + l] = b;
	}
	for (int width = bvh.leaves / 2; width > 0; width /= 2) {
		__syncthreads();
		for (int i = width - 1 + threadIdx.x; i < 2 * width - 1; i += blockDim.x) {
			Box b = tree[2 * i + 1];
			b.grow(tree[2 * i + 2]);
			tree[i] = b;
		}
	}
	__syncthreads();
	for (int i = threadIdx.x; i < 2 * bvh.leaves - 1; i += blockDim.x) bvh.nodes[i] = tree[i];
}

constexpr int STACK = 16, WALK = 64;
__global__ void shadowWalk(Bvh bvh, const Tri *tris, int n, Camera cam, const Hit *hits, Vec3 light, uint8_t *lit) {
	__shared__ short stack[WALK][STACK];
	const int i = blockIdx.x * WALK + threadIdx.x;
	if (i >= cam.w * cam.h) return;
	const Hit h = hits[i];
	if (h.tri < 0) { lit[i] = 0; return; }
	const Vec3 o = cam.eye + cam.dir(i % cam.w, i / cam.w) * (h.t * 0.999f), d = light - o;
	const Vec3 inv{1.f / d.x, 1.f / d.y, 1.f / d.z};
	short *my = stack[threadIdx.x];
	int sp = 0;
	bool occluded = false;
	my[sp++] = 0;
	while (sp > 0 && !occluded) {
		const int node = my[--sp];
		if (!bvh.nodes[node].hit(o, inv, 1.f)) continue;
		if (node >= bvh.leaves - 1) {
			const int l = node - (bvh.leaves - 1);
			float t = 1.f;
			for (int k = l * bvh.perLeaf; k < min(n, (l + 1) * bvh.perLeaf); ++k)
				if (tris[k].hit(o, d, t)) occluded = true;
		} else {
			my[sp++] = 2 * node + 1;
			my[sp++] = 2 * node + 2;
		}
	}
	lit[i] = !occluded;
}

// -------------------------------------------------------------- split hits into one queue per material
__global__ void materialQueues(const Hit *hits, int n, const Tri *tris, int *queue, int *count) {
	__shared__ int cnt[MAT_COUNT], base[MAT_COUNT];
	__shared__ int local[MAT_COUNT][192];
	if (threadIdx.x < MAT_COUNT) cnt[threadIdx.x] = 0;
	__syncthreads();
	const int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && hits[i].tri >= 0) {
		const int m = tris[hits[i].tri].mat;
		local[m][atomicAdd(&cnt[m], 1)] = i;
	}
	__syncthreads();
	if (threadIdx.x < MAT_COUNT) base[threadIdx.x] = atomicAdd(&count[threadIdx.x], cnt[threadIdx.x]);
	__syncthreads();
	for (int m = 0; m < MAT_COUNT; ++m)
		for (int k = threadIdx.x; k < cnt[m]; k += blockDim.x) queue[m * n + base[m] + k] = local[m][k];
}

__global__ void shadeQueue(const int *queue, int n, int mat, const Hit *hits, const uint8_t *lit, float4 *color) {
	const int k = blockIdx.x * blockDim.x + threadIdx.x;
	if (k >= n) return;
	const int i = queue[k];
	const float v = lit[i] ? 1.f : 0.15f, t = hits[i].t;
	switch (mat) {
	case MAT_DIFFUSE: color[i] = make_float4(0.7f * v, 0.6f * v, 0.5f * v, t); break;
	case MAT_GLOSSY: color[i] = make_float4(v, v, 0.9f * v * v, t); break;
	default: color[i] = make_float4(2.f, 1.8f, 1.2f, t);
	}
}

// -------------------------------------------------------------- lights touching a 16x16 tile of known depth range
__global__ void cullLights(Camera cam, const float4 *color, const float4 *lights, int nl, float4 *out) {
	__shared__ unsigned zmin, zmax;
	__shared__ int n;
	__shared__ int list[64];
	const int tid = threadIdx.y * 16 + threadIdx.x, x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
	const bool in = x < cam.w && y < cam.h;
	if (tid == 0) { zmin = 0x7f7fffffu; zmax = 0; n = 0; }
	__syncthreads();
	float4 c = in ? color[y * cam.w + x] : make_float4(0, 0, 0, 0);
	if (in) {
		atomicMin(&zmin, __float_as_uint(c.w));        // depths are positive
		atomicMax(&zmax, __float_as_uint(c.w));
	}
	__syncthreads();
	const float z0 = __uint_as_float(zmin), z1 = __uint_as_float(zmax);
	for (int l = tid; l < nl; l += 256) {
		const float4 L = lights[l];                    // pixel x, y, depth, radius
		const float dx = fmaxf(fabsf(L.x - (blockIdx.x * 16 + 8)) - 8.f, 0.f), dy = fmaxf(fabsf(L.y - (blockIdx.y * 16 + 8)) - 8.f, 0.f);
		if (dx * dx + dy * dy < L.w * L.w && L.z + L.w >= z0 && L.z - L.w <= z1) {
			const int s = atomicAdd(&n, 1);
			if (s < 64) list[s] = l;
		}
	}
	__syncthreads();
	for (int k = 0; k < min(n, 64); ++k) {
		const float4 L = lights[list[k]];
		const float dx = L.x - x, dy = L.y - y;
		c.x += 0.3f * fmaxf(0.f, 1.f - (dx * dx + dy * dy) / (L.w * L.w));
	}
	if (in) out[y * cam.w + x] = c;
}

// -------------------------------------------------------------- a-trous wavelet pass; halo = 2 * step
__global__ void atrous(const float4 *src, float4 *dst, int w, int h, int step, float sigmaZ) {
	extern __shared__ float4 px[];
	const int halo = 2 * step, tw = blockDim.x + 2 * halo, th = blockDim.y + 2 * halo;
	const int x0 = blockIdx.x * blockDim.x - halo, y0 = blockIdx.y * blockDim.y - halo;
	for (int i = threadIdx.y * blockDim.x + threadIdx.x; i < tw * th; i += blockDim.x * blockDim.y) {
		const int gx = min(max(x0 + i % tw, 0), w - 1), gy = min(max(y0 + i / tw, 0), h - 1);
		px[i] = src[gy * w + gx];
	}
	__syncthreads();
	const int x = x0 + halo + threadIdx.x, y = y0 + halo + threadIdx.y;
	if (x >= w || y >= h) return;
	const float k[3] = {3.f / 8.f, 1.f / 4.f, 1.f / 16.f};
	const int ci = (threadIdx.y + halo) * tw + threadIdx.x + halo;
	const float4 c = px[ci];
	float4 s = make_float4(0, 0, 0, 0);
	for (int dy = -2; dy <= 2; ++dy)
		for (int dx = -2; dx <= 2; ++dx) {
			const float4 p = px[ci + dy * step * tw + dx * step];
			const float wt = k[abs(dx)] * k[abs(dy)] * __expf(-fabsf(p.w - c.w) / sigmaZ);
			s.x += p.x * wt; s.y += p.y * wt; s.z += p.z * wt; s.w += wt;
		}
	dst[y * w + x] = make_float4(s.x / s.w, s.y / s.w, s.z / s.w, c.w);
}

template <class T> T *dev(size_t n, const T *src = nullptr) {
	T *p;
	CU(cudaMalloc(&p, n * sizeof(T)));
	if (src) CU(cudaMemcpy(p, src, n * sizeof(T), cudaMemcpyHostToDevice));
	else CU(cudaMemset(p, 0, n * sizeof(T)));
	return p;
}
static void done() { CU(cudaDeviceSynchronize()); CU(cudaGetLastError()); }

int main() {
	const int n = 700, nl = 90;
	const Camera cam{{0.f, 0.f, 6.f}, 0.6f, 125, 93};
	const int pixels = cam.w * cam.h;
	uint32_t s = 1;
	auto rnd = [&s] { s = s * 747796405u + 2891336453u; return ((s >> 9) & 0xffff) / 65536.f; };
	std::vector<Tri> tris(n);
	for (auto &t : tris) t = {{4 * rnd() - 2, 4 * rnd() - 2, 2 * rnd() - 2}, {rnd() - 0.5f, rnd(), 0.2f * rnd()}, {rnd(), rnd() - 0.5f, 0.3f * rnd()}, (int)(rnd() * MAT_COUNT)};
	std::vector<float4> lights(nl);
	for (auto &l : lights) l = make_float4(rnd() * cam.w, rnd() * cam.h, 4 + 4 * rnd(), 6 + 10 * rnd());

	Tri *raw = dev(n, tris.data()), *sorted = dev<Tri>(n);
	Box *bounds = dev<Box>(1);
	Hit *hits = dev<Hit>(pixels);
	uint8_t *lit = dev<uint8_t>(pixels);
	int *queue = dev<int>(pixels * MAT_COUNT), *count = dev<int>(MAT_COUNT);
	float4 *a = dev<float4>(pixels), *b = dev<float4>(pixels), *dl = dev(nl, lights.data());
	Bvh bvh{dev<Box>(2 * 256 - 1), 256, (n + 255) / 256};

	sceneBounds<<<1, 128>>>(raw, n, bounds);
	mortonSort<<<1, 256>>>(raw, n, bounds, sorted);
	bvhRefit<<<1, 128, (2 * bvh.leaves - 1) * sizeof(Box)>>>(bvh, sorted, n);
	done();
	primaryHits<96><<<dim3((cam.w + 15) / 16, (cam.h + 7) / 8), dim3(16, 8)>>>(cam, sorted, n, hits);
	shadowWalk<<<(pixels + WALK - 1) / WALK, WALK>>>(bvh, sorted, n, cam, hits, Vec3{3.f, 5.f, 4.f}, lit);
	materialQueues<<<(pixels + 191) / 192, 192>>>(hits, pixels, sorted, queue, count);
	done();
	int hc[MAT_COUNT];
	CU(cudaMemcpy(hc, count, sizeof hc, cudaMemcpyDeviceToHost));
	for (int m = 0; m < MAT_COUNT; ++m)
		if (hc[m]) shadeQueue<<<(hc[m] + 127) / 128, 128>>>(queue + m * pixels, hc[m], m, hits, lit, a);
	cullLights<<<dim3((cam.w + 15) / 16, (cam.h + 15) / 16), dim3(16, 16)>>>(cam, a, dl, nl, b);
	done();
	for (int step = 1; step <= 4; step *= 2) {
		const dim3 blk(step < 4 ? 16 : 32, 8);
		const size_t sm = (blk.x + 4 * step) * (blk.y + 4 * step) * sizeof(float4);
		atrous<<<dim3((cam.w + blk.x - 1) / blk.x, (cam.h + blk.y - 1) / blk.y), blk, sm>>>(b, a, cam.w, cam.h, step, 0.5f);
		std::swap(a, b);
		done();
	}
	std::vector<float4> img(pixels);
	CU(cudaMemcpy(img.data(), b, pixels * sizeof(float4), cudaMemcpyDeviceToHost));
	double sum = 0;
	for (auto &p : img) sum += p.x + p.y + p.z;
	printf("mean %.5f, queues %d %d %d\n", sum / pixels, hc[0], hc[1], hc[2]);
	CU(cudaDeviceReset());
	return 0;
}
