#===- machine_code.py - Accesses to shared memory in a cubin -------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Reads the loads and stores of shared memory from what nvcc makes of kernels."""

import collections
import re
import struct

# Of the instructions' lowest 9 bits.
OPCODES = {0x184: "load", 0x188: "store"}
# By bits 73 to 75.
WIDTHS = [1, 1, 2, 2, 4, 8, 16]
def sections(image):
    """The sections of an ELF file."""
    table, = struct.unpack_from("<Q", image, 0x28)
    size, count, names = struct.unpack_from("<HHH", image, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", image, table + i * size)
               for i in range(count)]
    for name, _, _, _, offset, length in headers:
        begin = headers[names][4] + name
        text = image[begin : image.index(b"\0", begin)].decode()
        yield text, image[offset : offset + length]


def widths(cubin):
    """By kernel and operation, how many accesses of which width in bytes it has."""
    found = collections.defaultdict(collections.Counter)
    for name, code in sections(cubin.read_bytes()):
        mangled = re.match(r"\.text\._Z(\d+)(.*)", name)
        if not mangled:
            continue
        kernel = mangled[2][: int(mangled[1])]
        for low, high in struct.iter_unpack("<QQ", code[: len(code) // 16 * 16]):
            operation = OPCODES.get(low & 0x1FF)
            if operation:
                found[kernel, operation][WIDTHS[(high >> 9) & 7]] += 1
    return found
