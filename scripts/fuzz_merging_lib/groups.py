#===- groups.py - Kernels with one group of neighbours -------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels with one group of neighbours, loads or stores, in a loop or not."""

import random
import re

HELPERS = ""

LOOPS = {
    "none": [("", "", [])],
    "counted": [(f"for (int i = 0; i < {n}; ++i) {{", "}", ["i"])
                for n in (2, 4, 7, 8, 16)],
    "unrolled": [(f"\n#pragma unroll{count}\nfor (int i = 0; i < {n}; ++i) {{", "}",
                  ["i"])
                 for count in ("", " 1", " 2", " 4") for n in ("n", 8, 16, 32)],
    "unknown": [("for (int i = 0; i < n; ++i) {", "}", ["i"])],
    "carried": [(f"int o = {start}; for (int i = 0; i < {n}; ++i) {{",
                 f" o {step}; }}", ["o"])
                for start in (0, "l * 2", "l * 4", "l", "t * 8") for n in ("n", 16)
                for step in ("+= 2", "+= 4", "+= 32", "+= 128", "^= 64")],
    "nested": [(f"for (int j = 0; j < n; ++j) {{ {barrier}"
                f"for (int i = 0; i < {n}; ++i) {{", "}}", ["i", "j"])
               for barrier in ("", "__syncthreads(); ") for n in (2, 4, 8)],
    "strided": [(f"for (int i = t; i < {n}; i += {step}) {{", "}", ["i"])
                for n in ("n", 1024) for step in (64, "blockDim.x")],
}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, *choices):
        return self.random.choice(choices)

    def chance(self, probability):
        return self.random.random() < probability

    def term(self, variables):
        v = self.random.choice(variables)
        return self.one(
            *[f"{v} * {self.one(1, 2, 4, 8, 16, 3, 6, 12, 32, 64, 128)}"] * 6,
            f"({v} << {self.one(1, 2, 3, 5)})",
            f"({v} & {self.one(3, 6, 7, 12, 28, 31)})",
            f"{v} / {self.one(2, 3, 4, 8)} * {self.one(2, 3, 4, 8)}",
            f"({v} % {self.one(4, 6, 8)}) * {self.one(2, 4)}",
            f"({v} ^ l) * {self.one(2, 4)}",
            f"({v} > 3 ? {self.one(0, 64, 2)} : {self.one(128, 4, 8)})",
        )

    def subscript(self, count, variables):
        each = 4 if count == 3 else count
        terms = [self.one(*[f"l * {each}"] * 3, f"t * {each}", "l * 2", "l * 4", "l",
                          f"(t % 8) * {self.one(2, 4, 8)}", "t % 16 * 4")]
        terms += [self.term(variables) for _ in range(self.one(0, 1, 1, 2))]
        self.random.shuffle(terms)
        return " + ".join(terms)

    def array(self):
        pitch = self.one(8, 12, 16, 32, 33, 36, 64, 66, 68, 128, 130, 132)
        return self.one(*["s[4096]"] * 3, *[f"s[30][{pitch}]"] * 2, f"s[2][15][{pitch}]")

    def places(self, array, subscript, counters):
        """Declarations, and how the neighbours are named."""
        row = self.one("w", "y", "k", "w * 4", "0", *counters)
        plane = self.one("k & 1", "w & 1", "0")
        rows = {1: "", 2: f"[{row}]", 3: f"[{plane}][{row}]"}[array.count("[")]
        return self.one(
            *[("", lambda c: f"s{rows}[{subscript} + {c}]")] * 3,
            (f"const int b = {subscript}; ", lambda c: f"s{rows}[b + {c}]"),
            (f"auto *p = &s{rows}[{subscript}]; ", lambda c: f"p[{c}]"),
        )

    def noise(self, subscript):
        """A sum that the compiler may make the subscript from."""
        other = re.sub(r"\b[ijo]\b", "k", subscript)
        sums = ["w * 64 + l", "t * 4", "w * 128 + l", "k * 64 + l", "y * 64 + l",
                other, other.replace(" * 4", "")]
        return self.one("", "", f"g[{self.one(*sums)}] = 1; ",
                        f"if (g[{self.one(*sums)}] < 0) g[3] = 5; ")

    def stores(self, kind, place, offsets):
        style = self.one("plain", "loaded", "loaded", "chosen")
        if style == "plain":
            return "".join(f"{place(c)} = x + {c}; " for c in offsets)
        if style == "chosen":
            return "".join(f"{place(c)} = n > t + {c} ? ({kind})g[t + {c * 64}] : "
                           f"({kind})0; " for c in offsets)
        return "".join(f"{kind} v{c} = g[t + {c * 64}]; " for c in offsets) + "".join(
            f"{place(c)} = v{c}; " for c in offsets)

    def kernel(self, number):
        """The name of a kernel, which begins with the operation, and its text."""
        name = self.one("load", "store") + str(number)
        kind = self.one(*["int", "float"] * 3, "double", "short")
        array = self.array()
        head, tail, counters = self.random.choice(
            LOOPS[self.random.choice(sorted(LOOPS))])
        count = self.one(2, 2, 3, 4, 4, 4, 8)
        subscript = self.subscript(count, ["l", "w", "t", "y", "k"] + counters * 2)
        declarations, place = self.places(array, subscript, counters)
        offsets = list(range(count))
        if self.chance(0.1):
            self.random.shuffle(offsets)
        before = self.noise(subscript) + head + declarations
        if name.startswith("load"):
            body = (f"{kind} x = 1; for (int v = t; v < (int)sizeof(s); v += 64) "
                    "((unsigned char *)s)[v] = v; __syncthreads(); " + before
                    + "".join(f"x += x * {place(c)}; " for c in offsets)
                    + tail + " r[t] = x;")
        else:
            body = (f"{kind} x = g[t]; " + before
                    + self.stores(kind, place, offsets) + tail
                    + " __syncthreads(); r[t] = ((unsigned char *)s)[t * 7];")
        aligned = self.one("", "", "__align__(16) ")
        return name, (
                f"__global__ void {name}(int *g, {kind} *r, int k, int n) {{ "
                f"__shared__ {aligned}{kind} {array}; const int t = threadIdx.x, "
                f"l = t % 32, w = t / 32, y = threadIdx.y; {body} }}\n")
