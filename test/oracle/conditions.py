#===- conditions.py - Verdicts that depend on a value ---------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads the condition of a 'depends', for the values that a run had:

  n % 32 == 0: 32 wavefronts; n even: at most 2; otherwise: 1; n == 0: 1
"""

import re

GROUP = re.compile(r"(.+): (at most )?(\d+)(?: wavefronts?)?(?: \(ideal \d+\))?$")
CLASSES = (
    (re.compile(r"(\S+) % (\d+) == (\d+)$"), lambda v, m, r: v % int(m) == int(r)),
    (re.compile(r"(\S+) even$"), lambda v: v % 2 == 0),
    (re.compile(r"(\S+) odd$"), lambda v: v % 2 == 1),
    (re.compile(r"(\S+) == 0$"), lambda v: v == 0),
    (re.compile(r"(\S+) != 0$"), lambda v: v != 0),
    (re.compile(r"any (\S+)$"), lambda v: True),
)


def holds(text, name, value):
    """Whether a class of values holds; None if it is of another value or told by
    its size alone."""
    for pattern, test in CLASSES:
        match = pattern.match(text)
        if match:
            return test(value, *match.groups()[1:]) if match[1] == name else None
    return None


def wavefronts_for(condition, name, value):
    """(wavefronts, whether that is a bound) for a value, or None if the text does
    not tell it."""
    found = None
    for part in condition.split("; "):
        group = GROUP.match(part)
        if not group:
            return None
        result = int(group[3]), bool(group[2])
        if group[1] == "otherwise":
            found = found or result
            continue
        answers = [holds(text, name, value) for text in group[1].split(" or ")]
        if None in answers:
            return None
        # What is said of zero, last, stands above its class.
        if any(answers):
            found = result
    return found


def refutes(condition, values, wavefronts):
    """True if the worst request's wavefronts contradict the condition. 'values'
    has, by name, the values that were met."""
    for name, its in values.items():
        told = [wavefronts_for(condition, name, value) for value in its]
        if not told or None in told:
            continue
        most = max(number for number, _ in told)
        if wavefronts > most:
            return True
        if len(told) == 1 and not told[0][1]:
            return wavefronts != most
    return False
