#===- forms.py - Kernels with accesses that may not stay -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Kernels in straight code whose accesses are neighbours or vectors, of which the
compiler leaves out, moves or narrows some: by what is written here, not by chance.

In bodies, T is the type of the array's elements, M that of a member, I a subscript,
X a value, C a condition, K another array, and {{a|b}} one of the alternatives.
"""

import random
import re

HELPERS = """
template <class T, class M> __device__ T setX(T v, M f) { v.x = f; return v; }
template <class T, class M> __device__ T addX(T v, M f) { v.x += f; return v; }
template <class T, class M> __device__ T all(T v, M f) { v.x += f; v.y *= f; return v; }
template <class T, class M> __device__ T onOne(T v, M f, int n) { if (n > 3) v.y = f; return v; }
template <class T, class M> __device__ T twice(T v, M f) { return setX(v, f); }
template <class T, class M> __device__ T ofCopy(T v, M f) { T r = v; r.x = f; return r; }
template <class T, class M> __device__ T ofReference(const T &v, M f) { T r; r = v; r.y = f; return r; }
struct Setter {
  template <class T, class M> __device__ T operator()(T v, M f) const { v.x = f; return v; }
};
template <class T> __device__ T get(const T *p, int i) { return p[i]; }
template <class T> __device__ void put(T *p, int i, T v) { p[i] = v; }
template <class T, class M> __device__ void inPlace(T &v, M f) { v.y = f; }
__device__ float2 made(float2 v, float f) { return make_float2(v.x, f); }
__device__ int2 made(int2 v, int f) { return make_int2(v.x, f); }
__device__ float4 made(float4 v, float f) { return make_float4(v.x, v.y, f, f); }
__device__ int4 made(int4 v, int f) { return make_int4(f, v.y, f, v.w); }
struct Mixed { float2 a; float b, c; };
struct Keyed { int a; unsigned char b, c, d, e; };
struct Wide { double a; float b, c; };
struct Lone { float a; short b, c; };
struct Halves { short a, b; float c; int2 d; };
struct Ends { float a; double b; float c; int d; };
struct Packed { uchar4 a; short2 b; int c; char d; };
__device__ float num(float2 v) { return v.x * 3 + v.y; }
__device__ float num(int2 v) { return v.x * 3 + v.y; }
__device__ float num(short2 v) { return v.x * 3 + v.y; }
__device__ float num(uchar4 v) { return v.x * 3 + v.y * v.z + v.w; }
template <class T> __device__ float num(T v) { return v; }
template <class T> __device__ void clear(T &v) { v = T(); }
template <class T> __device__ void set(T &v, int n) { v = n; }
__device__ void set(short2 &v, int n) { v = make_short2(n, n + 1); }
"""

VECTORS = ("float2", "int2", "float4", "int4")
WORDS = ("float", "int")
STRUCTS = ("Mixed", "Keyed", "Wide", "Lone", "Halves", "Ends", "Packed")
ROWS = ("t", "l", "w * 32 + l", "t + k", "l + 32", "t ^ 1", "k & 31", "t * 2", "l * 3")
PAIRS = ("l * 2", "t * 2", "(t % 8) * 2", "w * 64 + l * 2", "l * 2 + k * 2",
         "t * 2 + 64 * w")
SUMS = ("(A + I0) - A", "A + I0 - A", "(I0) + A * 4 - A * 4",
        "(A * 8) / 2 + I0", "(I0 + A * 4) - (A & ~3)", "((I0) << 1) >> 1",
        "(I0) - (A & 1) + (A & 1)", "6 * t - 2 * (t / 2)",
        "4 * t - t % 2 * 2", "t * 4 - ((t >> 2) << 2)", "I0 + (2 * k) % 6", "(I0 + A * 8) - A * 4")
FUNCTION = "{{setX|addX|all|twice|ofCopy|ofReference|made|Setter()}}"

#: Operation, types, subscripts, bodies.
FORMS = [
    # Vectors of which members are replaced on their way.
    ("store", VECTORS, ROWS, (
        "s[I] = FUNCTION(s[I], X);", "T v = s[I]; s[I] = FUNCTION(v, X);",
        "s[I] = FUNCTION(r[t], X);", "s[I] = onOne({{s[I]|r[t]}}, X, n);",
        "T v = s[I]; inPlace(v, X); s[I] = v;", "inPlace(s[I], X);",
        "auto h = [=](T v) { v.y = X; return v; }; s[I] = h(s[I]);",
        "T *p = s + k; T v = p[I]; v.x = X; p[I] = v;",
        "T &q = s[I]; T v = q; v.y = X; q = v;", "T v = s[I]; T u = v; u.x = X; s[I] = u;",
        "T v = s[I]; v.x = X; v.y = X; s[I] = v;", "T v = s[I]; s[I] = v;",
        "T v = s[I]; s[I].x = v.x; s[I].y = v.y + X;", "T v = s[I]; s[(I) ^ 1] = v;",
        "s[I] = r[t]; s[I].x = X;", "s[I] = r[t]; s[I].x = X; s[I].y = X;",
        "T v = s[I]; T u{v}; u.y = X; s[I] = u;", "M a = s[I].x; T v = r[t]; v.x = a; s[I] = v;",
        "T v = s[I]; if (n > t) { v.x = X; s[I] = v; }", "T v = {}; v.x = X; s[I] = v;",
    )),
    ("load", VECTORS, ROWS, (
        "r[t] = FUNCTION(s[I], X);", "T v = s[I]; r[t] = FUNCTION(v, X);",
        "r[t] = onOne(s[I], X, n);", "T v = s[I]; inPlace(v, X); r[t] = v;",
        "auto h = [=](T v) { v.y = X; return v; }; r[t] = h(s[I]);",
        "T v = s[I]; T u = v; u.x = X; r[t] = u; r[t + 64] = v;",
        "T v = s[I]; r[t] = v; r[t].x = X;", "T v = s[I]; r[t] = v; r[t].x = X; r[t].y = X;",
        "T v = s[I]; r[t] = v; r[t].x += X;", "T v = s[I]; r[t] = v; r[k].x = X;",
        "M a = s[I].{{x|y}}; T v = s[I]; {{r[t] = v|f[t] = v.y|f[t] = v.x}}; f[t + 64] = a;",
        "T v = s[I]; {{g[t] = 5|s[k] = r[t]|s[(I) ^ 1].x = 7}}; M a = s[I].x; r[t] = v; f[t] = a;",
    )),
    # A store between loads.
    ("load", WORDS, PAIRS, (
        "T a = s[I]; {{K[t] = 5|K[k] = a|g[t] = 5|K[2 * t] = 5; K[2 * t + 1] = a}}; "
        "T b = s[I + 1]; {{|if (n > k) K[t] = a;|if (n > t) g[3] = a;}} r[t] = a + b * 3;",
        "T b = s[I + 1]; {{K[t] = 5|K[2 * t] = 5; K[2 * t + 1] = 6}}; T a = s[I]; "
        "{{|if (n > k) K[t] = a;}} r[t] = a + b * 3;",
    )),
    # Stores that others overwrite, or that change nothing.
    ("store", WORDS, PAIRS, (
        "s[I] = X; s[I + 1] = X; s[{{I|I + 1}}] = x;", "s[I] = X; s[I] = x; s[I + 1] = X;",
        "x = s[I]; y = s[I + 1]; s[I] = {{x|y|x + 1}}; s[I + 1] = {{y|x|y + 1}};",
        "x = s[I]; s[I] = x; s[I + 1] = y;", "s[I] = x; s[I + 1] = y; if (n > t) s[I] = y;",
        "T a = s[I], b = s[I + 1]; if (a > b) { s[I] = b; s[I + 1] = a; }",
        "T a = s[I], b = s[I + 1]; s[I] = n > t ? b : a; s[I + 1] = b;",
        "T a = s[I]; s[I] = a + x; s[I + 1] = y; s[I] = a;",
        "T a = get(s, I), b = get(s, I + 1); put(s, I, a + x); put(s, I + 1, b + {{y|a}});",
        "T v[2] = {s[I], s[I + 1]}; s[I] = v[0] * x; s[I + 1] = v[1] * {{y|v[0]}};",
        "T a = s[I], b = s[I + 1]; auto h = [&] { s[I] = a + x; s[I + 1] = b + y; }; h();",
        "s[I] = X; K[2 * t] = n; s[I + 1] = x; K[2 * t + 1] = k;",
        "T z = __shfl_xor_sync(~0u, x, 1); T a = s[I]; s[I] = a; s[I + 1] = z;",
        "s[I] += x; s[I + 1] += y; {{|s[I] += y;}}", "s[I] = 0; s[I + 1] = 0; s[I] += x;",
    )),
    # Two sides of a branch.
    ("store", WORDS, PAIRS, (
        "if (C) { s[I] = x; s[I + 1] = y; } else { s[{{I|I + 1}}] = y; }",
        "if (C) { s[I] = x; s[I + 1] = y; } else { s[I] = y; s[I + 1] = x; }",
        "if (C) s[I] = x; else s[I] = y; s[I + 1] = x;", "s[I] = x; if (C) s[I + 1] = y;",
    )),
    ("load", WORDS, PAIRS, (
        "if (C) x = s[I] * 2 + s[I + 1]; else x = s[{{I|I + 1}}]; r[t] = x;",
        "x = C ? s[I] : s[I + 1]; r[t] = x;", "x = s[I]; if (C) x += 5 * s[I + 1]; r[t] = x;",
        # Used on one side of a branch only, or nowhere.
        "T a = s[I], b = s[I + 1]; {{r[t] = b;|}} if (C) f[t] = a * {{3|b}} - sqrtf(a);",
        "T a = s[I]; T b = s[I + 1]; r[t] = {{a|b|a + b}};",
        "T a = s[I]; T b = s[I + 1]; if (C) { f[t] = a * 3; g[t] = 2; } else f[t + 9] = b / 3;",
    )),
    # Sums that the compiler knows more or less of.
    ("load", WORDS, SUMS, ("x += x * s[I]; x += x * s[I + 1]; r[t] = x;",)),
    ("store", WORDS, SUMS, ("s[I] = x; s[I + 1] = x + 1;",)),
    # Members of several widths.
    ("load", STRUCTS, ROWS, (
        "f[t] = num(s[I].a) + num(s[I].b) * 3{{| - num(s[I].c)}};",
        "f[t] = num(s[I].c) + num(s[I].b) * 3;", "f[t] = num(s[I].c) / num(s[I].a);",
        "f[t] = num(s[I].a) + num(s[I ^ 1].b); f[t + 64] = num(s[I].c);",
        "f[t] = num(s[I].b); clear(s[I].{{a|b|c}}); f[t + 64] = num(s[I].c);",
    )),
    ("store", STRUCTS, ROWS, (
        "set(s[I].b, k); set(s[I].c, t); {{|clear(s[I].a);}}", "clear(s[I].a); set(s[I].b, t); set(s[I].c, k);",
    )),
    ("load", ("uchar4", "short4", "char2"), ROWS, (
        "f[t] = s[I].x * 3 + s[I].y;", "f[t] = s[I].y - s[I].x * s[I ^ 1].x;")),
    ("load", VECTORS, PAIRS, (
        "T v = s[I]; r[t] = v; f[t] = s[I + 1].{{x|y}};", "f[t] = s[I].y; r[t] = s[I + 1];")),
    # What a loop does not change.
    ("load", WORDS, PAIRS, (
        "T a = s[{{I|I + 1}}], b = 0; _Pragma(\"unroll 1\") for (int i = 0; i < n; ++i) "
        "b += g[i] * s[{{I|I + 1|I + i|I + 2}}]; r[t] = a + b;",)),
    # Halves of words.
    ("load", ("short",), ("t * 4", "l * 4 + k * 4", "t * 8"), (
        "r[t] = s[I] * 3 + s[I + 1]{{| - s[I + 2]}}{{| * s[I + 3]}};",
        "r[t] = s[I + 1] + s[I + 2] * s[I + 3];",
        "r[t] = s[I] + s[I + 1] * s[I + 2] + s[I + 3] * s[I + 4]{{| - s[I + 5]}};")),
]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, choices):
        return self.random.choice(choices)

    def choose(self, text):
        """The text with one alternative of each {{a|b}}."""
        return re.sub(r"\{\{(.*?)\}\}", lambda m: self.one(m[1].split("|")), text)

    def kernel(self, number):
        """The name of a kernel, which begins with the operation, and its text."""
        operation, types, subscripts, bodies = self.one(FORMS)
        body = self.choose(self.one(bodies).replace("FUNCTION", FUNCTION))
        kind = self.one(types)
        member = kind.rstrip("24")
        words = {
            "T": kind, "M": member, "X": self.one((f"({member})g[t]", f"({member})k")),
            "C": self.one(("n > t", "n > k", "l < 16", "g[t] > 3")), "K": "o",
        }
        subscript = self.one(subscripts).replace("I0", self.one(PAIRS))
        subscript = re.sub(r"\bA\b", self.one(("t", "k", "l", "w * 4")), subscript)
        body = re.sub(r"\b[TMXCK]\b", lambda m: words[m[0]], body)
        body = re.sub(r"\bI\b", subscript, body)
        aligned = self.one(("", "", "__align__(16) "))
        other = self.one(("", "__align__(16) "))
        name = f"{operation}{number}"
        values = "" if kind not in WORDS + ("short",) else f"{kind} x = g[t], y = g[t + 64]; "
        return name, (
            f"__global__ void {name}(int *g, {kind} *r, float *f, int k, int n) {{ "
            f"__shared__ {aligned}{kind} s[4096 / sizeof({kind}) * 2]; "
            f"__shared__ {other}int o[256]; const int t = threadIdx.x, l = t % 32, "
            "w = t / 32; for (int v = t; v < (int)sizeof(s); v += 64) "
            f"((unsigned char *)s)[v] = v; __syncthreads(); {values}{body} "
            "__syncthreads(); f[t + 99] = ((unsigned char *)s)[t * 7] + "
            "((unsigned char *)o)[t * 5]; }\n")
