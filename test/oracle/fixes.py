#!/usr/bin/env python3
#===- fixes.py - Programs before and after banklint --fix -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs kernels before and after their fixes, and compares what they leave.

  fixes.py --banklint BIN --build DIR FILE.cu...
  fixes.py --banklint BIN --build DIR --seed 1 --kernels 400

Each file, or file of random kernels, is copied and fixed. Both versions run on
the CPU: all launches must leave the same memory, the fixed ones must access what
banklint says of them, and all of a file together must not need more wavefronts
than before. Exit status 1 if not, or if fewer than --min-fixed launches need
others than before.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

from compare import analyze, compare
from generator import UNKNOWN_VALUES, file_of, make_kernels
from oracle import Oracle, OracleError


def wavefronts(launch):
    return sum(access["total"]["wavefronts"] for access in launch["accesses"])


class FixChecker:
    def __init__(self, options):
        self.options = options
        self.oracle = Oracle(options.build, options.compiler)
        self.count = collections.Counter()
        self.errors = []

    def fixed(self, path, include):
        command = [self.options.banklint, self.options.how, "--quiet"]
        command += [f"--extra-arg={option}" for option in include] + [str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            raise OracleError(done.stderr)
        return path.read_text(encoding="utf-8")

    def compare_launch(self, name, before, after):
        where = f"{name}: {before['kernel']} {before['block']}"
        self.count["launches"] += 1
        if before["kernel"] != after["kernel"] or before["block"] != after["block"]:
            self.errors.append(f"{where}: another launch than before")
            return
        if before["memory"] != after["memory"] or before["failure"] != after["failure"]:
            self.errors.append(f"{where}: other results than before")
        needed, needs = wavefronts(before), wavefronts(after)
        if needed != needs:
            self.count["launches that changed"] += 1
            self.count["wavefronts before"] += needed
            self.count["wavefronts after"] += needs

    def check(self, text, name):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, pathlib.Path(name).name)
            path.write_text(text, encoding="utf-8")
            include = [f"-I{pathlib.Path(name).resolve().parent}"]
            after = self.fixed(path, include)
            self.count["files"] += 1
            if after == text:
                return
            self.count["files with fixes"] += 1
            runs = [
                self.oracle.run(version, str(path), include) for version in (text, after)
            ]
            if len(runs[0]) != len(runs[1]):
                return self.errors.append(f"{name}: other launches than before")
            for pair in zip(*runs):
                self.compare_launch(name, *pair)
            needed, needs = (sum(map(wavefronts, run)) for run in runs)
            if needs > needed:
                self.errors.append(f"{name}: {needs} wavefronts, {needed} before")
            options = [f"--extra-arg={option}" for option in include]
            report = analyze(self.options.banklint, str(path), options)
            wrong, _ = compare(report, runs[1], UNKNOWN_VALUES)
            self.errors += [f"{name}, fixed, line {d.line}: {d.text}" for d in wrong]

    def run(self):
        batch = self.options.batch
        texts = [(pathlib.Path(f).read_text(encoding="utf-8"), f) for f in self.options.files]
        for first in range(0, self.options.kernels, batch):
            kernels = make_kernels(self.options.seed, batch, first)
            texts.append((file_of(kernels), f"random-{first}.cu"))
        for text, name in texts:
            try:
                self.check(text, name)
            except OracleError as error:
                self.count["files that do not run"] += 1
                if not self.options.skip_broken:
                    self.errors.append(f"{name}: {error}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--how", default="--fix")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--kernels", type=int, default=0)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--min-fixed", type=int, default=1)
    parser.add_argument("--skip-broken", action="store_true")
    parser.add_argument("files", nargs="*")
    checker = FixChecker(parser.parse_args())
    checker.run()
    for error in checker.errors:
        print(error)
    print(", ".join(f"{key} {value}" for key, value in sorted(checker.count.items())))
    enough = checker.count["launches that changed"] >= checker.options.min_fixed
    sys.exit(1 if checker.errors or not enough else 0)


if __name__ == "__main__":
    main()
