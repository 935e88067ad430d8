#!/usr/bin/env python3
#===- count-tests.py - How many tests passed and failed -------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Summarizes a run of CTest and prints "N passed, N failed" as the last line.

A CTest test that wrote a report counts once for each of its cases; any other
test counts once:

  RESULTS/ctest.xml        the tests that CTest ran (JUnit format)
  RESULTS/gtest/NAME.xml   the cases of the GoogleTest program NAME
  RESULTS/NAME.xml         the tests of lit (xunit format), where NAME is 'lit'

Skipped cases count as neither. If a program fails although all cases in its
report passed (it crashed, for example), or if CTest fails without naming a
test, that counts as one failure. The exit status is 0 only if at least one test
passed and none failed.
"""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


class Tally:
    """Numbers of passed and failed tests."""

    def __init__(self, passed=0, failed=0):
        self.passed = passed
        self.failed = failed

    def add(self, other):
        self.passed += other.passed
        self.failed += other.failed


def is_skipped(case):
    return (
        case.find("skipped") is not None
        or case.get("status") in ("notrun", "disabled")
        or case.get("result") in ("skipped", "suppressed")
    )


def has_failed(case):
    return case.find("failure") is not None or case.find("error") is not None


def count_cases(path):
    """The tally of a file of test cases; nothing if it cannot be read, as after
    a crash."""
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return None
    failed = sum(has_failed(case) for case in cases)
    passed = sum(not has_failed(case) and not is_skipped(case) for case in cases)
    return Tally(passed, failed)


def count_test(case, results):
    """The tally of one CTest test."""
    name = case.get("name")
    # 'notrun' is what CTest says of a program that was never built.
    failed = case.get("status") in ("fail", "notrun") or has_failed(case)
    for path in (results / "gtest" / f"{name}.xml", results / f"{name}.xml"):
        tally = count_cases(path)
        if tally is not None:
            if failed and tally.failed == 0:
                tally.failed = 1
            return tally
    if case.get("status") == "disabled":
        return Tally()
    return Tally(failed=1) if failed else Tally(passed=1)


def count(results, ctest_status):
    """The tally of the whole run, and the names of the tests that failed."""
    total = Tally()
    names = []
    try:
        cases = list(ElementTree.parse(results / "ctest.xml").iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        return Tally(failed=1), [f"no report of the run: {error}"]
    for case in cases:
        tally = count_test(case, results)
        if tally.failed:
            names.append(case.get("name"))
        total.add(tally)
    if total.failed == 0 and ctest_status != 0:
        names.append(f"ctest ended with status {ctest_status}")
        total.failed = 1
    if total.failed == 0 and total.passed == 0:
        names.append("no test was run")
        total.failed = 1
    return total, names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ctest-status", type=int, required=True)
    parser.add_argument("results", type=pathlib.Path)
    options = parser.parse_args()
    total, names = count(options.results, options.ctest_status)
    if names:
        print("failed: " + ", ".join(names))
    print(f"{total.passed} passed, {total.failed} failed")
    sys.exit(1 if total.failed else 0)


if __name__ == "__main__":
    main()
