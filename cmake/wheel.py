#!/usr/bin/env python3
#===- wheel.py - The package for pip --------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: wheel.py VERSION MACHINE SUMMARY README LICENSE... OUTPUT -- PROGRAM...

Writes OUTPUT/banklint-VERSION-py3-none-manylinux_2_N_MACHINE.whl with the programs,
which pip puts beside python. N is the version of the C library that they need. It
takes nothing but Python's standard library.
"""

import base64
import hashlib
import os
import pathlib
import re
import stat
import sys
import zipfile

# The same bytes for the same programs.
DATE = (1980, 1, 1, 0, 0, 0)


def needed_libc(programs):
    """The minor version of glibc 2 that PROGRAMS need."""
    versions = {
        int(number)
        for program in programs
        for number in re.findall(rb"GLIBC_2\.(\d+)", program.read_bytes())
    }
    # The first that platform tags can name.
    return max(versions | {17})


def main():
    split = sys.argv.index("--")
    version, machine, summary, readme, *licenses, output = sys.argv[1:split]
    programs = [pathlib.Path(name) for name in sys.argv[split + 1 :]]
    tag = f"py3-none-manylinux_2_{needed_libc(programs)}_{machine}"
    path = pathlib.Path(output) / f"banklint-{version}-{tag}.whl"
    info = f"banklint-{version}.dist-info"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, content, mode=0o644):
            entry = zipfile.ZipInfo(name, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | mode) << 16
            wheel.writestr(entry, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
            record.append(f"{name},sha256={digest.rstrip(b'=').decode()},{len(content)}")

        for program in programs:
            add(
                f"banklint-{version}.data/scripts/{program.name}",
                program.read_bytes(),
                0o755,
            )
        for name in licenses:
            add(f"{info}/licenses/{os.path.basename(name)}", pathlib.Path(name).read_bytes())
        metadata = [
            "Metadata-Version: 2.1",
            "Name: banklint",
            f"Version: {version}",
            f"Summary: {summary}",
            "License: Apache-2.0 WITH LLVM-exception",
            "Keywords: CUDA,GPU,shared memory,bank conflict,lint",
            "Classifier: Environment :: GPU :: NVIDIA CUDA",
            "Classifier: Operating System :: POSIX :: Linux",
            "Classifier: Topic :: Software Development :: Quality Assurance",
            "Requires-Python: >=3.7",
            "Description-Content-Type: text/markdown",
            "",
            pathlib.Path(readme).read_text(),
        ]
        add(f"{info}/METADATA", "\n".join(metadata).encode())
        lines = [
            "Wheel-Version: 1.0",
            f"Generator: banklint {version}",
            "Root-Is-Purelib: false",
            f"Tag: {tag}",
            "",
        ]
        add(f"{info}/WHEEL", "\n".join(lines).encode())
        record.append(f"{info}/RECORD,,")
        entry = zipfile.ZipInfo(f"{info}/RECORD", DATE)
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        wheel.writestr(entry, "\n".join(record) + "\n")
    checksum = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_name(path.name + ".sha256").write_text(f"{checksum}  {path.name}\n")
    print(path)


if __name__ == "__main__":
    main()
