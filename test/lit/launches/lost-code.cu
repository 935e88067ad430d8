// Statements that Clang drops may change what launches are given: what they
// assign, step, stream into or pass on is not known any more, what they only
// read is. On ways that the lost code does not lie on, values are known, too.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=39

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
  // expect[kernel<10>]: depends store 32/1 32-way
  // expect[kernel<11>]: depends store 32/1 32-way
  // expect[kernel<12>]: depends store 32/1 32-way
  // expect[kernel<13>]: depends store 32/1 32-way
  // expect[kernel<14>]: depends store 32/1 32-way
  // expect[kernel<15>]: depends store 32/1 32-way
  // expect[kernel<16>]: depends store 32/1 32-way
  // expect[kernel<17>]: depends store 32/1 32-way
  // expect[kernel<18>]: depends store 32/1 32-way
  // expect[kernel<19>]: depends store 32/1 32-way
  // expect[kernel<22>]: depends store 32/1 32-way
  // expect[kernel<23>]: depends store 32/1 32-way
  // expect[kernel<24>]: depends store 32/1 32-way
  // expect[kernel<25>]: depends store 32/1 32-way
  // expect[kernel<26>]: depends store 32/1 32-way
  // expect[kernel<27>]: depends store 32/1 32-way
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
struct Pair {
  int a, b;
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

// What a name means is not always found: in a base class, in another namespace.
struct Base {
  int inherited = 32, sizes[2];
};
struct Derived : Base {
  void read() { inherited = nsx::options.stride; }
  void launch(float *out) {
    read();
    kernel<10><<<1, 32>>>(out, inherited);
    sizes[0] = 32;
    nsx::fill(sizes + 0);
    kernel<11><<<1, 32>>>(out, sizes[0]);
  }
};
void derived(float *out) { Derived().launch(out); }

namespace config {
static int stride = 32, width = 32;
int height;
} // namespace config
using namespace config;
void readConfig() { config::stride = nsx::options.stride; }
void readWidth() { width = nsx::options.width; }
void useConfig(float *out) {
  kernel<12><<<1, 32>>>(out, stride);
  kernel<13><<<1, 32>>>(out, width);
  height = 32;
  config::height = nsx::options.height;
  kernel<14><<<1, 32>>>(out, height);
}

// Functions may be dropped inside of classes, too.
static int inClass = 32;
struct Dropping {
  void drop(nsx::vector<int> values) { inClass = 5; }
  int member;
};
void useInClass(float *out) { kernel<15><<<1, 32>>>(out, inClass); }

void forms(float *out) {
  int parenthesised = 32, archived = 32, returned = 32, wrapped = 32;
  Pair pair{32, 32};
  auto [bound, other] = pair;
  (parenthesised) = nsx::options.stride;
  kernel<16><<<1, 32>>>(out, parenthesised);
  nsx::archive & archived;
  kernel<17><<<1, 32>>>(out, archived);
  nsx::getter()(returned);
  kernel<18><<<1, 32>>>(out, returned);
  nsx::read((wrapped));
  kernel<19><<<1, 32>>>(out, wrapped);
  bound = nsx::options.stride;
  kernel<22><<<1, 32>>>(out, bound);
}

// A loop's first lines see what its last lines call.
int global;
void unseen();
void loops(float *out, bool flag) {
  global = 32;
  while (flag) {
    kernel<23><<<1, 32>>>(out, global);
    nsx::unseen();
  }
  global = 32;
  while (flag) {
    kernel<24><<<1, 32>>>(out, global);
    unseen();
  }
}

// Clang makes up values for enumerators.
enum { First = 31, Lost = nsx::lost, AfterLost, Again = 32, Rests = Lost + 1 };
void enumerators(float *out) {
  int lost = Lost, after = AfterLost, rests = Rests;
  kernel<25><<<1, 32>>>(out, lost);
  kernel<26><<<1, 32>>>(out, after);
  kernel<27><<<1, 32>>>(out, rests);
  kernel<28><<<1, 32>>>(out, Again);
}

// No code changes constants.
const int Stride = 32;
void constants(float *out, int n) {
  const int twice = 32;
  CHECK_LT(n, Stride);
  kernel<29><<<1, 32>>>(out, Stride);
  CHECK_LT(n, twice);
  kernel<30><<<1, 32>>>(out, twice);
}
