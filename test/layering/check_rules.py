#!/usr/bin/env python3
#===- check_rules.py - The numbered rules of the compiler -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Checks that each rule of lib/Program/CompilerRules.def is applied
by code, has a test, and is in the table of docs/compiler-model.md as it is in
the file; and that nothing names a rule that does not exist.

  check_rules.py ROOT          checks the tree at ROOT; 1 if something is missing
  check_rules.py --table ROOT  prints the table
  check_rules.py --self-test   breaks each of this in a small tree
"""

import pathlib
import re
import sys
import tempfile

TABLE = pathlib.Path("lib/Program/CompilerRules.def")
PAGE = pathlib.Path("docs/compiler-model.md")
# `CompilerRule::E1`, "rule E1", "Rules M1, M2 and M5", "load 2/1 by E1 M14".
NAMED = re.compile(r"CompilerRule::([A-Z]\d+)\b"
                   r"|\b(?:[Rr]ules?|(?:\d|-way|open) by) ((?:[A-Z]\d+(?:, | and | )?)+)")


def read_rules(root):
    """(number, condition, answer, evidence) of each row."""
    text = re.sub(r"//.*", "", (root / TABLE).read_text())
    rows = []
    for row in re.findall(r'^COMPILER_RULE\((.*?"\))', text, re.S | re.M):
        number, rest = row[:-1].split(",", 1)
        fields = re.findall(r'(?:"[^"]*"\s*)+', rest)
        rows.append((number, *("".join(re.findall(r'"([^"]*)"', f))
                               for f in fields)))
    return rows


def table_of(rules):
    lines = ["| rule | where | answer | evidence |", "| --- | --- | --- | --- |"]
    return lines + ["| " + " | ".join(rule) + " |" for rule in rules]


def named_in(files):
    """By rule: a file that names it."""
    found = {}
    for file in files:
        for one, several in NAMED.findall(file.read_text(errors="replace")):
            for number in [one] if one else re.findall(r"[A-Z]\d+", several):
                found.setdefault(number, file)
    return found


def files_in(root, folders, endings):
    return [file for folder in folders for file in sorted((root / folder).rglob("*"))
            if file.suffix in endings and file.relative_to(root) != TABLE]


def check(root):
    rules = read_rules(root)
    numbers = [rule[0] for rule in rules]
    problems = [f"{TABLE}: {rule[0]} has {len(rule) - 1} fields, not 3"
                for rule in rules if len(rule) != 4]
    problems += [f"{TABLE}: {number} is there twice"
                 for number in sorted(set(numbers)) if numbers.count(number) > 1]
    code = named_in(files_in(root, ["lib", "include"], {".cpp", ".h"}))
    tests = named_in(files_in(root, ["test"], {".cpp", ".cu", ".test", ".cuh"}))
    for number in numbers:
        if number not in code:
            problems.append(f"no code names rule {number}")
        if number not in tests:
            problems.append(f"no test names rule {number}")
    for where in code, tests:
        problems += [f"{file.relative_to(root)}: there is no rule {number}"
                     for number, file in where.items() if number not in numbers]
    expected, page = table_of(rules), (root / PAGE).read_text().splitlines()
    if expected != [line for line in page if line in expected] or sum(
            line.startswith(expected[0]) for line in page) != 1:
        problems.append(f"{PAGE}: the table is not that of {TABLE}; "
                        "'check_rules.py --table .' prints it")
    return problems


def self_test():
    rule = 'COMPILER_RULE(E1, "a place "\n  "is read", "one load", "two kernels")\n'
    whole = {TABLE: rule, PAGE: "\n".join(table_of(
                 [("E1", "a place is read", "one load", "two kernels")])),
             pathlib.Path("lib/A.cpp"): "elide(CompilerRule::E1);",
             pathlib.Path("test/a.cu"): "// rule E1"}
    broken = [
        (None, None, None),
        (pathlib.Path("lib/A.cpp"), "", "no code names rule E1"),
        (pathlib.Path("test/a.cu"), "// E1", "no test names rule E1"),
        (pathlib.Path("lib/A.cpp"), "// Rules E1 and E7.", "there is no rule E7"),
        (PAGE, "| E1 | a place is read |", "the table is not that"),
        (TABLE, rule + rule, "E1 is there twice"),
    ]
    for changed, text, expected in broken:
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for path, content in whole.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text if path == changed else content)
            found = "\n".join(check(root))
            if (expected or "") not in found or (not expected and found):
                sys.exit(f"self-test: expected {expected!r}, found {found!r}")


def main(args):
    if args == ["--self-test"]:
        return self_test()
    if args[:1] == ["--table"] and len(args) == 2:
        return print("\n".join(table_of(read_rules(pathlib.Path(args[1])))))
    if len(args) != 1:
        sys.exit(__doc__)
    problems = check(pathlib.Path(args[0]))
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main(sys.argv[1:])
