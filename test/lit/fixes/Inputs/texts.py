#===- texts.py - Sources with all kinds of bytes -------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Writes sources with one conflict each, or checks that each was padded and
that no other byte of it has changed."""

import os
import sys

KERNEL = """// {0}
__global__ void k(float *out) {{
  __shared__ float tile[32][{1}]; /* {0} */
  out[0] = tile[threadIdx.x][0];
}}
void launch(float *out) {{ k<<<1, 32>>>(out); }}
"""
# The declaration stands in the first line, right behind the mark.
FIRST_LINE = (
    "__global__ void first(float *out) {{ __shared__ float t[32][{0}]; "
    "out[0] = t[threadIdx.x][0]; }}\n"
    "void go(float *out) {{ first<<<1, 32>>>(out); }}\n"
)


def texts(extent):
    """The bytes of each file with that extent."""
    plain = KERNEL.format("text", extent).encode()
    return {
        "crlf.cu": plain.replace(b"\n", b"\r\n"),
        "bom.cu": b"\xef\xbb\xbf" + FIRST_LINE.format(extent).encode() + plain,
        "latin.cu": plain.replace(b"text", b"Gr\xf6\xdfe \x80"),
        "target/real.cu": plain.rstrip(b"\n"),
    }


def write():
    os.mkdir("target")
    for name, text in texts(32).items():
        with open(name, "wb") as file:
            file.write(text)
    os.symlink("target/real.cu", "link.cu")


def check():
    for name, expected in texts(33).items():
        with open(name, "rb") as file:
            assert file.read() == expected, name
    assert os.path.islink("link.cu")
    assert sorted(os.listdir("target")) == ["real.cu"]


{"write": write, "check": check}[sys.argv[1]]()
