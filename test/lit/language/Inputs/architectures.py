#===- architectures.py - Analyzes a source for each architecture ----------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads the table of 'banklint-banks --list-archs', runs BANKLINT on SOURCE for
each row, with NUMBER defined as __CUDA_ARCH__ must be, and prints its report
behind the name."""

import subprocess
import sys

banklint, source = sys.argv[1:]
names = [line.split("\t")[0] for line in sys.stdin if line[0] != "#"]
for name in names:
    number = 10 * int(name.removeprefix("sm_"))
    command = [banklint, f"--arch={name}", source, "--", f"-DNUMBER={number}"]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{name}: status {run.returncode}: {run.stderr}")
    print(name, run.stdout, run.stderr, sep="\n")
print(len(names), "architectures")
