// What host code computes before a launch does not use up the steps that lead to
// it.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(float *g) {
  __shared__ float s[256];
  s[threadIdx.x * 2] = g[0]; // expect[kernel @ 96x1x1]: store 2/1 2-way total 6/3
}

static int work(int n) {
  int sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += i * n % 7;
  return sum;
}

int main() {
  float *g = nullptr;
  int block = 96;
  const int sum = work(1) + work(2) + work(3) + work(4) + work(5) + work(6) +
                  work(7) + work(8) + work(9) + work(10) + work(11) + work(12) +
                  work(13) + work(14) + work(15) + work(16) + work(17) + work(18) +
                  work(19) + work(20) + work(21) + work(22) + work(23) + work(24) +
                  work(25);
  kernel<<<1, block>>>(g);
  return sum;
}
