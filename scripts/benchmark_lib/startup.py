#===- startup.py - What the start of the program costs --------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""What is left when there is next to nothing to do."""

import pathlib
import tempfile

from benchmark_lib.costs import HEADER, Section, fail, row_of, run, run_rounds, table
from benchmark_lib.plain import measure

SMALLEST = [
    ("an empty kernel", "__global__ void k() {}\n"),
    (
        "one store to shared memory",
        "__global__ void k() { __shared__ int s[1]; s[0] = 0; }\n",
    ),
]


def describe_startup(options):
    version = [(program, "--version") for program in (options.clang, options.banklint)]
    with tempfile.TemporaryDirectory() as name:
        if any(run(command, name).status != 0 for command in version):
            fail("the compiler or banklint has no --version")
        all_costs = [run_rounds("`--version`", *version, name, options.rounds)]
        for what, text in SMALLEST:
            file = pathlib.Path(name) / "smallest.cu"
            file.write_text(text, encoding="utf-8")
            costs = measure(file, name, [], options.rounds, options)
            if costs is None:
                fail(f"{what}: the compiler or banklint fails")
            all_costs.append(costs._replace(name=what))
    return Section(
        "\nStart-up: the version, and the smallest files.\n\n"
        + table(("run", *HEADER[1:]), map(row_of, all_costs))
    )
