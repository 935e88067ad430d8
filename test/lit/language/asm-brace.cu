// Nothing needs to stand between an instruction and its operands in braces.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void fragments(unsigned *out) {
  __shared__ __align__(16) unsigned short s[16][16];
  unsigned r[4];
  const unsigned at =
      __cvta_generic_to_shared(&s[threadIdx.x % 16][threadIdx.x / 16 * 8]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16" // expect: matrix-load 8/4 2-way
               "{%0, %1, %2, %3}, [%4];\n"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(at));
  out[threadIdx.x] = r[0] + r[1] + r[2] + r[3];
}
void launch(unsigned *out) { fragments<<<1, 32>>>(out); }
