#===- offsets.py - Query lines for banklint-banks -------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Prints one query:  offsets.py ID OP BYTES OFFSET [MASK [SOURCE]]

OFFSET and SOURCE are Python expressions over 'lane', in bytes; MASK is
hexadecimal, all lanes if left out.
"""

import sys


def column(expression):
    return ",".join(str(eval(expression, {"lane": lane})) for lane in range(32))


name, op, width, offset, *rest = sys.argv[1:]
mask = rest[0] if rest else "ffffffff"
sources = [column(source) for source in rest[1:]]
print(name, op, width, mask, column(offset), *sources, sep="\t")
