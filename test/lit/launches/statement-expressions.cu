// A statement expression has the value of its last statement on each way, and
// may return from the function around it.
//
// RUN: %banklint --format=json %s | %python %verdict %s

#include <stdexcept>

#define ROWS(N)                                                                \
  ({                                                                           \
    int Rows;                                                                  \
    switch (N) {                                                               \
    case 1:                                                                    \
    case 2:                                                                    \
      Rows = 1;                                                                \
      break;                                                                   \
    case 4:                                                                    \
      Rows = 2;                                                                \
      break;                                                                   \
    default:                                                                   \
      throw std::invalid_argument("rows");                                     \
    }                                                                          \
    Rows;                                                                      \
  })

#define CHECK(Call)                                                            \
  ({                                                                           \
    int Error = (Call);                                                        \
    if (Error)                                                                 \
      return Error;                                                            \
    Error;                                                                     \
  })

int prepare();

__global__ void chosen(float *Out) {
  __shared__ float Tile[1024];
  // expect[chosen @ 32x1x1]: store 2/1 2-way total 2/1
  // expect[chosen @ 64x1x1]: store 2/1 2-way total 4/2
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}

void choose(float *Out, int N) {
  int Rows = ROWS(N);
  chosen<<<1, Rows * 32>>>(Out);
}

// The value is copied out of the expression's own variable.
__global__ void copied(float *Out) {
  __shared__ float Tile[1024];
  // expect[copied @ 96x1x1]: store 2/1 2-way total 6/3
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}

void copy(float *Out) {
  int Block = 32;
  copied<<<1, ({ int Block = 64; Block; }) + Block>>>(Out);
}

// Behind the check is only what did not return, behind the call both.

__global__ void checked(float *Out) {
  __shared__ float Tile[1024];
  // expect[checked @ 64x1x1]: store 2/1 2-way total 4/2
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}

__global__ void returned(float *Out) {
  __shared__ float Tile[1024];
  // expect[returned @ 32x1x1]: store 2/1 2-way total 2/1
  // expect[returned @ 64x1x1]: store 2/1 2-way total 4/2
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}

int check(float *Out, int &Block) {
  CHECK(prepare());
  Block = 64;
  checked<<<1, Block>>>(Out);
  return 0;
}

void use(float *Out) {
  int Block = 32;
  check(Out, Block);
  returned<<<1, Block>>>(Out);
}

// It may leave the statement around it.
__global__ void left(float *Out) {
  __shared__ float Tile[1024];
  // expect[left @ 64x1x1]: store 2/1 2-way
  // expect[left @ 128x1x1]: store 2/1 2-way
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}
void leave(float *Out, int N) {
  int Block = 64;
  do {
    int Even = ({
      if (N == 3)
        break;
      N;
    });
    Block = Even == 0 ? 64 : 128;
  } while (false);
  left<<<1, Block>>>(Out);
}

__global__ void goesOn(float *Out) {
  __shared__ float Tile[1024];
  // expect[goesOn @ 64x1x1]: store 2/1 2-way
  // expect[goesOn @ 128x1x1]: store 2/1 2-way
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}
void goOn(float *Out, int N) {
  int Block = 64;
  for (int I = 0; I < 1; ++I) {
    ({
      if (N == 3)
        continue;
    });
    Block = 128;
  }
  goesOn<<<1, Block>>>(Out);
}

// An empty statement behind it does not change its value.
__global__ void behind(float *Out) {
  __shared__ float Tile[1024];
  // expect[behind @ 64x1x1]: store 2/1 2-way
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}
void empty(float *Out) {
  // clang-format off
  behind<<<1, ({ 64; ; })>>>(Out);
  // clang-format on
}
