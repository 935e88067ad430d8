// Lambdas that std::function holds, that containers keep and that code which is
// not seen calls: a block of 32x1 conflicts, 16x2 is clean. Where the value
// may have changed until the call, the usual block with that height is assumed.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <functional>
#include <thread>
#include <vector>

template <int> __global__ void kernel(float *out) {
  __shared__ float s[2048];
  // expect[kernel<0> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 16x8x1]: store 1/1
  // expect[kernel<2> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<3> @ 16x2x1]: store 1/1
  // expect[kernel<4> @ 16x2x1]: store 1/1
  // expect[kernel<5> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<5> @ 16x2x1]: store 1/1
  // expect[kernel<6> @ 32x1x1]: store 2/1 2-way
  // expect[kernel<6> @ 16x2x1]: store 1/1
  // expect[kernel<7> @ 16x2x1]: store 1/1
  // expect[kernel<8> @ 16x2x1]: store 1/1
  // expect[kernel<9> @ 16x2x1]: store 1/1
  // expect[kernel<10> @ 16x2x1]: store 1/1
  // expect[kernel<11> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<20> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<21> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<22> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<23> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<24> @ 16x2x1]: store 1/1
  // expect[kernel<24> @ 16x8x1]: store 1/1
  // expect[kernel<25> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<26> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<27> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<28> @ 32x2x1]: store 2/1 2-way
  // expect[kernel<29> @ 32x2x1]: store 2/1 2-way
  s[threadIdx.x * 2 + threadIdx.y] = 1;
}

using Task = std::function<void()>;
void enqueue(Task task);
void runAll();
void each(std::function<void(int)> f) {
  f(16);
  f(32);
}

void held(float *out) {
  std::function<void(int)> f = [&](int x) {
    kernel<0><<<1, dim3(x, 32 / x)>>>(out);
  };
  f(32);
  std::function<void(int)> copy;
  int y = 2;
  copy = [=](int x) { kernel<1><<<1, dim3(x, y)>>>(out); };
  y = 1;
  copy(16);
  auto lambda = [&](int x) { kernel<2><<<1, dim3(x, 1)>>>(out); };
  f = lambda;
  f(32);
}

void kept(float *out) {
  dim3 block(16, 2);
  std::vector<Task> tasks = {[&] { kernel<3><<<1, block>>>(out); }};
  tasks.push_back([=] { kernel<4><<<1, block>>>(out); });
  for (auto &task : tasks)
    task();
  Task two[2];
  for (int i = 0; i < 2; ++i) {
    int x = 16 << i;
    two[i] = [=] { kernel<5><<<1, dim3(x, 32 / x)>>>(out); };
  }
  two[0]();
  two[1]();
  std::vector<Task> more(2);
  for (int i = 0; i < 2; ++i) {
    int x = 16 << i;
    more[i] = [=] { kernel<6><<<1, dim3(x, 32 / x)>>>(out); };
  }
  more[0]();
}

void handedOn(float *out) {
  dim3 block(16, 2);
  enqueue([&] { kernel<7><<<1, block>>>(out); });
  std::thread thread([&] { kernel<8><<<1, block>>>(out); });
  thread.join();
  each([&](int x) {
    if (x == 16)
      kernel<9><<<1, dim3(x, 2)>>>(out);
  });
}

struct Layer {
  int x;
  explicit Layer(int x) : x(x) {}
  void forward(float *out) {
    auto f = [this, out] { kernel<10><<<1, dim3(x, 2)>>>(out); };
    f();
  }
};

int changing = 16;

void changed(float *out, bool isLate) {
  Layer(16).forward(out);
  int x = 16;
  int once = x;
  auto f = [once, out] { kernel<11><<<1, dim3(once, 2)>>>(out); };
  once = 32;
  f();

  enqueue([&] { kernel<20><<<1, dim3(x, 2)>>>(out); });
  x = 32;
  runAll();
  int inside = 8;
  auto twice = [inside, out]() mutable {
    inside *= 2;
    kernel<21><<<1, dim3(inside, 2)>>>(out);
  };
  twice();
  twice();
  enqueue([out] { kernel<22><<<1, dim3(changing, 2)>>>(out); });
  changing = 32;
  runAll();
  int which = 16;
  Task either = [=] { kernel<23><<<1, dim3(which, 2)>>>(out); };
  which = 32;
  if (isLate)
    either = [=] { kernel<23><<<1, dim3(which, 2)>>>(out); };
  either();
  // Called directly once, and later by what is not seen.
  std::function<void(int)> open = [=](int y) {
    kernel<24><<<1, dim3(16, y)>>>(out);
  };
  open(2);
  enqueue([=] { open(changing); });
}

// Two names of a variable, and two lambdas of which one has a copy of it.
void named(float *out) {
  int x = 16, y = 16;
  auto change = [&other = x] { other = 32; };
  change();
  kernel<28><<<1, dim3(x, 2)>>>(out);
  auto inner = [&] { kernel<29><<<1, dim3(y, 2)>>>(out); };
  auto outer = [y, &inner] {
    if (y)
      inner();
  };
  y = 32;
  outer();
}

struct Box {
  int *to;
};

// What a lambda may write to.
void written(float *out) {
  int first = 16, second = 16;
  Box box{&first};
  enqueue([box] { *box.to = 32; });
  kernel<25><<<1, dim3(first, 2)>>>(out);
  int *to = &second;
  std::thread thread([to] { *to = 32; });
  thread.join();
  kernel<26><<<1, dim3(second, 2)>>>(out);
}

// The object is another one than the one that was made.
__global__ void ofMember(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 2 + threadIdx.y] = 1; // expect: store 2/1 2-way
}

struct Deferred {
  int x = 16;
  Task task = [this] { ofMember<<<1, dim3(x, 2)>>>(nullptr); };
};

void deferred() {
  Deferred object;
  object.x = 32;
  object.task();
}

// Lambdas that hold all before them twice are not kept.
void nested(float *out, int x) {
  Task task = [=] { kernel<27><<<1, dim3(x, 2)>>>(out); };
  for (int i = 0; i < 40; ++i)
    task = [task, other = task] {
      task();
      other();
    };
  task();
}
