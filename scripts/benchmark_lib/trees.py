#===- trees.py - Public code and its slowest files ------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Every .cu file of some checkouts, and the tail of the distribution."""

import collections
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

from benchmark_lib.commands import (
    STAND_INS,
    banklint_command,
    clang_command,
    clang_library_command,
    clang_toolkit_command,
    toolkit_name,
)
from benchmark_lib.costs import (
    HEADER,
    Section,
    middle,
    ratio_of,
    row_of,
    run,
    run_rounds,
    table,
)

# Nearly all files take at most so many times Clang's time.
TAIL_RATIO = 2.0
TAIL_SHARE = 0.99
# No file takes more than SLOW seconds if Clang takes at most QUICK.
SLOW = 3.0
QUICK = 1.0
SLOWEST = 20
LARGEST_RATIOS = 40

# A file's rounds, which CUDA headers both programs read, and whether Clang finds
# errors.
Measured = collections.namedtuple("Measured", "costs headers has_errors")
# The files of a checkout, and the names of those without a report.
Tree = collections.namedtuple("Tree", "name files failed")


def report_of(file, directory, arguments, options):
    """banklint's JSON report; None without one."""
    command = banklint_command(file, arguments, options, "--format=json")
    with tempfile.TemporaryFile() as output:
        if run(command, directory, output).status not in (0, 1, 2):
            return None
        output.seek(0)
        try:
            return json.load(output)
        except ValueError:
            return None


@contextlib.contextmanager
def without_missing_headers(report):
    """Options of Clang for the stand-ins of banklint and, in place of each header
    that neither finds, an empty one: Clang leaves out each #include behind one that
    is missing, and banklint does not."""
    with tempfile.TemporaryDirectory() as name:
        top = pathlib.Path(name)
        # Names may start with ../.
        folder = top.joinpath(*"abcdefgh")
        for header in report["files"][0].get("missing_headers", []):
            path = pathlib.Path(os.path.normpath(folder / header))
            if top in path.parents:
                with contextlib.suppress(OSError):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.touch()
        folder.mkdir(parents=True, exist_ok=True)
        yield ["-idirafter", str(STAND_INS), "-idirafter", str(folder)]


def count_errors(command, directory):
    process = subprocess.run(command, cwd=directory, capture_output=True)
    return process.stderr.count(b" error: ")


def clang_of(report, file, directory, arguments, options):
    """The headers that banklint's answer came from, and the command of Clang that
    reads the same: others would be another text."""
    if report["files"][0]["cuda_headers"] == "toolkit":
        return "toolkit", clang_toolkit_command(file, arguments, options)
    plain = clang_command(file, arguments, options)
    library = clang_library_command(file, arguments, options)
    # What banklint asks before it takes the headers of the library.
    if report["kernels"]:
        errors = count_errors(plain, directory)
        if errors and count_errors(library, directory) < errors:
            return "builtin, library", library
    return "builtin", plain


def measure_tree(name, directory, options):
    tree = Tree(name, [], [])
    for path in sorted(directory.rglob("*.cu")):
        file = path.relative_to(directory)
        label = f"`{name}/{file}`"
        arguments = [f"-I{file.parent}"]
        if (directory / "Common").is_dir():
            arguments.append("-ICommon")
        report = report_of(file, directory, arguments, options)
        if report is None:
            tree.failed.append(label)
            continue
        banklint = banklint_command(file, arguments, options)
        with without_missing_headers(report) as more:
            headers, clang = clang_of(
                report, file, directory, [*arguments, *more], options
            )
            has_errors = run(clang, directory).status != 0
            costs = run_rounds(label, clang, banklint, directory, options.tree_rounds)
        tree.files.append(Measured(costs, headers, has_errors))
    return tree


