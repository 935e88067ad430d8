//===- findings.mjs - A finding of each kind ------------------------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an audit of a small project finds, and texts that try to break out of
// the page.
//
//===----------------------------------------------------------------------===//

import { finding } from "./document.mjs";

/** Runs or shows up if any part of the page takes it for markup. */
export const HOSTILE = `</script><script>alert(1)</script><!--<img src=x onerror="alert(2)">--> "quoted" 'single' \`back\` \u2028\u2029 \u202egnp.exe ${"${x}"} javascript:alert(3)`;

const launch = (kernel, block, grid, origin, file, line) => ({
  kernel,
  block,
  grid,
  origin,
  file,
  line,
});
const excerpt = (first, text) => ({ first, lines: text.replace(/^\n|\n$/g, "").split("\n") });
const round = (request, warp = 0, loops = []) => ({ warp, loops, request });
const map = (label, fix, rounds) => ({ label, fix, rounds });

const TRANSPOSE = `
  __shared__ float tile[TILE][TILE];

  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}
`;

function transposeFixes(file) {
  return [
    {
      description: "pad the last extent of 'tile' to 33: 128 more bytes",
      safe: true,
      class: "automatic",
      reason: "every use of 'tile' is understood, and none depends on its layout",
      saves: 992,
      edits: [{ file, offset: 402, length: 4, text: "TILE + 1" }],
      diff: [
        {
          file,
          line: 13,
          before: ["", "  __shared__ float tile[TILE][TILE];", ""],
          after: ["", "  __shared__ float tile[TILE][TILE + 1];", ""],
        },
      ],
    },
    {
      description: "swizzle the columns by XOR: no extra memory",
      safe: false,
      class: "suggested",
      reason: "it rewrites the subscripts of every access; review them",
      saves: 992,
      edits: [
        { file, offset: 610, length: 11, text: "(threadIdx.x ^ threadIdx.y)" },
        { file, offset: 780, length: 11, text: "(threadIdx.y ^ threadIdx.x)" },
      ],
      diff: [
        {
          file,
          line: 18,
          before: ["  tile[threadIdx.y][threadIdx.x] = in[y * n + x];"],
          after: ["  tile[threadIdx.y][(threadIdx.x ^ threadIdx.y)] = in[y * n + x];"],
        },
        {
          file,
          line: 22,
          before: ["  out[y * n + x] = tile[threadIdx.x][threadIdx.y];"],
          after: ["  out[y * n + x] = tile[threadIdx.x][(threadIdx.y ^ threadIdx.x)];"],
        },
      ],
    },
  ];
}

function transpose(requests) {
  const file = "src/linalg/transpose.cu";
  const columns = (pitch) =>
    Array.from({ length: 8 }, (_, warp) =>
      round(
        requests.add("load", 4, (lane) => 4 * (lane * pitch + warp)),
        warp,
      ),
    );
  return finding({
    file,
    line: 22,
    column: 20,
    function: "transpose",
    array: "tile",
    fingerprint: "4a1f09c2",
    message:
      "load of 'tile[threadIdx.x][threadIdx.y]' takes 1024 wavefronts per block instead of 32: 32-way shared-memory bank conflict",
    notes: [
      {
        file,
        line: 22,
        column: 20,
        message:
          "in warp 0, lanes 0-31 each need a different word of bank 0: words 0, 32, 64, ..., 992 of 'tile' (32 wavefronts instead of 1)",
      },
      {
        file,
        line: 14,
        column: 20,
        message:
          "'tile' is declared here with a row pitch of 128 bytes, a multiple of the 128 bytes that the 32 banks span",
      },
      {
        file,
        line: 41,
        column: 3,
        message: "for the launch with a block of 32x32x1 threads here",
        source: "  transpose<float, 32><<<grid, dim3(32, 32)>>>(out, in, n);",
      },
      { file, line: 22, column: 5, message: "in the source above", source: "  out[y * n + x] =" },
      { file, line: 22, column: 20, message: "the same in 3 other instantiations", detail: true },
    ],
    fixes: transposeFixes(file),
    cost: { wavefronts: 1024, ideal: 32, per_block: true, possible: false, bound: false },
    launch: launch("transpose<float, 32>", [32, 32, 1], [128, 128, 1], "launch-site", file, 41),
    lost: { wavefronts: 992 * 128 * 128, per: "launch" },
    excerpt: excerpt(14, TRANSPOSE),
    maps: [
      map("as written", null, columns(32)),
      map("with the fix: pad the last extent to 33", 0, columns(33)),
      map(
        "with the fix: swizzle the columns",
        1,
        Array.from({ length: 8 }, (_, warp) =>
          round(
            requests.add("load", 4, (lane) => 4 * (lane * 32 + (warp ^ lane))),
            warp,
          ),
        ),
      ),
    ],
    measured: { wavefronts: 16_777_216, ideal: 524_288, launches: 1 },
  });
}

