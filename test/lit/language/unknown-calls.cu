// Functions whose body is elsewhere may do anything with what they are given.
//
// RUN: %banklint --format=json %s | %python %verdict %s

__device__ int elsewhere(int i);
__device__ void fillElsewhere(float *values, int n);
__device__ void change(int &i);
__device__ void changeBehind(int *i);
typedef int (*Function)(int);

__global__ void calls(float *out, Function pointer) {
  __shared__ float s[4096];
  int t = threadIdx.x;
  s[elsewhere(t)] = 1;   // expect: unknown store unknown-call
  s[pointer(t)] = 1;     // expect: unknown store unknown-call
  fillElsewhere(s, 32);  // expect: unknown load unknown-call
  fillElsewhere(&s[t], 32); // expect: unknown load unknown-call
  int i = t;
  change(i);
  s[i] = 1; // expect: unknown store unknown-call
  i = t;
  s[i * 32] = 1; // expect: store 32/1 32-way
  int j = t;
  changeBehind(&j);
  s[j * 32] = 1; // expect: unknown store unsupported-construct
  s[t] = elsewhere(t); // expect: store 1/1
}

void launch(float *out, Function pointer) { calls<<<1, 32>>>(out, pointer); }
