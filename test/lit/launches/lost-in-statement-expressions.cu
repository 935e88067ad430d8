// What is lost at the end of a statement expression may be its value, and may
// change what is known.
//
// RUN: %banklint --format=json %s | %python %verdict %s --parse-errors=3

template <int> __global__ void kernel(float *Out) {
  __shared__ float Tile[2048];
  // expect[kernel<0> @ 256x1x1]: store 2/1 2-way
  // expect[kernel<1> @ 256x1x1]: store 2/1 2-way
  // expect[kernel<2> @ 256x1x1]: store 2/1 2-way
  Tile[2 * threadIdx.x] = Out[threadIdx.x];
}

int Global;

void assigned(float *Out, int N) {
  int Block = 64;
  ({
    Block = 32;
    Block = lost::get(N);
  });
  kernel<0><<<1, Block>>>(Out);
}

void called(float *Out) {
  Global = 64;
  ({
    int Own = 5;
    Own;
    lost::set();
  });
  kernel<1><<<1, Global>>>(Out);
}

void result(float *Out) {
  int Block = ({
    int Own = 32;
    Own;
    (lost::type) 9;
  });
  kernel<2><<<1, Block>>>(Out);
}
