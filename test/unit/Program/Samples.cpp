//===- Samples.cpp - Programs as the printer writes them ------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "gtest/gtest.h"

using namespace banklint;

static constexpr llvm::StringLiteral Declarations =
    R"text(kernel "k<\"a\\b\">" "a.cu":12:1
file "b.cuh"
relocatable
unknown_arrays
assembly_arrays
max_threads 256
parse_errors 2
param n : i32
param p : -
param mask : u64
shared tile : float 4 [32][33] align 4 order 1 "a.cu":3:5
shared total : "unsigned long long" 8 align 8 order 2 left_out
shared buffer : char 1 [0] align 16 dynamic "b.cuh":7:3
shared rows : int 4 [0][32] align 4 dynamic
launch block 32,8,1 grid 4,?,1 dynamic 1024 args -5,3 mod 16,18446744073709551615 "main.cu":60:5
launch block ?,?,? grid ?,?,? dynamic ?
launch block ?,?,? grid ?,?,? dynamic ? args ?,?,? broken default 64,?,? chooser "choose" impossible "2048x1x?"
var i : i32
body {
}
)text";

static constexpr llvm::StringLiteral Expressions = R"text(kernel "expressions"
param n : i32
shared tile : float 4 [32][33] align 4
var i : i32
var u : u32
var l : i64
var p : u64
var b : bool
var c : i8
body {
  i = 5
  i = -2147483648
  u = 4294967295:u32
  l = -9223372036854775808:i64
  p = 18446744073709551615:u64
  c = -128:i8
  b = true
  b = false
  i = n
  u = threadIdx.x
  u = blockIdx.y + (blockDim.z * gridDim.x)
  i = (i - -1) / (i % 3)
  i = ((i & 1) | (i ^ 2)) << (i >> 3)
  i = min(i, max(n, i + 1))
  i = 1 / 0
  b = (i == n) && ((i != n) || (i < n))
  b = (i <= n) || ((i > n) && (i >= n))
  i = -i
  i = ~-i
  b = !(i < n)
  i = abs(i + 1)
  i = popc(clz(brev(ffs(i))))
  u = u32(i)
  l = i64(i + 1)
  b = i != 0
  i = b ? 1 : (b ? i : n)
  p = &tile
  p = &tile[threadIdx.x]
  p = &tile[threadIdx.x + 1:u32][i].bytes(l)
  p = &tile[i][0].bytes(-8:i64) + u64(n)
  i = opaque<data-dependent-index>("loaded from 'index'"):i32
  i = opaque<unknown-call>("'f'", name "m", divergent, i + 1, n):i32
  p = (b ? &tile : opaque<unknown-pointer>("", divergent, elsewhere):u64) & 15:u64
  i = shuffle<cross-lane>("the result of 'f'", name "f", i + 1, u)
  i = shuffle<cross-lane>("", n, threadIdx.x ^ 1:u32) + 2
}
)text";

static constexpr llvm::StringLiteral Statements =
    R"text(kernel "statements" "a.cu":1:1
file "b.cuh"
param n : i32
shared tile : float 4 [32] align 4
var s : u32
var i : i32
body {
  loop name s test (s < blockDim.x) {
    if (s == 1:u32) {
      load 4 &tile[s] array tile "a.cu":20:9 text "tile[s]"
      continue
    } else {
      store 16 (&tile + 64:u64) pieces 3 whole restores back amid "b.cuh":4:2
      break
    }
  } step {
    s = s * 2:u32
  }
  loop untested {
    atomic-count 4 &tile
  } test (true) {
    barrier
  }
  loop test (i < n) {
  }
  switch (i) {
    case -1, 2: {
      matrix-load-x4 16 &tile text "ldmatrix"
      break
    }
    case 3, default: {
      async-copy-bypass 16 &tile from opaque<unknown-pointer>("memory", elsewhere, sum, 512:u64, 16:i64):u64
    }
  }
  switch (threadIdx.x) {
    default: {
    }
    case 4294967295: {
    }
  }
  region "helper(int)" {
    load 4 &tile sinks needed 0 needed else 7 by P3 by S1
    if number 0 (i < 0) {
      return
    }
    load 4 &tile unused needed 7
    load 1 &tile pieces 4 number
    if number 7 (i < 8) {
    }
    atomic-cas 8 &tile
  }
}
)text";

static constexpr llvm::StringLiteral Flows = R"text(kernel "flows"
shared tile : int 4 [8] align 4
var i : i32
body {
  loop {
    flow make var i from load 1, load 0 perhaps
    load 4 &tile
  } test (i < 8) {
    load 4 &tile
  }
  flow load record 1[0:4] access 0
  flow copy record 2[4:8] from record 1[0:4]
  flow parts record 2[0:8] from local 3
  flow element record 2[0:8] some bytes 4 from array tile
  flow use from record 2[0:8] some
  flow narrow from var i
  flow drop access 1
  flow skip access 1
  flow lose local 3
  flow forget var i
  flow decide from local 3
  flow decide then
  flow decide else from var i
  flow test then from local 3
  flow choose local 4 only (i < 3) from var i
  flow make local 4 only (i & 1) from local 4
  store 4 &tile
  flow store access 2 from var i
  flow settle
}
)text";

static constexpr llvm::StringLiteral Names = R"text(kernel "names"
param n#0 : i32
param "if" : i32
shared n#2 : "" 4 [8] align 4
var "p.x" : i32
var n#4 : i32
var "u32" : u32
var "t\x0ab" : i32
var "" : i32
body {
  load 4 &n#2[n#0]
  "p.x" = n#4
  n#4 = "p.x" + "if"
  "u32" = u32("p.x")
  load 4 &n#2["t\x0ab"] array n#2
  "" = ""
}
)text";

llvm::ArrayRef<llvm::StringLiteral> banklint::test::samples() {
  static constexpr llvm::StringLiteral All[] = {Declarations, Expressions,
                                                Statements, Flows, Names};
  return All;
}

std::string banklint::test::toText(const KernelProgram &Program) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  print(Program, OS);
  return Result;
}

KernelProgram banklint::test::fromText(llvm::StringRef Text) {
  llvm::Expected<KernelProgram> Program = parseProgram(Text);
  if (Program)
    return std::move(*Program);
  ADD_FAILURE() << llvm::toString(Program.takeError());
  return {};
}

std::string banklint::test::errorOf(llvm::StringRef Text) {
  llvm::Expected<KernelProgram> Program = parseProgram(Text);
  return Program ? "" : llvm::toString(Program.takeError());
}
