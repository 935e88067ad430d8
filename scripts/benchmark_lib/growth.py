#===- growth.py - Files that are made larger and larger -------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""How the cost grows with what a file has more and more of."""

import math
import pathlib
import statistics
import tempfile

from benchmark_lib.costs import Section, fail, middle, ratio_of, table
from benchmark_lib.plain import measure

TILES = """__global__ void tiles(float *out, const float *in) {
  __shared__ float a[32][32], b[32][32];
  float sum = 0;
  for (int t = 0; t < %d; ++t) {
    for (int row = threadIdx.x / 32; row < 32; row += blockDim.x / 32) {
      a[row][threadIdx.x %% 32] = in[t * 1024 + row * 32 + threadIdx.x %% 32];
      b[threadIdx.x %% 32][row] = in[t * 1024 + row * 32 + threadIdx.x %% 32];
    }
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      sum += a[threadIdx.x / 32 %% 32][k] * b[k][threadIdx.x %% 32];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
void launch(float *out, const float *in) { tiles<<<1, %d>>>(out, in); }
"""
NESTED = """__global__ void nested(float *out) {
  __shared__ float s[32][32];
  for (int i = 0; i < %d; ++i)
    for (int j = 0; j < %d; ++j)
      s[threadIdx.x][(i + j) %% 32] += 1;
  out[threadIdx.x] = s[threadIdx.x][0];
}
void launch(float *out) { nested<<<1, 32>>>(out); }
"""


def straight(count):
    lines = "".join(
        f"  sum += s[(threadIdx.x * {k % 7 + 1} + {k}) % 1024];\n" for k in range(count)
    )
    return (
        "__global__ void straight(float *out) {\n  __shared__ float s[1024];\n"
        f"  float sum = 0;\n{lines}  out[threadIdx.x] = sum;\n}}\n"
        "void launch(float *out) { straight<<<1, 128>>>(out); }\n"
    )


def kernels(count):
    return "".join(
        f"__global__ void k{k}(float *out) {{\n  __shared__ float t[32][{k % 4 + 32}];\n"
        "  t[threadIdx.x][threadIdx.y] = 1;\n  __syncthreads();\n"
        "  out[threadIdx.x] = t[threadIdx.y][threadIdx.x];\n}\n"
        f"void launch{k}(float *out) {{ k{k}<<<1, dim3(32, 8)>>>(out); }}\n"
        for k in range(count)
    )


def instances(count):
    return (
        "template <int Columns> __global__ void tile(float *out) {\n"
        "  __shared__ float t[32][Columns];\n"
        "  t[threadIdx.x][threadIdx.y] = 1;\n  __syncthreads();\n"
        "  out[threadIdx.x] = t[threadIdx.y][threadIdx.x];\n}\n"
        + "void launch(float *out) {\n"
        + "".join(f"  tile<{k + 32}><<<1, dim3(32, 8)>>>(out);\n" for k in range(count))
        + "}\n"
    )


# What grows, the file that has so many of it, and how many.
GROWTH = [
    ("iterations of a loop", lambda n: TILES % (n, 128), (64, 256, 1024, 4096)),
    ("iterations of two nested loops", lambda n: NESTED % (n, n), (64, 256, 1024, 4096)),
    ("threads of a block", lambda n: TILES % (64, n), (64, 128, 256, 512, 1024)),
    ("accesses of a kernel", straight, (64, 128, 256, 512, 1024)),
    ("kernels of a file", kernels, (8, 16, 32, 64)),
    ("instances of a template", instances, (8, 16, 32, 64)),
]


def slope(counts, costs):
    """The exponent of the power of the counts that fits the costs best."""
    x = [math.log(count) for count in counts]
    y = [math.log(cost) for cost in costs]
    middle_x, middle_y = statistics.mean(x), statistics.mean(y)
    return sum((a - middle_x) * (b - middle_y) for a, b in zip(x, y)) / sum(
        (a - middle_x) ** 2 for a in x
    )


def describe_growth(options):
    rows = []
    with tempfile.TemporaryDirectory() as name:
        for what, source, counts in GROWTH:
            all_costs = []
            for count in counts:
                file = pathlib.Path(name) / "grown.cu"
                file.write_text(source(count), encoding="utf-8")
                costs = measure(file, name, [], options.tree_rounds, options)
                if costs is None:
                    fail(f"{what}: the compiler or banklint fails")
                all_costs.append(costs)
            times = [middle(costs.banklint) for costs in all_costs]
            rows.append((
                what,
                ", ".join(map(str, counts)),
                ", ".join(f"{1000 * cost:.0f}" for cost in times),
                f"{times[-1] / times[0]:.2f}",
                f"{slope(counts, times):.2f}",
                f"{ratio_of(all_costs[-1]):.2f}",
            ))
    header = ("what grows", "from, to", "banklint, in ms", "last to first")
    return Section(
        "\nFiles that are made larger; processor time, start and parse included. The "
        "exponent is that of the power of the count that fits the times best: 0 if "
        "the count does not matter, 1 if twice as many take twice as long.\n\n"
        + table((*header, "exponent", "last to clang"), rows)
    )
