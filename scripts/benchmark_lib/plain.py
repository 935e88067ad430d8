#===- plain.py - Single kernel files --------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The measured kernels and the example, with both kinds of declarations."""

import statistics

from benchmark_lib.commands import (
    ROOT,
    banklint_command,
    clang_command,
    clang_toolkit_command,
    toolkit_name,
)
from benchmark_lib.costs import (
    HEADER,
    Section,
    fail,
    ratio_of,
    row_of,
    run,
    run_rounds,
    table,
)

KERNELS = "test/truth/collections/kernels"
EXAMPLE = "docs/examples/transpose.cu"
# What a plain kernel file may take of the compiler's own time.
MEDIAN_GOAL = 0.60
MOST_GOAL = 1.50
TOOLKIT_GOAL = 0.12


def measure(file, directory, arguments, rounds, options, clang=clang_command):
    """The rounds of one file; None if the compiler rejects the file and
    therefore does less than banklint, or if banklint fails."""
    clang = clang(file, arguments, options)
    banklint = banklint_command(file, arguments, options)
    # The first runs fill the file caches.
    first = [run(command, directory).status for command in (clang, banklint)]
    if first[0] != 0 or first[1] not in (0, 1):
        return None
    return run_rounds(f"`{file}`", clang, banklint, directory, rounds)


def measure_kernels(rounds, options, clang=clang_command):
    directory = ROOT / KERNELS
    files = [f"{KERNELS}/{path.name}" for path in sorted(directory.glob("*.cu"))]
    all_costs = []
    for file in [*files, EXAMPLE]:
        costs = measure(file, ROOT, [], rounds, options, clang)
        if costs is None:
            fail(f"{file}: the compiler or banklint fails")
        all_costs.append(costs)
    return all_costs


def describe_plain(all_costs, options):
    ratios = [ratio_of(costs) for costs in all_costs]
    middle_ratio = statistics.median(ratios)
    return Section(
        f"\nSingle kernel files, rounds each: {options.rounds}; medians of the "
        "processor time (user and system) and of the peak memory. The ratios are "
        "medians of the ratios within the rounds.\n\n"
        + table(HEADER, map(row_of, all_costs))
        + f"\nThe ratio of processor times is {middle_ratio:.2f} in the "
        f"median of the files and {max(ratios):.2f} at most.\n",
        [
            (
                "kernel file to Clang, median",
                f"at most {MEDIAN_GOAL:.2f}",
                f"{middle_ratio:.2f}",
            ),
            (
                "kernel file to Clang, largest",
                f"at most {MOST_GOAL:.2f}",
                f"{max(ratios):.2f}",
            ),
        ],
    )


def describe_toolkit(options):
    """The same files, where Clang reads a toolkit's headers as nvcc does."""
    if not options.toolkit:
        return Section(
            "\nThe comparison with Clang and a toolkit's headers is skipped: there is "
            "no toolkit.\n"
        )
    all_costs = measure_kernels(options.tree_rounds, options, clang_toolkit_command)
    ratios = [ratio_of(costs) for costs in all_costs]
    middle_ratio = statistics.median(ratios)
    return Section(
        "\nCompared with Clang that reads the headers of "
        f"{toolkit_name(options.toolkit)} in place of the declarations, the ratio for "
        f"the same {len(ratios)} files is {middle_ratio:.3f} in the median and "
        f"{max(ratios):.3f} at most (rounds each: {options.tree_rounds}).\n",
        [
            (
                "the same, Clang with a toolkit's headers, median",
                f"at most {TOOLKIT_GOAL:.2f}",
                f"{middle_ratio:.3f}",
            )
        ],
    )