function reduction(requests) {
  const file = "src/reduce/block_sum.cuh";
  const rounds = [1, 2, 4, 8, 16, 32, 64].map((s) =>
    round(
      requests.add("load", 4, (lane) => (2 * s * lane < 256 ? 4 * 2 * s * lane : null)),
      0,
      [["s", s]],
    ),
  );
  return finding({
    file,
    line: 31,
    column: 7,
    function: "blockSum",
    array: "partial",
    fingerprint: "77be01d0",
    message:
      "load of 'partial[2 * s * tid]' takes 47 wavefronts per block instead of 12: up to 8-way shared-memory bank conflict",
    notes: [{ file, line: 29, column: 3, message: "worst in the iteration with s = 8" }],
    fixes: [
      {
        description: "let 's' run from 'blockDim.x / 2' down to 1 and add 'partial[tid + s]'",
        safe: false,
        class: "described",
        reason: "it changes the order of the additions",
        edits: [],
        saves: null,
      },
    ],
    cost: { wavefronts: 47, ideal: 12, per_block: true, possible: false, bound: false },
    launch: launch("blockSum<int>", [256, 1, 1], null, "launch-site", "src/reduce/sum.cu", 88),
    lost: { wavefronts: 35, per: "block" },
    excerpt: excerpt(
      27,
      `
  partial[tid] = value;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (2 * s * tid < blockDim.x)
      partial[2 * s * tid] += partial[2 * s * tid + s];
    __syncthreads();
  }`,
    ),
    maps: [map("as written", null, rounds)],
  });
}

const SOFTMAX = `
  float best = -INFINITY;
  #pragma unroll
  for (int k = 0; k < 8; ++k) {
    float4 four = scores[lane][k];
    best = fmaxf(best, fmaxf(fmaxf(four.x, four.y), fmaxf(four.z, four.w)));
  }`;

function vector(requests) {
  const file = "src/nn/attention/softmax_kernel.cu";
  const rows = (pitch) =>
    [0, 1, 2, 3].map((k) =>
      round(
        requests.add("load", 16, (lane) => lane * pitch + 16 * k),
        0,
        [["k", k]],
      ),
    );
  return finding({
    file,
    line: 118,
    column: 19,
    function: "softmaxRows",
    array: "scores",
    fingerprint: "0cd3",
    message:
      "load of 'scores[lane][k]' takes up to 2048 wavefronts per block instead of 256: 8-way shared-memory bank conflict",
    notes: [
      {
        file,
        line: 118,
        column: 22,
        message:
          "may-merge: it is not certain whether the compiler merges the access with its neighbors",
      },
    ],
    fixes: [
      {
        description: "pad the last extent of 'scores' to 9: 512 more bytes",
        safe: false,
        class: "suggested",
        reason: "'sizeof(scores)' on line 97 observes the layout",
        saves: 1792,
        edits: [{ file, offset: 3020, length: 1, text: "9" }],
      },
    ],
    cost: {
      wavefronts: 2048,
      ideal: 256,
      per_block: true,
      possible: false,
      bound: true,
      reason: "may-merge: it may be merged with the load of the next element",
    },
    launch: launch("softmaxRows<__half2, 8>", [128, 1, 1], null, "array-extents", null, null),
    lost: { wavefronts: 1792, per: "block" },
    excerpt: excerpt(115, SOFTMAX),
    maps: [
      map("as written", null, rows(128)),
      map("with the fix: pad the last extent to 9", 0, rows(144)),
    ],
  });
}

function histogram(requests) {
  const file = "src/stats/histogram.cu";
  return finding({
    check: "shared-atomic-contention",
    file,
    line: 17,
    column: 16,
    function: "histogram",
    array: "bins",
    message: "atomicAdd on 'bins[value & 3]' serves up to 8 lanes one after another",
    cost: { wavefronts: 8, ideal: 1, per_block: false, possible: false, bound: true },
    launch: launch("histogram", [256, 1, 1], [640, 1, 1], "annotation", file, 9),
    lost: { wavefronts: 7, per: "request" },
    excerpt: excerpt(
      15,
      `
  for (int i = start; i < n; i += stride) {
    int value = data[i];
    atomicAdd(&bins[value & 3], 1);
  }`,
    ),
    maps: [
      map("as written", null, [
        round(requests.add("atomic", 4, (lane) => (lane < 24 ? 4 * (lane % 3) : null), true)),
      ]),
    ],
    measured: { wavefronts: 41_200, ideal: 9_000, launches: 3 },
  });
}

