#===- unreserved.py - Names in headers that a macro may have -------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Prints the names of the embedded headers that are neither CUDA's nor reserved.

A user may define macros of such names. CUDA's own begin with a lower-case
letter, are in capitals, or begin with CU; what is left are names of parameters,
of template parameters and of helpers.
"""

import pathlib
import re
import sys

NAME = re.compile(r"\b[A-Z](?:[A-Za-z0-9]*[a-z][A-Za-z0-9]*)?\b")
# PyTorch's, in the stand-ins for its headers.
TORCHS = re.compile(
    r"(ATen|Array|BFloat|Bits|Bool|Byte|C?Complex|CUDA|Channels|Char|Contiguous|Default|"
    r"Deprecated|Device|Double|Ellipsis|Float|Generator|Half|Int|Long|MemoryFormat|"
    r"None|Num|Optional|Packed|Philox|Preserve|Ptr|Q|Restrict|Scalar|Short|Slice|"
    r"Tensor|UInt|Undefined)"
    r"[A-Za-z0-9]*$")
CUDAS = re.compile(r"CU[a-z]|ECCEnabled$")

for path in sorted(pathlib.Path(sys.argv[1]).rglob("*")):
    if not path.is_file() or path.suffix == ".md":
        continue
    text = re.sub(r'//.*|"(?:[^"\\\n]|\\.)*"', "", path.read_text())
    for name in sorted(set(NAME.findall(text))):
        is_torchs = "stand-ins" in path.parts and TORCHS.match(name)
        if not CUDAS.match(name) and not is_torchs:
            print(f"{path}: {name}")
