#===- reduce.py - Smaller kernels that still disagree ---------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Takes statements away from a generated kernel while a test still holds."""

import copy


def bodies_of(kernel):
    """Every list of statements in the kernel, outer ones first."""
    found = [kernel.helpers, kernel.body]
    for body in found:
        for node in body:
            if node.body is not None:
                found.append(node.body)
            if hasattr(node, "otherwise"):
                found.append(node.otherwise)
    return found


def smaller_kernels(kernel):
    """Kernels with one statement less, or with a block instead of what held it.
    The largest parts come first."""
    for at, body in enumerate(bodies_of(kernel)):
        for i in reversed(range(len(body))):
            less = copy.deepcopy(kernel)
            del bodies_of(less)[at][i]
            yield less
    for at, body in enumerate(bodies_of(kernel)):
        for i, node in enumerate(body):
            for part in ("body", "otherwise"):
                if getattr(node, part, None):
                    less = copy.deepcopy(kernel)
                    bodies_of(less)[at][i : i + 1] = copy.deepcopy(getattr(node, part))
                    yield less


def reduced(kernel, still_fails, limit=400):
    """The smallest kernel found with at most 'limit' trials."""
    progress = True
    while progress and limit > 0:
        progress = False
        for less in smaller_kernels(kernel):
            limit -= 1
            if limit <= 0:
                break
            if still_fails(less):
                kernel, progress = less, True
                break
    return kernel
