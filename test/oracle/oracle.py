#!/usr/bin/env python3
#===- oracle.py - What a kernel accesses when it runs ---------------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Runs the kernels of a CUDA file on the CPU and tells what they access.

The file is compiled as C++ by clang++-19 with the small CUDA header in cuda/,
each thread of a block is a fiber, and every access to shared memory is recorded
with its lane and address. The reference bank model tells what the requests cost.

Launches are those that the program makes: of its main(), or, without one, of the
functions that launch kernels and that nobody calls, with made-up arguments. More
are given with --launch, in CUDA's words:

  oracle.py --build build/dev FILE.cu
  oracle.py --build build/dev --launch 'column<32><<<1, dim3(32, 8)>>>(nullptr)' FILE.cu

Prints one JSON object a line, one for each launch.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXTERN_SHARED = re.compile(
    r"\bextern\b(?P<before>[^;{}()]*?)\b__shared__\b"
    r"|\b__shared__\b(?P<after>[^;{}()]*?)\bextern\b"
)
KERNEL_NAME = re.compile(r"(?:[A-Za-z_]\w*\s*::\s*)*[A-Za-z_]\w*\s*$")
MAKES_MAIN = re.compile(r"\bint\s+main\s*\(")
LIMIT_S = 600


class OracleError(Exception):
    """The kernel file cannot be compiled or run."""


def closing(text, start, opening, end):
    """The place behind what closes text[start], which is 'opening'."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in opening) - (text[i] in end)
        if depth == 0:
            return i + 1
    return None


def kernel_start(text, end):
    """Where the kernel's name in front of '<<<' begins, template arguments
    included."""
    head = text[:end].rstrip()
    if head.endswith(">"):
        depth, i = 0, len(head)
        while i > 0:
            i -= 1
            depth += (head[i] == ">") - (head[i] == "<")
            if depth == 0:
                break
        head = head[:i]
    name = KERNEL_NAME.search(head)
    return name.start() if name else None


def config_end(text, start):
    """Where the '>>>' of a launch stands."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] in "([{") - (text[i] in ")]}")
        if depth == 0 and text.startswith(">>>", i):
            return i
    return None


def rewrite_launches(text):
    """kernel<<<config>>>(arguments) becomes a call that C++ knows."""
    result, done = "", 0
    for match in re.finditer("<<<", text):
        start = kernel_start(text, match.start())
        end = config_end(text, match.end())
        if start is None or end is None or start < done:
            continue
        call = re.compile(r"\s*\(").match(text, end + 3)
        call_end = call and closing(text, call.end() - 1, "(", ")")
        if not call_end:
            continue
        result += text[done:start]
        result += f"oracle::Launch({text[match.end():end]})->*[&] {{ "
        result += text[start : match.start()] + text[end + 3 : call_end] + "; }"
        done = call_end
    return result + text[done:]


def rewrite(text):
    """C++ out of CUDA; lines stay where they are."""

    def dynamic(match):
        kept = match["before"] if match["before"] is not None else match["after"]
        return f"extern{kept}__oracle_dynamic__"

    return rewrite_launches(EXTERN_SHARED.sub(dynamic, text))


def run_limited(command, environment=None):
    """What came of a command; OracleError if it takes too long."""
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise OracleError(str(error)) from None


def without_joined(accesses):
    """The accesses of the source, each with what it is if the compiler joins the
    pieces of its struct."""
    plain = [access for access in accesses if not access["joined"]]
    for joined in accesses:
        for access in plain if joined["joined"] else ():
            if all(access[key] == joined[key] for key in ("sites", "operation", "bytes")):
                access["if_joined"] = [joined]
    return plain


class Oracle:
    """Compiles and runs kernels; 'build' is a build folder of banklint."""

    def __init__(self, build, compiler="clang++-19", blocks=3):
        self.runtime = os.path.join(build, "test/oracle/libbanklint-oracle-runtime.a")
        self.plugin = os.path.join(build, "test/oracle/banklint-oracle-pass.so")
        self.compiler = compiler
        self.blocks = blocks

    def compile(self, text, name, folder, arguments=()):
        """The program for the CUDA source 'text', which 'name' calls itself."""
        source = os.path.join(folder, "kernel.cpp")
        program = os.path.join(folder, "kernel")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#line 1 "{name}"\n{rewrite(text)}')
        command = [self.compiler, "-x", "c++", "-std=c++17", "-O0", "-g"]
        command += ["-fstandalone-debug", "-fno-exceptions", "-w"]
        # What is not initialized is the same in every run.
        command += ["-ftrivial-auto-var-init=zero"]
        command += [f"-fpass-plugin={self.plugin}", "-I", os.path.join(HERE, "cuda")]
        command += ["-I", os.path.dirname(os.path.abspath(name))]
        command += ["-include", "oracle_cuda.h", *arguments, source]
        command += ["-x", "none", "-o", program, self.runtime]
        # What is declared and never defined fails when it is called.
        command += ["-Wl,--unresolved-symbols=ignore-all"]
        command += ["-no-pie", "-L/usr/lib/llvm-19/lib", "-lLLVM-19"]
        done = run_limited(command)
        if done.returncode != 0:
            raise OracleError(done.stderr)
        return program

    def run_program(self, program):
        environment = dict(os.environ, ORACLE_BLOCKS=str(self.blocks))
        done = run_limited([program], environment)
        # The program may print things of its own.
        lines = re.split(r'^(?=\{"kernel":)', done.stdout, flags=re.MULTILINE)
        decoder = json.JSONDecoder()
        found = [decoder.raw_decode(s)[0] for s in lines if s.startswith('{"kernel":')]
        if done.returncode != 0 and not found:
            raise OracleError(f"exit status {done.returncode}: {done.stderr[:500]}")
        for launch in found:
            launch["accesses"] = without_joined(launch["accesses"])
        return found

    def run(self, text, name, arguments=()):
        """The launches of the CUDA source 'text'."""
        with tempfile.TemporaryDirectory() as folder:
            program = self.compile(text, name, folder, arguments)
            return self.run_program(program)


def with_launches(text, launches):
    """The source with a function that makes these launches and no others."""
    if not launches:
        return text
    body = "\n".join(f"  {launch};" for launch in launches)
    text = MAKES_MAIN.sub("int oracle_unused_main(", text)
    return text + f"\nint main() {{\n{body}\n  return 0;\n}}\n"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", required=True, help="build directory of banklint")
    parser.add_argument("--blocks", type=int, default=3, help="blocks of a grid to run; 0: all")
    parser.add_argument("--launch", action="append", default=[])
    parser.add_argument("--compiler", default="clang++-19")
    parser.add_argument("file")
    parser.add_argument("arguments", nargs="*", help="options of the compiler")
    options = parser.parse_args()
    oracle = Oracle(options.build, options.compiler, options.blocks)
    with open(options.file, encoding="utf-8") as file:
        text = with_launches(file.read(), options.launch)
    try:
        for launch in oracle.run(text, options.file, options.arguments):
            print(json.dumps(launch))
    except OracleError as error:
        sys.exit(f"oracle.py: {options.file}: {error}")


if __name__ == "__main__":
    main()