function possible(requests) {
  const file = "src/sparse/spmv.cu";
  return finding({
    check: "shared-possible-bank-conflict",
    file,
    line: 55,
    column: 10,
    function: "spmv",
    array: "cache",
    message:
      "load of 'cache[stride * tid]' takes up to 32 wavefronts instead of 1 if 'stride' is a multiple of 32",
    cost: { wavefronts: 32, ideal: 1, per_block: false, possible: true, bound: true },
    launch: launch("spmv", [128, 1, 1], null, "default", null, null),
    excerpt: excerpt(
      54,
      `
  float sum = 0;
  sum += cache[stride * tid];`,
    ),
    maps: [map("as written", null, [round(requests.add("load", 4, (lane) => 128 * lane))])],
  });
}

function hostile(requests) {
  const file = `src/${HOSTILE}/größe.cu`;
  return finding({
    severity: "error",
    file,
    line: 3,
    column: 5,
    function: HOSTILE,
    array: HOSTILE,
    message: HOSTILE,
    notes: [
      { file, line: 3, column: 5, message: HOSTILE },
      { file: null, line: null, column: null, message: "without a place" },
    ],
    fixes: [
      {
        description: HOSTILE,
        safe: true,
        class: "automatic",
        reason: HOSTILE,
        saves: 1,
        edits: [{ file, offset: 1, length: 2, text: HOSTILE }],
        diff: [{ file, line: 3, before: [HOSTILE], after: [`${HOSTILE} `] }],
      },
    ],
    cost: {
      wavefronts: 2,
      ideal: 1,
      per_block: false,
      possible: false,
      bound: false,
      reason: HOSTILE,
    },
    launch: launch(HOSTILE, [64, 1, 1], null, HOSTILE, file, 1),
    lost: { wavefronts: 1, per: "request" },
    excerpt: { first: 3, lines: [HOSTILE, "ä = 'größe';"] },
    maps: [
      map(HOSTILE, null, [
        round(
          requests.add("load", 8, (lane) => 16 * lane),
          0,
          [[HOSTILE, -1]],
        ),
      ]),
    ],
    other_places: [{ file, line: 4, column: 1 }],
  });
}

const SIMPLE = [
  [
    "src/linalg/gemm_tiled.cu",
    64,
    "gemmTiled<64>",
    "a_tile[k][threadIdx.y]",
    4096,
    2048,
    16,
    "automatic",
  ],
  [
    "src/linalg/gemm_tiled.cu",
    65,
    "gemmTiled<64>",
    "b_tile[threadIdx.x][k]",
    16384,
    2048,
    16,
    "automatic",
  ],
  [
    "src/linalg/gemm_tiled.cu",
    65,
    "gemmTiled<32>",
    "b_tile[threadIdx.x][k]",
    4096,
    1024,
    16,
    "automatic",
  ],
  ["src/fft/radix4.cu", 201, "radix4<256>", "re[4 * tid]", 512, 128, 32, "none"],
  ["src/fft/radix4.cu", 202, "radix4<256>", "im[4 * tid]", 512, 128, 32, "none"],
  ["src/fft/radix16.cu", 77, "radix16", "buffer[16 * lane + j]", 8192, 512, 64, "suggested"],
  [
    "src/image/box_filter.cu",
    33,
    "boxFilter",
    "rows[threadIdx.x][2 * i]",
    768,
    384,
    40,
    "suggested",
  ],
  [
    "include/scan/block_scan.h",
    140,
    "exclusiveScan<int, 512>",
    "sums[ai]",
    90,
    40,
    12,
    "described",
  ],
];

function simple(requests, [file, line, kernel, place, wavefronts, ideal, blocks, fix]) {
  const stride = Math.round(wavefronts / ideal);
  const excess = (wavefronts - ideal) * blocks;
  return finding({
    file,
    line,
    column: 14,
    function: kernel.replace(/<.*/, ""),
    array: place.replace(/\[.*/, ""),
    message: `load of '${place}' takes ${wavefronts} wavefronts per block instead of ${ideal}: ${stride}-way shared-memory bank conflict`,
    fixes:
      fix === "none"
        ? []
        : [
            {
              description: "pad the last extent: 256 more bytes",
              safe: fix === "automatic",
              class: fix,
              reason: "every use is understood",
              edits: fix === "described" ? [] : [{ file, offset: 900, length: 2, text: "33" }],
              saves: wavefronts - ideal,
            },
          ],
    cost: { wavefronts, ideal, per_block: true, possible: false, bound: false },
    launch: launch(kernel, [256, 1, 1], [blocks, 1, 1], "launch-site", file, line + 40),
    lost: { wavefronts: excess, per: "launch" },
    excerpt: {
      first: line - 1,
      lines: ["  // inner loop", `  float v = (${place});`, "  sum += v;"],
    },
    maps: [map("as written", null, [round(requests.add("load", 4, (lane) => 4 * lane * stride))])],
  });
}

/** All of them; their requests are added to those of the document. */
export function findingsOf(requests) {
  const kinds = [transpose, reduction, vector, histogram, possible, hostile];
  return [...kinds.map((make) => make(requests)), ...SIMPLE.map((row) => simple(requests, row))];
}
