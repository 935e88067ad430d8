#===- large.py - Kernels that are large in one way ------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Prints a kernel:  large.py FORM NUMBER

It ends with one access to a column, on the last line but two.
"""

import sys

FORMS = {
    "parentheses": lambda n: f"s[{'(' * n}threadIdx.x{')' * n}] = 1;",
    "sums": lambda n: f"s[threadIdx.x{' + 1' * n}] = 1;",
    "ifs": lambda n: "if (threadIdx.x < 31) {\n" * n + "}" * n,
    "else-ifs": lambda n: "".join(
        f"if (threadIdx.x == {i}) s[threadIdx.x] = 1;\nelse " for i in range(n)
    )
    + ";",
    "lines": lambda n: "\n".join(f"s[threadIdx.x + {i % 7}] = {i};" for i in range(n)),
}

print("__global__ void k(int *out) {\n  __shared__ int s[1024];")
print(FORMS[sys.argv[1]](int(sys.argv[2])))
print("  s[threadIdx.x * 32] = 1;\n}\nvoid launch(int *out) { k<<<1, 32>>>(out); }")
