#===- lit.cfg.py - How lit runs the tests of the programs -----------------===//
#
# Part of banklint, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===----------------------------------------------------------------------===//
"""Substitutions, besides lit's own (%s the test, %S its folder, %t a file name
of its own for what it writes):

  %banklint        the linter
  %banklint-banks  the bank calculator
  %banklint-lsp    the language server
  %exits-with N    in front of a command: its exit status must be N
  %python          the Python interpreter that runs lit
  %verdict         the script that compares a JSON report with the comments
                   '// expect: ...' of the sources
  %validate-json   the script that validates a JSON report
  %validate-sarif  the program that validates a SARIF report
  %marking-plugin  a shared object that writes the file $BANKLINT_MARK when it
                   is loaded
  %sarif           the script that checks a SARIF report against its sources,
                   and applies its fixes
  %clang-tidy      clang-tidy with banklint's module and no other checks
  %tidy-module     the module
  %other-version   a library that makes clang-tidy one of another version
  %cuda-headers    the options that give Clang banklint's declarations

FileCheck, not, count, split-file and clang-apply-replacements are LLVM's. The feature 'cuda-toolkit' is
there only when the build was told so (BANKLINT_TEST_CUDA_TOOLKIT); every other
test must pass without a toolkit and without a GPU. Builds with sanitizers lack
the features 'clang-tidy' and 'memory-limits'.
"""

import os

import lit.formats

config.name = "banklint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".test"]
# Folders of inputs that tests share.
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.banklint_exec_root

config.environment["PATH"] = os.path.pathsep.join(
    (config.llvm_tools_dir, os.environ.get("PATH", ""))
)
# Colors and messages must not hang on who runs the tests.
config.environment["LC_ALL"] = "C.UTF-8"

config.substitutions += [
    # Neither name may be replaced inside of the other or of a longer word.
    (
        r"%banklint-banks(?![-\w])",
        os.path.join(config.banklint_bin_dir, "banklint-banks"),
    ),
    (
        r"%banklint-lsp(?![-\w])",
        os.path.join(config.banklint_bin_dir, "banklint-lsp"),
    ),
    (
        r"%banklint(?![-\w])",
        os.path.join(config.banklint_bin_dir, "banklint"),
    ),
    (
        r"%exits-with(?![-\w])",
        f"{config.python} {config.test_source_root}/exits_with.py",
    ),
    (r"%python(?![-\w])", config.python),
    (r"%marking-plugin(?![-\w])", config.marking_plugin),
    (
        r"%validate-sarif(?![-\w])",
        f"node {os.path.dirname(config.test_source_root)}/sarif/validate.js",
    ),
    (
        r"%sarif(?![-\w])",
        f"{config.python} {config.test_source_root}/Inputs/sarif.py",
    ),
    (r"%verdict(?![-\w])", f"{config.test_source_root}/Inputs/verdict.py"),
    (
        r"%validate-json(?![-\w])",
        f"{os.path.dirname(config.test_source_root)}/validate_json.py",
    ),
]

tidy_module = os.path.join(config.banklint_lib_dir, "libBanklintTidy.so")
cuda_headers = os.path.join(
    config.test_source_root, "../../lib/CudaHeaders/include"
)
config.substitutions += [
    (
        r"%clang-tidy(?![-\w])",
        f"{config.llvm_tools_dir}/clang-tidy --load={tidy_module} "
        "--checks='-*,cuda-*'",
    ),
    (r"%tidy-module(?![-\w])", tidy_module),
    (
        r"%other-version(?![-\w])",
        os.path.join(config.banklint_lib_dir, "banklint-other-version.so"),
    ),
    (
        r"%cuda-headers(?![-\w])",
        f"-nocudainc -nocudalib -isystem {os.path.realpath(cuda_headers)} "
        "-include banklint_cuda.h",
    ),
]

if config.has_clang_tidy:
    config.available_features.add("clang-tidy")
# A sanitizer ends the program itself where there is no memory left.
if not config.has_sanitizers:
    config.available_features.add("memory-limits")
if config.has_cuda_toolkit:
    config.available_features.add("cuda-toolkit")