def sum_row(name, files):
    if not files:
        return (name, 0, *["-"] * 7)
    ratios = [ratio_of(file.costs) for file in files]
    clang = sum(middle(file.costs.clang) for file in files)
    banklint = sum(middle(file.costs.banklint) for file in files)
    within = sum(ratio <= TAIL_RATIO for ratio in ratios)
    return (
        *(name, len(files), sum(file.has_errors for file in files)),
        sum(file.headers == "toolkit" for file in files),
        *(f"{clang:.1f} s", f"{banklint:.1f} s", f"{banklint / clang:.2f}"),
        *(f"{statistics.median(ratios):.2f}", f"{100 * within / len(files):.1f} %"),
    )


def describe_sums(trees, options):
    files = [file for tree in trees for file in tree.files]
    rows = [sum_row(tree.name, tree.files) for tree in trees]
    if len(trees) > 1:
        rows.append(sum_row("all", files))
    rows.append(sum_row("without errors", [f for f in files if not f.has_errors]))
    header = (
        *("checkout", "files", "errors", "toolkit", "clang", "banklint", "ratio"),
        *("median ratio", f"at most {TAIL_RATIO:.1f}"),
    )
    text = (
        f"\nFiles of public code, rounds each: {options.tree_rounds}; times are sums of "
        "the files' medians. *errors* are files in which Clang finds some. It gets "
        "banklint's stand-ins for headers of libraries and empty files for those that "
        "the checkout lacks, so that both read the same.\n\n"
        + table(header, rows)
    )
    with_toolkit = sum(file.headers == "toolkit" for file in files)
    if with_toolkit:
        text += (
            "\nFiles whose answer came from the headers of "
            f"{toolkit_name(options.toolkit)}, because they name what banklint's "
            f"declarations lack (*toolkit*): {with_toolkit}. They are compared "
            "with Clang and the same headers.\n"
        )
    with_library = sum(file.headers == "builtin, library" for file in files)
    if with_library:
        text += (
            "\nFiles that use names of the C++ library without its headers, which "
            f"nvcc's own headers include: {with_library}. banklint parses them with "
            "these headers once it has seen that; they are compared with Clang that "
            "is given them.\n"
        )
    failed = [name for tree in trees for name in tree.failed]
    if failed:
        text += f"\nbanklint writes no report for {', '.join(failed)}.\n"
    return text


def tail_row(file):
    clang, banklint = middle(file.costs.clang), middle(file.costs.banklint)
    return (
        *(file.costs.name, file.headers, "yes" if file.has_errors else "no"),
        *(f"{clang:.2f} s", f"{banklint:.2f} s", f"{ratio_of(file.costs):.2f}"),
    )


def describe_trees(trees, options):
    text = describe_sums(trees, options)
    files = [file for tree in trees for file in tree.files]
    if not files:
        return Section(text)
    share = sum(ratio_of(file.costs) <= TAIL_RATIO for file in files) / len(files)
    slow = sum(
        middle(file.costs.banklint) > SLOW and middle(file.costs.clang) <= QUICK
        for file in files
    )
    by_time = sorted(files, key=lambda file: -middle(file.costs.banklint))
    by_ratio = sorted(files, key=lambda file: -ratio_of(file.costs))
    tail_header = ("file", "CUDA headers", "errors", "clang", "banklint", "ratio")
    text += (
        f"\n{100 * share:.1f} % of the files take at most {TAIL_RATIO:.1f} times "
        f"Clang's time. Files that take more than {SLOW:.0f} s where Clang takes at "
        f"most {QUICK:.0f} s: {slow}. The slowest:\n\n"
        + table(tail_header, map(tail_row, by_time[:SLOWEST]))
        + "\nThe largest ratios, where banklint's own work counts most:\n\n"
        + table(HEADER, (row_of(file.costs) for file in by_ratio[:LARGEST_RATIOS]))
    )
    return Section(
        text,
        [
            (
                f"public files at most {TAIL_RATIO:.1f} times Clang",
                f"at least {100 * TAIL_SHARE:.0f} %",
                f"{100 * share:.1f} %",
            ),
            (
                f"public files above {SLOW:.0f} s that Clang parses in {QUICK:.0f} s",
                "0",
                slow,
            ),
        ],
    )
