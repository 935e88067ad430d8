#===- commands.py - The commands that are compared ------------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""The commands of Clang and banklint for one file, and the toolkit."""

import os
import pathlib
import re

from benchmark_lib.costs import fail

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = ROOT / "lib/CudaHeaders/include"
STAND_INS = HEADERS / "stand-ins"


def flags(file, headers, arguments, options):
    return [
        options.clang,
        *("-x", "cuda", "--cuda-device-only", f"--cuda-gpu-arch={options.arch}"),
        *("-nocudalib", "-Wno-unknown-cuda-version", "-w", "-fsyntax-only"),
        *("-ferror-limit=0", *headers, "-std=gnu++17", *arguments),
        *("--", str(file)),
    ]


def clang_command(file, arguments, options):
    """What lib/Parse/CompilerArguments.cpp asks of Clang, as a command."""
    headers = ("-nocudainc", "-isystem", str(HEADERS), "-include", "banklint_cuda.h")
    return flags(file, headers, arguments, options)


# What lib/Frontend/Frontend.cpp includes.
LIBRARY = ("algorithm", "cstdlib", "new", "utility")


def clang_library_command(file, arguments, options):
    """The same with the headers of the C++ library that nvcc's headers include."""
    more = [f"-include{header}" for header in LIBRARY]
    return clang_command(file, [*arguments, *more], options)


def clang_toolkit_command(file, arguments, options):
    """The same with the headers of the toolkit."""
    headers = (
        *("-Xclang", "-target-sdk-version=12.5", f"--cuda-path={options.toolkit}"),
        *("-isystem", f"{options.toolkit}/include/cccl"),
        *("-isystem", str(options.toolkit_fixes)),
    )
    return flags(file, headers, arguments, options)


def banklint_command(file, arguments, options, *more):
    return [
        *(options.banklint, f"--arch={options.arch}", *more, str(file), "--"),
        *arguments,
    ]


def is_toolkit(directory):
    return (directory / "include/cuda_runtime.h").is_file()


def find_toolkit(directory):
    """The toolkit in a directory, or without one that which banklint would
    find; None if there is none. banklint uses no other one from now on."""
    if directory:
        if not is_toolkit(directory):
            fail(f"'{directory}' has no include/cuda_runtime.h")
        toolkit = directory.resolve()
        os.environ["CUDA_PATH"] = str(toolkit)
        return toolkit
    named = [os.environ.get(name) for name in ("CUDA_PATH", "CUDA_HOME")]
    candidates = [pathlib.Path(name) for name in (*named, "/usr/local/cuda") if name]
    return next((path.resolve() for path in candidates if is_toolkit(path)), None)


def write_toolkit_fixes(directory):
    """The header that Clang's wrapper includes and that CUDA 13 dropped."""
    (directory / "texture_fetch_functions.h").write_text("", encoding="utf-8")


def toolkit_name(toolkit):
    try:
        text = (toolkit / "include/cuda.h").read_text(errors="replace")
    except OSError:
        text = ""
    version = re.search(r"^#define CUDA_VERSION (\d+)", text, re.MULTILINE)
    if not version:
        return "a CUDA toolkit"
    return f"CUDA {int(version[1]) // 1000}.{int(version[1]) % 1000 // 10}"
