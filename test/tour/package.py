#!/usr/bin/env python3
#===- package.py - The Debian package -------------------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""usage: package.py [--static] BUILD CPACK

Makes the Debian package of a build and checks what is in it, what it depends
on, and that the programs in it run; with --static, also that they contain LLVM.
"""

import pathlib
import subprocess
import sys
import tempfile

FILES = """
usr/bin/banklint
usr/bin/banklint-banks
usr/share/banklint/cuda-headers/banklint_cuda.h
usr/share/bash-completion/completions/banklint
usr/share/bash-completion/completions/banklint-banks
usr/share/cmake/banklint/Banklint.cmake
usr/share/cmake/banklint/banklint-config-version.cmake
usr/share/cmake/banklint/banklint-config.cmake
usr/share/doc/banklint/LICENSE
usr/share/doc/banklint/ci.md
usr/share/doc/banklint/copyright
usr/share/man/man1/banklint-banks.1
usr/share/man/man1/banklint.1
usr/share/zsh/vendor-completions/_banklint
usr/share/zsh/vendor-completions/_banklint-banks
""".split()

# The libraries of LLVM are those of clang-tidy's module. The last package is no
# library, so that only the package's own list can name it.
PACKAGES = {"libllvm19", "libclang-cpp19", "libc6", "libclang-common-19-dev"}


def output(*command, **how):
    return subprocess.run(
        [str(word) for word in command], check=True, capture_output=True,
        text=True, **how,
    ).stdout


def main():
    is_static = sys.argv[1] == "--static"
    build, cpack = sys.argv[1 + is_static:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        output(cpack, "--config", pathlib.Path(build) / "CPackConfig.cmake",
               "-B", folder)
        (package,) = folder.glob("banklint_*_*.deb")
        depends = output("dpkg-deb", "--field", package, "Depends")
        named = {entry.split()[0] for entry in depends.split(",")}
        assert PACKAGES <= named, f"no dependence on {PACKAGES - named}"
        root = folder / "root"
        output("dpkg-deb", "--extract", package, root)
        missing = [f for f in FILES if not (root / f).is_file()]
        assert not missing, f"not in the package: {missing}"
        used = output("ldd", root / "usr/bin/banklint")
        for library in ("libLLVM", "libclang-cpp"):
            # Starting with shared libraries takes longer than the analysis.
            needs = library in used
            assert not (is_static and needs), f"banklint needs {library}"
        kernel = folder / "kernel.cu"
        kernel.write_text(
            "__global__ void k(float *out) {\n"
            "  __shared__ float tile[32][32];\n"
            "  out[threadIdx.x] = tile[threadIdx.x][0];\n"
            "}\n"
            "void launch(float *out) { k<<<1, 32>>>(out); }\n"
        )
        report = output(root / "usr/bin/banklint", kernel)
        expected = "takes 32 wavefronts per block instead of 1: 32-way"
        assert expected in report, report
        output(root / "usr/bin/banklint-banks", input="")
    print(f"{package.name} has all that it needs")


if __name__ == "__main__":
    main()
