// Statements that Clang drops may change what launches are given: what they
// assign, step, stream into or pass on is not known any more, what they only
// read is. On ways that the lost code does not lie on, values are known, too.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=23

template <int> __global__ void kernel(float *out, int n) {
  __shared__ float s[4096];
  // expect: store 32/1 32-way
  // expect[kernel<0>]: depends store 32/1 32-way
  // expect[kernel<1>]: depends store 32/1 32-way
  // expect[kernel<2>]: depends store 32/1 32-way
  // expect[kernel<3>]: depends store 32/1 32-way
  // expect[kernel<4>]: depends store 32/1 32-way
  // expect[kernel<5>]: depends store 32/1 32-way
  // expect[kernel<6>]: depends store 32/1 32-way
  // expect[kernel<7>]: depends store 32/1 32-way
  // expect[kernel<8>]: depends store 32/1 32-way
  // expect[kernel<9>]: depends store 32/1 32-way
  // expect[kernel<4> @ n=32]: store 32/1 32-way
  // expect[kernel<5> @ n=0]: store 1/1 1-way
  // expect[kernel<7> @ n=32]: store 32/1 32-way
  // expect[kernel<7> @ n=5]: store 1/1 1-way
  s[threadIdx.x * n] = 1;
}

void set(int &n);
void get(int n);
template <typename T> void allocate(T **p, int n);
struct Options {
  int stride;
};

void changes(float *out, int *pointer, bool flag) {
  int streamed = 32, assigned = 32, passed = 32, pointed = 32, shadowed = 32;
  nsx::cin >> flag >> streamed;
  kernel<0><<<1, 32>>>(out, streamed);
  assigned = nsx::options.stride;
  kernel<1><<<1, 32>>>(out, assigned);
  nsx::use(set(passed));
  kernel<2><<<1, 32>>>(out, passed);
  nsx::parse("stride", &pointed);
  kernel<3><<<1, 32>>>(out, pointed);
  if (flag)
    shadowed = nsx::options.stride;
  else
    flag = true;
  kernel<4><<<1, 32>>>(out, shadowed);
}

void control(float *out, int q) {
  int counted = 0;
  for (int i = 0; i < 32; ++i) {
    if (q)
      nsx::stop();
    else
      break;
    ++counted;
  }
  int stopped = 0;
  for (int i = 0; i < 32; ++i) {
    if (nsx::none(i)) break;
    if (q) { nsx::x; break; }
    ++stopped;
  }
  kernel<5><<<1, 32>>>(out, stopped);
  int stepped = 32;
  for (int i = 0; i < 2; stepped += nsx::step)
    ++i;
  kernel<6><<<1, 32>>>(out, stepped);
  int chosen = 32;
  switch (q) {
  case 1:
    chosen = 32;
    break;
  case nsx::two:
    chosen = 5;
    break;
  case 3:
    return;
  default:
    chosen = nsx::options.stride;
  }
  kernel<7><<<1, 32>>>(out, chosen);
}

static int constant = 32, configured = 32;
void configure() { configured = nsx::options.stride; }
void constants(float *out) {
  kernel<8><<<1, 32>>>(out, configured);
  kernel<20><<<1, 32>>>(out, constant);
}

struct Launcher {
  int stride = 32;
  void read() { stride = nsx::options.stride; }
  void launch(float *out) {
    read();
    kernel<9><<<1, 32>>>(out, stride);
  }
};
void members(float *out) {
  Launcher launcher;
  launcher.launch(out);
}

// What is only read stays known.
void reads(float *out, float *data) {
  int n = 32;
  std::cout << n << nsx::endl;
  nsx::log(n + 1, "n");
  std::vector<float> host(n);
  if (n > nsx::limit)
    nsx::exit(1);
  checkCudaErrors(allocate(&data, n));
  nsx::check(get(n), sizeof(n));
  kernel<21><<<1, n>>>(out, n);
}
