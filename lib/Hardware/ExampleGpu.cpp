//===- ExampleGpu.cpp - GPUs on which wavefronts are time -----------------===//
//
// Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "banklint/Hardware/ExampleGpu.h"
#include "banklint/Hardware/Architecture.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace banklint;

static constexpr llvm::StringRef AmpereWhitepaper =
    "NVIDIA A100 Tensor Core GPU architecture, comparison of data center GPUs";
static constexpr llvm::StringRef BlackwellWhitepaper =
    "NVIDIA RTX Blackwell GPU architecture, comparison of GeForce GPUs";

// Multiprocessors, MHz.
static constexpr ExampleGpu ExampleGpus[] = {
    {"sm_60", "P100", 56, 1480, AmpereWhitepaper},
    {"sm_70", "V100", 80, 1530, AmpereWhitepaper},
    {"sm_80", "A100", 108, 1410, AmpereWhitepaper},
    {"sm_86", "RTX 3090", 82, 1695, BlackwellWhitepaper},
    {"sm_89", "RTX 4090", 128, 2520, BlackwellWhitepaper},
    {"sm_90", "H200", 132, 1980, "cudaGetDeviceProperties and nvidia-smi"},
    {"sm_120", "RTX 5090", 170, 2407, BlackwellWhitepaper},
};

const ExampleGpu *banklint::findExampleGpu(llvm::StringRef Arch) {
  const Architecture *Known = findArchitecture(Arch);
  const auto *Row = llvm::find_if(ExampleGpus, [Known](const ExampleGpu &Gpu) {
    return findArchitecture(Gpu.Arch) == Known;
  });
  return Known && Row != std::end(ExampleGpus) ? Row : nullptr;
}

double banklint::pipelineNanoseconds(const ExampleGpu &Gpu, double Wavefronts,
                                     double Blocks) {
  return Wavefronts * std::ceil(Blocks / Gpu.Multiprocessors) * 1e3 /
         Gpu.ClockMHz;
}
