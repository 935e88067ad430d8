#!/usr/bin/env python3
#===- fuzz.py - banklint and the oracle on random kernels -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Makes random kernels, runs them, and compares what they accessed with what
banklint says of them.

  fuzz.py --banklint BIN --build DIR --seed 1 --kernels 20000 --out FOLDER

Kernels go through in files of --batch. Each that disagrees is reduced and left
in FOLDER with what was wrong. Exit status 1 if any did.
"""

import argparse
import collections
import os
import sys
import tempfile
import time

from compare import analyze, compare
from generator import UNKNOWN_VALUES, file_of, make_kernels
from oracle import Oracle, OracleError
from reduce import reduced


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.oracle = Oracle(options.build, options.compiler, blocks=3)
        self.count = collections.Counter()
        self.reasons = collections.Counter()

    def disagreements(self, kernels, count=None):
        """What is wrong with these kernels, and the file's text."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "random.cu")
            text = file_of(kernels)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            report = analyze(self.options.banklint, path, self.options.argument)
            if report["files"][0]["parse_errors"]:
                raise OracleError("banklint cannot parse it")
            wrong, its = compare(report, self.oracle.run(text, path), UNKNOWN_VALUES)
            if count is not None:
                count.update(its)
                self.count_reasons(report)
            return wrong

    def count_reasons(self, report):
        for kernel in report["kernels"]:
            for launch in kernel["launches"]:
                for access in launch["accesses"]:
                    if access["result"] != "exact":
                        reason = (access["reason"] or access["result"]).split(":")[0]
                        self.reasons[access["result"], reason] += 1

    def still_fails(self, kernel):
        try:
            return bool(self.disagreements([kernel]))
        except OracleError:
            return False

    def report(self, kernel):
        """Reduces a kernel that disagrees and writes it down."""
        if not self.still_fails(kernel):
            print(f"{kernel.name} disagrees only among others", flush=True)
            return
        if self.options.reduce:
            kernel = reduced(kernel, self.still_fails)
        texts = [f"{d.line}: {d.text}" for d in self.disagreements([kernel])]
        name = f"{self.options.seed}-{kernel.name}.cu"
        print(f"--- {name}\n{file_of([kernel])}" + "\n".join(texts), flush=True)
        if self.options.out:
            os.makedirs(self.options.out, exist_ok=True)
            path = os.path.join(self.options.out, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(file_of([kernel]))
                file.writelines(f"// {text}\n" for text in texts)

    def run_batch(self, first, size):
        kernels = make_kernels(self.options.seed, size, first)
        try:
            wrong = self.disagreements(kernels, self.count)
        except OracleError as error:
            if size == 1:
                self.count["kernels that do not compile"] += 1
                print(f"{kernels[0].name}: {error}", flush=True)
                return
            for half in (first, size // 2), (first + size // 2, size - size // 2):
                self.run_batch(*half)
            return
        self.count["kernels"] += size
        bad = {d.kernel.split("<")[0] for d in wrong}
        self.count["kernels that disagree"] += len(bad)
        for kernel in kernels:
            if kernel.name in bad:
                self.report(kernel)

    def run(self):
        start = time.monotonic()
        for first in range(
            self.options.first, self.options.first + self.options.kernels, self.options.batch
        ):
            self.run_batch(first, self.options.batch)
            spent = time.monotonic() - start
            if self.options.v:
                print(f"{first + self.options.batch}: {spent:.0f} s", flush=True)
            if spent > self.options.seconds:
                break
        return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--banklint", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("--argument", action="append", default=[], help="an option of banklint")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kernels", type=int, default=100)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1e9, help="start no batch after this time")
    parser.add_argument("--out", help="directory for reduced kernels")
    parser.add_argument("--no-reduce", dest="reduce", action="store_false")
    parser.add_argument("-v", action="store_true")
    fuzzer = Fuzzer(parser.parse_args())
    seconds = fuzzer.run()
    for key, value in sorted(fuzzer.count.items()):
        print(f"{key} {value}")
    for (result, reason), value in fuzzer.reasons.most_common():
        print(f"  {result}, {reason}: {value}")
    print(f"seed {fuzzer.options.seed}, {seconds:.0f} s")
    bad = fuzzer.count["kernels that disagree"] or not fuzzer.count["kernels"]
    sys.exit(1 if bad or fuzzer.count["kernels that do not compile"] else 0)


if __name__ == "__main__":
    main()
