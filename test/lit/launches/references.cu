// Members that are references change what they are bound to.
// RUN: %banklint --format=json %s | %python %verdict %s

__global__ void kernel(float *out) {
  __shared__ float s[4096];
  // expect[kernel @ 256x1x1]: store 16/1 16-way
  // expect[kernel @ 32x1x1]: store 16/1 16-way
  s[threadIdx.x * 16] = out[0];
}

struct Setting {
  int &value;
  explicit Setting(int &of) : value(of) {}
  void set() { value = 64; }
};

struct Plain {
  int &value;
};

struct Reader {
  const int &value;
};

void byConstructor(float *out) {
  int threads = 128;
  Setting setting(threads);
  setting.set();
  kernel<<<1, threads>>>(out);
}

void byList(float *out) {
  int threads = 128;
  Plain plain{threads};
  plain.value = 64;
  kernel<<<1, threads>>>(out);
}

struct Derived : Setting {
  using Setting::Setting;
};

void byInheritedConstructor(float *out) {
  int threads = 128;
  Derived derived(threads);
  derived.set();
  kernel<<<1, threads>>>(out);
}

void unchanged(float *out) {
  int threads = 32;
  Reader reader{threads};
  kernel<<<1, threads>>>(out);
}
